//! Reads a database with its log, walks the log, and looks at every version of every page; for benches.

use std::path::Path;
use std::process::ExitCode;

use sqlite_pages::{History, PageImage};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else { return ExitCode::from(2) };
    let Ok(image) = PageImage::read(Path::new(&path)) else { return ExitCode::FAILURE };
    let history = History::of(&image);
    let commits = history.commits().len();
    let versions = history.all_versions().count();
    // The exit status depends on both, so that nothing above can be left out.
    ExitCode::from(u8::from(commits + versions == 0))
}
