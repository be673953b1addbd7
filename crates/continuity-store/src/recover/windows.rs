//! Stretches of pieces, looked for in bodies.

use std::collections::{HashMap, HashSet};

use super::facts;
use crate::search::{WINDOW, each_window};

/// Most windows of all pieces together, so that memory stays bounded.
const MOST_WINDOWS: usize = 1 << 20;
/// Most and fewest windows of one piece.
const PER_PIECE: std::ops::RangeInclusive<usize> = 4..=64;
/// Most tasks and epochs in which a window counts: what stands in more of them says nothing about any.
const MOST_PAIRS: usize = 6;
/// What of a piece's windows has to stand in a task's bodies at least: sentences that people write again and again stand in
/// the bodies of many tasks.
const SHARE: (usize, usize) = (3, 4);
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
    /// Ascending by hash.
    windows: Vec<Window>,
    /// The pieces from their first text to their last, by position.
    cores: Vec<&'p [u8]>,
    /// Piece and task that has a body with all of that.
    held: HashSet<(usize, u32)>,
    filter: Vec<u64>,
    /// Tasks and epochs by number, and the other way round.
    pairs: Vec<Pair>,
    numbers: HashMap<Pair, u32>,
}

struct Window {
    hash: u64,
    piece: usize,
    /// Offset in the core of the piece.
    at: usize,
    /// Numbers of the pairs in whose bodies it stands; `None` when there are too many.
    met: Option<([u32; MOST_PAIRS], u8)>,
}

/// What a piece shares with each task: its number of windows, and of how many bodies in each epoch.
type Shared = HashMap<u32, (usize, HashMap<i64, usize>)>;

impl<'p> Windows<'p> {
    /// Takes windows from the texts of pieces, evenly spread.
    pub(super) fn of(pieces: impl ExactSizeIterator<Item = &'p [u8]>) -> Self {
        let each = (MOST_WINDOWS / pieces.len().max(1)).clamp(*PER_PIECE.start(), *PER_PIECE.end());
        let mut windows = Vec::new();
        let mut cores = Vec::new();
        for (piece, bytes) in pieces.enumerate() {
            let texts = facts::texts(bytes);
            let start = texts.first().map_or(0, |text| text.start);
            let end = texts.last().map_or(0, |text| text.end);
            cores.push(bytes.get(start..end).unwrap_or_default());
            let texts = texts.into_iter().filter(|text| text.len() >= WINDOW);
            let starts: Vec<usize> = texts.flat_map(|text| text.start..=text.end - WINDOW).collect();
            let step = starts.len().div_ceil(each).max(1);
            let room = MOST_WINDOWS.saturating_sub(windows.len());
            for at in starts.into_iter().step_by(step).take(room) {
                let text = bytes.get(at..at + WINDOW).unwrap_or_default();
                let at = at - start;
                let met = Some(([0; MOST_PAIRS], 0));
                each_window(text, |_, hash| windows.push(Window { hash, piece, at, met }));
            }
        }
        windows.sort_unstable_by_key(|window| window.hash);
        let mut filter = vec![0; 1 << (FILTER_BITS - 6)];
        for window in &windows {
            let bit = window.hash >> (64 - FILTER_BITS);
            if let Some(word) = filter.get_mut((bit >> 6) as usize) {
                *word |= 1_u64 << (bit & 63);
            }
        }
        Self { windows, cores, held: HashSet::new(), filter, pairs: Vec::new(), numbers: HashMap::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// Looks for every window in a body.
    pub(super) fn meet(&mut self, body: &[u8], pair: Pair) {
        let Self { windows, cores, held, filter, pairs, numbers } = self;
        each_window(body, |offset, hash| {
            let bit = hash >> (64 - FILTER_BITS);
            if filter.get((bit >> 6) as usize).is_none_or(|word| word & (1 << (bit & 63)) == 0) {
                return;
            }
            let from = windows.partition_point(|window| window.hash < hash);
            let same = windows.get_mut(from..).unwrap_or_default().iter_mut();
            for window in same.take_while(|window| window.hash == hash) {
                let core = cores.get(window.piece).copied().unwrap_or_default();
                if body.get(offset..offset + WINDOW) != core.get(window.at..window.at + WINDOW) {
                    continue;
                }
                let start = offset.checked_sub(window.at);
                if start.and_then(|start| body.get(start..start + core.len())) == Some(core) {
                    held.insert((window.piece, pair.task));
                }
                let Some((met, count)) = &mut window.met else { continue };
                let number = *numbers.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    (pairs.len() - 1) as u32
                });
                let known = met.get(..usize::from(*count)).unwrap_or_default();
                if known.contains(&number) {
                    continue;
                }
                match met.get_mut(usize::from(*count)) {
                    Some(free) => (*free, *count) = (number, *count + 1),
                    None => window.met = None,
                }
            }
        });
    }

    /// Whether a body of a task holds all text of a piece.
    pub(super) fn is_held(&self, piece: usize, task: u32) -> bool {
        self.held.contains(&(piece, task))
    }

    /// Returns for each piece the task that shares more windows with it than any other, if there is one and it shares most
    /// of them.
    pub(super) fn best(&self) -> Vec<(usize, Best)> {
        let mut counts: HashMap<usize, Shared> = HashMap::new();
        let mut totals: HashMap<usize, usize> = HashMap::new();
        for window in &self.windows {
            *totals.entry(window.piece).or_default() += 1;
            let Some((met, count)) = &window.met else { continue };
            let pairs = met.iter().take(usize::from(*count)).filter_map(|number| self.pairs.get(*number as usize));
            let mut tasks: Vec<u32> = Vec::new();
            for pair in pairs {
                let (windows, epochs) = counts.entry(window.piece).or_default().entry(pair.task).or_default();
                *epochs.entry(pair.epoch).or_default() += 1;
                if !tasks.contains(&pair.task) {
                    tasks.push(pair.task);
                    *windows += 1;
                }
            }
        }
        let only = |mut counted: Vec<(i64, usize)>| {
            counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            match counted.as_slice() {
                [(best, _)] => Some(*best),
                [(best, most), (_, next), ..] if most > next => Some(*best),
                _ => None,
            }
        };
        let best = |(piece, tasks): (usize, Shared)| {
            let task = only(tasks.iter().map(|(task, (count, _))| (i64::from(*task), *count)).collect())?;
            let task = u32::try_from(task).ok()?;
            let shared = tasks.get(&task)?.0;
            if shared * SHARE.1 < totals.get(&piece)? * SHARE.0 {
                return None;
            }
            let epochs = tasks.get(&task)?.1.iter().map(|(epoch, count)| (*epoch, *count)).collect();
            Some((piece, Best { task, epoch: only(epochs) }))
        };
        counts.into_iter().filter_map(best).collect()
    }
}
