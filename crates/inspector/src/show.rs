//! One task and one of its bodies, whole, for the command.

use std::path::Path;

use wire::snapshot::ShowDocument;
use wire::{ErrorBody, Text};

use crate::inspector::Inspector;
use crate::masking::{self, Shown};
use crate::revision_name::RevisionName;
use crate::{body, entry, failure};

impl Inspector {
    /// Describes a task and shows a body: the one asked for, else that of the current epoch, else the newest stored one. `raw` adds the stored text, as it is; `reveal` shows found secrets of the body as they are.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, or `no-body` when the one that was asked for is nowhere.
    pub fn show_document(
        &self,
        store: &Path,
        correlation: &str,
        name: Option<&RevisionName>,
        raw: bool,
        reveal: bool,
    ) -> Result<ShowDocument, ErrorBody> {
        let loaded = self.load(store)?;
        let task = body::task(&loaded, correlation)?;
        let described = entry::describe(&loaded, task);
        let holds_body = |number: &i64| task.epoch(*number).is_some_and(|epoch| epoch.snapshot.is_some());
        let newest = || task.epochs.keys().rev().copied().find(holds_body);
        let current = task.row.current_epoch;
        let epoch = || Some(current).filter(holds_body).or_else(newest).unwrap_or(current);
        let shown = name.cloned().unwrap_or_else(|| RevisionName { epoch: epoch(), revision: None, digest: None });
        let found = match body::requested(self, &loaded, correlation, &shown) {
            Ok(found) => Some(found),
            Err(error) if error.code == "no-body" && name.is_none() => None,
            Err(error) => return Err(error),
        };
        let value = found.as_ref().and_then(|found| found.body.value()).filter(|value| value.is_object());
        let text =
            found.as_ref().filter(|_| raw).map(|found| String::from_utf8_lossy(found.row.body.bytes()).into_owned());
        let known = found.as_ref().and_then(|found| masking::values([&found.row.body]));
        let shown_as = Shown::plain_if(reveal, known.as_ref());
        let snapshot = value.map(|value| shown_as.json(value.to_json_text(), ""));
        Ok(ShowDocument {
            task: described.entry,
            epoch: shown.epoch,
            masked: snapshot.as_ref().is_some_and(|(_, masked)| *masked),
            snapshot: snapshot.map(|(snapshot, _)| snapshot),
            stored_text: text.map(Text),
            requests: described.requests,
        })
    }

    /// Returns the stored bytes of a body, exactly.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, or `no-body`.
    pub fn stored_bytes(&self, store: &Path, correlation: &str, name: &RevisionName) -> Result<Vec<u8>, ErrorBody> {
        let loaded = self.load(store)?;
        let found = body::requested(self, &loaded, correlation, name)?;
        Ok(found.row.body.bytes().to_vec())
    }
}

/// An error for a use of the command that makes no sense.
pub fn usage(message: impl Into<String>) -> ErrorBody {
    failure::error("usage", message, Some("See `continuity help`."))
}
