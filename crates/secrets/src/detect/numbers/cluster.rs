//! Groups of digits with single separators between them.

/// The most groups of one cluster. A longer list is read in clusters that share groups.
const MOST: usize = 8;

/// What stands before a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing of a number.
    #[default]
    Start,
    Space,
    Dash,
    Dot,
    /// A bracket, as in `(02) 123-4567`.
    Bracket,
}

/// One run of digits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) gap: Gap,
}

impl Group {
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }
}

/// Neighbouring groups.
#[derive(Debug)]
pub(super) struct Cluster {
    groups: [Group; MOST],
    count: usize,
    /// All digits together.
    pub(super) digits: usize,
    /// Where the next search goes on.
    pub(super) end: usize,
    /// Whether what follows the last group joins it to a longer word or number.
    joined: bool,
    /// How many groups a number may begin with here; the next cluster begins with the group after those.
    pub(super) own: usize,
}

/// Returns whether a number can begin at a digit: what stands before it is no part of a word or of a longer number.
pub(super) fn can_begin(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    match before {
        // `-.5446` is a fraction; behind Hangul a sentence ends.
        [.., a, b'.'] => *a >= 0x80,
        [b'.'] => false,
        [.., a, b'-' | b','] => !a.is_ascii_alphanumeric(),
        [.., last] if last.is_ascii_alphanumeric() || *last == b'_' => crate::engine::starts_word(text, at),
        _ => true,
    }
}

impl Cluster {
    /// Reads the cluster that begins at a digit.
    pub(super) fn read(text: &[u8], start: usize) -> Self {
        let mut cluster =
            Self { groups: [Group::default(); MOST], count: 0, digits: 0, end: start, joined: false, own: MOST };
        let mut at = start;
        let mut gap = Gap::Start;
        loop {
            let length = digits_at(text, at);
            if let Some(slot) = cluster.groups.get_mut(cluster.count) {
                *slot = Group { start: at, end: at + length, gap };
            }
            cluster.count += 1;
            cluster.digits += length;
            cluster.end = at + length;
            let Some((next_gap, next)) = gap_at(text, cluster.end) else { break };
            if cluster.count == MOST {
                break;
            }
            (gap, at) = (next_gap, next);
        }
        if cluster.count == MOST && gap_at(text, cluster.end).is_some() {
            // The longest number has six groups, so those that begin with the first two are whole.
            let next = cluster.groups.iter().enumerate().skip(2).find(|(_, group)| group.gap == Gap::Space);
            if let Some((at, group)) = next {
                cluster.own = at;
                cluster.end = group.start;
                return cluster;
            }
        }
        let after = text.get(cluster.end..).unwrap_or_default();
        cluster.joined = match after {
            [b'-' | b'.', next, ..] => next.is_ascii_alphanumeric(),
            [next, ..] => next.is_ascii_alphabetic() && !is_particle(after) || *next == b'_',
            [] => false,
        };
        cluster
    }

    /// Returns whether a number of any kind fits in: eight digits, or four numbers with dots between.
    pub(super) fn is_long_enough(&self) -> bool {
        self.digits >= 8 || self.digits >= 4 && self.groups().iter().any(|group| group.gap == Gap::Dot)
    }

    pub(super) fn groups(&self) -> &[Group] {
        self.groups.get(..self.count).unwrap_or_default()
    }

    /// Returns whether a number can begin with this group.
    pub(super) fn begins(&self, first: usize) -> bool {
        self.groups().get(first).is_some_and(|group| matches!(group.gap, Gap::Start | Gap::Space))
    }

    /// Returns the groups from `first` on when there are at least `count`, and nothing joins the last of them to more.
    pub(super) fn take(&self, first: usize, count: usize) -> Option<&[Group]> {
        let groups = self.groups().get(first..first + count)?;
        let free = match self.groups().get(first + count) {
            Some(next) => matches!(next.gap, Gap::Space | Gap::Bracket),
            None => !self.joined,
        };
        free.then_some(groups)
    }
}

/// Returns whether the gaps between groups are all of one kind.
pub(super) fn evenly(groups: &[Group], gap: Gap) -> bool {
    groups.iter().skip(1).all(|group| group.gap == gap)
}

/// Returns whether the groups have these lengths.
pub(super) fn lengths(groups: &[Group], wanted: &[usize]) -> bool {
    groups.len() == wanted.len() && groups.iter().zip(wanted).all(|(group, length)| group.len() == *length)
}

/// Returns the digits of groups as numbers from 0 to 9.
pub(super) fn digits_of(text: &[u8], groups: &[Group]) -> Vec<u8> {
    groups
        .iter()
        .flat_map(|group| text.get(group.start..group.end).unwrap_or_default())
        .map(|byte| byte - b'0')
        .collect()
}

fn digits_at(text: &[u8], at: usize) -> usize {
    text.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Returns the separator behind a group and where the next group begins.
fn gap_at(text: &[u8], at: usize) -> Option<(Gap, usize)> {
    let rest = text.get(at..)?;
    // U+2010 to U+2015 are dashes: E2 80 90 to E2 80 95.
    let (gap, length) = match rest {
        [b' ', b'-', b' ', ..] => (Gap::Dash, 3),
        [b')', b' ' | b'-', ..] | [b' ', b'(', ..] | [b'-', b'(', ..] => (Gap::Bracket, 2),
        [b')', ..] => (Gap::Bracket, 1),
        [b'-', ..] => (Gap::Dash, 1),
        [b'.', ..] => (Gap::Dot, 1),
        [b' ', ..] => (Gap::Space, 1),
        [0xE2, 0x80, 0x90..=0x95, ..] => (Gap::Dash, 3),
        _ => return None,
    };
    rest.get(length).is_some_and(u8::is_ascii_digit).then_some((gap, at + length))
}

/// Returns whether the letters behind a number are the escape of a line end in text that was not decoded.
fn is_particle(after: &[u8]) -> bool {
    after.starts_with(b"\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_groups_and_their_gaps() {
        let cluster = Cluster::read(b"010-1234 5678.9x", 0);
        let read: Vec<_> = cluster.groups().iter().map(|group| (group.start, group.end, group.gap)).collect();
        assert_eq!(read, [(0, 3, Gap::Start), (4, 8, Gap::Dash), (9, 13, Gap::Space), (14, 15, Gap::Dot)]);
        assert!(cluster.joined && cluster.take(0, 4).is_none() && cluster.take(0, 2).is_some());
        assert!(cluster.take(0, 3).is_none(), "a dot joins the next group");
    }

    #[test]
    fn a_number_does_not_begin_inside_a_word() {
        assert!(can_begin(b"tel:010", 4) && can_begin(b"010", 0) && can_begin("번호010".as_bytes(), 6));
        assert!(!can_begin(b"a010", 1) && !can_begin(b"1.010", 2) && !can_begin(b"e29b-4123", 5));
    }
}
