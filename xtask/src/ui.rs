//! The user interface: its packages, its build, its checks.

use std::fs;

use crate::checkout;
use crate::step::{self, Steps, command};

/// Copy of the lock file that the installed packages belong to.
const INSTALLED: &str = "node_modules/.installed-lock.json";

/// Installs the packages of the lock file, unless they are there.
///
/// # Errors
/// When npm fails.
pub(crate) fn install() -> Result<(), String> {
    let lock =
        fs::read(checkout::ui().join("package-lock.json")).map_err(|error| format!("ui/package-lock.json: {error}"))?;
    let copy = checkout::ui().join(INSTALLED);
    if fs::read(&copy).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])?;
    fs::write(copy, lock).map_err(|error| format!("ui/{INSTALLED}: {error}"))
}

/// Builds the page that the window embeds.
///
/// # Errors
/// When npm fails.
pub(crate) fn build() -> Result<(), String> {
    npm(&["run", "build"])
}

/// Formats, types, lints and tests.
pub(crate) fn check(steps: &mut Steps) {
    for (name, script) in [
        ("interface: format", "format:check"),
        ("interface: lint", "lint"),
        ("interface: types", "check"),
        ("interface: tests", "test"),
        ("interface: browser tests", "test:browser"),
    ] {
        steps.step(name, || npm(&["run", script]));
    }
}

fn npm(words: &[&str]) -> Result<(), String> {
    let mut npm = command("npm");
    npm.current_dir(checkout::ui()).args(words);
    step::run(npm)
}
