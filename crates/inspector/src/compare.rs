//! Two stored bodies, field by field.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use continuity::diff::{self, BodyDiff, Deadline, Head, Op};
use wire::commands::{CompareRequest, SideRequest};
use wire::compare::{
    ComparePage, CompareRow, DiffDocument, DiffOp, DiffSide, Dropped, FieldDiff, ItemDiff, ListDiff, Piece, ValueDiff,
};
use wire::revisions::RevisionSource;
use wire::{ErrorBody, Json, Number, Text};

use crate::body::{Found, find, task};
use crate::failure;
use crate::inspector::{Inspector, lock};
use crate::loaded::Loaded;
use crate::revision_name::RevisionName;

/// Most rows of one page.
const MOST_ROWS: u64 = 500;
/// Longest text of a row's side, in bytes.
const LONGEST_TEXT: usize = 16_384;
/// Dropped items that come with each page.
const MOST_DROPPED: usize = 200;
/// How long the fine pass of a comparison may take before it is cut, and the words of one page before they are.
const FINE_PASS: Duration = Duration::from_millis(700);

/// The last comparison, for its further pages.
pub(crate) struct Answer {
    key: (SideRequest, u64, SideRequest, u64),
    compared: Arc<Compared>,
}

/// Two sides and their difference.
pub(crate) struct Compared {
    from: DiffSide,
    to: DiffSide,
    diff: BodyDiff,
    notes: Vec<String>,
}

impl Inspector {
    /// Compares two bodies and returns a page of rows.
    ///
    /// # Errors
    /// When a store cannot be read, `not-found`, `no-body`, or `not-comparable` when a body is no JSON object.
    pub fn compare(&self, request: CompareRequest) -> Result<ComparePage, ErrorBody> {
        let from = self.load_source(&request.from.source)?;
        let to = self.load_source(&request.to.source)?;
        let key = (request.from.clone(), from.state, request.to.clone(), to.state);
        let last = lock(&self.last_compare).as_ref().filter(|last| last.key == key).map(|last| last.compared.clone());
        let compared = match last {
            Some(compared) => compared,
            None => {
                let compared = Arc::new(compare_epochs(&from, &request.from, &to, &request.to)?);
                *lock(&self.last_compare) = Some(Answer { key, compared: compared.clone() });
                compared
            }
        };
        Ok(page(&compared, request.offset, request.limit))
    }

    /// Compares two bodies of a task for the command; `to` comes from `against` where that is given.
    ///
    /// # Errors
    /// As [`Inspector::compare`].
    pub fn diff_document(
        &self,
        store: &Path,
        correlation: &str,
        from: &RevisionName,
        to: &RevisionName,
        against: Option<&Path>,
    ) -> Result<DiffDocument, ErrorBody> {
        let side = |epoch| SideRequest { source: String::new(), task_correlation: correlation.to_owned(), epoch };
        let older = self.load(store)?;
        let newer = match against {
            Some(path) => self.load(&self.absolute(path))?,
            None => older.clone(),
        };
        let compared = compare_epochs(&older, &side(from.epoch), &newer, &side(to.epoch))?;
        is_named(from, &compared.from)?;
        is_named(to, &compared.to)?;
        Ok(document(&compared))
    }
}

/// Checks that the body of an epoch is the revision that was named.
fn is_named(name: &RevisionName, side: &DiffSide) -> Result<(), ErrorBody> {
    let revision = name.revision.is_none_or(|revision| side.revision == Some(Number(revision as f64)));
    let digest =
        name.digest.as_deref().is_none_or(|prefix| side.digest.as_deref().is_some_and(|d| d.starts_with(prefix)));
    if revision && digest {
        return Ok(());
    }
    let stored = side.revision.map_or("none".to_owned(), |revision| revision.to_string());
    let message = format!("Epoch {} holds revision {stored}, not the one that was named.", side.epoch);
    Err(failure::error("no-body", message, Some("`continuity show` says which revisions are known.")))
}

fn compare_epochs(
    from: &Loaded,
    from_side: &SideRequest,
    to: &Loaded,
    to_side: &SideRequest,
) -> Result<Compared, ErrorBody> {
    let older = find(from, &from_side.task_correlation, from_side.epoch)?;
    let newer = find(to, &to_side.task_correlation, to_side.epoch)?;
    let flat = |found: &Found| {
        found.body.value().filter(|value| value.is_object()).map(diff::flatten).ok_or_else(|| {
            let message = format!("The body of epoch {} is no JSON object and cannot be compared.", found.row.epoch);
            failure::error("not-comparable", message, Some("Look at its bytes as stored."))
        })
    };
    let clock = Instant::now;
    let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
    let diff = diff::compare(&flat(&older)?, &flat(&newer)?, &deadline);
    let head_notes = diff::head_notes(&head(&older, &texts(&older)), &head(&newer, &texts(&newer)));
    let notes = head_notes.iter().chain(&diff.notes).map(|note| note.code().to_owned()).collect();
    let same_file = from.path == to.path;
    Ok(Compared { from: side(from, from_side, &older, true), to: side(to, to_side, &newer, same_file), diff, notes })
}

/// Texts of a body's head: digest, time of the last change.
fn texts(found: &Found) -> [Option<String>; 2] {
    [found.body.stated_digest(), found.body.updated_at()]
        .map(|text| text.map(|text| text.to_string_lossy().into_owned()))
}

fn head<'f>(found: &'f Found, texts: &'f [Option<String>; 2]) -> Head<'f> {
    Head {
        task: &found.row.correlation,
        epoch: found.row.epoch,
        revision: found.body.field("revision").and_then(|value| value.as_f64()),
        digest: texts[0].as_deref(),
        updated_at: texts[1].as_deref(),
        bytes: Some(found.row.body.bytes()),
    }
}

fn side(loaded: &Loaded, request: &SideRequest, found: &Found, first_file: bool) -> DiffSide {
    let current = task(loaded, &request.task_correlation).is_ok_and(|task| task.row.current_epoch == request.epoch);
    DiffSide {
        epoch: request.epoch,
        revision: found.body.field("revision").and_then(|value| value.as_f64()).map(Number),
        digest: texts(found)[0].clone(),
        source: match (first_file, current) {
            (false, _) => RevisionSource::OtherFile,
            (true, true) => RevisionSource::Live,
            (true, false) => RevisionSource::EarlierEpoch,
        },
    }
}

fn op(op: Op) -> DiffOp {
    match op {
        Op::Kept => DiffOp::Kept,
        Op::Moved => DiffOp::Moved,
        Op::Changed => DiffOp::Changed,
        Op::Added => DiffOp::Added,
        Op::Removed => DiffOp::Removed,
    }
}

fn json(item: &diff::Item) -> Json {
    Json::new(item.json().into_owned())
}

fn dropped(item: &diff::Dropped) -> Dropped {
    Dropped { path: item.path.to_string(), text: Text(item.item.shown().to_owned()) }
}

fn document(compared: &Compared) -> DiffDocument {
    // A single value that is the same on both sides says nothing; a list is listed whole, so that both sides can be
    // rebuilt from it.
    let fields = compared.diff.fields.iter().filter_map(|field| match field {
        diff::FieldDiff::Value(_) if field.is_unchanged() => None,
        diff::FieldDiff::Value(value) => Some(FieldDiff::Value(ValueDiff {
            path: value.path.to_string(),
            op: op(value.op),
            from: value.from.as_ref().map(json),
            to: value.to.as_ref().map(json),
        })),
        diff::FieldDiff::List(list) => Some(FieldDiff::List(ListDiff {
            path: list.path.to_string(),
            items: list.items.iter().map(item_diff).collect(),
        })),
    });
    DiffDocument {
        from: compared.from.clone(),
        to: compared.to.clone(),
        fields: fields.collect(),
        dropped: compared.diff.dropped.iter().map(dropped).collect(),
        notes: compared.notes.clone(),
    }
}

fn item_diff(item: &diff::ItemDiff) -> ItemDiff {
    ItemDiff {
        op: op(item.op),
        from_index: item.from.as_ref().map(|placed| placed.index as u64),
        to_index: item.to.as_ref().map(|placed| placed.index as u64),
        from: item.from.as_ref().map(|placed| json(&placed.item)),
        to: item.to.as_ref().map(|placed| json(&placed.item)),
        moved_to: item.moved_to.as_ref().map(ToString::to_string),
        moved_from: item.moved_from.as_ref().map(ToString::to_string),
    }
}

fn page(compared: &Compared, offset: u64, limit: u64) -> ComparePage {
    let clock = Instant::now;
    let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let rows = diff::rows(&compared.diff).skip(start).take(limit.min(MOST_ROWS) as usize);
    let rows: Vec<CompareRow> = rows.map(|row| compare_row(&row, &deadline)).collect();
    ComparePage {
        from: compared.from.clone(),
        to: compared.to.clone(),
        dropped: compared.diff.dropped.iter().take(MOST_DROPPED).map(dropped).collect(),
        dropped_count: compared.diff.dropped.len() as u64,
        changes: compared.diff.changes() as u64,
        total: diff::rows(&compared.diff).count() as u64,
        offset,
        rows,
        notes: compared.notes.clone(),
    }
}

fn compare_row(row: &diff::Row, deadline: &Deadline<'_>) -> CompareRow {
    let texts = row.texts(LONGEST_TEXT, deadline);
    let pieces = |pieces: Option<Vec<diff::Piece>>| {
        let piece = |piece: diff::Piece| Piece { text: Text(piece.text), marked: piece.marked };
        pieces.map(|pieces| pieces.into_iter().map(piece).collect())
    };
    CompareRow {
        path: row.path.to_string(),
        op: op(row.op),
        from_index: row.from_index.map(|index| index as u64),
        to_index: row.to_index.map(|index| index as u64),
        moved_to: row.moved_to.as_ref().map(ToString::to_string),
        moved_from: row.moved_from.as_ref().map(ToString::to_string),
        cut: texts.text_cut,
        from: pieces(texts.from),
        to: pieces(texts.to),
    }
}
