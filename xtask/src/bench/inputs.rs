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

    /// Copies the files into a folder, which is made when it is missing.
    ///
    /// # Errors
    /// A sentence when a file cannot be copied.
    pub(super) fn copy_to(&self, folder: &Path) -> Result<Self, String> {
        let failed = |error| format!("a copy in {}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(failed)?;
        let copy = Self::new(self.name, folder);
        std::fs::copy(&self.main, &copy.main).map_err(failed)?;
        if self.log.exists() {
            std::fs::copy(&self.log, &copy.log).map_err(failed)?;
        }
        Ok(copy)
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
    // Tasks, epochs of each, bytes of a body, bytes of the log.
    inputs.push(built("a large store with a log", &folder.join("large"), [18_000, 2, 4_000, 64_000_000])?);
    inputs.push(built("a store of half a gigabyte", &folder.join("huge"), [43_000, 2, 4_000, 4_000_000])?);
    Ok(inputs)
}

fn built(name: &'static str, folder: &Path, sizes: [u32; 4]) -> Result<Input, String> {
    let mut build = command(released("examples/large"));
    build.arg(folder).args(sizes.map(|size| size.to_string()));
    step::run(build)?;
    Ok(Input::new(name, folder))
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
