//! The programs under test and the folder for what tests leave behind.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

/// Returns a program of this workspace, built with the same profile as the running test.
///
/// # Errors
/// When it was not built; `cargo test` alone does not build another package's program.
pub fn program(name: &str) -> Result<PathBuf> {
    let file = profile_folder()?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    ensure!(file.is_file(), "{} is not there: cargo build --workspace --bins", file.display());
    Ok(file)
}

/// Returns the folder for screenshots and other output, `test-output` in the target folder; makes it.
///
/// # Errors
/// When it cannot be made.
pub fn output() -> Result<PathBuf> {
    let profile = profile_folder()?;
    let folder = profile.parent().context("the target folder has no parent")?.join("test-output");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns `target/<profile>`: a test lies in its `deps`.
fn profile_folder() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.ancestors().nth(2).context("the test lies outside of a target folder")?;
    Ok(folder.to_owned())
}

/// Returns whether a program is on the search path.
pub fn has_tool(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}
