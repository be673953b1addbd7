//! Where things lie in this checkout.

use std::path::{Path, PathBuf};

/// Returns the top folder of the repository.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// Returns the folder of the user interface.
pub(crate) fn ui() -> PathBuf {
    root().join("ui")
}

/// Returns a program that this workspace builds. It lies beside this one, whatever the target folder is.
pub(crate) fn built(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Returns the full path of a program on the search path, or `None`.
pub(crate) fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = if cfg!(windows) { vec![format!("{name}.exe"), format!("{name}.cmd")] } else { vec![name.to_owned()] };
    std::env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
        .find(|file| file.is_file())
}
