//! Rules that look anywhere near their keywords.
//!
//! The windows of neighbouring hits are joined, so that no byte is searched twice for one rule, and cut into pieces, so
//! that no search is long.

use std::ops::Range;

use super::keywords::Hit;

/// The longest stretch that is searched at once, in bytes; the next begins `window` bytes before its end.
const PIECE: usize = 64 << 10;

/// The stretches of one rule that wait for their search.
#[derive(Clone, Default)]
pub(super) struct Regions {
    waiting: Option<Range<usize>>,
}

impl Regions {
    /// Adds the window round a hit and returns a stretch that is complete.
    pub(super) fn add(&mut self, hit: Hit, window: usize, end_of_text: usize) -> Option<Range<usize>> {
        let start = hit.start.saturating_sub(window);
        let end = hit.end.saturating_add(window).min(end_of_text);
        match &mut self.waiting {
            Some(waiting) if start <= waiting.end => {
                waiting.end = waiting.end.max(end);
                if waiting.len() <= PIECE {
                    return None;
                }
                let done = waiting.clone();
                waiting.start = done.end.saturating_sub(window).max(done.start + 1);
                Some(done)
            }
            waiting => waiting.replace(start..end),
        }
    }

    /// Returns the last stretch.
    pub(super) fn rest(&mut self) -> Option<Range<usize>> {
        self.waiting.take()
    }
}

/// Cuts a text into stretches that overlap by `window`.
pub(super) fn pieces(len: usize, window: usize) -> impl Iterator<Item = Range<usize>> {
    let step = PIECE.saturating_sub(window).max(1);
    (0..len.max(1)).step_by(step).map(move |start| start..(start + PIECE).min(len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_hits_share_one_stretch() {
        let mut regions = Regions::default();
        let hit = |start| Hit { start, end: start + 3 };
        assert_eq!(regions.add(hit(100), 50, 10_000), None);
        assert_eq!(regions.add(hit(180), 50, 10_000), None);
        assert_eq!(regions.add(hit(900), 50, 10_000), Some(50..233));
        assert_eq!(regions.rest(), Some(850..953));
        assert_eq!(regions.rest(), None);
    }

    #[test]
    fn many_hits_are_searched_in_pieces() {
        let mut regions = Regions::default();
        let mut done: Vec<Range<usize>> =
            (0..50_000).filter_map(|at| regions.add(Hit { start: at * 4, end: at * 4 + 3 }, 100, 200_000)).collect();
        done.extend(regions.rest());
        assert!(done.iter().map(|piece| piece.len()).sum::<usize>() < 210_000, "hardly a byte is searched twice");
        assert!(done.windows(2).all(|pair| pair[1].start <= pair[0].end), "nothing is left out");
        assert_eq!(done.last().map(|last| last.end), Some(200_000 - 4 + 3 + 1).map(|_| 200_000));
    }

    #[test]
    fn pieces_cover_everything() {
        let all: Vec<_> = pieces(200_000, 1000).collect();
        assert_eq!((all[0].start, all[all.len() - 1].end), (0, 200_000));
        assert!(all.windows(2).all(|pair| pair[1].start + 1000 == pair[0].end || pair[0].end == 200_000));
    }
}
