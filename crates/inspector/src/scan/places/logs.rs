//! Session logs that a person names: JSON Lines, plain or compressed with zstd.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wire::ErrorBody;
use wire::scan::{ScanGap, ScanKind, ScanSource};

use crate::failure;
use crate::scan::origin::Origin;
use crate::scan::texts::Texts;

/// Longest line that is read, in bytes; what goes on behind it is a line of its own.
const LONGEST_LINE: u64 = 64 << 20;
/// Most files of one folder.
const MOST_FILES: usize = 100_000;

/// Hands over every line of the named files, and of the logs in the named folders.
pub(in crate::scan) fn logs(named: &[PathBuf], texts: &mut Texts<'_, '_>) -> Result<(), ErrorBody> {
    for path in named {
        let kind = path.metadata().map_err(|error| unreadable(path, &error))?;
        if !kind.is_dir() {
            log(path, texts);
            continue;
        }
        for file in files_below(path) {
            if texts.stopped() {
                return Ok(());
            }
            log(&file, texts);
        }
    }
    Ok(())
}

/// The session logs in a folder and below it, sorted. Symbolic links are not followed.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                open.push(path);
            } else if kind.is_file() && is_log(&path) && files.len() < MOST_FILES {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn is_log(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".jsonl", ".jsonl.zst", ".json"].iter().any(|end| name.ends_with(end))
}

fn log(path: &Path, texts: &mut Texts<'_, '_>) {
    let name = path.display().to_string();
    texts.file(&name);
    let read = File::open(path).and_then(|file| {
        let mut file = BufReader::with_capacity(1 << 16, file);
        if path.extension().is_some_and(|extension| extension == "zst") {
            lines(BufReader::with_capacity(1 << 16, zstd::Decoder::with_buffer(file)?), &name, texts)
        } else {
            lines(&mut file, &name, texts)
        }
    });
    if let Err(error) = read {
        texts.gaps.push(ScanGap { file: name, table: None, error: unreadable(path, &error) });
    }
}

fn lines(mut reader: impl BufRead, name: &str, texts: &mut Texts<'_, '_>) -> std::io::Result<()> {
    let database: Arc<str> = name.into();
    let mut line = Vec::new();
    let mut number = 0;
    let mut offset = 0;
    while !texts.stopped() {
        line.clear();
        let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        number += 1;
        let mut origin = Origin::new(ScanKind::SessionLog, ScanSource::SessionLog, database.clone());
        origin.line = Some(number);
        origin.offset = Some(offset);
        texts.add(origin, line.trim_ascii_end(), false);
        offset += length as u64;
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> ErrorBody {
    let code = match error.kind() {
        std::io::ErrorKind::NotFound => "missing",
        std::io::ErrorKind::PermissionDenied => "no-permission",
        _ => "io-error",
    };
    let message = format!("The session log {} cannot be read: {error}.", path.display());
    failure::error(code, message, Some("Check the path that --logs names."))
}
