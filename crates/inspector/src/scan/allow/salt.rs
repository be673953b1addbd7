//! The key of fingerprints: 32 random bytes of this user, made when the first list or baseline is written.

use std::path::PathBuf;

use secrets::Salt;
use wire::ErrorBody;

use crate::environment::Environment;
use crate::{failure, own_files};

pub(in crate::scan) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("fingerprint.salt"))
}

/// Returns the user's salt; `None` when none was made yet.
///
/// # Errors
/// When it is there and cannot be read: nothing would be recognised.
pub(in crate::scan) fn own(environment: &Environment) -> Result<Option<Salt>, ErrorBody> {
    let Some(path) = path(environment) else { return Ok(None) };
    let unusable = |why: String| {
        let message = format!("The key {} of the allow list cannot be used: {why}.", path.display());
        let next = "Move it away to begin with a new one; what was allowed before is then told again.";
        failure::error("allow-list", message, Some(next))
    };
    match std::fs::read(&path) {
        Ok(bytes) => match <[u8; 32]>::try_from(bytes) {
            Ok(bytes) => Ok(Some(Salt::new(bytes))),
            Err(_) => Err(unusable("it has not 32 bytes".to_owned())),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(error.to_string())),
    }
}

/// Returns the user's salt, made now where there was none, for a list that is about to be written.
///
/// # Errors
/// As [`own`], and when it cannot be written.
pub(in crate::scan) fn own_or_new(environment: &Environment) -> Result<Salt, ErrorBody> {
    if let Some(salt) = own(environment)? {
        return Ok(salt);
    }
    let path = path(environment).ok_or_else(super::list::no_folder)?;
    match own_files::create(&path, &random()) {
        // Another process may have made one in between: the one that is there counts.
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => {
            let message = format!("The key {} cannot be written: {error}.", path.display());
            return Err(failure::error("io-error", message, Some("Look at the folder, then try again.")));
        }
    }
    own(environment)?.ok_or_else(super::list::no_folder)
}

/// Returns random bytes, as a key for this process or to be kept.
pub(in crate::scan) fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    let parts = std::iter::repeat_with(|| uuid::Uuid::new_v4().into_bytes());
    // A version 4 UUID has 122 random bits; three of them fill 32 bytes with more than 256.
    let all: Vec<u8> = parts.take(3).flatten().collect();
    bytes.copy_from_slice(continuity::Digest::of_bytes(&all).as_bytes());
    bytes
}
