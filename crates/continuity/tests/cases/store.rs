//! Case folders: a private copy of the database, its rows, and the truth beside it.

use std::fs;
use std::path::{Path, PathBuf};

use continuity::SigningSecret;
use continuity::card::{self, CardOutcome};
use continuity::records::{
    DeltaRow, Pending, RequestRow, RootRow, RunRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow,
};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde_json::Value;

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) truth: Value,
    db: Connection,
    workflows: Option<Connection>,
    _folder: tempfile::TempDir,
}

pub(crate) fn cases() -> Vec<Case> {
    let Some(root) = std::env::var_os("CONTINUITY_CASES") else { return Vec::new() };
    let mut found = Vec::new();
    walk(Path::new(&root), &mut found);
    assert!(!found.is_empty(), "CONTINUITY_CASES is set, but there is no case below it");
    found.iter().filter_map(|folder| open(folder)).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("truth.json").exists() {
        found.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            walk(&entry.path(), found);
        }
    }
}

/// Opens a private copy; `None` for a case without a readable database.
fn open(folder: &Path) -> Option<Case> {
    let truth: Value = serde_json::from_str(&sane(&fs::read_to_string(folder.join("truth.json")).unwrap())).unwrap();
    if !truth["tasks"].is_array()
        || truth["tasks"].as_array().unwrap().iter().any(|task| task.get("expected").is_none())
    {
        return None;
    }
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_file() {
            let to = copy.path().join(entry.file_name());
            fs::write(&to, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    let db = Connection::open(copy.path().join("continuity.sqlite3")).unwrap();
    let workflows = copy.path().join("workflows.sqlite3");
    let workflows = workflows.exists().then(|| Connection::open(workflows).unwrap());
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    Some(Case { name, truth, db, workflows, _folder: copy })
}

/// `serde_json` refuses lone surrogates; they are made private-use characters on both sides of a comparison.
fn sane(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find("\\u") {
        let backslashes = rest[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        let unit = u16::from_str_radix(&rest[at + 2..at + 6], 16);
        let pair = |tail: &str| {
            tail.starts_with("\\u") && (0xDC00..0xE000).contains(&u16::from_str_radix(&tail[2..6], 16).unwrap_or(0))
        };
        let (copied, text) = match unit {
            Ok(_) if backslashes % 2 == 1 => (at + 2, None),
            Ok(0xD800..0xDC00) if pair(&rest[at + 6..]) => (at + 12, None),
            Ok(unit @ 0xD800..0xE000) => (at + 6, Some(format!("\\ue{:03x}", unit - 0xD800))),
            _ => (at + 2, None),
        };
        match text {
            Some(text) => {
                out.push_str(&rest[..at]);
                out.push_str(&text);
            }
            None => out.push_str(&rest[..copied]),
        }
        rest = &rest[copied..];
    }
    out + rest
}

pub(crate) fn parsed(json: &str) -> Value {
    serde_json::from_str(&sane(json)).unwrap()
}

fn body(row: &Row<'_>, at: usize) -> StoredBody {
    match row.get_ref(at).unwrap() {
        ValueRef::Text(text) => StoredBody::Text(text.to_vec()),
        ValueRef::Blob(bytes) => StoredBody::Blob(bytes.to_vec()),
        other => panic!("unexpected storage class {:?}", other.data_type()),
    }
}

impl Case {
    pub(crate) fn secret(&self) -> SigningSecret {
        SigningSecret::new(self.truth["signingSecretBase64url"].as_str().unwrap())
    }

    pub(crate) fn schema(&self) -> i64 {
        self.db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    pub(crate) fn tasks(&self) -> Vec<TaskRow> {
        let sql = "SELECT task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision,
                          pending_source, pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at
                   FROM continuity_tasks";
        let task = |row: &Row<'_>| {
            Ok(TaskRow {
                correlation: row.get(0)?,
                current_epoch: row.get(1)?,
                root_id: row.get(2)?,
                suppressed: row.get(3)?,
                last_auto_injected_revision: row.get(4)?,
                pending: Pending {
                    source: row.get(5)?,
                    revision: row.get(6)?,
                    digest: row.get(7)?,
                    root_id: row.get(8)?,
                    consumed: row.get(9)?,
                },
                updated_at: row.get(10)?,
            })
        };
        self.db.prepare(sql).unwrap().query_map([], task).unwrap().map(Result::unwrap).collect()
    }

    pub(crate) fn snapshots(&self, task: &str) -> Vec<SnapshotRow> {
        let sql = "SELECT epoch, revision, snapshot_digest, snapshot_json, updated_at FROM continuity_snapshots
                   WHERE task_correlation = ? ORDER BY epoch";
        let snapshot = |row: &Row<'_>| {
            Ok(SnapshotRow {
                correlation: task.to_owned(),
                epoch: row.get(0)?,
                revision: row.get(1)?,
                digest: row.get(2)?,
                body: body(row, 3),
                updated_at: row.get(4)?,
            })
        };
        self.db.prepare(sql).unwrap().query_map([task], snapshot).unwrap().map(Result::unwrap).collect()
    }

    pub(crate) fn requests(&self, task: &str, epoch: i64) -> Vec<RequestRow> {
        let sql = "SELECT request_hash, command_digest, result_json, created_at FROM continuity_requests
                   WHERE task_correlation = ? AND epoch = ?";
        let request = |row: &Row<'_>| {
            Ok(RequestRow {
                correlation: task.to_owned(),
                epoch,
                request_hash: row.get(0)?,
                command_digest: row.get(1)?,
                result: body(row, 2),
                created_at: row.get(3)?,
            })
        };
        let mut statement = self.db.prepare(sql).unwrap();
        statement.query_map((task, epoch), request).unwrap().map(Result::unwrap).collect()
    }

    pub(crate) fn tombstone(&self, task: &str, epoch: i64) -> Option<TombstoneRow> {
        let sql = "SELECT revision, payload_digest, purged_at FROM continuity_tombstones
                   WHERE task_correlation = ? AND epoch = ?";
        let tombstone = |row: &Row<'_>| {
            Ok(TombstoneRow {
                correlation: task.to_owned(),
                epoch,
                revision: row.get(0)?,
                payload_digest: row.get(1)?,
                purged_at: row.get(2)?,
            })
        };
        self.db.query_row(sql, (task, epoch), tombstone).ok()
    }

    pub(crate) fn delta(&self, task: &str, epoch: i64) -> Option<DeltaRow> {
        if self.schema() < 3 {
            return None;
        }
        let sql = "SELECT receiver_host, origin_digest, checkpoint_digest, checkpoint_json FROM continuity_delta_state
                   WHERE task_correlation = ? AND epoch = ?";
        let delta = |row: &Row<'_>| {
            Ok(DeltaRow {
                correlation: task.to_owned(),
                epoch,
                receiver_host: row.get(0)?,
                origin_digest: row.get(1)?,
                checkpoint_digest: row.get(2)?,
                checkpoint: body(row, 3),
            })
        };
        self.db.query_row(sql, (task, epoch), delta).ok()
    }

    pub(crate) fn card(&self, task: &TaskRow) -> CardOutcome {
        let (Some(db), Some(root_id)) = (&self.workflows, &task.root_id) else {
            return card::resolve(task, None, None);
        };
        let sql = "SELECT root_id, revision, state, root_json FROM convergence_roots WHERE root_id = ?";
        let root = |row: &Row<'_>| {
            Ok(RootRow { root_id: row.get(0)?, revision: row.get(1)?, state: row.get(2)?, root_json: body(row, 3) })
        };
        let root = db.query_row(sql, [root_id], root).ok();
        let sql = "SELECT runs.run_id, runs.revision, runs.state, receipt_json FROM workflow_attempt_links AS links
                   JOIN workflow_runs AS runs ON runs.run_id = links.run_id
                   WHERE links.root_id = ? ORDER BY links.epoch DESC, links.ordinal DESC LIMIT 1";
        let run = |row: &Row<'_>| {
            Ok(RunRow { run_id: row.get(0)?, revision: row.get(1)?, state: row.get(2)?, receipt_json: body(row, 3) })
        };
        card::resolve(task, root.as_ref(), db.query_row(sql, [root_id], run).ok().as_ref())
    }

    pub(crate) fn truth_of(&self, task: &TaskRow) -> &Value {
        let tasks = self.truth["tasks"].as_array().unwrap();
        tasks.iter().find(|truth| truth["taskCorrelation"] == task.correlation.as_str()).unwrap()
    }
}
