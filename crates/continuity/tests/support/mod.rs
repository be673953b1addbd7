//! Rows as the real server stored them, for tests to change.

#![allow(dead_code, missing_docs, unreachable_pub)]

use continuity::records::{Pending, SnapshotRow, StoredBody, TaskRow};

pub const CORRELATION: &str = "hmac-sha256:14e7ba768f928727f49081adc7fee5b39add05218ec4b97fda92d45f6c686233";
pub const SECRET: &str = "HFZwIlOFEhDbEV7cK3ql_ODCcxVkrlvkzdhxTqbycyY";
pub const DIGEST: &str = "sha256:100180a1aed2dfa88c8d483967341eebd05c3cb3b2d5bbc2eccb99566a6c9ba8";

/// Revision 3 of a real store's only task, as stored.
pub const BODY: &str = concat!(
    r#"{"schemaVersion":"1.0.0","source":"direct","#,
    r#""taskCorrelation":"hmac-sha256:14e7ba768f928727f49081adc7fee5b39add05218ec4b97fda92d45f6c686233","#,
    r#""epoch":1,"revision":3,"status":"active","core":{"objective":"Ship the release notes generator.","#,
    r#""completionCriteria":["All unit tests pass.","Changelog renders for the last 3 tags."],"#,
    r#""constraints":["Do not touch the public API."],"decisions":["Parse git tags with a single pass."],"#,
    r#""progress":["r3"],"blockers":[],"nextActions":["Write the markdown renderer."]},"evidenceRefs":[],"#,
    r#""createdAt":"2026-09-20T01:00:02.000Z","updatedAt":"2026-09-20T01:00:04.000Z","#,
    r#""snapshotDigest":"sha256:100180a1aed2dfa88c8d483967341eebd05c3cb3b2d5bbc2eccb99566a6c9ba8"}"#
);

pub fn text(json: &str) -> StoredBody {
    StoredBody::Text(json.as_bytes().to_vec())
}

pub fn task() -> TaskRow {
    TaskRow {
        correlation: CORRELATION.to_owned(),
        current_epoch: 1,
        root_id: None,
        suppressed: false,
        last_auto_injected_revision: None,
        pending: Pending::default(),
        updated_at: "2026-09-20T01:00:01.000Z".to_owned(),
    }
}

/// The row of [`BODY`] with another body in it.
pub fn row(json: &str) -> SnapshotRow {
    SnapshotRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        revision: 3,
        digest: DIGEST.to_owned(),
        body: text(json),
        updated_at: "2026-09-20T01:00:04.000Z".to_owned(),
    }
}
