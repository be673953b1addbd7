//! The state of a folder, to show that looking at it changed nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// One file or folder: everything that reading must leave as it is. Times are seconds and nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Content; `None` for what is no file.
    pub bytes: Option<Vec<u8>>,
    /// Size, mode, owner and inode.
    pub node: (u64, u32, u32, u64),
    /// Time of the last change of content.
    pub mtime: (i64, i64),
    /// Time of the last change of content or metadata.
    pub ctime: (i64, i64),
    /// Time of the last access.
    pub atime: (i64, i64),
}

/// Returns every entry of a folder, by path relative to it. The access times are those before this call.
///
/// # Errors
/// When something cannot be read.
#[cfg(unix)]
pub fn of(folder: &Path) -> Result<BTreeMap<PathBuf, Entry>> {
    use std::os::unix::fs::MetadataExt;

    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let about = fs::symlink_metadata(&path)?;
        if about.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        }
        let entry = Entry {
            bytes: if about.is_file() { Some(read_without_trace(&path)?) } else { None },
            node: (if about.is_dir() { 0 } else { about.size() }, about.mode(), about.uid(), about.ino()),
            mtime: (about.mtime(), about.mtime_nsec()),
            ctime: (about.ctime(), about.ctime_nsec()),
            atime: (about.atime(), about.atime_nsec()),
        };
        found.insert(path.strip_prefix(folder)?.to_owned(), entry);
    }
    Ok(found)
}

/// Reads a file without moving its access time where the system can do that for its owner.
#[cfg(unix)]
fn read_without_trace(path: &Path) -> Result<Vec<u8>> {
    use std::io::Read;
    use std::os::unix::fs::OpenOptionsExt;

    /// `O_NOATIME` of Linux on the common architectures.
    const NO_ATIME: i32 = if cfg!(target_os = "linux") { 0o1_000_000 } else { 0 };
    let mut bytes = Vec::new();
    let quiet = fs::OpenOptions::new().read(true).custom_flags(NO_ATIME).open(path);
    quiet.or_else(|_| fs::File::open(path))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Says in one line each what differs between two states; empty when nothing does. Access times of folders are left
/// out: listing a folder is not reading a store.
pub fn differences(before: &BTreeMap<PathBuf, Entry>, after: &BTreeMap<PathBuf, Entry>) -> Vec<String> {
    let mut said = Vec::new();
    for path in before.keys().filter(|path| !after.contains_key(*path)) {
        said.push(format!("{} is gone", path.display()));
    }
    for (path, now) in after {
        let name = path.display();
        let Some(then) = before.get(path) else {
            said.push(format!("{name} is new"));
            continue;
        };
        let mut compare = |what: &str, same: bool| {
            if !same {
                said.push(format!("{what} of {name} changed"));
            }
        };
        compare("content", then.bytes == now.bytes);
        compare("size, mode, owner or inode", then.node == now.node);
        compare("mtime", then.mtime == now.mtime);
        compare("ctime", then.ctime == now.ctime);
        compare("atime", then.atime == now.atime || then.bytes.is_none());
    }
    said
}
