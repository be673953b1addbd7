//! The workflow card: what AGS offers instead of a body when a workflow root is bound to the task.
//!
//! A card is a bounded projection of the root's task and of the last run's receipt. It is never stored; its digest is
//! over all of it but `snapshotDigest`.

mod bounded;
mod project;

use std::fmt;

use crate::digest::Digest;
use crate::error_code::ErrorCode;
use crate::json::{Document, ObjectText, Value};
use crate::records::{RootRow, RunRow, TaskRow};

/// What came of looking for a task's card.
#[derive(Debug)]
pub enum CardOutcome {
    /// No root is bound to the task (or its id is empty).
    NotBound,
    /// A root is bound, but there is no such root, or no workflow ledger.
    NoRoot,
    /// The card.
    Resolved(WorkflowCard),
    /// The ledger's rows make the server fail.
    Failed(CardFailure),
}

impl CardOutcome {
    /// Returns the card, if there is one.
    pub fn card(&self) -> Option<&WorkflowCard> {
        match self {
            Self::Resolved(card) => Some(card),
            _ => None,
        }
    }
}

/// Why rows of the ledger make no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFailure {
    /// The root's JSON does not parse.
    RootJson,
    /// The receipt's JSON does not parse, or is `null`.
    ReceiptJson,
    /// The receipt names another run or revision than its row.
    ReceiptMismatch,
    /// A field that the card needs is of a kind that the server cannot project.
    Projection,
    /// A field is missing or a number not finite, so that the card has no digest.
    NotDigestible,
    /// A field is nested too deep for a digest.
    TooDeep,
}

impl CardFailure {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::RootJson => "root-json",
            Self::ReceiptJson => "receipt-json",
            Self::ReceiptMismatch => "receipt-mismatch",
            Self::Projection => "projection",
            Self::NotDigestible => "not-digestible",
            Self::TooDeep => "too-deep",
        }
    }

    /// Returns what the tools answer. The ledger's reader turns every failure of its own into `INVALID_INPUT`; what
    /// fails later, while projecting, is an unexpected error and becomes `CONTINUITY_UNAVAILABLE`.
    pub fn error_code(self) -> ErrorCode {
        match self {
            Self::RootJson | Self::ReceiptJson | Self::ReceiptMismatch | Self::NotDigestible => ErrorCode::InvalidInput,
            Self::Projection | Self::TooDeep => ErrorCode::ContinuityUnavailable,
        }
    }
}

/// A workflow card. Its `Debug` output holds no text.
pub struct WorkflowCard {
    text: String,
    document: Document,
    digest: Digest,
}

impl WorkflowCard {
    /// Returns the card as JSON text, keys in the order AGS writes them, `snapshotDigest` last.
    pub fn to_json_text(&self) -> &str {
        &self.text
    }

    /// Returns the card without `snapshotDigest` as a value.
    pub fn value(&self) -> Value<'_> {
        self.document.root()
    }

    /// Returns the card's digest.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns the root's revision when it is an integer.
    pub fn revision(&self) -> Option<i64> {
        self.value().get("revision")?.as_integer()
    }
}

impl fmt::Debug for WorkflowCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WorkflowCard({})", self.digest)
    }
}

/// Projects the card of a task.
///
/// `root` is the row of the task's root id, `run` the last run linked to it by epoch and ordinal (`None` when none is
/// linked, or its row is gone). The server also parses the root's leases, outcomes and reviews, and fails when one of
/// those is no JSON; they are not looked at here.
pub fn resolve(task: &TaskRow, root: Option<&RootRow>, run: Option<&RunRow>) -> CardOutcome {
    if task.root_id.as_deref().unwrap_or_default().is_empty() {
        return CardOutcome::NotBound;
    }
    let Some(root) = root else { return CardOutcome::NoRoot };
    match card(task, root, run) {
        Ok(card) => CardOutcome::Resolved(card),
        Err(failure) => CardOutcome::Failed(failure),
    }
}

fn card(task: &TaskRow, root: &RootRow, run: Option<&RunRow>) -> Result<WorkflowCard, CardFailure> {
    let root = Document::parse(root.root_json.bytes()).map_err(|_| CardFailure::RootJson)?;
    let receipt = run.map(receipt).transpose()?;
    let base: ObjectText = project::project(task, root.root(), receipt.as_ref().map(Document::root))?;
    let document = Document::parse(base.clone().finish().as_bytes()).map_err(|_| CardFailure::Projection)?;
    let digest = crate::canonical::digest(document.root(), &[]).map_err(|_| CardFailure::TooDeep)?;
    let text = base.text("snapshotDigest", &digest.to_string()).finish();
    Ok(WorkflowCard { text, document, digest })
}

/// Reads a run's receipt and compares it with its row.
fn receipt(run: &RunRow) -> Result<Document, CardFailure> {
    let document = Document::parse(run.receipt_json.bytes()).map_err(|_| CardFailure::ReceiptJson)?;
    let receipt = document.root();
    if receipt.is_null() {
        return Err(CardFailure::ReceiptJson);
    }
    let same_run = receipt.get("runId").and_then(Value::as_str).is_some_and(|id| id == run.run_id.as_str());
    let same_revision = receipt.get("revision").and_then(Value::as_integer) == Some(run.revision);
    if same_run && same_revision { Ok(document) } else { Err(CardFailure::ReceiptMismatch) }
}
