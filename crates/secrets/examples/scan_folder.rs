//! Scans every file of a folder as one text and prints where something was found: path, rule, class, confidence, and
//! the first and last byte of the value, between tabs. No value is printed.
//!
//! `cargo run --release -p secrets --example scan_folder -- FOLDER [FOLDER…]`

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use secrets::Engine;

fn main() -> io::Result<()> {
    let engine = Engine::builtin();
    let mut out = BufWriter::new(io::stdout().lock());
    for folder in std::env::args_os().skip(1) {
        scan(&engine, Path::new(&folder), &mut out)?;
    }
    out.flush()
}

fn scan(engine: &Engine, path: &Path, out: &mut impl Write) -> io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        return entries.iter().try_for_each(|entry| scan(engine, entry, out));
    }
    if !path.is_file() {
        return Ok(());
    }
    let text = fs::read(path)?;
    for finding in engine.scan(&text) {
        let (id, class, confidence) = (finding.id(), finding.class().code(), finding.confidence.code());
        let range = &finding.value;
        writeln!(out, "{}\t{id}\t{class}\t{confidence}\t{}\t{}", path.display(), range.start, range.end)?;
    }
    Ok(())
}
