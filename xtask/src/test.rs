//! `cargo xtask test`: everything that has to hold before a change is taken.
//!
//! Every cargo call selects the whole workspace, so that features are the same and nothing is compiled twice.

use std::process::Command;

use crate::step::{self, Steps, cargo, command};
use crate::{cases, checkout, setup, ui};

/// Runs every check, goes on after a failure where that makes sense, and prints all of them with their times.
///
/// # Errors
/// The names of the checks that failed.
pub(crate) fn test() -> Result<(), String> {
    let mut steps = Steps::default();
    let ready = steps.step("set-up", setup::for_tests)
        && steps.step("interface: packages", ui::install)
        && steps.step("interface: build", ui::build);
    if !ready {
        return steps.finish();
    }
    steps.step("format", || step::run(words(cargo(), "fmt --all --check")));
    ui::check(&mut steps);
    steps.step("clippy", || step::run(words(cargo(), "clippy --workspace --all-targets --quiet -- --deny warnings")));
    if steps.step("build", || step::run(words(cargo(), "build --workspace --bins --tests --examples --quiet"))) {
        steps.step("tests", tests);
        steps.step("documentation tests", || step::run(words(cargo(), "test --workspace --doc --quiet")));
        steps.step("window tests", window_tests);
        cases::check(&mut steps);
    }
    supply_chain(&mut steps);
    steps.finish()
}

fn tests() -> Result<(), String> {
    step::run(if has_nextest() {
        words(cargo(), "nextest run --workspace --no-fail-fast --status-level fail --final-status-level slow")
    } else {
        words(cargo(), "test --workspace --bins --lib --tests --no-fail-fast --quiet")
    })
}

/// The tests of the real window, which are marked to be ignored elsewhere. One at a time: they share the screen's
/// time, and each has a display, a message bus and a driver of its own.
fn window_tests() -> Result<(), String> {
    step::run(if has_nextest() {
        words(cargo(), "nextest run --workspace --test window --run-ignored only --no-fail-fast --test-threads 1")
    } else {
        words(cargo(), "test --workspace --test window --no-fail-fast -- --ignored --test-threads 1")
    })
}

/// Licences, bans and sources of all dependencies; advisories need a network and are another job.
fn supply_chain(steps: &mut Steps) {
    if checkout::tool("cargo-deny").is_none() {
        steps.skip("supply chain", "cargo-deny is not installed");
        return;
    }
    steps.step("supply chain", || step::run(words(cargo(), "deny --offline check licenses bans sources")));
}

fn has_nextest() -> bool {
    checkout::tool("cargo-nextest").is_some() && step::succeeds(words(command("cargo-nextest"), "nextest --version"))
}

fn words(mut command: Command, words: &str) -> Command {
    command.args(words.split(' '));
    command
}
