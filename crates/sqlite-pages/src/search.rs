//! Finds bytes in the files as they are stored.

use std::ops::ControlFlow;

use memchr::memmem::Finder;

use crate::bytes::offset;
use crate::error::FileRole;
use crate::image::PageImage;

/// A place where bytes were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// The file.
    pub file: FileRole,
    /// Offset in the file, in bytes.
    pub offset: u64,
}

impl PageImage {
    /// Calls `found` for every offset at which `needle` begins, in the main file, the log and the
    /// journal as stored, in that order and ascending, until it breaks off. Places overlap when the
    /// needle overlaps itself. An empty needle is nowhere.
    ///
    /// The search is a plain one: a text that goes on over overflow pages is cut by their headers
    /// and is found only piece by piece.
    pub fn find_each(&self, needle: &[u8], mut found: impl FnMut(Hit) -> ControlFlow<()>) {
        if needle.is_empty() {
            return;
        }
        let finder = Finder::new(needle);
        let mut in_file = |file: FileRole, pieces: &mut dyn Iterator<Item = &[u8]>| {
            in_pieces(&finder, pieces, &mut |at| found(Hit { file, offset: at }))
        };
        let log = self.log().map(|log| log.bytes());
        let journal = self.journal().map(|journal| journal.bytes());
        let _ = in_file(FileRole::Main, &mut self.original_main_pieces())
            .is_continue()
            .then(|| in_file(FileRole::Log, &mut log.into_iter()))
            .filter(ControlFlow::is_continue)
            .map(|_| in_file(FileRole::Journal, &mut journal.into_iter()));
    }

    /// Returns the first places, at most `limit`, at which `needle` begins; see
    /// [`PageImage::find_each`].
    pub fn find(&self, needle: &[u8], limit: usize) -> Vec<Hit> {
        let mut hits = Vec::new();
        if limit == 0 {
            return hits;
        }
        self.find_each(needle, |hit| {
            hits.push(hit);
            if hits.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        hits
    }
}

/// Searches pieces that together are a file. Around each border the last bytes before it and the
/// first bytes behind it are searched together, each one short of a whole needle, so that a place is
/// found either there or inside a piece and never twice.
fn in_pieces(
    finder: &Finder<'_>,
    pieces: &mut dyn Iterator<Item = &[u8]>,
    found: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let overlap = finder.needle().len() - 1;
    let mut before: Vec<u8> = Vec::new();
    let mut start = 0u64;
    for piece in pieces {
        if !before.is_empty() {
            let kept = before.len();
            before.extend_from_slice(piece.get(..overlap).unwrap_or(piece));
            in_one(finder, &before, start - offset(kept), found)?;
            before.truncate(kept);
        }
        in_one(finder, piece, start, found)?;
        match piece.len().checked_sub(overlap) {
            Some(from) => {
                before.clear();
                before.extend_from_slice(piece.get(from..).unwrap_or(&[]));
            }
            None => {
                before.extend_from_slice(piece);
                before.drain(..before.len().saturating_sub(overlap));
            }
        }
        start += offset(piece.len());
    }
    ControlFlow::Continue(())
}

fn in_one(
    finder: &Finder<'_>,
    bytes: &[u8],
    start: u64,
    found: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut from = 0;
    while let Some(at) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
        found(start + offset(from + at))?;
        from += at + 1;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use memchr::memmem::Finder;

    use super::in_pieces;

    #[test]
    fn pieces_of_any_length_give_the_places_of_the_whole() {
        let whole: Vec<u8> = (0..400u32).map(|i| b"aabab"[(i * i % 7 % 5) as usize]).collect();
        for needle in [&b"a"[..], b"ab", b"aab", b"abaab", b"aabaabaab", &whole[13..60]] {
            let expected: Vec<u64> =
                (0..whole.len()).filter(|at| whole[*at..].starts_with(needle)).map(|at| at as u64).collect();
            for len in [1, 2, 3, 5, 8, 64, 400] {
                let mut places = Vec::new();
                let _ = in_pieces(&Finder::new(needle), &mut whole.chunks(len), &mut |at| {
                    places.push(at);
                    ControlFlow::Continue(())
                });
                assert_eq!(places, expected, "{len}");
            }
        }
    }
}
