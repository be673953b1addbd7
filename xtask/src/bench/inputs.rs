//! The stores that are read.

use std::path::{Path, PathBuf};

use super::released;
use crate::step::{self, command};
use crate::{cases, checkout};

/// A store.
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) main: PathBuf,
    log: PathBuf,
}

impl Input {
    fn new(name: &'static str, folder: &Path) -> Self {
        let main = folder.join("continuity.sqlite3");
        Self { name, log: folder.join("continuity.sqlite3-wal"), main }
    }

    /// Returns the files that there are.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.main, &self.log].into_iter().map(PathBuf::as_path).filter(|file| file.exists())
    }

    /// Returns the bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.files().map(length).sum()
    }

    /// Says how large the files are.
    pub(super) fn describe(&self) -> String {
        let megabytes = |path: &Path| length(path) as f64 / 1e6;
        match self.log.exists() {
            true => format!("{:.1} MB and a log of {:.1} MB", megabytes(&self.main), megabytes(&self.log)),
            false => format!("{:.1} MB, no log", megabytes(&self.main)),
        }
    }
}

fn length(path: &Path) -> u64 {
    path.metadata().map_or(0, |file| file.len())
}

/// Builds the inputs in a folder; one that is not to be had is left out with a word.
///
/// # Errors
/// When a store cannot be built.
pub(super) fn all(folder: &Path) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    match unpacked_case(folder) {
        Ok(case) => inputs.push(Input::new("2,000 tasks of 3 epochs", &case)),
        Err(why) => println!("The case of 2,000 tasks is left out: {why}."),
    }
    let large = folder.join("large");
    let mut build = command(released("examples/large"));
    // 18,000 tasks of two epochs, bodies of about 4,000 bytes, 64 MB of log.
    build.arg(&large).args(["18000", "2", "4000", "64000000"]);
    step::run(build)?;
    inputs.push(Input::new("A large store with a log", &large));
    Ok(inputs)
}

/// Unpacks the case of 2,000 tasks; returns its folder.
fn unpacked_case(folder: &Path) -> Result<PathBuf, String> {
    let cases = cases::folder().ok_or("there is no folder of case tools (CONTINUITY_CASES_DIR)")?;
    let archive = cases.join("cases/ags/o-2000x3.tar.xz");
    if !archive.is_file() {
        return Err("the folder of case tools does not hold it".to_owned());
    }
    if checkout::tool("tar").is_none() {
        return Err("tar is not installed".to_owned());
    }
    let mut unpack = command("tar");
    unpack.arg("-xJf").arg(&archive).arg("-C").arg(folder);
    step::run(unpack)?;
    Ok(folder.join("o-2000x3"))
}
