//! The parts of a file that hold data: a sparse file of gigabytes can have a few pages of it.

use std::fs::File;
use std::ops::Range;

/// Most parts; a file in more is read whole.
const MOST: usize = 100_000;

/// Returns the parts of the first `len` bytes that may be other than zero, in order. Where the system cannot say: all.
#[cfg(target_os = "linux")]
pub(crate) fn with_data(file: &File, len: u64) -> Vec<Range<u64>> {
    use rustix::fs::{SeekFrom, seek};
    use rustix::io::Errno;

    let mut parts = Vec::new();
    let mut at = 0;
    while at < len && parts.len() < MOST {
        let start = match seek(file, SeekFrom::Data(at)) {
            Ok(start) => start,
            // No data from here on.
            Err(Errno::NXIO) => return parts,
            Err(_) => break,
        };
        let Ok(end) = seek(file, SeekFrom::Hole(start)) else { break };
        if start >= len {
            return parts;
        }
        if end <= start {
            break;
        }
        parts.push(start..end.min(len));
        at = end;
    }
    if at >= len { parts } else { whole(len) }
}

/// Returns all of the first `len` bytes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn with_data(_: &File, len: u64) -> Vec<Range<u64>> {
    let _ = MOST;
    whole(len)
}

fn whole(len: u64) -> Vec<Range<u64>> {
    std::iter::once(0..len).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::{Seek, SeekFrom, Write};

    use super::with_data;

    #[test]
    fn every_byte_that_was_written_is_in_a_part_and_most_of_a_hole_is_not() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[1; 5_000]).unwrap();
        file.seek(SeekFrom::Start(50_000_000)).unwrap();
        file.write_all(&[2; 9]).unwrap();
        file.set_len(1 << 30).unwrap();
        let parts = with_data(&file, 1 << 30);
        let holds = |at: u64| parts.iter().any(|part| part.contains(&at));
        assert!(holds(0) && holds(4_999) && (50_000_000..50_000_009).all(holds), "{parts:?}");
        // A file system without holes answers with one part.
        let bytes: u64 = parts.iter().map(|part| part.end - part.start).sum();
        assert!(bytes < 10_000_000 || parts.len() == 1, "{parts:?}");
        assert_eq!(with_data(&file, 10).iter().map(|part| part.end).max(), Some(10));
        assert!(with_data(&file, 0).is_empty());
    }
}
