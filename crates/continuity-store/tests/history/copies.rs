//! What is recorded comes back as it was, once.

use continuity::records::StoredBody;
use continuity_store::history::{HistoryError, HistoryFile, Scope};

use crate::some::{add, copy, names, text};

#[test]
fn a_body_comes_back_byte_for_byte_whatever_its_kind() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let bytes: Vec<u8> = (0..=255).cycle().take(5_000).collect();
    for (epoch, body) in [
        (1, StoredBody::Text(bytes.clone())),
        (2, StoredBody::Blob(bytes.clone())),
        (3, StoredBody::Text(Vec::new())),
        (4, StoredBody::Blob(b"\0".to_vec())),
    ] {
        let mut new = copy("t", epoch, body.bytes(), "2026-09-20T01:00:00.000Z");
        new.key.blob = matches!(body, StoredBody::Blob(_));
        (new.revision, new.digest, new.body) = (Some(1.5), Some("sha256:as stated".to_owned()), body.clone());
        assert!(add(&file, b"/a\xff/store", &new));
        let copies = file.look(|look| look.copies(b"/a\xff/store", "t")).unwrap().unwrap();
        let found = copies.iter().find(|copy| copy.epoch == epoch).unwrap();
        assert_eq!(found.body, body);
        assert_eq!(
            (found.revision, found.digest.as_deref(), found.masked),
            (Some(1.5), Some("sha256:as stated"), false)
        );
        assert_eq!(found.recorded_at, "2026-09-20T01:00:00.000Z");
    }
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}

#[test]
fn the_same_body_of_the_same_task_and_epoch_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let body = text("body", 3_000);
    let at = "2026-09-20T01:00:00.000Z";
    assert!(add(&file, b"one", &copy("t", 1, &body, at)));
    assert!(!add(&file, b"one", &copy("t", 1, &body, "2027-01-01T00:00:00.000Z")));
    for (store, task, epoch) in [(&b"two"[..], "t", 1), (b"one", "u", 1), (b"one", "t", 2)] {
        assert!(add(&file, store, &copy(task, epoch, &body, at)), "{task} {epoch}");
    }
    let totals = file.look(|look| look.totals()).unwrap().unwrap();
    let counts: Vec<(&[u8], u64, u64, u64)> =
        totals.iter().map(|total| (total.store.as_slice(), total.tasks, total.bodies, total.bytes)).collect();
    assert_eq!(counts, [(&b"one"[..], 2, 3, 9_000), (b"two", 1, 1, 3_000)]);
    assert_eq!(totals[0].newest, at, "a second recording changes nothing");
}

#[test]
fn nothing_is_made_by_looking_or_by_removing() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    assert_eq!(file.look(|look| look.totals()).unwrap(), None);
    assert_eq!(file.change_existing(|change| change.forget(&[Scope::All], false)).unwrap(), None);
    file.rewrite().unwrap();
    assert!(!file.exists());
    assert_eq!(names(folder.path()), [] as [&str; 0]);
}

#[test]
fn a_change_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let at = "2026-09-20T01:00:00.000Z";
    add(&file, b"s", &copy("t", 1, b"first", at));
    let failed = file.change(|change| {
        change.add(b"s", &copy("t", 1, b"second", at))?;
        change.forget(&[Scope::Task(b"s", "t")], false)?;
        Err::<(), _>(HistoryError::Busy)
    });
    assert!(matches!(failed, Err(HistoryError::Busy)));
    let copies = file.look(|look| look.copies(b"s", "t")).unwrap().unwrap();
    assert_eq!(copies.iter().map(|copy| copy.body.bytes()).collect::<Vec<_>>(), [b"first"]);
}

#[test]
fn what_is_forgotten_is_what_was_named() {
    let at = "2026-09-20T01:00:00.000Z";
    let left = |scope: Scope<'_>| {
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile::at(folder.path().join("history.sqlite3"));
        for (store, task) in [(&b"one"[..], "t"), (b"one", "u"), (b"two", "t")] {
            add(&file, store, &copy(task, 1, b"body", at));
            add(&file, store, &copy(task, 2, b"other", at));
        }
        let removed = file.change(|change| change.forget(&[scope], false)).unwrap();
        let tasks = file.look(|look| look.tasks()).unwrap().unwrap();
        let names = tasks.iter().map(|(store, task, _)| format!("{}/{task}", String::from_utf8_lossy(store)));
        (removed, names.collect::<Vec<_>>())
    };
    let named = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(left(Scope::All), (6, named(&[])));
    assert_eq!(left(Scope::Store(b"one")), (4, named(&["two/t"])));
    assert_eq!(left(Scope::Task(b"one", "t")), (2, named(&["one/u", "two/t"])));
    assert_eq!(left(Scope::TaskAnywhere("t")), (4, named(&["one/u"])));
    assert_eq!(left(Scope::Task(b"three", "t")), (0, named(&["one/t", "one/u", "two/t"])));
}

#[test]
fn a_removed_body_is_recorded_again_only_when_it_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let new = copy("t", 1, b"body", "2026-09-20T01:00:00.000Z");
    add(&file, b"s", &new);
    assert_eq!(file.change(|change| change.forget(&[Scope::Store(b"s")], true)).unwrap(), 1);
    assert_eq!(file.change(|change| change.forget(&[Scope::Store(b"s")], true)).unwrap(), 0, "it was removed before");
    assert_eq!(file.look(|look| look.totals()).unwrap().unwrap(), []);
    assert!(!file.look(|look| look.recorded(b"s")).unwrap().unwrap()[&new.key]);
    assert!(!add(&file, b"s", &new));
    file.change(|change| change.forget_removed(b"s", |key| *key == new.key)).unwrap();
    assert!(!add(&file, b"s", &new), "the store still holds it");
    file.change(|change| change.forget_removed(b"s", |_| false)).unwrap();
    assert!(add(&file, b"s", &new), "it had gone from the store and came again");
    file.change(|change| change.forget(&[Scope::All], false)).unwrap();
    assert!(add(&file, b"s", &new));
}
