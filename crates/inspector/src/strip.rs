//! The strip: when each list item of an epoch came, changed and went.

use std::path::Path;
use std::time::{Duration, Instant};

use continuity::diff::{self, Cell, DROP_ORDER, Deadline, FlatBody, Strip, Thread};
use continuity::snapshot::Body;
use wire::commands::StripRequest;
use wire::strip::{StripCell, StripItem, StripList, StripRevision, StripView};
use wire::{ErrorBody, Text};

use crate::compare::op;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::masking::{self, Shown};
use crate::revisions::Revision;
use crate::{body, utf16};

/// How long the comparisons may take before their fine pass is cut.
const FINE_PASS: Duration = Duration::from_millis(800);
/// Most revisions that are columns; the newest are shown.
const MOST_REVISIONS: usize = 200;
/// Most items of all lists.
const MOST_ITEMS: usize = 5_000;
/// Longest text of an item, in UTF-16 units.
const LONGEST_TEXT: usize = 1_000;

impl Inspector {
    /// Follows each list item of an epoch through all its revisions that can be found.
    ///
    /// # Errors
    /// When the store cannot be read, or `not-found`.
    pub fn read_strip(&self, request: StripRequest) -> Result<StripView, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        self.strip(&loaded, &request.task_correlation, request.epoch)
    }

    /// As [`Inspector::read_strip`], for the command; the current epoch where none is named.
    ///
    /// # Errors
    /// When the store cannot be read, or `not-found`.
    pub fn strip_document(&self, store: &Path, correlation: &str, epoch: Option<i64>) -> Result<StripView, ErrorBody> {
        let loaded = self.load(store)?;
        let epoch = epoch.unwrap_or(body::task(&loaded, correlation)?.row.current_epoch);
        self.strip(&loaded, correlation, epoch)
    }

    fn strip(&self, loaded: &Loaded, correlation: &str, epoch: i64) -> Result<StripView, ErrorBody> {
        let revisions = self.revisions_of(loaded, body::task(loaded, correlation)?);
        // Newest first, as the list is; turned around below.
        let mut columns: Vec<(&Revision, FlatBody)> = revisions
            .iter()
            .filter(|revision| revision.entry.epoch == epoch && revision.entry.complete)
            .filter_map(|revision| Some((revision, flat(revision)?)))
            .collect();
        let mut cut = columns.len() > MOST_REVISIONS;
        columns.truncate(MOST_REVISIONS);
        columns.reverse();
        let (revisions, bodies): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let clock = Instant::now;
        let (mut strips, fine_pass_cut) = diff::strips(&bodies, &Deadline::new(Instant::now() + FINE_PASS, &clock));
        // What is dropped most painfully comes first, then lists that the contract does not know.
        let place =
            |strip: &Strip| DROP_ORDER.iter().position(|path| **path == *strip.path).unwrap_or(DROP_ORDER.len());
        strips.retain(|strip| !strip.threads.is_empty());
        strips.sort_by_key(place);
        let mut room = MOST_ITEMS;
        let known = masking::values(revisions.iter().filter_map(|revision| revision.body.as_ref()));
        let shown = Shown::masked(known.as_ref());
        let lists: Vec<StripList> = strips.iter().map(|strip| list(strip, &mut room, shown)).collect();
        cut |= fine_pass_cut || lists.iter().zip(&strips).any(|(list, strip)| list.items.len() < strip.threads.len());
        Ok(StripView { epoch, revisions: revisions.into_iter().map(column).collect(), lists, cut })
    }
}

fn flat(revision: &Revision) -> Option<FlatBody> {
    let body = Body::read(revision.body.as_ref()?);
    body.value().filter(|value| value.is_object()).map(diff::flatten)
}

fn column(revision: &Revision) -> StripRevision {
    let entry = &revision.entry;
    StripRevision { revision: entry.revision, digest: entry.digest.clone(), at: entry.at.clone(), source: entry.source }
}

/// What there is room for. Dropped items are taken first, but every item stays in its place.
fn list(strip: &Strip, room: &mut usize, shown: Shown<'_>) -> StripList {
    let dropped = strip.threads.iter().filter(|thread| thread.is_dropped()).count();
    let mut others = room.saturating_sub(dropped);
    let items: Vec<StripItem> = strip
        .threads
        .iter()
        .filter(|thread| {
            let fits = thread.is_dropped() || others > 0;
            others = others.saturating_sub(usize::from(!thread.is_dropped()));
            fits
        })
        .take(*room)
        .map(|thread| item(thread, &strip.path, shown))
        .collect();
    *room -= items.len();
    StripList { path: strip.path.to_string(), items }
}

fn item(thread: &Thread, path: &str, shown: Shown<'_>) -> StripItem {
    let newest = thread.cells.iter().rev().flatten().next().map(|cell| cell.item.shown()).unwrap_or_default();
    let (text, mut masked) = short(newest, path, shown);
    let mut cells = Vec::with_capacity(thread.cells.len());
    for at in &thread.cells {
        let at = at.as_ref().map(|at| cell(at, newest, path, shown));
        masked |= at.as_ref().is_some_and(|(_, masked)| *masked);
        cells.push(at.map(|(cell, _)| cell));
    }
    StripItem { text, dropped: thread.is_dropped(), cells, masked }
}

/// A cell, and whether something in its text is masked.
fn cell(cell: &Cell, newest: &str, path: &str, shown: Shown<'_>) -> (StripCell, bool) {
    let named = |path: &Option<std::sync::Arc<str>>| path.as_ref().map(ToString::to_string);
    let (text, masked) =
        Some(cell.item.shown()).filter(|text| *text != newest).map(|text| short(text, path, shown)).unzip();
    let cell = StripCell { op: op(cell.op), text, came_from: named(&cell.came_from), went_to: named(&cell.went_to) };
    (cell, masked.unwrap_or(false))
}

/// A text masked and cut, and whether something in it is masked.
fn short(text: &str, path: &str, shown: Shown<'_>) -> (Text, bool) {
    let masked = shown.text(text, path);
    (Text(utf16::stretch(&masked.text, 0, LONGEST_TEXT).text.to_owned()), !masked.spans.is_empty())
}
