//! The strip: for each list item, in which revisions it was there, and where it came, changed and went.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use super::compare::compare;
use super::deadline::Deadline;
use super::flat::{FlatBody, Identity, Item};
use super::outcome::{FieldDiff, ItemDiff, Note, Op};
use super::path::rank;

/// The items of one list through several revisions.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Path of the list.
    pub path: Arc<str>,
    /// One thread for each item, in the order in which they came.
    pub threads: Vec<Thread>,
}

/// One item through several revisions.
#[derive(Clone, Debug)]
pub struct Thread {
    /// One cell for each revision, oldest first; `None` where the item is not there.
    pub cells: Vec<Option<Cell>>,
}

impl Thread {
    /// Returns whether the item is gone from the newest revision without having gone to another list.
    pub fn is_dropped(&self) -> bool {
        let last = self.cells.iter().flatten().next_back();
        matches!(self.cells.last(), Some(None)) && last.is_some_and(|cell| cell.went_to.is_none())
    }
}

/// An item in one revision.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What became of it since the revision before: `added` where it came, `kept`, `moved` or `changed`.
    pub op: Op,
    /// Index in the list.
    pub index: usize,
    /// The item.
    pub item: Item,
    /// Path of the list that it came from in this revision.
    pub came_from: Option<Arc<str>>,
    /// Path of the list that it went to in the next revision.
    pub went_to: Option<Arc<str>>,
}

/// Returns the strips of all lists that any of the bodies has, oldest body first, and whether the deadline cut the
/// comparison. An item that comes back with the text it had when it went goes on in its thread after a gap.
pub fn strips(bodies: &[FlatBody], deadline: &Deadline<'_>) -> (Vec<Strip>, bool) {
    let mut lists: BTreeMap<(u8, Arc<str>), Threads> = BTreeMap::new();
    let mut cut = false;
    let nothing = FlatBody::new();
    let before = std::iter::once(&nothing).chain(bodies);
    for (revision, (from, to)) in before.zip(bodies).enumerate() {
        let diff = compare(from, to, deadline);
        cut |= diff.notes.contains(&Note::FinePassCut);
        for field in diff.fields {
            if let FieldDiff::List(list) = field {
                let threads = lists.entry((rank(&list.path), list.path.clone())).or_default();
                threads.step(revision, list.items);
            }
        }
    }
    let strip = |((_, path), threads): ((u8, Arc<str>), Threads)| Strip { path, threads: threads.finish(bodies.len()) };
    (lists.into_iter().map(strip).collect(), cut)
}

/// The threads of one list while revisions are added.
#[derive(Default)]
struct Threads {
    all: Vec<Thread>,
    /// From the index in the newest revision to the thread.
    live: HashMap<usize, usize>,
}

impl Threads {
    fn step(&mut self, revision: usize, mut rows: Vec<ItemDiff>) {
        // New threads are numbered in the order of the list.
        rows.sort_by_key(|row| row.to.as_ref().map(|placed| placed.index));
        let mut came = Vec::new();
        for row in rows {
            let before = row.from.as_ref().and_then(|placed| self.live.get(&placed.index).copied());
            match row.to {
                Some(to) => {
                    let (index, item, came_from) = (to.index, to.item, row.moved_from);
                    came.push((before, Cell { op: row.op, index, item, came_from, went_to: None }));
                }
                None => {
                    let last = before.and_then(|at| self.all.get_mut(at)?.cells.last_mut()?.as_mut());
                    if let Some(cell) = last {
                        cell.went_to = row.moved_to;
                    }
                }
            }
        }
        let threads = self.threads_of(revision, &came);
        self.live.clear();
        for (at, (_, cell)) in threads.into_iter().zip(came) {
            self.live.insert(cell.index, at);
            if at >= self.all.len() {
                self.all.resize(at + 1, Thread { cells: Vec::new() });
            }
            if let Some(thread) = self.all.get_mut(at) {
                thread.cells.resize(revision, None);
                thread.cells.push(Some(cell));
            }
        }
    }

    /// Returns the thread of each item: the one it was in, else the first that ended earlier with the same item, else
    /// a new one.
    fn threads_of(&self, revision: usize, came: &[(Option<usize>, Cell)]) -> Vec<usize> {
        let mut gone: HashMap<Identity<'_>, VecDeque<usize>> = HashMap::new();
        for (at, thread) in self.all.iter().enumerate().filter(|(_, thread)| thread.cells.len() < revision) {
            if let Some(Some(cell)) = thread.cells.last() {
                gone.entry(cell.item.identity()).or_default().push_back(at);
            }
        }
        let mut next = self.all.len();
        let mut new = || {
            next += 1;
            next - 1
        };
        came.iter()
            .map(|(before, cell)| {
                let back = || gone.get_mut(&cell.item.identity()).and_then(VecDeque::pop_front);
                before.or_else(back).unwrap_or_else(&mut new)
            })
            .collect()
    }

    fn finish(mut self, revisions: usize) -> Vec<Thread> {
        self.all.iter_mut().for_each(|thread| thread.cells.resize(revisions, None));
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::{Strip, strips};
    use crate::diff::{Deadline, FlatBody, Op};
    use proptest::prelude::*;

    const PATH: &str = "core.constraints";

    /// Writes a thread as one sign for each revision: `+` came, `=` kept, `~` changed, `>` moved, `.` not there.
    fn signs(strip: &Strip) -> Vec<String> {
        let sign = |op| match op {
            Op::Added => '+',
            Op::Kept => '=',
            Op::Changed => '~',
            Op::Moved => '>',
            Op::Removed => '?',
        };
        let thread =
            |cells: &[Option<super::Cell>]| cells.iter().map(|c| c.as_ref().map_or('.', |c| sign(c.op))).collect();
        strip.threads.iter().map(|t| thread(&t.cells)).collect()
    }

    fn constraints(texts: &[&str]) -> FlatBody {
        FlatBody::new().with_texts(PATH, texts.iter().copied())
    }

    #[test]
    fn one_sees_when_a_constraint_came_changed_and_went() {
        let bodies = [
            constraints(&["Keep the API."]),
            constraints(&["Keep the API.", "Ask before pushing."]),
            constraints(&["Keep the public API.", "Ask before pushing."]),
            constraints(&["Keep the public API."]),
            constraints(&["Ask before pushing.", "Keep the public API."]),
        ];
        let (strips, cut) = strips(&bodies, &Deadline::never());
        assert!(!cut);
        assert_eq!(signs(&strips[0]), ["+=~==", ".+=.+"]);
        assert!(strips[0].threads.iter().all(|thread| !thread.is_dropped()));
    }

    #[test]
    fn an_item_that_went_to_another_list_is_not_called_dropped() {
        let bodies =
            [constraints(&["Keep the API.", "Lost."]), FlatBody::new().with_texts("core.decisions", ["Keep the API."])];
        let (strips, _) = strips(&bodies, &Deadline::never());
        assert_eq!(strips.iter().map(|s| &*s.path).collect::<Vec<_>>(), [PATH, "core.decisions"]);
        assert_eq!(signs(&strips[0]), ["+.", "+."]);
        assert_eq!(strips[0].threads.iter().map(super::Thread::is_dropped).collect::<Vec<_>>(), [false, true]);
        let came = strips[1].threads[0].cells[1].as_ref().and_then(|cell| cell.came_from.as_deref());
        assert_eq!((signs(&strips[1]), came), (vec![".+".to_owned()], Some(PATH)));
    }

    proptest! {
        #[test]
        fn every_item_of_every_revision_is_one_cell(
            revisions in prop::collection::vec(prop::collection::vec("[ab]{2}( [abc]{2}){0,2}", 0..6), 0..6)
        ) {
            let bodies: Vec<FlatBody> = revisions.iter().map(|texts| constraints(&texts.iter().map(String::as_str).collect::<Vec<_>>())).collect();
            let (strips, _) = strips(&bodies, &Deadline::never());
            for (at, texts) in revisions.iter().enumerate() {
                let mut cells: Vec<_> = strips.iter().flat_map(|s| &s.threads).filter_map(|t| t.cells[at].as_ref()).collect();
                cells.sort_by_key(|cell| cell.index);
                prop_assert_eq!(cells.iter().map(|cell| cell.item.shown()).collect::<Vec<_>>(), texts.iter().map(String::as_str).collect::<Vec<_>>());
            }
            prop_assert!(strips.iter().flat_map(|s| &s.threads).all(|t| t.cells.len() == revisions.len()));
        }
    }
}
