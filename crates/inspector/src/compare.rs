//! Two stored bodies, field by field.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use continuity::diff::{self, BodyDiff, Deadline, FlatBody, Head, Op};
use continuity::records::StoredBody;
use continuity::snapshot::Body;
use wire::commands::{CompareRequest, SideRequest};
use wire::compare::{
    ComparePage, CompareRow, DiffDocument, DiffOp, DiffSide, Dropped, FieldDiff, ItemDiff, ListDiff, Piece, ValueDiff,
};
use wire::revisions::RevisionSource;
use wire::{ErrorBody, Json, Number, Text};

use crate::body::{find, task};
use crate::inspector::{Inspector, lock};
use crate::loaded::Loaded;
use crate::revision_name::RevisionName;
use crate::{entry, failure, revisions};

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
                let older = Side::stored(&from, &request.from)?;
                let mut newer = Side::stored(&to, &request.to)?;
                if to.path != from.path {
                    newer.source = RevisionSource::OtherFile;
                }
                let compared = Arc::new(compare_sides(&older, &newer)?);
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
        let older = self.load(store)?;
        let newer = match against {
            Some(path) => self.load(&self.absolute(path))?,
            None => older.clone(),
        };
        let from = Side::named(&older, correlation, from)?;
        let mut to = Side::named(&newer, correlation, to)?;
        if newer.path != older.path {
            to.source = RevisionSource::OtherFile;
        }
        let compared = compare_sides(&from, &to)?;
        Ok(document(&compared))
    }
}

/// One side of a comparison: a body and where it comes from.
struct Side {
    correlation: String,
    epoch: i64,
    stored: StoredBody,
    body: Body,
    source: RevisionSource,
}

impl Side {
    /// The stored body of an epoch.
    fn stored(loaded: &Loaded, request: &SideRequest) -> Result<Self, ErrorBody> {
        let found = find(loaded, &request.task_correlation, request.epoch)?;
        let current = task(loaded, &request.task_correlation)?.row.current_epoch;
        let source = if current == request.epoch { RevisionSource::Live } else { RevisionSource::EarlierEpoch };
        Ok(Self {
            correlation: found.row.correlation,
            epoch: found.row.epoch,
            stored: found.row.body,
            body: found.body,
            source,
        })
    }

    /// The revision that a person names, wherever it was found.
    fn named(loaded: &Loaded, correlation: &str, name: &RevisionName) -> Result<Self, ErrorBody> {
        let task = task(loaded, correlation)?;
        let requests = entry::describe(loaded, task).requests;
        let revision = revisions::find(revisions::all(loaded, task, &requests), name)?;
        let stored = revision.body.unwrap_or_else(|| StoredBody::Text(Vec::new()));
        Ok(Self {
            correlation: correlation.to_owned(),
            epoch: revision.entry.epoch,
            body: Body::read(&stored),
            stored,
            source: revision.entry.source,
        })
    }

    fn revision(&self) -> Option<f64> {
        self.body.field("revision").and_then(|value| value.as_f64())
    }

    fn digest(&self) -> Option<String> {
        self.body.stated_digest().map(|text| text.to_string_lossy().into_owned())
    }

    fn flat(&self) -> Result<FlatBody, ErrorBody> {
        let value = self.body.value().filter(|value| value.is_object());
        value.map(diff::flatten).ok_or_else(|| {
            let message = format!("The body of epoch {} is no JSON object and cannot be compared.", self.epoch);
            failure::error("not-comparable", message, Some("Look at its bytes as stored."))
        })
    }

    fn head<'s>(&'s self, digest: Option<&'s str>, updated_at: Option<&'s str>) -> Head<'s> {
        Head {
            task: &self.correlation,
            epoch: self.epoch,
            revision: self.revision(),
            digest,
            updated_at,
            bytes: Some(self.stored.bytes()),
        }
    }

    fn described(&self) -> DiffSide {
        DiffSide {
            epoch: self.epoch,
            revision: self.revision().map(Number),
            digest: self.digest(),
            source: self.source,
        }
    }
}

fn compare_sides(from: &Side, to: &Side) -> Result<Compared, ErrorBody> {
    let clock = Instant::now;
    let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
    let diff = diff::compare(&from.flat()?, &to.flat()?, &deadline);
    let updated_at = |side: &Side| side.body.updated_at().map(|text| text.to_string_lossy().into_owned());
    let (from_digest, to_digest, from_time, to_time) = (from.digest(), to.digest(), updated_at(from), updated_at(to));
    let head_notes = diff::head_notes(
        &from.head(from_digest.as_deref(), from_time.as_deref()),
        &to.head(to_digest.as_deref(), to_time.as_deref()),
    );
    let notes = head_notes.iter().chain(&diff.notes).map(|note| note.code().to_owned()).collect();
    Ok(Compared { from: from.described(), to: to.described(), diff, notes })
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
