//! This program's own small files: the list of stores opened before, and the activity log.
//!
//! They lie in the data folder, readable by their owner only. Nothing is created by reading.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes the folder of `path` (mode 0700) where it is missing, then opens the file for appending (mode 0600).
pub(crate) fn append(path: &Path) -> io::Result<File> {
    make_folder(path)?;
    private(OpenOptions::new().create(true).append(true)).open(path)
}

/// Writes the whole file through a temporary neighbour, so that a reader never sees half of it.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(content)).map(|_length| ())
}

/// Writes a new file, which nobody sees half of; never over one that is there.
pub(crate) fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    make_folder(path)?;
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = private(OpenOptions::new().create_new(true).write(true)).open(&temporary)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    drop(file);
    // A hard link fails where the name is taken; a rename would not.
    let result = written.and_then(|()| std::fs::hard_link(&temporary, path));
    let _ = std::fs::remove_file(&temporary);
    result
}

/// As [`replace`], with whatever `write` writes. Returns the length in bytes.
pub(crate) fn replace_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
    make_folder(path)?;
    // A name of its own for each writer; whatever has that name already is not ours to write to.
    static WRITERS: AtomicU64 = AtomicU64::new(0);
    let writer = WRITERS.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}-{writer}.tmp", std::process::id()));
    let mut file = private(OpenOptions::new().create_new(true).write(true)).open(&temporary)?;
    let mut buffer = io::BufWriter::new(&mut file);
    let written = write(&mut buffer).and_then(|()| buffer.flush());
    drop(buffer);
    let written = written.and_then(|()| file.sync_all()).and_then(|()| Ok(file.metadata()?.len()));
    drop(file);
    let result = written.and_then(|length| std::fs::rename(&temporary, path).map(|()| length));
    if result.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    result
}

/// Makes the folder of a file, readable by its owner only, where it is missing.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
