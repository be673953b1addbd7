//! A file that is read in parts without disturbing anybody.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sqlite_pages::open_quietly;

use crate::gate;

/// Bytes read at once.
const PART: usize = 4 << 20;

/// An open file. Opening and reading leave locks alone; it is closing that would drop those of this process, so the
/// file is closed while nothing in this process writes (see the gate), and a long search keeps nobody from writing.
pub(super) struct QuietFile(Option<File>);

impl QuietFile {
    /// Opens a file, without a new access time where the system grants that. `None` when there is no file.
    pub(super) fn open(path: &Path) -> io::Result<Option<Self>> {
        match std::fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Err(io::Error::other("not a file")),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        match open_quietly(path) {
            Ok(file) => Ok(Some(Self(Some(file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Calls `each` with every part of the file, in order.
    pub(super) fn each_part(&mut self, mut each: impl FnMut(&[u8])) -> io::Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let mut buffer = vec![0; PART];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(read) => each(buffer.get(..read).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for QuietFile {
    fn drop(&mut self) {
        let _guard = gate::reading();
        drop(self.0.take());
    }
}
