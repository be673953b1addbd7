//! Progress and stopping.

use std::ops::ControlFlow;

use continuity_store::StoreError;
use continuity_store::write::{Progress, Step, What, WipeEnd, erase, finish, wipe};
use fixtures::Journal;

use crate::common::{dump, integrity};
use crate::stories::{go_on, replaced};

/// A store with about 700 pages of free space that is not zero.
fn large() -> fixtures::StoreBuilder {
    replaced().page_size(1_024).raw_sql(
        "CREATE TABLE big(v); INSERT INTO big WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s \
         LIMIT 700) SELECT hex(randomblob(450)) FROM s; DELETE FROM big",
    )
}

#[test]
fn progress_counts_pages_up_to_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let built = large().build(folder.path()).unwrap();
    let mut told: Vec<Progress> = Vec::new();
    let report = wipe(&built.path, What::AllUnused, &mut |progress| {
        told.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(report.is_done() && report.pages > 700 && report.transactions > 1, "{report:?}");
    assert_eq!(told[0].step, Step::Search);
    let first: Vec<_> = told[1..].iter().take_while(|progress| progress.step == Step::Overwrite).collect();
    assert_eq!(first[0].done, 0);
    assert!(first.windows(2).all(|pair| pair[0].done < pair[1].done && pair[0].total == pair[1].total));
    let last = first.last().unwrap();
    assert_eq!((last.done, last.total), (report.pages, report.pages));
}

#[test]
fn what_is_stopped_leaves_a_whole_store_and_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let built = large().journal(Journal::Delete).build(folder.path()).unwrap();
    let rows = dump(&built.path);
    let mut batches = 0;
    let erasure = erase(&built.path, What::AllUnused, &mut |progress| {
        batches += usize::from(progress.step == Step::Overwrite);
        if batches == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!((erasure.wipe.end, erasure.wipe.transactions), (WipeEnd::Stopped, 2), "{erasure:?}");
    assert!(erasure.wipe.left > 0 && !erasure.is_done());
    assert_eq!((dump(&built.path), integrity(&built.path)), (rows.clone(), "ok".to_owned()));
    let finished = finish(&built.path, &mut go_on).unwrap();
    assert!(finished.unused.is_clean(), "{finished:?}");
    assert_eq!(dump(&built.path), rows);
}

#[test]
fn what_is_no_database_is_answered_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let ask = || wipe(&path, What::AllUnused, &mut go_on);
    assert_eq!(ask().unwrap_err().code(), "io-error");
    std::fs::write(&path, b"").unwrap();
    assert!(ask().unwrap().is_done(), "an empty store holds nothing");
    std::fs::write(&path, b"no database at all").unwrap();
    assert_eq!(ask().unwrap_err().code(), "not-a-database");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(matches!(ask().unwrap_err(), StoreError::Replaced));
}

#[cfg(unix)]
#[test]
fn a_store_that_cannot_be_written_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let built = large().journal(Journal::Delete).build(folder.path()).unwrap();
    let before = std::fs::read(&built.path).unwrap();
    std::fs::set_permissions(&built.path, std::fs::Permissions::from_mode(0o400)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(&built.path).is_ok() {
        return; // The superuser may write to everything.
    }
    let code = wipe(&built.path, What::AllUnused, &mut go_on).unwrap_err().code();
    assert_eq!(code, "read-only");
    assert_eq!(std::fs::read(&built.path).unwrap(), before);
}
