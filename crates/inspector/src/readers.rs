//! Who else on this machine can read a store.

use std::path::Path;

/// Whether other users can read the main file or its log: the file allows it, and so does every folder on the way to it.
/// `None` where the system does not say.
#[cfg(unix)]
pub(crate) fn others_can_read(store: &Path) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt;
    let real = store.canonicalize().ok()?;
    let mode = |path: &Path| path.metadata().map(|metadata| metadata.permissions().mode());
    // Reading the file and passing a folder, for everybody and for the group.
    let allowed = [(0o004, 0o001), (0o040, 0o010)].into_iter().any(|(read, pass)| {
        let folders = real.ancestors().skip(1).all(|folder| mode(folder).is_ok_and(|mode| mode & pass != 0));
        let files = [real.clone(), crate::locations::beside(&real, "-wal")];
        folders && files.iter().any(|file| mode(file).is_ok_and(|mode| mode & read != 0))
    });
    Some(allowed)
}

/// Whether other users can read the store: not known on this system.
#[cfg(not(unix))]
pub(crate) fn others_can_read(_: &Path) -> Option<bool> {
    None
}
