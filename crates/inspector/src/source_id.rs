//! Opaque names of paths on our edges.
//!
//! A path can hold bytes that are not UTF-8 and cannot travel as JSON text; its name is the hex of every byte (on
//! Windows, of every UTF-16 unit), so that a name always leads back to the same file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the name of a path: the id of the store there.
pub fn of(path: &Path) -> String {
    raw(path).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the path behind the id of a store, or `None` when it is none.
pub fn path(id: &str) -> Option<PathBuf> {
    if id.is_empty() || !id.len().is_multiple_of(2) || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let bytes = (0..id.len()).step_by(2).map(|at| id.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()));
    bytes.collect::<Option<Vec<u8>>>().and_then(from_raw).map(PathBuf::from)
}

/// Returns the bytes of a path, from which [`from_raw`] makes the same path again.
#[cfg(unix)]
pub(crate) fn raw(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

/// Returns the path with these bytes, or `None` when they are of no path of this system.
#[cfg(unix)]
pub(crate) fn from_raw(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

#[cfg(windows)]
pub(crate) fn raw(path: &Path) -> Vec<u8> {
    use std::os::windows::ffi::OsStrExt;
    path.as_os_str().encode_wide().flat_map(u16::to_be_bytes).collect()
}

#[cfg(windows)]
pub(crate) fn from_raw(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::windows::ffi::OsStringExt;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    Some(OsString::from_wide(&units))
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use super::{of, path};

    #[test]
    fn every_path_comes_back_byte_for_byte() {
        for bytes in [&b"/a b/%23#?.sqlite3"[..], b"/caf\xff\xfe/\xea\xb0\x80", b"/"] {
            let original = Path::new(OsStr::from_bytes(bytes));
            assert_eq!(path(&of(original)).as_deref(), Some(original));
        }
        for not_a_name in ["", "2", "zz", "2f\u{e9}", "+1"] {
            assert_eq!(path(not_a_name), None);
        }
    }
}
