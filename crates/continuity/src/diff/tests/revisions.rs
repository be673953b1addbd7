//! Five revisions of one task, as a store really held them.

use super::{diff, dropped, list, rows_of, value};
use crate::diff::Op;

const FIRST: &str = r#"{"schemaVersion":"1.0.0","source":"direct","epoch":1,"revision":1,"status":"active","core":{
 "objective":"Ship the release notes generator.",
 "completionCriteria":["All unit tests pass.","Changelog renders for the last 3 tags."],
 "constraints":["Do not touch the public API."],"decisions":["Parse git tags with a single pass."],
 "progress":["Tag reader done."],"blockers":[],"nextActions":["Write the markdown renderer."]},
 "evidenceRefs":[],"createdAt":"2026-09-20T01:00:02.000Z","updatedAt":"2026-09-20T01:00:02.000Z","snapshotDigest":"sha256:3d"}"#;

const SECOND: &str = r#"{"schemaVersion":"1.0.0","source":"direct","epoch":1,"revision":2,"status":"active","core":{
 "objective":"Ship the release notes generator.",
 "completionCriteria":["All unit tests pass.","Changelog renders for the last 3 tags."],
 "constraints":["Do not touch the public API."],"decisions":["Parse git tags with a single pass."],
 "progress":["Tag reader done.","Renderer skeleton."],"blockers":[],"nextActions":["Add tests for the renderer."]},
 "evidenceRefs":[{"artifactId":"unit-log","locator":"reports/unit-1.txt","digest":"sha256:c8","verified":true}],
 "createdAt":"2026-09-20T01:00:02.000Z","updatedAt":"2026-09-20T01:00:03.000Z","snapshotDigest":"sha256:63"}"#;

const THIRD: &str = r#"{"schemaVersion":"1.0.0","source":"direct","epoch":1,"revision":3,"status":"paused","core":{
 "objective":"Ship the release notes generator.",
 "completionCriteria":["All unit tests pass.","Changelog renders for the last 3 tags."],
 "constraints":["Do not touch the public API."],"decisions":["Parse git tags with a single pass."],
 "progress":["Tag reader done.","Renderer done."],"blockers":["CI runner lacks pandoc."],
 "nextActions":["Ask for pandoc in CI.","Add tests for the renderer."]},
 "evidenceRefs":[{"artifactId":"unit-log","locator":"reports/unit-1.txt","digest":"sha256:c8","verified":true},
  {"artifactId":"ci-log","locator":"ci/job-88.log","digest":"sha256:88","verified":false}],
 "createdAt":"2026-09-20T01:00:02.000Z","updatedAt":"2026-09-20T01:00:04.000Z","snapshotDigest":"sha256:50"}"#;

const FOURTH: &str = r#"{"schemaVersion":"1.0.0","source":"direct","epoch":1,"revision":4,"status":"active","core":{
 "objective":"Ship the release notes generator.",
 "completionCriteria":["All unit tests pass.","Changelog renders for the last 3 tags."],
 "constraints":["Do not touch the public API."],
 "decisions":["Parse git tags with a single pass.","Render with a small in-tree template instead of pandoc."],
 "progress":["Tag reader done.","Renderer done."],"blockers":[],"nextActions":["Add tests for the renderer."]},
 "evidenceRefs":[{"artifactId":"unit-log","locator":"reports/unit-2.txt","digest":"sha256:38","verified":true}],
 "createdAt":"2026-09-20T01:00:02.000Z","updatedAt":"2026-09-20T01:00:05.000Z","snapshotDigest":"sha256:bd"}"#;

#[test]
fn an_unrelated_next_action_that_shares_the_article_is_not_its_successor() {
    let diff = diff(FIRST, SECOND);
    assert_eq!(
        rows_of(&diff, "core.nextActions"),
        ["removed 0:Write the markdown renderer. -> ·", "added · -> 0:Add tests for the renderer."]
    );
    assert_eq!(dropped(&diff), [("core.nextActions".into(), "Write the markdown renderer.".into())]);
    assert_eq!(rows_of(&diff, "evidenceRefs"), ["added · -> 0:unit-log · reports/unit-1.txt · sha256:c8 · verified"]);
}

#[test]
fn a_reworded_item_is_a_changed_pair_and_not_a_loss() {
    let diff = diff(SECOND, THIRD);
    assert_eq!(
        rows_of(&diff, "core.progress"),
        ["kept 0:Tag reader done. -> 0:Tag reader done.", "changed 1:Renderer skeleton. -> 1:Renderer done."]
    );
    assert_eq!(
        rows_of(&diff, "core.nextActions"),
        ["added · -> 0:Ask for pandoc in CI.", "kept 0:Add tests for the renderer. -> 1:Add tests for the renderer."]
    );
    assert_eq!(dropped(&diff), []);
    assert_eq!(value(&diff, "status").op, Op::Changed);
    assert_eq!(value(&diff, "core.objective").op, Op::Kept);
}

#[test]
fn evidence_pairs_by_artifact_id_and_lost_blockers_come_before_lost_actions() {
    let diff = diff(THIRD, FOURTH);
    assert_eq!(
        rows_of(&diff, "evidenceRefs"),
        [
            "changed 0:unit-log · reports/unit-1.txt · sha256:c8 · verified -> 0:unit-log · reports/unit-2.txt · sha256:38 · verified",
            "removed 1:ci-log · ci/job-88.log · sha256:88 · not verified -> ·",
        ]
    );
    assert_eq!(
        dropped(&diff),
        [
            ("core.blockers".into(), "CI runner lacks pandoc.".into()),
            ("core.nextActions".into(), "Ask for pandoc in CI.".into()),
        ]
    );
}

#[test]
fn fields_stand_in_reading_order_with_the_noise_last() {
    let diff = diff(FIRST, SECOND);
    let paths: Vec<&str> = diff.fields.iter().map(|field| field.path()).collect();
    assert_eq!(
        paths,
        [
            "core.objective",
            "core.completionCriteria",
            "core.constraints",
            "core.decisions",
            "core.progress",
            "core.blockers",
            "core.nextActions",
            "evidenceRefs",
            "status",
            "schemaVersion",
            "source",
            "epoch",
            "revision",
            "createdAt",
            "updatedAt",
            "snapshotDigest",
        ]
    );
    assert!(list(&diff, "core.blockers").items.is_empty());
}
