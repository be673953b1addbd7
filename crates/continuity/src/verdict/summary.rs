//! The summary that `inspect_context` answers.

use std::fmt;

use crate::card::WorkflowCard;
use crate::json::{ObjectText, Value, json_string};
use crate::records::TaskRow;
use crate::token::Source;

/// The summary of a candidate: JSON texts by field name, in the order the tools write them.
///
/// Values that come from the body are whatever the body holds. A key that the body lacks is left out, as
/// `JSON.stringify` leaves it out. Its `Debug` output holds no values.
#[derive(Clone, PartialEq, Eq)]
pub struct Summary {
    source: Source,
    fields: Vec<(&'static str, String)>,
    /// The card's root id as JSON text; no part of the summary.
    root_id: Option<String>,
}

impl Summary {
    pub(super) fn of_body(task: &TaskRow, body: Value<'_>) -> Self {
        let field = |name: &str| body.get(name).map(Value::to_json_text);
        let digest = field("snapshotDigest");
        Self::new(task, Source::Direct, [field("revision"), field("status"), digest, field("updatedAt")])
    }

    pub(super) fn of_card(task: &TaskRow, card: &WorkflowCard) -> Self {
        let field = |name: &str| card.value().get(name).map(Value::to_json_text);
        let digest = Some(json_string(card.digest().to_string().as_str().into()));
        let summary =
            Self::new(task, Source::Workflow, [field("revision"), field("rootState"), digest, field("updatedAt")]);
        Self { root_id: field("rootId"), ..summary }
    }

    fn new(task: &TaskRow, source: Source, [revision, status, digest, updated_at]: [Option<String>; 4]) -> Self {
        let fields = [
            ("schemaVersion", Some(json_string("1.0.0".into()))),
            ("source", Some(json_string(source.as_str().into()))),
            ("taskCorrelation", Some(json_string(task.correlation.as_str().into()))),
            ("epoch", Some(task.current_epoch.to_string())),
            ("revision", revision),
            ("status", status),
            ("snapshotDigest", digest),
            ("updatedAt", updated_at),
        ];
        let fields = fields.into_iter().filter_map(|(name, json)| Some((name, json?))).collect();
        Self { source, fields, root_id: None }
    }

    /// Returns where the candidate comes from.
    pub fn source(&self) -> Source {
        self.source
    }

    pub(super) fn root_id(&self) -> Option<&str> {
        self.root_id.as_deref()
    }

    /// Returns a field's JSON text, or `None` when the summary has no such field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, json)| json.as_str())
    }

    /// Returns names and JSON texts of all fields.
    pub fn fields(&self) -> &[(&'static str, String)] {
        &self.fields
    }

    /// Returns the summary as one JSON text.
    pub fn to_json_text(&self) -> String {
        self.fields.iter().fold(ObjectText::new(), |object, (name, json)| object.raw(name, json)).finish()
    }
}

impl fmt::Debug for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Summary({}, {} fields)", self.source.as_str(), self.fields.len())
    }
}
