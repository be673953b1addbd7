//! Every database below the folder that the variable `CONTINUITY_CASES` names, as a second opinion:
//! the image shows what SQLite shows, and the walks find no damage where SQLite finds none. Without
//! the variable there is nothing to do and the test passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::{Path, PathBuf};

use common::{Files, Seen, exercise::exercise, open};
use sqlite_pages::{History, PageMap, PageUse};

fn databases(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            databases(&path, found);
        } else if path.extension().is_some_and(|e| e == "sqlite3" || e == "sqlite") {
            found.push(path);
        }
    }
}

#[test]
fn in_every_case_the_image_shows_what_sqlite_shows() {
    let Some(folder) = std::env::var_os("CONTINUITY_CASES") else { return };
    let mut found = Vec::new();
    databases(Path::new(&folder), &mut found);
    assert!(!found.is_empty());
    for path in found {
        let files = Files::take(&path);
        let (ours, sqlites) = (files.as_image_shows(), files.as_sqlite_sees());
        assert_eq!(ours, sqlites, "{}", path.display());
        let Ok(image) = files.try_image() else { continue };
        exercise(&image);
        let map = PageMap::of(&image);
        let check = open(image.newest()).unwrap();
        let check = check.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
        let is_sound = matches!(&check, Ok(answer) if answer == "ok");
        if matches!(ours, Seen::Rows(_)) && is_sound {
            assert_eq!(map.faults(), [], "{}", path.display());
            assert!(map.iter().all(|(_, page_use)| page_use != PageUse::Unreachable));
        } else {
            assert!(image.missing_pages() > 0 || !map.faults().is_empty(), "{}", path.display());
        }
        // The number of states that another reader of the log counted, the one before it included.
        let counted = path.with_file_name("wal-revisions.json");
        if let Ok(counted) = std::fs::read_to_string(counted)
            && path.file_name().is_some_and(|name| name == "continuity.sqlite3")
        {
            let digits = counted.split("\"states\":").nth(1).unwrap().trim_start();
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            let states: usize = digits.parse().unwrap();
            assert_eq!(History::of(&image).commits().len() + 1, states, "{}", path.display());
        }
    }
}
