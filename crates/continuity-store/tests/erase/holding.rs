//! Erasing the texts of one task, and nobody else's past.

use continuity_store::recover::recover;
use continuity_store::search::Pieces;
use continuity_store::write::{What, WipeEnd, erase, wipe};
use fixtures::{AutoVacuum, Encoding, Journal, StoreBuilder};
use rstest::rstest;
use sqlite_pages::{PageImage, TextEncoding};

use crate::common::{dump, integrity};
use crate::stories::{count, go_on, head, pieces, replaced, text};

#[rstest]
#[case::as_ags_has_it(replaced())]
#[case::rollback_journal(replaced().journal(Journal::Delete))]
#[case::kept_log(replaced().journal(Journal::KEPT_LOG))]
#[case::small_pages(replaced().page_size(512).auto_vacuum(AutoVacuum::Incremental))]
#[case::large_pages(replaced().page_size(65_536))]
fn earlier_bodies_of_one_task_go_and_those_of_others_stay(#[case] story: StoreBuilder) {
    let folder = tempfile::tempdir().unwrap();
    let built = story.build(folder.path()).unwrap();
    let earlier = |name: &str| (0..5).map(|n| count(folder.path(), &head(name, n))).sum::<usize>();
    let found = |name: &str| {
        let holds = |n: &usize| count(folder.path(), &head(name, *n)) > 0;
        (0..5).filter(holds).collect::<Vec<usize>>()
    };
    let others = found("birch");
    let last = |name: &str| count(folder.path(), &head(name, 5));
    assert!(earlier("alder") > 0 && others.len() > 2, "the story leaves no traces");
    let (before, wanted) = (dump(&built.path), pieces(&built, "alder"));

    let wiped = wipe(&built.path, What::Holding(&wanted), &mut go_on).unwrap();
    assert!(wiped.is_done() || wiped.end == WipeEnd::Left, "{wiped:?}");
    let erasure = erase(&built.path, What::Holding(&wanted), &mut go_on).unwrap();
    assert!(erasure.is_done(), "{erasure:?}");
    assert_eq!(earlier("alder"), 0);
    assert_eq!(found("birch"), others, "each earlier body of the other task can still be found");
    assert_eq!((last("alder"), last("birch")), (1, 1), "the bodies that rows hold are there, once");
    assert_eq!(dump(&built.path), before);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn a_secret_that_is_shorter_than_a_piece_goes_too() {
    let folder = tempfile::tempdir().unwrap();
    let secret = ["hunter", "2", "now"].concat();
    let built = replaced()
        .journal(Journal::Delete)
        .task("alder", |t| t.checkpoint(fixtures::Snapshot::new("x").constraint(&secret)))
        .raw_sql("CREATE TABLE s(v); INSERT INTO s SELECT snapshot_json FROM continuity_snapshots; DROP TABLE s")
        .task("alder", |t| t.checkpoint(fixtures::Snapshot::new("x").constraint("something of the same length")))
        .build(folder.path())
        .unwrap();
    assert!(count(folder.path(), secret.as_bytes()) > 0);
    let pieces = Pieces::of([secret.as_bytes()]);
    let report = wipe(&built.path, What::Holding(&pieces), &mut go_on).unwrap();
    assert!(report.is_done() && report.pages > 0, "{report:?}");
    assert_eq!(count(folder.path(), secret.as_bytes()), 0);
    let nothing = wipe(&built.path, What::Holding(&Pieces::of([])), &mut go_on).unwrap();
    assert!(nothing.is_done() && nothing.transactions == 0, "{nothing:?}");
}

#[rstest]
#[case(Encoding::Utf16Le, TextEncoding::Utf16Le)]
#[case(Encoding::Utf16Be, TextEncoding::Utf16Be)]
fn in_a_store_of_another_encoding_too(#[case] stored: Encoding, #[case] encoding: TextEncoding) {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().encoding(stored).build(folder.path()).unwrap();
    let wide = |n: usize| encoding.encode(&text("alder", n)[..30]).into_owned();
    let earlier = || (0..5).map(|n| count(folder.path(), &wide(n))).sum::<usize>();
    assert!(earlier() > 0);
    // The revision search reads such a store as well, and gives the bodies out in UTF-8.
    let mut found = Vec::new();
    let image = PageImage::read(&built.path).unwrap();
    recover(&image, Some(built.tasks[0].correlation.as_str()), |row| {
        assert!(std::str::from_utf8(row.row.body.bytes()).is_ok());
        found.push(row.row.body);
    });
    let whole: Vec<_> = built.tasks[0].history.iter().map(|revision| revision.body.as_bytes()).collect();
    assert!(found.iter().any(|body| body.bytes() == whole[5]), "the body of the row is found");
    let texts = continuity_store::search::texts_of_all(&found, encoding);
    let pieces = Pieces::of(texts.iter().map(Vec::as_slice));
    let erasure = erase(&built.path, What::Holding(&pieces), &mut go_on).unwrap();
    assert!(erasure.is_done(), "{erasure:?}");
    assert_eq!(earlier(), 0);
    assert_eq!(count(folder.path(), &wide(5)), 1);
}
