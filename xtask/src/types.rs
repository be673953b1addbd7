//! Generated files: the TypeScript of the window's messages and the JSON schema of every document.
//!
//! They are written by the test that holds them fresh, so that this program needs none of the workspace's crates.

use crate::step::{self, cargo};

/// Writes the generated files.
///
/// # Errors
/// When the build or the test fails.
pub(crate) fn write() -> Result<(), String> {
    let mut test = cargo();
    test.args(["test", "--workspace", "--test", "generated"]).env("CONTINUITY_WRITE_GENERATED", "1");
    step::run(test)
}
