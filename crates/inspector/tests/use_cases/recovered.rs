//! Bodies that no row holds any more: opened, shown byte for byte, followed through the revisions.

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};
use inspector::Inspector;
use wire::Number;
use wire::bytes::{BytesKind, BytesView};
use wire::commands::{
    BodyRequest, BytesRequest, CompareRequest, SideRequest, SnapshotRequest, StripRequest, TaskRequest,
};
use wire::compare::DiffOp;
use wire::revisions::RevisionSource;

use crate::common::{Machine, code, open};

struct Opened {
    machine: Machine,
    inspector: Inspector,
    built: BuiltStore,
    source: String,
}

impl Opened {
    fn new(journal: Journal, story: impl FnOnce(fixtures::TaskBuilder) -> fixtures::TaskBuilder) -> Self {
        let machine = Machine::new();
        let built = StoreBuilder::new().journal(journal).task("s", story).build(&machine.path("store")).unwrap();
        let inspector = machine.inspector();
        let source = open(&inspector, &built.path);
        Self { machine, inspector, built, source }
    }

    fn task(&self) -> String {
        self.built.tasks[0].correlation.as_str().to_owned()
    }

    fn snapshot(&self, revision: f64) -> SnapshotRequest {
        SnapshotRequest {
            source: self.source.clone(),
            task_correlation: self.task(),
            epoch: 1,
            revision: Some(Number(revision)),
            digest: None,
        }
    }

    fn side(&self, revision: f64) -> SideRequest {
        let SnapshotRequest { source, task_correlation, epoch, revision, digest } = self.snapshot(revision);
        SideRequest { source, task_correlation, epoch, revision, digest }
    }

    fn bytes(&self, file: &str, offset: u64, limit: u64) -> Result<BytesView, wire::ErrorBody> {
        let (source, file) = (self.source.clone(), file.to_owned());
        self.inspector.read_bytes(BytesRequest { source, file, offset, limit })
    }
}

fn body(objective: &str) -> Snapshot {
    Snapshot::new(objective).constraint("keep the build green")
}

fn decode(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn a_body_that_only_the_log_holds_opens_like_the_stored_one() {
    let opened = Opened::new(Journal::KEPT_LOG, |t| {
        t.checkpoint(body("first okapi")).checkpoint(body("second zebra")).checkpoint(body("third lemur"))
    });
    let history = &opened.built.tasks[0].history;
    for (at, objective) in ["first okapi", "second zebra", "third lemur"].into_iter().enumerate() {
        let request = opened.snapshot(at as f64 + 1.0);
        let view = opened.inspector.read_snapshot(request.clone()).unwrap();
        assert_eq!((view.entry.digest.as_ref(), view.entry.digest_valid), (Some(&history[at].digest), Some(true)));
        assert_eq!(view.entry.problems, [""; 0], "a recovered row contradicts nothing");
        let field = view.fields.iter().find(|field| field.path == "core.objective").unwrap();
        assert_eq!(field.items[0].text.as_str(), objective);

        let SnapshotRequest { source, task_correlation, epoch, revision, digest } = request.clone();
        let page = opened.inspector.read_body(BodyRequest {
            source,
            task_correlation,
            epoch,
            revision,
            digest,
            offset: 0,
            limit: 65_536,
        });
        assert_eq!(page.unwrap().text.as_str(), history[at].body);

        let to = opened.machine.path("exported.json");
        opened.inspector.export_body(request, &to).unwrap();
        assert_eq!(std::fs::read_to_string(&to).unwrap(), history[at].body);
    }
    assert_eq!(code(opened.inspector.read_snapshot(opened.snapshot(4.0))), "no-body");
    assert_eq!(code(opened.inspector.read_snapshot(opened.snapshot(1.5))), "no-body");
    assert_eq!(code(opened.inspector.read_snapshot(opened.snapshot(f64::NAN))), "no-body");
}

#[test]
fn what_a_delete_took_and_the_log_still_holds_is_said() {
    let opened =
        Opened::new(Journal::KEPT_LOG, |t| t.checkpoint(body("kept by the log")).purge().checkpoint(body("new")));
    let request = TaskRequest { source: opened.source.clone(), task_correlation: opened.task() };
    let view = opened.inspector.read_task(request).unwrap();
    let said: Vec<_> = view.revisions.iter().map(|r| (r.revision, r.source, r.deleted, r.complete)).collect();
    let number = |value| Some(Number(value));
    assert_eq!(
        said,
        [(number(2.0), RevisionSource::Live, false, true), (number(1.0), RevisionSource::Log, true, true)],
        "the row that came after the delete is none of its leftovers"
    );
    assert_eq!(view.uncommitted, None);
}

#[test]
fn the_end_of_a_log_that_no_commit_covers_is_named_and_not_shown() {
    let opened = Opened::new(Journal::KEPT_LOG, |t| {
        t.checkpoint(body("committed")).checkpoint(body(&"never ended ".repeat(2_000)))
    });
    let log = opened.built.path.with_file_name("continuity.sqlite3-wal");
    let bytes = std::fs::read(&log).unwrap();
    let frame = 24 + 4_096;
    std::fs::write(&log, &bytes[..bytes.len() - frame]).unwrap();
    // Frames behind the last one that ends a transaction: bytes 4 to 7 of its header are not 0.
    let frames: Vec<bool> = bytes[32..bytes.len() - frame].chunks(frame).map(|frame| frame[4..8] != [0; 4]).collect();
    let tail = frames.iter().rev().take_while(|ends| !**ends).count();
    assert!(tail > 3, "the body takes several pages");

    let request = TaskRequest { source: opened.source.clone(), task_correlation: opened.task() };
    let view = opened.inspector.read_task(request).unwrap();
    let named = view.uncommitted.unwrap();
    let offset = 32 + (frames.len() - tail) * frame;
    assert_eq!(
        (named.file.as_str(), named.frames, named.offset),
        ("continuity.sqlite3-wal", tail as u32, offset as u64)
    );
    let whole: Vec<_> = view.revisions.iter().filter(|r| r.complete).map(|r| r.revision).collect();
    assert_eq!(whole, [Some(Number(1.0))]);
}

#[test]
fn every_byte_of_a_file_is_shown_once_and_has_a_meaning() {
    for journal in [Journal::KEPT_LOG, Journal::CLOSED, Journal::Delete] {
        let opened = Opened::new(journal, |t| {
            t.checkpoint(body(&"old-okapi ".repeat(900))).checkpoint(body("new-zebra")).clear().checkpoint(body("next"))
        });
        for file in ["continuity.sqlite3", "continuity.sqlite3-wal"] {
            let path = opened.built.path.with_file_name(file);
            let Ok(stored) = std::fs::read(&path) else {
                assert_eq!(code(opened.bytes(file, 0, 16)), "no-file");
                continue;
            };
            let mut shown = Vec::new();
            while shown.len() < stored.len() {
                let view = opened.bytes(file, shown.len() as u64, 5_000).unwrap();
                assert_eq!((view.offset, view.total), (shown.len() as u64, stored.len() as u64));
                let mut at = view.offset;
                for span in &view.spans {
                    assert_eq!(span.offset, at, "spans follow each other");
                    at += span.length;
                }
                assert_eq!(at, view.offset + view.length);
                shown.extend(decode(view.hex.as_str()));
            }
            assert!(shown == stored, "{file} of {journal:?}");
        }
    }
}

#[test]
fn bytes_of_a_row_and_bytes_that_are_left_over_are_told_apart() {
    let opened = Opened::new(Journal::KEPT_LOG, |t| t.checkpoint(body("old-okapi")).checkpoint(body("new-zebra")));
    let stored = std::fs::read(opened.built.path.with_file_name("continuity.sqlite3-wal")).unwrap();
    let find = |text: &str| {
        let places = stored.windows(text.len()).enumerate().filter(|(_, window)| *window == text.as_bytes());
        places.map(|(at, _)| at as u64).collect::<Vec<_>>()
    };
    let kind = |at: u64| {
        let span = opened.bytes("continuity.sqlite3-wal", at, 1).unwrap().spans.remove(0);
        (span.kind, span.live, span.commit.is_some())
    };
    let old = find("old-okapi");
    assert!(!old.is_empty());
    for at in old {
        assert_eq!(kind(at), (BytesKind::Log, false, true));
    }
    let new = find("new-zebra");
    assert_eq!(kind(*new.last().unwrap()), (BytesKind::Row, true, true));
    assert_eq!(kind(0), (BytesKind::Structure, false, false), "the header of the log");
}

#[test]
fn no_other_file_can_be_named() {
    let opened = Opened::new(Journal::CLOSED, |t| t.checkpoint(body("one")));
    let beside = opened.machine.path("store/other.sqlite3");
    std::fs::write(&beside, b"secret").unwrap();
    let whole = beside.display().to_string();
    for name in
        ["other.sqlite3", "../store/continuity.sqlite3", "/etc/passwd", "", ".", "continuity.sqlite3-shm", &whole]
    {
        assert_eq!(code(opened.bytes(name, 0, 16)), "no-file", "{name}");
    }
    let end = opened.bytes("continuity.sqlite3", u64::MAX, u64::MAX).unwrap();
    assert_eq!((end.length, end.hex.as_str(), end.spans.len()), (0, "", 0));
}

#[test]
fn the_strip_shows_when_a_constraint_was_dropped() {
    let opened = Opened::new(Journal::KEPT_LOG, |t| {
        t.checkpoint(body("one").constraint("ask before pushing"))
            .checkpoint(body("two").constraint("ask before pushing to main").decision("use SQLite"))
            .checkpoint(body("three").decision("use SQLite"))
    });
    let request = StripRequest { source: opened.source.clone(), task_correlation: opened.task(), epoch: 1 };
    let view = opened.inspector.read_strip(request.clone()).unwrap();
    assert_eq!(
        view.revisions.iter().map(|r| (r.revision, r.source)).collect::<Vec<_>>(),
        [
            (Some(Number(1.0)), RevisionSource::Log),
            (Some(Number(2.0)), RevisionSource::Log),
            (Some(Number(3.0)), RevisionSource::Live)
        ]
    );
    assert!(!view.cut);
    let list = view.lists.iter().find(|list| list.path == "core.constraints").unwrap();
    let item = list.items.iter().find(|item| item.dropped).unwrap();
    assert_eq!(item.text.as_str(), "ask before pushing to main");
    let ops: Vec<_> = item.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.op)).collect();
    assert_eq!(ops, [Some(DiffOp::Added), Some(DiffOp::Changed), None]);
    let first = item.cells[0].as_ref().unwrap();
    assert_eq!(first.text.as_ref().map(|text| text.as_str()), Some("ask before pushing"));
    assert!(list.items.iter().any(|item| !item.dropped && item.text.as_str() == "keep the build green"));

    let nothing = opened.inspector.read_strip(StripRequest { epoch: 7, ..request.clone() }).unwrap();
    assert_eq!((nothing.revisions.len(), nothing.lists.len()), (0, 0));
    let unknown = StripRequest { task_correlation: "none".to_owned(), ..request };
    assert_eq!(code(opened.inspector.read_strip(unknown)), "not-found");
}

#[test]
fn all_that_was_dropped_is_one_markdown_list() {
    let opened = Opened::new(Journal::KEPT_LOG, |t| {
        let full = (0..300).fold(body("one"), |body, n| body.constraint(&format!("rule {n} of *all*")));
        t.checkpoint(full).checkpoint(Snapshot::new("two"))
    });
    let request = CompareRequest { from: opened.side(1.0), to: opened.side(2.0), offset: 0, limit: 1 };
    let markdown = opened.inspector.dropped_markdown(request.clone()).unwrap();
    let items: Vec<&str> = markdown.as_str().lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(items.len(), 301);
    assert!(items.iter().any(|line| line.contains("rule 299 of")));
    let same = CompareRequest { to: request.from.clone(), ..request };
    assert_eq!(opened.inspector.dropped_markdown(same).unwrap().as_str(), "");
}
