//! Reading a large file by several threads.
//!
//! What takes the time is not the copying but the system's work to hand out the memory, page by page, when it is first
//! touched. Threads share that work. Which of them reads its part first makes no difference: the file may change between
//! any two bytes of a read in any case (see `source.rs`).

use std::fs::File;
use std::io;
use std::ops::Range;
use std::thread;

use crate::bytes::index;

/// Most threads; more do not make the memory faster.
const MOST_THREADS: usize = 4;

/// Fills the bytes from the beginning of a file. Returns how many were read: fewer than there are when the file is shorter
/// by now.
pub(crate) fn read(file: &File, into: &mut [u8]) -> io::Result<usize> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let part = into.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts = into.chunks_mut(part).zip((0_u64..).step_by(part));
        let started: Vec<_> = parts
            .map(|(bytes, start)| {
                let expected = bytes.len();
                (expected, scope.spawn(move || read_part(file, bytes, start)))
            })
            .collect();
        let mut whole = true;
        let mut read = 0;
        for (expected, thread) in started {
            let count = thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread that read has failed")))?;
            // What stands behind the end of the file is not part of it.
            if whole {
                read += count;
                whole = count == expected;
            }
        }
        Ok(read)
    })
}

/// Fills the parts, which are in order, from the same offsets of a file; the other bytes stay as they are. Returns how many
/// bytes from the beginning belong to the file: fewer than there are when it is shorter by now.
pub(crate) fn read_parts(file: &File, into: &mut [u8], parts: &[Range<u64>]) -> io::Result<usize> {
    for part in parts {
        let Some(bytes) = into.get_mut(index(part.start)..index(part.end)) else { continue };
        let read = read_part(file, bytes, part.start)?;
        if read < bytes.len() {
            return Ok(index(part.start) + read);
        }
    }
    Ok(into.len())
}

/// Reads from an offset on until the bytes are full or the file ends. Returns how many were read.
fn read_part(file: &File, bytes: &mut [u8], start: u64) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match read_at(file, rest, start + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, offset)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, offset)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::Write;

    use super::read;

    #[test]
    fn the_parts_are_the_file_and_a_file_that_shrank_is_as_long_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..100_003_u32).flat_map(u32::to_le_bytes).collect();
        std::fs::File::create(&path).unwrap().write_all(&bytes).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        for len in [0, 1, 5, 400_011, 400_012, 400_013, 800_000, 4_000_000] {
            let mut into = vec![7; len];
            let count = read(&file, &mut into).unwrap();
            assert_eq!(count, len.min(bytes.len()));
            assert!(into[..count] == bytes[..count], "{len}");
        }
        for (len, expected) in [(400_012, 400_012), (900_000, 400_012)] {
            let mut into = vec![0; len];
            let end = len as u64;
            let count = super::read_parts(&file, &mut into, &[3..7, 100..200_000, 399_000..end]).unwrap();
            assert_eq!(count, expected);
            assert!(into[3..7] == bytes[3..7] && into[399_000..count] == bytes[399_000..]);
            assert!(into[7..100].iter().all(|byte| *byte == 0));
        }
    }
}
