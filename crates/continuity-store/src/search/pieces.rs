//! Every window of a text, looked for in any bytes in one pass.
//!
//! A deleted body rarely comes back whole: a page that was reused holds its head, an overflow page its middle. So the
//! text is cut into all windows of [`WINDOW`] bytes, those that a living row also holds are taken out, and a file is
//! searched for all the others at once with a rolling hash (Karp and Rabin, 1987). Every hit is compared byte by byte.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::mixing::Mixing;

/// Length of a window in bytes. Shorter ones meet by chance (a date, a key name); longer ones miss fragments.
pub const WINDOW: usize = 24;

/// Multiplier of the rolling hash: odd, with bits spread over the word (the golden ratio times 2^64).
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// Most windows that are kept. Of longer texts only every second, third, … window is, so that memory stays bounded: a
/// stretch is then found when it is longer than a window by that step.
const MOST_WINDOWS: usize = 8 << 20;

/// Bits of the filter that most bytes are turned away by, before the table is asked.
const FILTER_BITS: u32 = 20;

/// Shortest text that is looked for, in bytes; shorter ones (`ok`, `yes`) stand everywhere.
const SHORTEST: usize = 6;

/// Windows of one or more texts. Holds the texts; its `Debug` output is their number only.
pub struct Pieces {
    texts: Vec<u8>,
    windows: HashMap<u64, u32, Mixing>,
    filter: Vec<u64>,
    /// `BASE` to the power of `WINDOW - 1`: what the leaving byte was multiplied by.
    lead: u64,
    /// Whole texts that are shorter than a window, and say whose they are.
    exact: Option<AhoCorasick>,
    /// Whole texts that are shorter than a window.
    short: Option<AhoCorasick>,
    /// Short texts (by position) that a living row also holds.
    shared: HashSet<usize>,
    short_count: usize,
    has_forgotten: bool,
}

/// A run of bytes that the deleted text also has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Stretches of the deleted text, in order.
    pub stretches: Vec<Stretch>,
    /// Number of texts shorter than a window that stand there whole. They are too short to say whose they are.
    pub short: u64,
}

/// A search that is given a file part by part.
pub(super) struct Scan<'p> {
    pieces: &'p Pieces,
    found: Stretches,
    /// Where exact texts were found.
    exact: Vec<Stretch>,
    /// Number of short texts found whole.
    shorts: u64,
    /// Number of bytes given so far.
    start: u64,
    /// The last bytes given, one short of a window: what begins there ends in the next part.
    carry: Vec<u8>,
}

impl<'p> Scan<'p> {
    /// Begins a search.
    pub(super) fn of(pieces: &'p Pieces) -> Self {
        Self { pieces, found: Stretches::default(), exact: Vec::new(), shorts: 0, start: 0, carry: Vec::new() }
    }

    /// Searches the next part.
    pub(super) fn push(&mut self, part: &[u8]) {
        let Self { pieces, found, exact, shorts, start, carry } = self;
        let before = carry.len();
        carry.extend_from_slice(part.get(..WINDOW - 1).unwrap_or(part));
        pieces.each_hit(carry, |offset, _| {
            if offset < before {
                found.add(*start - before as u64 + offset as u64);
            }
        });
        pieces.each_short(carry, |offset, length| {
            if offset < before && offset + length > before {
                *shorts += 1;
            }
        });
        pieces.each_exact(carry, |offset, length| {
            if offset < before && offset + length > before {
                exact.push(Stretch { offset: *start + offset as u64 - before as u64, length: length as u64 });
            }
        });
        pieces.each_hit(part, |offset, _| found.add(*start + offset as u64));
        pieces.each_exact(part, |offset, length| {
            exact.push(Stretch { offset: *start + offset as u64, length: length as u64 });
        });
        pieces.each_short(part, |_, _| *shorts += 1);
        if part.len() >= WINDOW - 1 {
            carry.clear();
            carry.extend_from_slice(part.get(part.len() - (WINDOW - 1)..).unwrap_or_default());
        } else {
            let surplus = carry.len().saturating_sub(WINDOW - 1);
            carry.drain(..surplus);
        }
        *start += part.len() as u64;
    }

    /// Returns what was found.
    pub(super) fn finish(self) -> Found {
        let mut stretches = self.found.0;
        if !self.exact.is_empty() {
            stretches.extend(self.exact);
            stretches = joined(stretches);
        }
        Found { stretches, short: self.shorts }
    }
}

/// Hits that come in order, joined where they touch.
#[derive(Default)]
struct Stretches(Vec<Stretch>);

impl Stretches {
    fn add(&mut self, offset: u64) {
        match self.0.last_mut() {
            Some(last) if offset <= last.offset + last.length => {
                last.length = last.length.max(offset + WINDOW as u64 - last.offset);
            }
            _ => self.0.push(Stretch { offset, length: WINDOW as u64 }),
        }
    }
}

/// Puts stretches in order and joins those that overlap.
fn joined(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_unstable_by_key(|stretch| (stretch.offset, stretch.length));
    let mut out: Vec<Stretch> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match out.last_mut() {
            Some(last) if stretch.offset < last.offset + last.length => {
                last.length = last.length.max(stretch.offset + stretch.length - last.offset);
            }
            _ => out.push(stretch),
        }
    }
    out
}

impl std::fmt::Debug for Pieces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pieces({} windows)", self.windows.len())
    }
}

impl Pieces {
    /// Collects every window of the texts; of more than eight million of them an even part. A text shorter than
    /// [`WINDOW`] is looked for whole, as a JSON string; one shorter than six bytes is not looked for.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a [u8], IntoIter: Clone>) -> Self {
        let texts = texts.into_iter();
        let step = texts.clone().map(<[u8]>::len).sum::<usize>().div_ceil(MOST_WINDOWS).max(1);
        let lead = lead();
        let mut pieces = Self {
            texts: Vec::new(),
            windows: HashMap::with_hasher(Mixing::new()),
            filter: vec![0; 1 << (FILTER_BITS - 6)],
            lead,
            exact: None,
            short: None,
            shared: HashSet::new(),
            short_count: 0,
            has_forgotten: false,
        };
        let short: Vec<Vec<u8>> = texts.clone().filter_map(short_needle).collect();
        pieces.short_count = short.len();
        // Only sizes beyond memory make the automaton fail; the windows are then all that is looked for.
        pieces.short = Some(short).filter(|short| !short.is_empty()).and_then(|short| AhoCorasick::new(short).ok());
        for text in texts {
            let start = pieces.texts.len();
            if text.len() < WINDOW || u32::try_from(start + text.len()).is_err() {
                continue;
            }
            pieces.texts.extend_from_slice(text);
            let windows = &mut pieces.windows;
            roll(text, lead, |offset, hash| {
                if offset % step == 0 {
                    // Two windows of equal hash and other bytes: the later one is not looked for on its own. Its
                    // neighbours overlap it, so the text is still found.
                    windows.entry(hash).or_insert((start + offset) as u32);
                }
            });
        }
        pieces.fill_filter();
        pieces
    }

    /// Collects some windows of texts, those that begin within the range beside each, and texts that are found whole
    /// wherever they stand; of these, only those shorter than [`WINDOW`] are needed.
    pub(super) fn of_parts(texts: &[(Vec<u8>, Range<usize>)], exact: &[Vec<u8>]) -> Self {
        let mut pieces = Self::of(std::iter::empty());
        let lead = pieces.lead;
        for (text, wanted) in texts {
            let start = pieces.texts.len();
            if u32::try_from(start + text.len()).is_err() {
                continue;
            }
            pieces.texts.extend_from_slice(text);
            let windows = &mut pieces.windows;
            roll(text, lead, |offset, hash| {
                if wanted.contains(&offset) {
                    windows.entry(hash).or_insert((start + offset) as u32);
                }
            });
        }
        pieces.fill_filter();
        let exact: Vec<&Vec<u8>> = exact.iter().filter(|text| (SHORTEST..WINDOW).contains(&text.len())).collect();
        pieces.exact = Some(exact).filter(|exact| !exact.is_empty()).and_then(|exact| AhoCorasick::new(exact).ok());
        pieces
    }

    /// Takes out every window that `living` also holds: finding it later would prove nothing.
    pub fn forget(&mut self, living: &[u8]) {
        let mut shared = Vec::new();
        self.each_hit(living, |_, hash| shared.push(hash));
        for hash in shared {
            self.has_forgotten |= self.windows.remove(&hash).is_some();
        }
        if let Some(short) = &self.short {
            let found = short.find_overlapping_iter(living).map(|found| found.pattern().as_usize());
            let found: Vec<usize> = found.collect();
            self.shared.extend(found);
        }
    }

    /// Whether a living row holds parts of the texts too, which are therefore not looked for.
    pub fn shares_text(&self) -> bool {
        self.has_forgotten || !self.shared.is_empty()
    }

    /// Whether nothing is left to look for.
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty() && self.exact.is_none() && self.shared.len() == self.short_count
    }

    /// Finds every stretch of `bytes` that is made of windows, in order.
    pub fn find(&self, bytes: &[u8]) -> Vec<Stretch> {
        self.find_across([bytes]).stretches
    }

    /// Finds every stretch and short text of parts that together are one file, also where it goes on from one part to the next.
    pub fn find_across<'b>(&self, parts: impl IntoIterator<Item = &'b [u8]>) -> Found {
        let mut scan = Scan::of(self);
        parts.into_iter().for_each(|part| scan.push(part));
        scan.finish()
    }

    /// Calls `each` with the offset and length of every short text in `bytes` that is looked for.
    fn each_short(&self, bytes: &[u8], mut each: impl FnMut(usize, usize)) {
        let Some(short) = self.short.as_ref().filter(|_| self.shared.len() < self.short_count) else { return };
        for found in short.find_overlapping_iter(bytes) {
            if !self.shared.contains(&found.pattern().as_usize()) {
                each(found.start(), found.len());
            }
        }
    }

    /// Calls `each` with the offset and length of every exact text in `bytes`.
    fn each_exact(&self, bytes: &[u8], mut each: impl FnMut(usize, usize)) {
        let Some(exact) = &self.exact else { return };
        exact.find_overlapping_iter(bytes).for_each(|found| each(found.start(), found.len()));
    }

    /// Calls `each` with the offset and hash of every window of `bytes` that is looked for.
    fn each_hit(&self, bytes: &[u8], mut each: impl FnMut(usize, u64)) {
        if self.windows.is_empty() {
            return;
        }
        roll(bytes, self.lead, |offset, hash| {
            let bit = filter_bit(hash);
            let maybe = self.filter.get((bit >> 6) as usize).is_some_and(|word| word & (1 << (bit & 63)) != 0);
            if !maybe {
                return;
            }
            let Some(&at) = self.windows.get(&hash) else { return };
            let at = at as usize;
            if self.texts.get(at..at + WINDOW) == bytes.get(offset..offset + WINDOW) {
                each(offset, hash);
            }
        });
    }

    fn fill_filter(&mut self) {
        for &hash in self.windows.keys() {
            let bit = filter_bit(hash);
            if let Some(word) = self.filter.get_mut((bit >> 6) as usize) {
                *word |= 1 << (bit & 63);
            }
        }
    }
}

/// What a text shorter than a window is looked for as: the JSON string, quotes included, as long as that too is shorter
/// than a window.
fn short_needle(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() < SHORTEST || text.len() >= WINDOW {
        return None;
    }
    Some(if text.len() + 2 < WINDOW { [b"\"", text, b"\""].concat() } else { text.to_vec() })
}

/// The filter's bit for a hash: its top bits, which every byte of the window reaches.
fn filter_bit(hash: u64) -> u64 {
    hash >> (64 - FILTER_BITS)
}

/// Calls `each` with the offset and hash of every window of `bytes`; equal windows have equal hashes.
pub(crate) fn each_window(bytes: &[u8], each: impl FnMut(usize, u64)) {
    roll(bytes, lead(), each);
}

/// What the byte that leaves a window was multiplied by.
const fn lead() -> u64 {
    let mut power = 1_u64;
    let mut times = 1;
    while times < WINDOW {
        power = power.wrapping_mul(BASE);
        times += 1;
    }
    power
}

/// Calls `each` with the offset and hash of every window of `bytes`.
fn roll(bytes: &[u8], lead: u64, mut each: impl FnMut(usize, u64)) {
    let Some(first) = bytes.get(..WINDOW) else { return };
    // A zero byte counts as one, so that a run of zeros is not the same for every length.
    let value = |byte: u8| u64::from(byte) + 1;
    let mut hash = first.iter().fold(0_u64, |hash, &byte| hash.wrapping_mul(BASE).wrapping_add(value(byte)));
    each(0, hash);
    for (index, (&leaving, &entering)) in bytes.iter().zip(bytes.iter().skip(WINDOW)).enumerate() {
        hash = hash.wrapping_sub(value(leaving).wrapping_mul(lead)).wrapping_mul(BASE).wrapping_add(value(entering));
        each(index + 1, hash);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Pieces, Stretch, WINDOW};

    #[test]
    fn a_fragment_of_the_middle_is_found_where_it_lies() {
        let text: Vec<u8> = (0..200_u32).flat_map(|n| format!("word{n} ").into_bytes()).collect();
        let mut file = vec![0_u8; 5_000];
        file[1_000..1_100].copy_from_slice(&text[300..400]);
        let pieces = Pieces::of([text.as_slice()]);
        assert_eq!(pieces.find(&file), [Stretch { offset: 1_000, length: 100 }]);
    }

    #[test]
    fn a_piece_that_a_living_row_holds_is_no_proof() {
        let text = b"the same sentence stands in two bodies, and this does not";
        let mut pieces = Pieces::of([text.as_slice()]);
        pieces.forget(b"..the same sentence stands in two bodies, ..");
        let found = pieces.find(b"the same sentence stands in two bodies, but");
        assert_eq!(found, []);
        assert!(!pieces.find(text).is_empty());
    }

    #[test]
    fn one_byte_less_than_a_window_is_not_a_piece() {
        let text = b"abcdefghijklmnopqrstuvwx";
        assert_eq!(text.len(), WINDOW);
        let pieces = Pieces::of([text.as_slice()]);
        assert_eq!(pieces.find(&text[..WINDOW - 1]), []);
        assert_eq!(pieces.find(text), [Stretch { offset: 0, length: 24 }]);
        assert_eq!(pieces.find(&[b"xx", text.as_slice(), b"yy"].concat()), [Stretch { offset: 2, length: 24 }]);
    }

    #[test]
    fn a_short_secret_is_found_whole_and_not_inside_another_word() {
        let mut pieces = Pieces::of([&b"pw=hunter2"[..], b"no"]);
        let file = br#"["pw=hunter2"],"my-pw=hunter2x","no""#;
        for size in 1..=file.len() {
            assert_eq!(pieces.find_across(file.chunks(size)).short, 1, "parts of {size}");
        }
        pieces.forget(br#"{"a":"pw=hunter2"}"#);
        assert!(pieces.is_empty());
    }

    #[test]
    fn every_stretch_that_a_plain_search_finds_is_found() {
        // A plain search over all windows is the other opinion.
        let text: Vec<u8> = (0..4_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8 % 7 + b'a').collect();
        let file: Vec<u8> = (0..9_000_u32).map(|n| (n.wrapping_mul(2_246_822_519) >> 11) as u8 % 7 + b'a').collect();
        let mut file = file;
        file[500..560].copy_from_slice(&text[100..160]);
        file[8_970..9_000].copy_from_slice(&text[3_970..4_000]);
        let expected: Vec<usize> = (0..=file.len() - WINDOW)
            .filter(|&at| text.windows(WINDOW).any(|window| window == &file[at..at + WINDOW]))
            .collect();
        let pieces = Pieces::of([text.as_slice()]);
        let starts = |stretches: &[Stretch]| -> Vec<usize> {
            stretches.iter().flat_map(|s| s.offset as usize..=(s.offset + s.length) as usize - WINDOW).collect()
        };
        assert_eq!(starts(&pieces.find(&file)), expected);
        // However the file is cut into parts, the same is found.
        for size in [1, 7, 23, 24, 25, 512, 530, 4_096] {
            assert_eq!(starts(&pieces.find_across(file.chunks(size)).stretches), expected, "parts of {size} bytes");
        }
    }
}
