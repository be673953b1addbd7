//! What the real tools would answer for a task: `inspect_context`, `load_context` and the compact hook.
//!
//! The answers follow the rules of AGS, not what would be sensible: `inspect` believes the stored JSON without
//! checking its digest, ignores the columns beside it, and prefers a workflow card over a body. [`Check`]s say what
//! holds beside that.

mod check;
mod load;
mod marker;
mod summary;

pub use check::{Check, CheckId};
pub use load::LoadAnswer;
pub use marker::Marker;
pub use summary::Summary;

use crate::canonical;
use crate::card::CardOutcome;
use crate::error_code::ErrorCode;
use crate::json::Value;
use crate::records::{SnapshotRow, TaskRow, TombstoneRow};
use crate::snapshot::Body;
use crate::token::Source;

/// What a verdict is made from. All rows are those of one committed state.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The task's row.
    pub task: &'a TaskRow,
    /// The body of the current epoch, row and reading.
    pub current: Option<(&'a SnapshotRow, &'a Body)>,
    /// What came of looking for the workflow card.
    pub card: &'a CardOutcome,
    /// The tombstone of the current epoch.
    pub tombstone: Option<&'a TombstoneRow>,
    /// The newest epoch that holds a body, current or not.
    pub newest_body_epoch: Option<i64>,
    /// Whether any epoch of the task has a delta row (schema 3).
    pub has_delta: bool,
    /// Schema version of the store.
    pub schema_version: i64,
}

/// The decision of `inspect_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A candidate is offered; it must be loaded explicitly.
    Defer,
    /// Nothing is offered.
    Reject,
}

impl Decision {
    /// Returns `DEFER` or `REJECT`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Defer => "DEFER",
            Self::Reject => "REJECT",
        }
    }
}

/// A reason code of `inspect_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonCode {
    /// A candidate is there.
    ExplicitLoadRequired,
    /// Restore is suppressed.
    RestoreSuppressed,
    /// Neither a card nor a body of the current epoch.
    NoRestoreCandidate,
}

impl ReasonCode {
    /// Returns the code as the tools write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ExplicitLoadRequired => "EXPLICIT_LOAD_REQUIRED",
            Self::RestoreSuppressed => "RESTORE_SUPPRESSED",
            Self::NoRestoreCandidate => "NO_RESTORE_CANDIDATE",
        }
    }
}

/// Something that a reader of the verdict should know and no check covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A delta row exists: servers of the 2.7 line refuse every operation on this task with `CONTINUITY_UNAVAILABLE`,
    /// the development line answers as shown.
    ReceiverState,
    /// A body was purged in this epoch before the one that is stored now.
    PurgedBefore,
    /// The stored revision is not above the purged one: schema 1 restarts its numbering after a purge.
    NumberingRestarted,
}

impl Remark {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::ReceiverState => "receiver-state",
            Self::PurgedBefore => "purged-before",
            Self::NumberingRestarted => "numbering-restarted",
        }
    }
}

/// What `inspect_context` answers, and what follows from it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The decision; `None` when the tool answers an error.
    pub decision: Option<Decision>,
    /// The reasons; empty when the tool answers an error.
    pub reason_codes: Vec<ReasonCode>,
    /// The summary of what is offered.
    pub summary: Option<Summary>,
    /// The error that the tool answers.
    pub error: Option<ErrorCode>,
    /// Every check, in the order of [`CheckId::ALL`].
    pub checks: Vec<Check>,
    /// What `load_context` answers to a fresh token of the same session; `None` when nothing is offered.
    pub load: Option<LoadAnswer>,
    /// The epoch whose body is offered; `None` when nothing or a card is.
    pub offered_epoch: Option<i64>,
    /// What a compact hook would do now.
    pub marker: Marker,
    /// What else there is to know.
    pub remarks: Vec<Remark>,
}

/// What the server finds for a task that is not suppressed.
enum Found {
    Nothing,
    Summary(Summary),
    Error(ErrorCode),
}

/// Judges a task.
pub fn judge(facts: &Facts<'_>) -> Candidate {
    let found = find(facts);
    let signed = match &found {
        Found::Summary(summary) => sign(facts, summary.source()),
        Found::Nothing => Ok(()),
        Found::Error(code) => Err(*code),
    };
    let marker = marker::judge(facts.task, &found, signed.is_ok());
    let checks = check::all(facts, &found, marker);
    let mut candidate = Candidate {
        decision: Some(Decision::Reject),
        reason_codes: Vec::new(),
        summary: None,
        error: None,
        checks,
        load: None,
        offered_epoch: None,
        marker,
        remarks: remarks(facts),
    };
    if facts.task.suppressed {
        candidate.reason_codes.push(ReasonCode::RestoreSuppressed);
        return candidate;
    }
    match (found, signed) {
        (_, Err(code)) | (Found::Error(code), _) => {
            candidate.decision = None;
            candidate.error = Some(code);
        }
        (Found::Nothing, Ok(())) => candidate.reason_codes.push(ReasonCode::NoRestoreCandidate),
        (Found::Summary(summary), Ok(())) => {
            candidate.decision = Some(Decision::Defer);
            candidate.reason_codes.push(ReasonCode::ExplicitLoadRequired);
            candidate.load = Some(load::answer(facts, summary.source()));
            candidate.offered_epoch = (summary.source() == Source::Direct).then_some(facts.task.current_epoch);
            candidate.summary = Some(summary);
        }
    }
    candidate
}

/// Looks for a card, then for the body of the current epoch.
fn find(facts: &Facts<'_>) -> Found {
    match facts.card {
        CardOutcome::Resolved(card) => return Found::Summary(Summary::of_card(facts.task, card)),
        CardOutcome::Failed(failure) => return Found::Error(failure.error_code()),
        CardOutcome::NotBound | CardOutcome::NoRoot => {}
    }
    match facts.current {
        None => Found::Nothing,
        Some((_, body)) if body.counts_as_none() => Found::Nothing,
        Some((_, body)) => match body.value() {
            None => Found::Error(ErrorCode::ContinuityUnavailable),
            Some(value) => Found::Summary(Summary::of_body(facts.task, value)),
        },
    }
}

/// Does what signing a restore token does: revision and digest must be there and have a canonical form.
fn sign(facts: &Facts<'_>, source: Source) -> Result<(), ErrorCode> {
    // A card has both, or it would not be one; its own digest covers the revision.
    let (Source::Direct, Some((_, body))) = (source, facts.current) else { return Ok(()) };
    // The payload's keys are sorted: the digest comes before the revision.
    for name in ["snapshotDigest", "revision"] {
        let value: Value<'_> = body.field(name).ok_or(ErrorCode::InvalidInput)?;
        canonical::digest(value, &[]).map_err(ErrorCode::from)?;
    }
    Ok(())
}

fn remarks(facts: &Facts<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if facts.has_delta {
        remarks.push(Remark::ReceiverState);
    }
    if let (Some(tombstone), Some((_, body))) = (facts.tombstone, facts.current) {
        remarks.push(Remark::PurgedBefore);
        if body.revision().is_some_and(|revision| revision <= tombstone.revision) {
            remarks.push(Remark::NumberingRestarted);
        }
    }
    remarks
}
