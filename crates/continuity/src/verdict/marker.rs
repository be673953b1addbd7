//! What a compact hook would do now.

use super::{Found, Summary};
use crate::json::json_string;
use crate::records::TaskRow;
use crate::token::Source;

/// What a compact hook would do with the task's pre-compact marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// There is no marker: nothing.
    NothingPending,
    /// Restore is suppressed: nothing.
    Suppressed,
    /// The marker was used: nothing.
    Consumed,
    /// The marker names something else than what is offered now: nothing.
    Stale,
    /// What is stored cannot be read, and the hook swallows the error: nothing.
    Unreadable,
    /// Metadata of the body is shown, each time.
    CurrentDirectDefer,
    /// The workflow card is injected, once.
    CurrentWorkflowInject,
}

impl Marker {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NothingPending => "nothing-pending",
            Self::Suppressed => "suppressed",
            Self::Consumed => "consumed",
            Self::Stale => "stale",
            Self::Unreadable => "unreadable",
            Self::CurrentDirectDefer => "current-direct-defer",
            Self::CurrentWorkflowInject => "current-workflow-inject",
        }
    }
}

/// Judges the marker; `signed` says whether a token for what was found can be signed.
pub(super) fn judge(task: &TaskRow, found: &Found, signed: bool) -> Marker {
    if task.pending.source.is_none() {
        return Marker::NothingPending;
    }
    if task.suppressed {
        return Marker::Suppressed;
    }
    if task.pending.consumed {
        return Marker::Consumed;
    }
    match found {
        Found::Error(_) => Marker::Unreadable,
        Found::Nothing => Marker::Stale,
        Found::Summary(summary) if !matches(task, summary) => Marker::Stale,
        Found::Summary(summary) => match summary.source() {
            Source::Direct if signed => Marker::CurrentDirectDefer,
            Source::Direct => Marker::Unreadable,
            Source::Workflow => Marker::CurrentWorkflowInject,
        },
    }
}

/// Returns whether the marker names what the summary offers, and the card's root when it is a card.
///
/// The card's root id is cut at 160 UTF-16 units and the marker's is not: a longer one never matches.
pub(super) fn matches(task: &TaskRow, summary: &Summary) -> bool {
    let pending = &task.pending;
    let text = |text: &Option<String>| text.as_deref().map(|text| json_string(text.into()));
    text(&pending.source).as_deref() == summary.get("source")
        && pending.revision.map(|revision| revision.to_string()).as_deref() == summary.get("revision")
        && text(&pending.digest).as_deref() == summary.get("snapshotDigest")
        && summary.root_id().is_none_or(|root_id| text(&pending.root_id).as_deref() == Some(root_id))
}
