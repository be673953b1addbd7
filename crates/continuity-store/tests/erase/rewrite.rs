//! Rewriting the whole file: only alone or agreed, and what the file is stays.

use std::ops::ControlFlow;

use continuity_store::write::{Consent, MOST_IN_MEMORY, Rewritten, Step, estimate, rewrite};
use fixtures::{AutoVacuum, Encoding, Journal};
use rstest::rstest;

use crate::common::{Holder, beside, contents, dump, integrity};
use crate::stories::{go_on, number, replaced};

#[rstest]
#[case(Journal::CLOSED, AutoVacuum::None, 4_096, Encoding::Utf8)]
#[case(Journal::KEPT_LOG, AutoVacuum::Incremental, 1_024, Encoding::Utf16Le)]
#[case(Journal::Delete, AutoVacuum::Full, 8_192, Encoding::Utf16Be)]
fn what_the_file_is_stays(
    #[case] journal: Journal,
    #[case] auto_vacuum: AutoVacuum,
    #[case] page_size: u32,
    #[case] encoding: Encoding,
) {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced()
        .journal(journal)
        .auto_vacuum(auto_vacuum)
        .page_size(page_size)
        .encoding(encoding)
        .build(folder.path())
        .unwrap();
    let facts = || {
        let modes = ["page_size", "auto_vacuum", "user_version", "application_id"];
        let mode = "SELECT journal_mode = 'wal' FROM pragma_journal_mode";
        let numbers = modes.map(|name| number(&built.path, &format!("PRAGMA {name}")));
        (numbers, number(&built.path, mode), dump(&built.path), owner(&built.path))
    };
    set_mode(&built.path, 0o640);
    let before = facts();
    let done = rewrite(&built.path, Consent::OnlyAlone, &mut go_on).unwrap();
    let Rewritten::Done { cut, .. } = done else { panic!("{done:?}") };
    assert!(cut.is_cut());
    assert_eq!(facts(), before);
    assert_eq!(integrity(&built.path), "ok");
    assert_eq!(number(&built.path, "PRAGMA freelist_count"), 0);
    let names: Vec<_> = contents(folder.path()).into_keys().collect();
    assert_eq!(names, std::slice::from_ref(&built.path), "nothing is left beside the store");
}

#[cfg(unix)]
fn set_mode(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
fn owner(path: &std::path::Path) -> (u32, u32, u32, u64) {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata(path).unwrap();
    (file.mode(), file.uid(), file.gid(), file.ino())
}

#[cfg(not(unix))]
fn set_mode(_: &std::path::Path, _: u32) {}

#[cfg(not(unix))]
fn owner(_: &std::path::Path) -> () {}

#[test]
fn somebody_who_has_it_open_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().build(folder.path()).unwrap();
    let Some(holder) = Holder::start(&built.path, &["SELECT count(*) FROM continuity_tasks"]) else { return };
    let before = contents(folder.path());
    assert_eq!(rewrite(&built.path, Consent::OnlyAlone, &mut go_on).unwrap(), Rewritten::NotAlone);
    let store = |files: &std::collections::BTreeMap<_, Vec<u8>>| files[&built.path].clone();
    assert_eq!(store(&contents(folder.path())), store(&before));
    let agreed = rewrite(&built.path, Consent::Agreed, &mut go_on).unwrap();
    assert!(matches!(agreed, Rewritten::Done { .. }), "{agreed:?}");
    drop(holder);
    assert_eq!(integrity(&built.path), "ok");
    assert_eq!(std::fs::metadata(beside(&built.path, "-wal")).map_or(0, |file| file.len()), 0);
}

#[test]
fn a_rewrite_can_be_stopped_and_has_then_changed_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced()
        .journal(Journal::Delete)
        .raw_sql(
            "CREATE TABLE big(v); INSERT INTO big WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s \
             LIMIT 60000) SELECT hex(randomblob(600)) FROM s",
        )
        .build(folder.path())
        .unwrap();
    let before = std::fs::read(&built.path).unwrap();
    let mut asked = 0;
    let done = rewrite(&built.path, Consent::OnlyAlone, &mut |progress| {
        assert_eq!(progress.step, Step::Rewrite);
        asked += 1;
        ControlFlow::Break(())
    });
    // On a machine that rewrites 70 MB before it is asked once, there is nothing to stop.
    if asked > 0 {
        assert_eq!(done.unwrap(), Rewritten::Stopped);
        assert!(std::fs::read(&built.path).unwrap() == before);
    }
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn the_length_is_said_first_and_a_file_too_large_for_memory_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let bytes = std::fs::metadata(&built.path).unwrap().len();
    let told = estimate(&built.path, Some(1_000_000.0)).unwrap();
    assert_eq!((told.bytes, told.temp_bytes, told.disk_bytes), (bytes, bytes, bytes));
    assert!((told.seconds - bytes as f64 / 1e6).abs() < 1e-9 && told.free_bytes > 0);
    assert!(estimate(&built.path, Some(f64::NAN)).unwrap().seconds.is_finite());
    // A hole makes the file long without taking space.
    let file = std::fs::OpenOptions::new().write(true).open(&built.path).unwrap();
    file.set_len(MOST_IN_MEMORY + 4_096).unwrap();
    let told = rewrite(&built.path, Consent::Agreed, &mut go_on).unwrap();
    assert!(matches!(told, Rewritten::NoRoom(room) if room.bytes > MOST_IN_MEMORY), "{told:?}");
}

#[test]
fn what_overwriting_cannot_reach_goes_with_a_rewrite() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let mut bytes = std::fs::read(&built.path).unwrap();
    bytes.extend_from_slice(&b"text behind the end of the database ".repeat(300));
    std::fs::write(&built.path, &bytes).unwrap();
    let finished = continuity_store::write::finish(&built.path, &mut go_on).unwrap();
    assert!(finished.unused.behind_end_bytes > 0, "{finished:?}");
    assert!(matches!(rewrite(&built.path, Consent::OnlyAlone, &mut go_on).unwrap(), Rewritten::Done { .. }));
    let finished = continuity_store::write::finish(&built.path, &mut go_on).unwrap();
    assert!(finished.unused.is_clean(), "{finished:?}");
}
