//! Stretches of pieces, looked for in bodies.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::facts;
use crate::search::Mixing;
use crate::search::{WINDOW, each_window};

/// Most windows of all pieces together, so that memory stays bounded.
const MOST_WINDOWS: usize = 1 << 18;
/// Most and fewest windows of one piece.
const PER_PIECE: std::ops::RangeInclusive<usize> = 4..=64;
/// Most tasks and epochs in which a window counts: what stands in more of them says nothing about any.
const MOST_PAIRS: usize = 6;
/// What of a piece's windows has to stand in a task's bodies at least: sentences that people write again and again stand in
/// the bodies of many tasks.
const SHARE: (usize, usize) = (3, 4);
/// Most times that a window is taken as a reason to compare a body with whole pieces.
const MOST_COMPARED: u8 = 64;
/// Bits of the filter that most bytes are turned away by.
const FILTER_BITS: u32 = 20;

/// A task and an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    /// Number of the task.
    pub(super) task: u32,
    pub(super) epoch: i64,
}

/// The task that a piece shares most of its text with; the epoch where that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) task: u32,
    pub(super) epoch: Option<i64>,
}

/// Windows of pieces.
pub(super) struct Windows<'p> {
    /// By hash. Of two windows with one hash and other bytes, the first is looked for.
    windows: HashMap<u64, Window<'p>, Mixing>,
    filter: Vec<u64>,
    pieces: Vec<Piece<'p>>,
    /// Piece and task that has a body with all of the piece.
    held: HashSet<(u32, u32)>,
    /// Tasks and epochs by number, and the other way round.
    pairs: Vec<Pair>,
    numbers: HashMap<Pair, u32>,
}

struct Window<'p> {
    text: &'p [u8],
    /// Numbers of the pairs in whose bodies it stands; `None` when there are too many.
    met: Option<([u32; MOST_PAIRS], u8)>,
    compared: u8,
    /// Pieces whose first window this is: the last of them, from which the others follow.
    first_of: Option<u32>,
}

struct Piece<'p> {
    /// From its first text to its last.
    core: &'p [u8],
    /// Offset in the core, of the first window.
    at: usize,
    /// Its windows, among all of `hashes`.
    hashes: Vec<u64>,
    /// The piece before it with the same first window.
    next: Option<u32>,
}

impl<'p> Windows<'p> {
    /// Takes windows from the texts of pieces, evenly spread.
    pub(super) fn of(pieces: impl ExactSizeIterator<Item = &'p [u8]>) -> Self {
        let each = (MOST_WINDOWS / pieces.len().max(1)).clamp(*PER_PIECE.start(), *PER_PIECE.end());
        let mut found = Self {
            windows: HashMap::with_hasher(Mixing::new()),
            filter: vec![0; 1 << (FILTER_BITS - 6)],
            pieces: Vec::with_capacity(pieces.len()),
            held: HashSet::new(),
            pairs: Vec::new(),
            numbers: HashMap::new(),
        };
        let mut room = MOST_WINDOWS;
        for (bytes, number) in pieces.zip(0_u32..) {
            let texts = facts::texts(bytes);
            let range = texts.first().map_or(0, |text| text.start)..texts.last().map_or(0, |text| text.end);
            let core = bytes.get(range.clone()).unwrap_or_default();
            let mut piece = Piece { core, at: 0, hashes: Vec::new(), next: None };
            for at in spread(&texts, each.min(room)) {
                let Some(text) = bytes.get(at..at + WINDOW) else { continue };
                let mut hash = 0;
                each_window(text, |_, found| hash = found);
                let new = || Window { text, met: Some(([0; MOST_PAIRS], 0)), compared: 0, first_of: None };
                let window = found.windows.entry(hash).or_insert_with(new);
                if window.text != text {
                    continue;
                }
                if piece.hashes.is_empty() {
                    piece.at = at - range.start;
                    piece.next = window.first_of.replace(number);
                }
                piece.hashes.push(hash);
                let bit = hash >> (64 - FILTER_BITS);
                if let Some(word) = found.filter.get_mut((bit >> 6) as usize) {
                    *word |= 1_u64 << (bit & 63);
                }
            }
            room -= piece.hashes.len().min(room);
            found.pieces.push(piece);
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// Looks for every window in a body.
    pub(super) fn meet(&mut self, body: &[u8], pair: Pair) {
        let Self { windows, filter, pieces, held, pairs, numbers } = self;
        each_window(body, |offset, hash| {
            let bit = hash >> (64 - FILTER_BITS);
            if filter.get((bit >> 6) as usize).is_none_or(|word| word & (1 << (bit & 63)) == 0) {
                return;
            }
            let Some(window) = windows.get_mut(&hash) else { return };
            let asks = window.met.is_some() || (window.first_of.is_some() && window.compared < MOST_COMPARED);
            if !asks || body.get(offset..offset + WINDOW) != Some(window.text) {
                return;
            }
            let mut next = window.first_of.filter(|_| window.compared < MOST_COMPARED);
            while let Some(piece) = next.and_then(|number| pieces.get(number as usize))
                && window.compared < MOST_COMPARED
            {
                window.compared += 1;
                let start = offset.checked_sub(piece.at);
                if start.and_then(|start| body.get(start..start + piece.core.len())) == Some(piece.core) {
                    held.extend(next.map(|number| (number, pair.task)));
                }
                next = piece.next;
            }
            let Some((met, count)) = &mut window.met else { return };
            let number = *numbers.entry(pair).or_insert_with(|| {
                pairs.push(pair);
                (pairs.len() - 1) as u32
            });
            if met.get(..usize::from(*count)).unwrap_or_default().contains(&number) {
                return;
            }
            match met.get_mut(usize::from(*count)) {
                Some(free) => (*free, *count) = (number, *count + 1),
                None => window.met = None,
            }
        });
    }

    /// Whether a body of a task holds all text of a piece, as far as was compared.
    pub(super) fn is_held(&self, piece: usize, task: u32) -> bool {
        u32::try_from(piece).is_ok_and(|piece| self.held.contains(&(piece, task)))
    }

    /// Returns the task that shares more windows with a piece than any other, if there is one and it shares most of them.
    pub(super) fn best(&self, piece: usize) -> Option<Best> {
        let hashes = &self.pieces.get(piece)?.hashes;
        let mut tasks: HashMap<u32, usize> = HashMap::new();
        let mut epochs: HashMap<Pair, usize> = HashMap::new();
        for window in hashes.iter().filter_map(|hash| self.windows.get(hash)) {
            let Some((met, count)) = &window.met else { continue };
            let mut counted: Vec<u32> = Vec::new();
            for pair in met.iter().take(usize::from(*count)).filter_map(|number| self.pairs.get(*number as usize)) {
                *epochs.entry(*pair).or_default() += 1;
                if !counted.contains(&pair.task) {
                    counted.push(pair.task);
                    *tasks.entry(pair.task).or_default() += 1;
                }
            }
        }
        let (task, shared) = most(tasks)?;
        if shared * SHARE.1 < hashes.len() * SHARE.0 {
            return None;
        }
        epochs.retain(|pair, _| pair.task == task);
        Some(Best { task, epoch: most(epochs).map(|(pair, _)| pair.epoch) })
    }
}

/// Spreads the places of at most so many windows over some texts.
fn spread(texts: &[Range<usize>], most: usize) -> Vec<usize> {
    let texts = || texts.iter().filter(|text| text.len() >= WINDOW);
    let count: usize = texts().map(|text| text.len() - WINDOW + 1).sum();
    if most == 0 {
        return Vec::new();
    }
    let places = texts().flat_map(|text| text.start..=text.end - WINDOW);
    places.step_by(count.div_ceil(most).max(1)).collect()
}

/// Returns what was counted more often than anything else.
fn most<T: Copy>(counts: HashMap<T, usize>) -> Option<(T, usize)> {
    let highest = counts.values().copied().max()?;
    let mut with = counts.into_iter().filter(|(_, count)| *count == highest);
    with.next().filter(|_| with.next().is_none())
}
