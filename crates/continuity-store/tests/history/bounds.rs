//! The history is bounded by age and by size; the oldest go first.

use continuity_store::history::HistoryFile;

use crate::some::{add, copy, names, stretches_in, text};

fn with_days(folder: &std::path::Path, days: &[u32]) -> HistoryFile {
    let file = HistoryFile::at(folder.join("history.sqlite3"));
    for day in days {
        let body = text(&day.to_string(), 2_000);
        add(&file, b"s", &copy("t", i64::from(*day), &body, &format!("2026-09-{day:02}T01:00:00.000Z")));
    }
    file
}

fn left(file: &HistoryFile) -> Vec<i64> {
    let mut epochs: Vec<i64> =
        file.look(|look| look.copies(b"s", "t")).unwrap().unwrap().iter().map(|copy| copy.epoch).collect();
    epochs.sort_unstable();
    epochs
}

#[test]
fn copies_older_than_the_limit_are_removed_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = with_days(folder.path(), &[12, 10, 11]);
    let limit = "2026-09-11T01:00:00.000Z";
    assert!(file.look(|look| look.is_over(limit, u64::MAX)).unwrap().unwrap());
    assert_eq!(file.change(|change| change.prune(limit, u64::MAX)).unwrap(), 1);
    assert_eq!(left(&file), [11, 12]);
    assert!(!file.look(|look| look.is_over(limit, u64::MAX)).unwrap().unwrap());
    assert_eq!(stretches_in(folder.path(), &text("10", 2_000)), 0);
}

#[test]
fn the_oldest_go_until_the_rest_fits() {
    let folder = tempfile::tempdir().unwrap();
    let file = with_days(folder.path(), &[14, 11, 13, 12]);
    let prune = |most| file.change(|change| change.prune("", most)).unwrap();
    assert_eq!((prune(8_000), left(&file)), (0, vec![11, 12, 13, 14]), "exactly the limit fits");
    assert!(!file.look(|look| look.is_over("", 8_000)).unwrap().unwrap());
    assert!(file.look(|look| look.is_over("", 7_999)).unwrap().unwrap());
    assert_eq!((prune(7_999), left(&file)), (1, vec![12, 13, 14]));
    assert_eq!((prune(2_500), left(&file)), (2, vec![14]));
    assert_eq!((prune(0), left(&file)), (1, vec![]));
    for day in 11..=14 {
        assert_eq!(stretches_in(folder.path(), &text(&day.to_string(), 2_000)), 0, "{day}");
    }
}

#[test]
fn the_file_shrinks_when_bodies_go() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    add(&file, b"s", &copy("t", 1, &text("small", 100), "2026-09-02T01:00:00.000Z"));
    let before = std::fs::metadata(file.path()).unwrap().len();
    add(&file, b"s", &copy("t", 2, &text("large", 900_000), "2026-09-01T01:00:00.000Z"));
    assert!(std::fs::metadata(file.path()).unwrap().len() > 900_000);
    file.change(|change| change.prune("", 100)).unwrap();
    let after = std::fs::metadata(file.path()).unwrap().len();
    assert!(after <= before + 4_096, "{before} bytes before, {after} after");
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}
