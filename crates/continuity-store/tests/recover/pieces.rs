//! What counts as a piece, where it is said to be, and whose it is.

use continuity_store::recover::{Found, FoundIn, Piece, Place, recover_all};
use fixtures::{AutoVacuum, BuiltStore, Journal, Root, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;
use sqlite_pages::{FileRole, PageImage};

use crate::common::beside;

fn pieces(image: &PageImage) -> Vec<Piece> {
    let mut pieces = Vec::new();
    recover_all(image, None, |found| {
        if let Found::Piece(piece) = found {
            pieces.push(piece);
        }
    });
    pieces
}

fn image(store: &BuiltStore) -> PageImage {
    PageImage::read(&store.path).unwrap()
}

/// A snapshot over several pages: items of one task and revision, each with its number.
fn long(name: &str, items: u32) -> Snapshot {
    let item = |number| format!("Item {number:04} of {name}, which says a little more than its number.");
    (0..items).fold(Snapshot::new(&format!("The objective of {name} is to be long.")), |snapshot, number| {
        snapshot.progress(&item(number))
    })
}

fn text(piece: &Piece) -> String {
    String::from_utf8_lossy(&piece.bytes).into_owned()
}

/// What other tables keep, in states that the log still holds and in space that was freed, is no piece. (A row that moved
/// to another page leaves a copy behind, of which pieces stay.)
#[rstest]
fn pieces_are_text_of_bodies_and_nothing_else(
    #[values(512, 1_024, 4_096, 65_536)] page_size: u32,
    #[values(AutoVacuum::None, AutoVacuum::Full)] auto_vacuum: AutoVacuum,
    #[values(true, false)] log: bool,
) {
    let folder = tempfile::tempdir().unwrap();
    let journal = if log { Journal::KEPT_LOG } else { Journal::Delete };
    let mut builder =
        StoreBuilder::new().schema(SchemaVersion::V3).page_size(page_size).auto_vacuum(auto_vacuum).journal(journal);
    for number in 0..30 {
        builder = builder.task(&format!("session-{number}"), |task| {
            let task = task.checkpoint(long(&format!("task {number}"), 3)).mark_pre_compact().post_compact(None, true);
            task.clear().suppress().checkpoint(long(&format!("task {number} again"), 3))
        });
    }
    let deletes = "DELETE FROM continuity_observations WHERE rowid % 2 = 0;
        DELETE FROM continuity_requests WHERE rowid % 3 = 0;
        UPDATE continuity_tasks SET root_id = NULL, updated_at = updated_at || '0'";
    let store = builder.raw_sql(deletes).build(folder.path()).unwrap();
    let foreign = |text: &String| !text.contains(" of task ") && !text.contains("says a little more");
    assert_eq!(pieces(&image(&store)).iter().map(text).filter(foreign).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_middle_of_a_deleted_body_is_a_piece_of_the_task_that_it_shares_its_text_with() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("kept", |task| task.checkpoint(long("another one", 300)))
        .task("gone", |task| task.checkpoint(long("the one", 300)).clear().checkpoint(long("the one", 300)))
        .task("gone", |task| task.purge_epoch(1))
        .build(folder.path())
        .unwrap();
    let gone = store.correlation("gone");
    let body = store.task("gone").unwrap().history[0].body.as_bytes();
    let mut main = std::fs::read(&store.path).unwrap();
    // All that is left of the deleted body is one page of its middle.
    let middle = &body[9_000..9_100];
    let pages: Vec<usize> = main
        .chunks(4_096)
        .enumerate()
        .filter(|(_, page)| memchr::memmem::find(page, middle).is_some())
        .map(|(at, _)| at)
        .collect();
    assert_eq!(pages.len(), 2, "the deleted body and the stored one");
    let before = PageImage::from_bytes(main.clone(), None, None).unwrap();
    let is_free = |page: usize| before.page(page as u32 + 1).is_some() && !is_live(&store, page);
    let free: Vec<usize> = pages.into_iter().filter(|page| is_free(*page)).collect();
    let [page] = free.as_slice() else { panic!("one of them is free") };
    for other in (0..main.len() / 4_096).filter(|other| other != page && !is_live(&store, *other)) {
        main[other * 4_096 + 8..(other + 1) * 4_096].fill(0);
    }
    let found = pieces(&PageImage::from_bytes(main, None, None).unwrap());
    let [piece] = found.as_slice() else { panic!("one piece: {found:?}") };
    assert_eq!(piece.bytes.len(), 4_092);
    assert!(memchr::memmem::find(body, &piece.bytes).is_some());
    assert_eq!(piece.correlation.as_deref(), Some(gone.as_str()));
    let offset = *page as u64 * 4_096 + 4;
    let number = Some(*page as u32 + 1);
    let place = Place { found_in: FoundIn::FreePage, file: FileRole::Main, page: number, offset, commit: None };
    assert_eq!(piece.places, [place]);
}

/// Whether a page (from 0) is used by a table, as SQLite's own list of pages says.
fn is_live(store: &BuiltStore, page: usize) -> bool {
    let connection = rusqlite::Connection::open(&store.path).unwrap();
    let sql = "SELECT count(*) FROM dbstat WHERE pageno = ?1";
    connection.query_row(sql, [page as i64 + 1], |row| row.get::<_, i64>(0)).unwrap() > 0
}

#[test]
fn text_that_two_tasks_have_is_a_piece_of_neither() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("first", |task| task.checkpoint(long("both", 120)))
        .task("second", |task| task.checkpoint(long("both", 120)))
        .build(folder.path())
        .unwrap();
    let body = store.task("first").unwrap().history[0].body.as_bytes();
    let mut main = std::fs::read(&store.path).unwrap();
    let cut = &body[5_000..6_000];
    main.extend_from_slice(cut);
    let found = pieces(&PageImage::from_bytes(main.clone(), None, None).unwrap());
    let [piece] = found.as_slice() else { panic!("one piece: {found:?}") };
    assert_eq!((piece.bytes.as_slice(), piece.correlation.as_deref()), (cut, None));
    let offset = main.len() as u64 - 1_000;
    let place = Place { found_in: FoundIn::FreePage, file: FileRole::Main, page: None, offset, commit: None };
    assert_eq!(piece.places, [place], "behind the last page");
}

#[test]
fn overflow_pages_that_one_transaction_wrote_are_one_body() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new()
        .page_size(512)
        .journal(Journal::KEPT_LOG)
        .task("first", |task| task.checkpoint(long("the first", 40)))
        .task("second", |task| task.checkpoint(long("the second", 40)))
        .build(folder.path())
        .unwrap();
    let main = std::fs::read(&store.path).unwrap();
    let mut log = std::fs::read(beside(&store.path, "-wal")).unwrap();
    // A broken checksum makes every frame a leftover. Where a row begins is overwritten too.
    log[32 + 16] ^= 1;
    for at in memchr::memmem::find_iter(&log.clone(), b"hmac-sha256:") {
        if log[at - 1] < 0x80 && log[at - 1] != b'"' {
            log[at - 14..at].fill(0);
        }
    }
    let found = pieces(&PageImage::from_bytes(main, Some(log), None).unwrap());
    let mut checked = 0;
    for name in ["first", "second"] {
        let correlation = store.correlation(name);
        for item in (0..40).map(|number| format!("Item {number:04} of the {name}, which")) {
            let with = found.iter().find(|piece| memchr::memmem::find(&piece.bytes, item.as_bytes()).is_some());
            // An item that stands on two pages is whole on neither.
            let Some(piece) = with else { continue };
            assert_eq!(piece.correlation.as_deref(), Some(correlation.as_str()), "{item}");
            assert_eq!(piece.places[0].found_in, FoundIn::LogLeftover);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn a_journal_that_was_left_over_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("session", |task| task.checkpoint(long("the old one", 5)))
        .raw_sql("PRAGMA journal_mode = PERSIST")
        .task("session", |task| task.checkpoint(long("the new one", 5)))
        .build(folder.path())
        .unwrap();
    let journal = std::fs::read(beside(&store.path, "-journal")).unwrap();
    assert_eq!(journal[0], 0, "the journal has ended");
    let found = pieces(&image(&store));
    let old: Vec<&Piece> = found.iter().filter(|piece| text(piece).contains("of the old one")).collect();
    assert!(!old.is_empty());
    for piece in old {
        assert_eq!(piece.correlation.as_deref(), Some(store.correlation("session").as_str()));
        assert_eq!((piece.epoch, piece.revision), (Some(1), Some(1)));
        let place = piece.places[0];
        assert_eq!((place.found_in, place.file, place.page), (FoundIn::LogLeftover, FileRole::Journal, None));
        let start = place.offset as usize;
        assert!(journal[start..start + piece.bytes.len()] == piece.bytes);
    }
}

#[test]
fn a_transaction_that_has_not_ended_is_not_searched() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("session", |task| task.checkpoint(long("the old one", 5)).checkpoint(long("the new one", 5)))
        .build(folder.path())
        .unwrap();
    let main = std::fs::read(&store.path).unwrap();
    let mut log = std::fs::read(beside(&store.path, "-wal")).unwrap();
    let whole = PageImage::from_bytes(main.clone(), Some(log.clone()), None).unwrap();
    // Without its last frame the last transaction has no commit.
    log.truncate(log.len() - 4_120);
    let cut = PageImage::from_bytes(main, Some(log), None).unwrap();
    let count = |image: &PageImage| {
        let mut found = 0;
        recover_all(image, None, |item| {
            found += match item {
                Found::Row(row) => usize::from(String::from_utf8_lossy(row.row.body.bytes()).contains("the new one")),
                Found::Piece(piece) => usize::from(text(&piece).contains("the new one")),
                Found::Again { .. } => 0,
            }
        });
        found
    };
    assert_eq!((count(&whole), count(&cut)), (1, 0));
}

#[test]
fn rows_of_other_tables_in_earlier_states_are_no_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreBuilder::new().journal(Journal::KEPT_LOG).workflows([root("the first root")]).build(folder.path());
    let path = store.unwrap().workflows.unwrap();
    let sql = rusqlite::Connection::open(&path).unwrap();
    sql.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    // As long as before, so that every page of the row is overwritten.
    sql.execute("UPDATE convergence_roots SET root_json = replace(root_json, 'the first', 'the later')", []).unwrap();
    drop(sql);
    let log = std::fs::read(beside(&path, "-wal")).unwrap();
    // What stands in the middle of a row is on overflow pages; both rows are in the log.
    let middle = |name| format!("Sentence 0100 of the {name} root");
    for name in ["first", "later"] {
        assert!(memchr::memmem::find(&log, middle(name).as_bytes()).is_some(), "{name}");
    }
    let found = pieces(&PageImage::read(&path).unwrap());
    let of_either = |text: &String| text.contains(&middle("first")) || text.contains(&middle("later"));
    assert_eq!(found.iter().map(text).filter(of_either).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn bodies_whose_overflow_pages_alone_were_overwritten_are_all_found() {
    let folder = tempfile::tempdir().unwrap();
    // Of a long row a page of 512 bytes holds little more than half of the correlation, which never changes.
    let story = |lengths: u32| {
        let snapshot = |word: &str| long(&format!("the {word}"), 9).decision(&"x".repeat(lengths as usize));
        StoreBuilder::new().page_size(512).journal(Journal::KEPT_LOG).task("session", |task| {
            ["first", "other", "third"].iter().fold(task, |task, word| task.checkpoint(snapshot(word)))
        })
    };
    // Of some lengths more stays in the page.
    let stored = (0..12).map(|step| {
        let store = story(step * 50 + 1).build(&folder.path().join(step.to_string())).unwrap();
        let mut found: Vec<String> = Vec::new();
        recover_all(&image(&store), None, |item| {
            if let Found::Row(row) = item {
                assert!(row.whole && row.body().digest_valid() == Some(true));
                found.push(row.row.digest);
            }
        });
        found.sort();
        let mut expected: Vec<String> =
            store.task("session").unwrap().history.iter().map(|body| body.digest.clone()).collect();
        expected.sort();
        (found, expected)
    });
    stored.for_each(|(found, expected)| assert_eq!(found, expected));
}

/// A root whose text goes on over overflow pages.
fn root(name: &str) -> Root {
    let text = |number| format!("Sentence {number:04} of {name}, which is longer than it has to be.");
    (0..200).fold(Root::new(name, "task-1", name), |root, number| root.constraint(&text(number)))
}
