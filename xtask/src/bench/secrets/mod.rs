//! Our scanner beside others: what they find of what was planted, what they report that nobody planted, how fast they
//! read, and how long they take to start.
//!
//! Every tool gets decoded strings, one file each, which favours those that pass over files or lines: none of them reads
//! SQLite or undoes the escapes of JSON. A tool has found a planted value when its report names the file, whatever it says
//! of it; a file holds one value. Tools that are not installed are left out.

mod material;
mod rivals;

use std::path::Path;
use std::time::{Duration, Instant};

use super::inputs::Input;
use super::measure::{self, Run};
use super::{released, sqlite3};
use crate::step::{self, command};

use rivals::Rival;

/// Rounds of each command that is timed.
const ROUNDS: usize = 5;

/// Measures and prints a table for each question.
///
/// # Errors
/// When a folder cannot be written, or ours fails.
pub(super) fn measure(stores: &[Input], scratch: &Path) -> Result<(), String> {
    let rivals = rivals::all();
    let planted = scratch.join("planted");
    let mut plant = command(released("examples/plant_folder"));
    plant.arg(&planted);
    step::run(plant)?;
    recall(&rivals, &planted)?;
    let sources = scratch.join("sources");
    match material::sources(&sources)? {
        0 => println!("\nSources are left out: no registry of packages was found (CARGO_HOME)."),
        bytes => on_sources(&rivals, &sources, bytes)?,
    }
    start_up(&rivals, scratch)?;
    // Larger stores say the same, and take minutes.
    if let Some(store) = stores.first() {
        whole_store(&rivals, store, scratch)?;
    }
    Ok(())
}

/// What each tool finds of what was planted.
fn recall(rivals: &[Rival], planted: &Path) -> Result<(), String> {
    println!("\nFound of what was planted\n\n| Tool | Secrets | Personal data | Traps hit |\n|---|--:|--:|--:|");
    for rival in rivals {
        let mut cells = Vec::new();
        for kind in ["secret", "personal", "trap"] {
            let folder = planted.join(kind);
            let report = rival.report(&folder)?;
            let names = material::names(&folder)?;
            let found = names.iter().filter(|name| memchr::memmem::find(&report, name.as_bytes()).is_some()).count();
            cells.push(format!("{found} of {}", names.len()));
        }
        println!("| {} | {} |", rival.name, cells.join(" | "));
    }
    Ok(())
}

/// Hits in source code and prose, in which nobody planted anything, and the speed.
fn on_sources(rivals: &[Rival], folder: &Path, bytes: u64) -> Result<(), String> {
    let megabytes = bytes as f64 / 1e6;
    println!("\n{megabytes:.1} MB of source code and prose that speak of passwords, tokens and keys\n");
    println!("| Tool | Hits | Time | Read at |\n|---|--:|--:|--:|");
    for rival in rivals {
        let begin = Instant::now();
        let hits = rival.hits(&rival.report(folder)?);
        let time = if rival.slow { begin.elapsed() } else { timed(rival, folder)? };
        let seconds = time.as_secs_f64();
        println!("| {} | {hits} | {:.0} ms | {:.0} MB/s |", rival.name, seconds * 1e3, megabytes / seconds);
    }
    Ok(())
}

/// How long each tool takes for an empty file.
fn start_up(rivals: &[Rival], scratch: &Path) -> Result<(), String> {
    let folder = scratch.join("nothing");
    material::write(&folder, "empty", "")?;
    println!("\nAn empty file\n\n| Tool | Time |\n|---|--:|");
    for rival in rivals {
        println!("| {} | {:.0} ms |", rival.name, timed(rival, &folder)?.as_secs_f64() * 1e3);
    }
    Ok(())
}

/// A whole store: ours reads the database, the others its strings, which were taken out for them beforehand.
fn whole_store(rivals: &[Rival], store: &Input, scratch: &Path) -> Result<(), String> {
    let mut ours = command(released("continuity"));
    ours.args(["scan", "--json", "--db"]).arg(&store.main).env("HOME", scratch);
    let Some(sqlite3) = sqlite3() else {
        println!("\nWhole stores are left out: `sqlite3` is not installed (Debian: sqlite3).");
        return Ok(());
    };
    if !step::succeeds(ours) {
        println!("\nWhole stores are left out: this `continuity` has no `scan`.");
        return Ok(());
    }
    let folder = scratch.join("strings");
    let bytes = material::strings_of(&sqlite3, &store.main, &folder)?;
    println!("\n{}: {}; its strings: {:.1} MB\n", store.name, store.describe(), bytes as f64 / 1e6);
    println!("| Tool | Time |\n|---|--:|");
    let mut runs = Vec::new();
    for _ in 0..ROUNDS {
        let mut ours = command(released("continuity"));
        ours.args(["scan", "--json", "--db"]).arg(&store.main).env("HOME", scratch);
        runs.push(measure::run(ours)?);
    }
    println!("| continuity scan, the database | {:.0} ms |", median(&runs).as_secs_f64() * 1e3);
    for rival in rivals.iter().filter(|rival| !rival.slow) {
        println!("| {}, the strings | {:.0} ms |", rival.name, timed(rival, &folder)?.as_secs_f64() * 1e3);
    }
    Ok(())
}

/// The median of several runs.
fn timed(rival: &Rival, folder: &Path) -> Result<Duration, String> {
    let rounds = if rival.slow { 1 } else { ROUNDS };
    let runs: Result<Vec<Run>, String> = (0..rounds).map(|_| measure::run(rival.command(folder)?)).collect();
    Ok(median(&runs?))
}

fn median(runs: &[Run]) -> Duration {
    let mut times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
