//! Two bodies, field by field: pages for the window, a document and lines for the command.

mod document;
mod lines;
mod page;
mod side;

use std::path::Path;
use std::time::{Duration, Instant};

use continuity::diff::{self, BodyDiff, Deadline, Note};
use wire::ErrorBody;
use wire::compare::{DiffDocument, DiffSide};
use wire::revisions::RevisionSource;

use self::side::Side;
use crate::finding::Known;
use crate::inspector::Inspector;
use crate::masking::{self, Shown};
use crate::revision_name::RevisionName;

pub(crate) use document::op;
pub use lines::DiffFormat;

/// How long the fine pass of a comparison may take before it is cut, and the words of one page before they are.
const FINE_PASS: Duration = Duration::from_millis(400);

/// Which two revisions of a task the command compares.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The store of the older side.
    pub store: &'a Path,
    /// The task.
    pub correlation: &'a str,
    /// The task of the newer side, where it is another one.
    pub to_task: Option<&'a str>,
    /// The older side.
    pub from: &'a RevisionName,
    /// The newer side.
    pub to: &'a RevisionName,
    /// The database that the newer side is in, where it is another one.
    pub against: Option<&'a Path>,
    /// Whether found secrets are shown as they are, and not masked.
    pub reveal: bool,
}

/// Two sides and their difference.
struct Compared {
    from: DiffSide,
    to: DiffSide,
    diff: BodyDiff,
    notes: Vec<Note>,
    /// Values that either side tells of.
    known: Option<Known>,
}

impl Inspector {
    /// Compares two revisions of a task, wherever they were found.
    ///
    /// # Errors
    /// When a store cannot be read; `not-found`; `no-body`; `ambiguous`, when bodies of several digests have a name;
    /// `not-comparable` when a body is no JSON object.
    pub fn diff_document(&self, comparison: Comparison<'_>) -> Result<DiffDocument, ErrorBody> {
        let (from, to) = self.sides(comparison)?;
        let compared = Compared::of(&from, &to)?;
        Ok(document::document(&compared, compared.shown(comparison.reveal)))
    }

    fn sides(&self, comparison: Comparison<'_>) -> Result<(Side, Side), ErrorBody> {
        let older = self.load(comparison.store)?;
        let newer = match comparison.against {
            Some(path) => self.load(&self.absolute(path))?,
            None => older.clone(),
        };
        let from = Side::named(self, &older, comparison.correlation, comparison.from)?;
        let mut to = Side::named(self, &newer, comparison.to_task.unwrap_or(comparison.correlation), comparison.to)?;
        if newer.path != older.path {
            to.source = RevisionSource::OtherFile;
        }
        Ok((from, to))
    }
}

impl Compared {
    fn of(from: &Side, to: &Side) -> Result<Self, ErrorBody> {
        let clock = Instant::now;
        let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
        let diff = diff::compare(&from.flat()?, &to.flat()?, &deadline);
        let updated_at = |side: &Side| side.body.updated_at().map(|text| text.to_string_lossy().into_owned());
        let (from_digest, to_digest) = (from.digest(), to.digest());
        let (from_time, to_time) = (updated_at(from), updated_at(to));
        let mut notes = diff::head_notes(
            &from.head(from_digest.as_deref(), from_time.as_deref()),
            &to.head(to_digest.as_deref(), to_time.as_deref()),
        );
        notes.extend(diff.notes.iter().copied());
        let known = masking::values([&from.stored, &to.stored]);
        Ok(Self { from: from.described(), to: to.described(), diff, notes, known })
    }

    /// How it is shown.
    fn shown(&self, reveal: bool) -> Shown<'_> {
        Shown::plain_if(reveal, self.known.as_ref())
    }
}
