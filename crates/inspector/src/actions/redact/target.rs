//! One stored body that is to be redacted, as it was seen.

use std::collections::HashMap;

use continuity::SigningSecret;
use continuity::json::{Document, NodeId};
use continuity::records::{RequestRow, SnapshotRow, StoredBody, TaskRow};
use continuity::snapshot::{Body, stored_bytes_digest};
use continuity::transition::{self, OldEpochs, RedactRequest, RedactState, Redacted, Spot, stored_revision};
use continuity_store::search::Value;
use continuity_store::write::Transaction;
use wire::activity::RedactedPlace;

use super::place::Place;
use crate::actions::SeenBody;
use crate::actions::refused::Refused;

/// One stored body. It holds places and no text.
pub(super) struct Target {
    pub(super) correlation: String,
    /// This very body: by the digest of its stored bytes, so that every place is where it was.
    pub(super) seen: SeenBody,
    pub(super) old_epochs: OldEpochs,
    spots: Vec<Spot>,
    /// For each spot, what every value of its kind begins with, in bytes.
    public: Vec<usize>,
    /// For the activity log.
    pub(super) redacted: Vec<RedactedPlace>,
}

/// The rows that a redaction looks at.
pub(super) struct Rows {
    pub(super) task: Option<TaskRow>,
    pub(super) snapshot: Option<SnapshotRow>,
    pub(super) requests: Vec<RequestRow>,
    pub(super) secret: Option<String>,
}

impl Rows {
    /// Reads them inside the transaction that will change them.
    pub(super) fn read(transaction: &Transaction<'_>, correlation: &str, epoch: i64) -> Result<Self, Refused> {
        Ok(Self {
            task: transaction.task(correlation)?,
            snapshot: transaction.snapshot(correlation, epoch)?,
            requests: transaction.requests(correlation, epoch)?,
            secret: transaction.signing_secret()?,
        })
    }
}

impl Target {
    /// Makes a target of a body and the places in it.
    pub(super) fn of(row: &SnapshotRow, places: &[Place], old_epochs: OldEpochs) -> Self {
        let mut redacted: Vec<RedactedPlace> = Vec::new();
        for place in places {
            let same = |known: &&mut RedactedPlace| known.rule == place.rule.id && known.pointer == place.known_pointer;
            match redacted.iter_mut().find(same) {
                Some(known) => known.count += 1,
                None => redacted.push(RedactedPlace {
                    rule: place.rule.id.clone(),
                    pointer: place.known_pointer.clone(),
                    count: 1,
                }),
            }
        }
        Self {
            correlation: row.correlation.clone(),
            seen: SeenBody {
                epoch: row.epoch,
                revision: stored_revision(row, &Body::read(&row.body)),
                digest: Some(stored_bytes_digest(&row.body)),
            },
            old_epochs,
            spots: places.iter().map(|place| place.spot.clone()).collect(),
            public: places.iter().map(|place| place.public_prefix).collect(),
            redacted,
        }
    }

    /// Judges the redaction by the rules.
    pub(super) fn judge(&self, rows: &Rows, now: &str) -> Result<Redacted, Refused> {
        let secret = SigningSecret::new(rows.secret.clone().ok_or(Refused::NoSecret)?);
        let request = RedactRequest::new(format!("continuity-inspector-{}", uuid::Uuid::new_v4()), &secret);
        let state =
            RedactState { task: rows.task.as_ref(), snapshot: rows.snapshot.as_ref(), requests: &rows.requests };
        let seen = self.seen.to_seen().map_err(|_| Refused::Rule(transition::Refusal::ChangedSinceRead))?;
        Ok(transition::redact(&state, &seen, &self.spots, self.old_epochs, &request, now)?)
    }

    /// Number of places.
    pub(super) fn spot_count(&self) -> u64 {
        self.spots.len() as u64
    }

    /// Takes the values out of the body that was seen, to look for them afterwards.
    pub(super) fn values(&self, body: &StoredBody) -> Vec<Value> {
        let Ok(document) = Document::parse(body.bytes()) else { return Vec::new() };
        let mut by_string: HashMap<NodeId, Vec<(&Spot, usize)>> = HashMap::new();
        for (spot, public) in self.spots.iter().zip(&self.public) {
            by_string.entry(spot.string).or_default().push((spot, *public));
        }
        let mut values = Vec::new();
        document.each_string(|string| {
            let here = by_string.get(&string.id).into_iter().flatten();
            values.extend(
                here.filter_map(|(spot, public)| Value::of(string.text.as_bytes(), spot.range.clone(), *public)),
            );
        });
        values
    }
}
