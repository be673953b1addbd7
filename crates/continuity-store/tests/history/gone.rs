//! No stretch of a removed body is left in any byte of the folder.

use continuity_store::history::{HistoryFile, Scope};
use continuity_store::search::Pieces;
use rstest::rstest;

use crate::some::{add, copy, names, stretches_in, text};

/// Numbers that look random and are the same each time (Knuth, MMIX).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[rstest]
fn whatever_the_order_removed_bodies_leave_nothing_and_kept_ones_everything(
    #[values(1, 2, 3)] seed: u64,
    #[values(true, false)] remember: bool,
) {
    let mut numbers = Numbers(seed);
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let mut kept: Vec<(String, Vec<u8>)> = Vec::new();
    let mut gone: Vec<Vec<u8>> = Vec::new();
    for round in 0..60 {
        // Below, around and far above what a page holds.
        let most = if numbers.below(4) == 0 { 40_000 } else { 2_500 };
        let length = 20 + numbers.below(most) as usize;
        let task = format!("task {round} {}", numbers.below(1_000));
        let body = text(&format!("{seed} {round}"), length);
        let at = format!("2026-09-20T01:{round:02}:00.000Z");
        assert!(add(&file, b"store", &copy(&task, 1, &body, &at)));
        kept.push((task, body));
        if numbers.below(5) < 2 {
            let (task, body) = kept.swap_remove(numbers.below(kept.len() as u64) as usize);
            let scope = if numbers.below(2) == 0 { Scope::TaskAnywhere(&task) } else { Scope::Task(b"store", &task) };
            assert_eq!(file.change(|change| change.forget(&[scope], remember)).unwrap(), 1);
            gone.push(body);
        }
        if round % 20 == 19 {
            // The oldest half goes by size.
            let sizes: u64 = kept.iter().map(|(_, body)| body.len() as u64).sum();
            file.change(|change| change.prune("", sizes / 2)).unwrap();
            let left = file.look(|look| look.tasks()).unwrap().unwrap();
            let (still, pruned): (Vec<_>, Vec<_>) =
                kept.into_iter().partition(|(task, _)| left.iter().any(|(_, name, _)| name == task));
            assert!(!pruned.is_empty());
            kept = still;
            gone.extend(pruned.into_iter().map(|(_, body)| body));
        }
    }
    for body in &gone {
        assert_eq!(stretches_in(folder.path(), body), 0, "a removed body of {} bytes", body.len());
    }
    for (task, body) in &kept {
        // Page borders cut a few; most must be there, or the search above proves nothing.
        assert!(stretches_in(folder.path(), body) * 2 > body.len() - 16, "a kept body of {} bytes", body.len());
        let copies = file.look(|look| look.copies(b"store", task)).unwrap().unwrap();
        assert_eq!(copies.len(), 1);
        assert!(copies[0].body.bytes() == body.as_slice());
    }
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
    file.change(|change| change.forget(&[Scope::All], remember)).unwrap();
    for body in gone.iter().chain(kept.iter().map(|(_, body)| body)) {
        assert_eq!(stretches_in(folder.path(), body), 0);
    }
}

#[test]
fn no_byte_of_a_body_stands_on_a_page_of_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    // Every length up to two pages, so that each size of the part that SQLite keeps in the page comes up.
    let letters = b"####";
    for length in (1..2_100).step_by(13) {
        let body = vec![letters[0]; length];
        add(&file, b"s", &copy(&length.to_string(), 1, &body, "2026-09-20T01:00:00.000Z"));
    }
    let bytes = std::fs::read(file.path()).unwrap();
    let mut overflow = 0;
    for (number, page) in bytes.chunks(1024).enumerate() {
        let head = if number == 0 { 100 } else { 0 };
        // Kinds of b-tree pages (file format, section 1.6); an overflow page begins with a page number below 2^24.
        let found = page.windows(letters.len()).filter(|window| window == letters).count();
        if matches!(page[head], 2 | 5 | 10 | 13) {
            assert_eq!(found, 0, "page {} is part of a tree", number + 1);
        } else {
            overflow += found;
        }
    }
    assert!(overflow > 100_000, "the bodies are there, {overflow}");
}

#[test]
fn the_name_of_a_forgotten_task_goes_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let names = ["a", "b", "c"].map(|seed| String::from_utf8(text(seed, 64)).unwrap());
    for name in &names {
        add(&file, b"s", &copy(name, 1, b"body", "2026-09-20T01:00:00.000Z"));
    }
    file.change(|change| change.forget(&[Scope::TaskAnywhere(&names[1])], false)).unwrap();
    let found = names.map(|name| stretches_in(folder.path(), name.as_bytes()) > 0);
    assert_eq!(found, [true, false, true]);
}

#[test]
fn a_rewrite_keeps_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let at = "2026-09-20T01:00:00.000Z";
    let body = text("kept", 5_000);
    add(&file, b"s", &copy("kept", 1, &body, at));
    add(&file, b"s", &copy("gone", 1, &text("gone", 5_000), at));
    file.change(|change| change.forget(&[Scope::TaskAnywhere("gone")], false)).unwrap();
    file.rewrite().unwrap();
    assert_eq!(file.look(|look| look.copies(b"s", "kept")).unwrap().unwrap()[0].body.bytes(), body);
    let later = text("later", 5_000);
    add(&file, b"s", &copy("later", 1, &later, at));
    file.change(|change| change.forget(&[Scope::TaskAnywhere("later")], false)).unwrap();
    assert_eq!(stretches_in(folder.path(), &later), 0);
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}

#[test]
fn a_search_finds_what_is_kept_and_what_a_cut_off_change_left_beside() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let body = text("kept", 5_000);
    let pieces = Pieces::of([body.as_slice()]);
    assert!(file.search(&pieces).is_empty());
    add(&file, b"s", &copy("t", 1, &body, "2026-09-20T01:00:00.000Z"));
    std::fs::write(folder.path().join("history.sqlite3-journal"), &body[100..200]).unwrap();
    let found: Vec<(String, bool)> = file
        .search(&pieces)
        .into_iter()
        .map(|(path, found)| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), !found.unwrap().stretches.is_empty())
        })
        .collect();
    assert_eq!(found, [("history.sqlite3".to_owned(), true), ("history.sqlite3-journal".to_owned(), true)]);
}
