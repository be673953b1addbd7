//! Which bytes belong to a body that was found.

use std::ops::Range;

use super::states::VersionNo;

/// Stretches of versions of pages.
#[derive(Default)]
pub(super) struct Cover {
    /// Version, first byte and the one behind the last; sorted and joined by [`Cover::sort`].
    stretches: Vec<(VersionNo, u32, u32)>,
}

impl Cover {
    /// Adds a stretch.
    pub(super) fn add(&mut self, version: VersionNo, range: &Range<usize>) {
        let at = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        self.stretches.push((version, at(range.start), at(range.end)));
    }

    /// Makes what was added known to the questions below.
    pub(super) fn sort(&mut self) {
        self.stretches.sort_unstable();
        self.stretches.dedup_by(|next, kept| {
            let joins = kept.0 == next.0 && next.1 <= kept.2;
            if joins {
                kept.2 = kept.2.max(next.2);
            }
            joins
        });
    }

    /// Returns what of a range is in no stretch.
    pub(super) fn rest(&self, version: VersionNo, range: Range<usize>) -> Vec<Range<usize>> {
        let mut rest = Vec::new();
        let mut at = range.start;
        for (_, start, end) in self.of(version) {
            let start = (*start as usize).min(range.end);
            if at < start {
                rest.push(at..start);
            }
            at = at.max(*end as usize);
        }
        if at < range.end {
            rest.push(at..range.end);
        }
        rest
    }

    fn of(&self, version: VersionNo) -> &[(VersionNo, u32, u32)] {
        let from = self.stretches.partition_point(|stretch| stretch.0 < version);
        let behind = self.stretches.get(from..).unwrap_or_default();
        let count = behind.partition_point(|stretch| stretch.0 == version);
        behind.get(..count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::single_range_in_vec_init)]
    use super::Cover;

    #[test]
    fn what_is_left_lies_between_the_stretches() {
        let mut cover = Cover::default();
        for range in [40..50, 10..20, 15..30, 50..55] {
            cover.add(7, &range);
        }
        cover.add(8, &(0..100));
        cover.sort();
        assert_eq!(cover.rest(7, 0..60), [0..10, 30..40, 55..60]);
        assert_eq!(cover.rest(7, 12..45), [30..40]);
        assert!(cover.rest(8, 20..80).is_empty());
        assert_eq!(cover.rest(6, 5..6), [5..6]);
    }
}
