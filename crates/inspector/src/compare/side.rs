//! One side of a comparison.

use continuity::diff::{self, FlatBody, Head};
use continuity::json::Document;
use continuity::records::StoredBody;
use continuity::snapshot::Body;
use wire::commands::SideRequest;
use wire::compare::DiffSide;
use wire::revisions::RevisionSource;
use wire::{ErrorBody, Number};

use crate::body::{find, task};
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::revision_name::RevisionName;
use crate::{failure, revisions};

/// One side of a comparison: a body and where it comes from.
pub(super) struct Side {
    correlation: String,
    epoch: i64,
    pub(super) stored: StoredBody,
    pub(super) body: Body,
    pub(super) source: RevisionSource,
}

impl Side {
    /// The body that the window names: the stored one of an epoch, or any revision that can be found.
    pub(super) fn requested(inspector: &Inspector, loaded: &Loaded, request: &SideRequest) -> Result<Self, ErrorBody> {
        if request.revision.is_none() && request.digest.is_none() {
            return Self::stored(loaded, request);
        }
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        Self::named(inspector, loaded, &request.task_correlation, &name)
    }

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
    pub(super) fn named(
        inspector: &Inspector,
        loaded: &Loaded,
        correlation: &str,
        name: &RevisionName,
    ) -> Result<Self, ErrorBody> {
        let revisions = inspector.revisions_of(loaded, task(loaded, correlation)?);
        let revision = revisions::find(&revisions, name)?;
        let stored = revision.body.clone().unwrap_or_else(|| StoredBody::Text(Vec::new()));
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

    pub(super) fn digest(&self) -> Option<String> {
        self.body.stated_digest().map(|text| text.to_string_lossy().into_owned())
    }

    pub(super) fn flat(&self) -> Result<FlatBody, ErrorBody> {
        let value = self.body.value().filter(|value| value.is_object());
        value.map(diff::flatten).ok_or_else(|| self.not_comparable())
    }

    /// The side's name for people, such as `1.2 sha256:3dda67d3f961`.
    pub(super) fn name(&self) -> String {
        let revision = self.revision().map_or("?".to_owned(), |revision| revision.to_string());
        let digest: String = self.digest().unwrap_or_default().chars().take("sha256:".len() + 12).collect();
        format!("{}.{revision} {digest}", self.epoch)
    }

    /// The body as a JSON document of its own.
    pub(super) fn document(&self) -> Result<Document, ErrorBody> {
        Document::parse(self.stored.bytes()).map_err(|_| self.not_comparable())
    }

    fn not_comparable(&self) -> ErrorBody {
        let message = format!("The body of epoch {} is no JSON object and cannot be compared.", self.epoch);
        failure::error("not-comparable", message, Some("Look at its bytes as stored."))
    }

    pub(super) fn head<'s>(&'s self, digest: Option<&'s str>, updated_at: Option<&'s str>) -> Head<'s> {
        Head {
            task: &self.correlation,
            epoch: self.epoch,
            revision: self.revision(),
            digest,
            updated_at,
            bytes: Some(self.stored.bytes()),
        }
    }

    pub(super) fn described(&self) -> DiffSide {
        DiffSide {
            epoch: self.epoch,
            revision: self.revision().map(Number),
            digest: self.digest(),
            source: self.source,
        }
    }
}
