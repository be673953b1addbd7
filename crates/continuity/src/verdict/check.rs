//! The checks behind a verdict, each with what was expected and what is there.

use std::fmt;

use super::marker::{self, Marker};
use super::{Facts, Found};
use crate::card::CardOutcome;
use crate::json::Value;
use crate::records::SnapshotRow;
use crate::snapshot::Body;
use crate::token::Source;

/// Which check it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckId {
    /// What is stored belongs to the current epoch: the JSON names it, or only older epochs hold a body.
    EpochCurrent,
    /// The JSON has a revision that a load request can name: an integer from 1 on.
    Revision,
    /// The stated digest is the recomputed one.
    Digest,
    /// The digest column is the stated digest.
    ColumnDigest,
    /// The revision column is the revision in the JSON.
    ColumnRevision,
    /// Fields, types and bounds are as the contract says.
    Contract,
    /// Restore is not suppressed.
    NotSuppressed,
    /// The pre-compact marker names what is offered now.
    Marker,
    /// The bound workflow root resolves to a card.
    WorkflowRoot,
}

impl CheckId {
    /// All checks in the order they are listed.
    pub const ALL: [Self; 9] = [
        Self::EpochCurrent,
        Self::Revision,
        Self::Digest,
        Self::ColumnDigest,
        Self::ColumnRevision,
        Self::Contract,
        Self::NotSuppressed,
        Self::Marker,
        Self::WorkflowRoot,
    ];

    /// Returns the stable kebab-case id.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EpochCurrent => "epoch-current",
            Self::Revision => "revision",
            Self::Digest => "digest",
            Self::ColumnDigest => "column-digest",
            Self::ColumnRevision => "column-revision",
            Self::Contract => "contract",
            Self::NotSuppressed => "not-suppressed",
            Self::Marker => "marker",
            Self::WorkflowRoot => "workflow-root",
        }
    }
}

/// One check. Its `Debug` output leaves the values out: they come from the store.
#[derive(Clone, PartialEq, Eq)]
pub struct Check {
    /// Which one.
    pub id: CheckId,
    /// Whether it passes; `None` where it does not apply.
    pub pass: Option<bool>,
    /// What was expected, where that can be said.
    pub expected: Option<String>,
    /// What is there.
    pub actual: Option<String>,
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.id.as_str(), self.pass)
    }
}

/// The most characters of a stored value that a check repeats.
const MOST_SHOWN: usize = 100;

/// Runs every check.
pub(super) fn all(facts: &Facts<'_>, found: &Found, marker: Marker) -> Vec<Check> {
    CheckId::ALL.into_iter().map(|id| run(id, facts, found, marker)).collect()
}

fn run(id: CheckId, facts: &Facts<'_>, found: &Found, marker: Marker) -> Check {
    let (pass, expected, actual) = match id {
        CheckId::EpochCurrent => epoch_current(facts, found),
        CheckId::Revision => of_body(facts, |_, body| {
            let passes = body.revision().is_some_and(|revision| revision >= 1);
            (Some(passes), Some("an integer from 1 on".to_owned()), body.field("revision").map(shown))
        }),
        CheckId::Digest => of_body(facts, |_, body| {
            let recomputed = body.recomputed_digest().map(|digest| digest.to_string());
            (body.digest_valid(), body.field("snapshotDigest").map(shown), recomputed)
        }),
        CheckId::ColumnDigest => of_body(facts, |row, body| {
            let passes = body.stated_digest().is_some_and(|stated| stated == row.digest.as_str());
            (Some(passes), body.field("snapshotDigest").map(shown), Some(cut(&row.digest)))
        }),
        CheckId::ColumnRevision => of_body(facts, |row, body| {
            let passes = body.revision() == Some(row.revision);
            (Some(passes), body.field("revision").map(shown), Some(row.revision.to_string()))
        }),
        CheckId::Contract => contract(facts),
        CheckId::NotSuppressed => {
            let suppressed = facts.task.suppressed;
            (Some(!suppressed), Some("false".to_owned()), Some(suppressed.to_string()))
        }
        CheckId::Marker => marked(facts, found, marker),
        CheckId::WorkflowRoot => workflow_root(facts),
    };
    Check { id, pass, expected, actual }
}

type Outcome = (Option<bool>, Option<String>, Option<String>);

/// Runs a check on the JSON object of the current epoch; does not apply when there is none.
fn of_body(facts: &Facts<'_>, check: impl Fn(&SnapshotRow, &Body) -> Outcome) -> Outcome {
    match facts.current {
        Some((row, body)) if body.value().is_some_and(Value::is_object) => check(row, body),
        _ => (None, None, None),
    }
}

fn epoch_current(facts: &Facts<'_>, found: &Found) -> Outcome {
    let current = facts.task.current_epoch;
    let expected = Some(current.to_string());
    if matches!(found, Found::Summary(summary) if summary.source() == Source::Workflow) {
        return (Some(true), expected.clone(), expected);
    }
    match facts.current {
        Some((_, body)) if body.value().is_some_and(Value::is_object) => {
            (Some(body.epoch() == Some(current)), expected, body.field("epoch").map(shown))
        }
        Some(_) => (None, expected, None),
        None => (
            facts.newest_body_epoch.map(|newest| newest == current),
            expected,
            facts.newest_body_epoch.map(|newest| newest.to_string()),
        ),
    }
}

fn contract(facts: &Facts<'_>) -> Outcome {
    let Some((_, body)) = facts.current.filter(|(_, body)| !body.counts_as_none()) else { return (None, None, None) };
    let expected = Some("every field as the contract says".to_owned());
    let Some(contract) = body.contract() else { return (Some(false), expected, Some("not JSON".to_owned())) };
    let first = contract.failures.first().map(|failure| {
        let path = if failure.path.is_empty() { "the body" } else { failure.path.as_str() };
        format!("{path}: {}", failure.reason.code())
    });
    let actual = first.map(|first| match contract.total {
        1 => first,
        total => format!("{first} (and {} more)", total - 1),
    });
    (Some(contract.holds()), expected, actual)
}

/// Passes when the marker names what is offered, used or not; does not apply without a marker or while suppressed.
fn marked(facts: &Facts<'_>, found: &Found, marker: Marker) -> Outcome {
    let offered = match found {
        Found::Summary(summary) => {
            let field = |name: &str| cut(summary.get(name).unwrap_or("none").trim_matches('"'));
            Some(format!("{} {} {}", summary.source().as_str(), field("revision"), field("snapshotDigest")))
        }
        _ => None,
    };
    let pending = &facts.task.pending;
    let actual = pending.source.as_deref().map(|source| {
        let revision = pending.revision.map_or_else(|| "none".to_owned(), |revision| revision.to_string());
        format!("{} {revision} {}", cut(source), cut(pending.digest.as_deref().unwrap_or("none")))
    });
    let pass = match marker {
        Marker::NothingPending | Marker::Suppressed => None,
        Marker::Stale | Marker::Unreadable => Some(false),
        Marker::CurrentDirectDefer | Marker::CurrentWorkflowInject => Some(true),
        Marker::Consumed => match found {
            Found::Summary(summary) => Some(marker::matches(facts.task, summary)),
            _ => Some(false),
        },
    };
    (pass, offered, actual)
}

fn workflow_root(facts: &Facts<'_>) -> Outcome {
    let expected = facts.task.root_id.as_deref().map(cut);
    let (pass, actual) = match facts.card {
        CardOutcome::NotBound => return (None, None, None),
        CardOutcome::NoRoot => (false, "not found".to_owned()),
        CardOutcome::Resolved(card) => (true, card.digest().to_string()),
        CardOutcome::Failed(failure) => (false, failure.code().to_owned()),
    };
    (Some(pass), expected, Some(actual))
}

/// A stored value as a short text: a string without its quotes, anything else as JSON.
fn shown(value: Value<'_>) -> String {
    match value.as_str() {
        Some(text) => cut(&text.to_string_lossy()),
        None => cut(&value.to_json_text()),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
