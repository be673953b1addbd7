//! Removing a whole database file.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::gate;

/// Zeros written at once.
const PART: usize = 1 << 20;

/// Removes a file. Its bytes are overwritten with zeros and synced first, unless it has other names: then those would
/// lose what they hold. A symbolic link is removed and what it leads to stays. Returns whether the bytes were
/// overwritten. Copies that the file system or the device keeps are out of reach.
///
/// # Errors
/// When the file cannot be opened for writing, overwritten or removed. What could not be removed may be overwritten.
pub fn remove_file(path: &Path) -> io::Result<bool> {
    let _gate = gate::writing();
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let overwritten = metadata.is_file() && has_one_name(&metadata);
    if overwritten {
        overwrite(path, metadata.len())?;
    }
    fs::remove_file(path)?;
    Ok(overwritten)
}

fn overwrite(path: &Path, length: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.seek(SeekFrom::Start(0))?;
    let zeros = vec![0; PART];
    let mut left = length;
    while left > 0 {
        let part = zeros.get(..usize::try_from(left).unwrap_or(PART).min(PART)).unwrap_or(&zeros);
        file.write_all(part)?;
        left -= part.len() as u64;
    }
    file.sync_all()
}

#[cfg(unix)]
fn has_one_name(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) == 1
}

/// Not known on this system, so nothing is risked.
#[cfg(not(unix))]
fn has_one_name(_: &fs::Metadata) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use super::remove_file;

    #[test]
    fn a_file_is_overwritten_unless_something_else_would_lose_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let text = "text ".repeat(500_000);
        fs::write(at("alone"), &text).unwrap();
        // An open file keeps the bytes that were there when its last name goes.
        let mut open = fs::File::open(at("alone")).unwrap();
        assert!(remove_file(&at("alone")).unwrap());
        let mut left = Vec::new();
        std::io::Read::read_to_end(&mut open, &mut left).unwrap();
        assert!(left.len() == text.len() && left.iter().all(|byte| *byte == 0));

        fs::write(at("linked"), &text).unwrap();
        fs::hard_link(at("linked"), at("other")).unwrap();
        std::os::unix::fs::symlink(at("other"), at("link")).unwrap();
        assert!(!remove_file(&at("link")).unwrap());
        assert!(!remove_file(&at("linked")).unwrap());
        assert!(fs::read_to_string(at("other")).unwrap() == text);
        assert!(remove_file(&at("other")).unwrap());
        assert!(remove_file(&at("gone")).is_err());
        assert!(remove_file(folder.path()).is_err());
    }
}
