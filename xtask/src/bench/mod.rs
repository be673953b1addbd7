//! `cargo xtask bench`: our commands beside others that do the same work, as whole processes, in one run.
//!
//! The commands run in turn, several rounds, and the median of each is printed: what slows the machine down for a while
//! slows all of them.

mod contender;
mod erasing;
mod inputs;
mod measure;
mod reading;
mod secrets;
mod table;

use std::path::{Path, PathBuf};

use crate::checkout;
use crate::scratch::Scratch;
use crate::step::{self, cargo};

/// Builds, measures and prints. With names of parts, only these.
///
/// # Errors
/// When something cannot be built, or a command of ours fails.
pub(crate) fn bench(parts: &[String]) -> Result<(), String> {
    const PARTS: [&str; 3] = ["reading", "erasing", "secrets"];
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        return Err(format!("there is no part {unknown:?}; the parts are {}", PARTS.join(", ")));
    }
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|name| name == part);
    let mut build = cargo();
    build.args(["build", "--release", "--package", "cli", "--package", "fixtures", "--package", "sqlite-pages"]);
    build.args(["--package", "secrets", "--bins", "--examples"]);
    step::run(build)?;
    let scratch = Scratch::new("bench")?;
    let stores = inputs::all(&scratch.0)?;
    if wanted("reading") {
        reading::measure(&stores)?;
    }
    if wanted("erasing") {
        erasing::measure(&stores, &scratch.0)?;
    }
    if wanted("secrets") {
        secrets::measure(&stores, &scratch.0)?;
    }
    Ok(())
}

/// The `sqlite3` of this machine: the one that `SQLITE3` names, or the one on the search path.
fn sqlite3() -> Option<PathBuf> {
    std::env::var_os("SQLITE3").map(PathBuf::from).or_else(|| checkout::tool("sqlite3"))
}

/// A program that was built for release; its folder lies beside that of this program's build.
fn released(name: &str) -> PathBuf {
    let own = checkout::built("x");
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
