//! Whatever a plain search of the files finds is in a body or a piece that recovery finds, and nothing else is.

use std::collections::HashSet;

use continuity_store::recover::{Found, Piece, Recovered, recover_all};
use fixtures::AutoVacuum;
use rstest::rstest;
use sqlite_pages::PageImage;

use crate::story::{Layout, Story, tell, words};

struct Everything {
    rows: Vec<Recovered>,
    pieces: Vec<Piece>,
}

fn everything(story: &Story, correlation: Option<&str>) -> Everything {
    let image = PageImage::read(&story.store.path).unwrap();
    let mut found = Everything { rows: Vec::new(), pieces: Vec::new() };
    recover_all(&image, correlation, |item| match item {
        Found::Row(row) => found.rows.push(*row),
        Found::Again { number, .. } => assert!(number < found.rows.len()),
        Found::Piece(piece) => found.pieces.push(piece),
    });
    found
}

#[rstest]
fn every_word_of_the_files_is_found_where_it_is(
    #[values(512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536)] page_size: u32,
    #[values(AutoVacuum::None, AutoVacuum::Full, AutoVacuum::Incremental)] auto_vacuum: AutoVacuum,
    #[values(true, false)] log: bool,
) {
    let story = tell(Layout { page_size, auto_vacuum, log }, u64::from(page_size) + 7);
    let found = everything(&story, None);
    let by_digest = story.by_digest();

    let mut reported: HashSet<String> = HashSet::new();
    for row in &found.rows {
        let text = row.row.body.bytes();
        let verified = row.body().digest_valid() == Some(true);
        let (task, stored) = by_digest[row.row.digest.as_str()];
        assert_eq!((row.row.correlation.as_str(), row.row.epoch), (task, stored.epoch));
        assert_eq!(row.row.revision, stored.revision);
        if row.whole && verified {
            assert!(text == stored.body.as_bytes(), "a whole body is what was stored");
        } else {
            assert!(stored.body.as_bytes().starts_with(text), "a body that is cut off is how it begins");
        }
        reported.extend(words(text));
    }
    for piece in &found.pieces {
        for place in &piece.places {
            let start = place.offset as usize;
            let bytes = &story.file(place.file)[start..start + piece.bytes.len()];
            assert!(bytes == piece.bytes, "a piece is what the file holds at its place");
        }
        let inside = words(&piece.bytes);
        if let Some(correlation) = &piece.correlation {
            let owners: HashSet<String> = inside.iter().map(|word| story.owner(word)).collect();
            assert!(owners.iter().all(|owner| owner == correlation), "a piece is of the task that it is said to be of");
        }
        reported.extend(inside);
    }

    let mut missed: Vec<String> = story.words_in_files().difference(&reported).cloned().collect();
    missed.sort();
    assert_eq!(missed, [""; 0]);
}

#[rstest]
fn what_is_found_of_one_task_is_what_is_found_of_it_among_all(
    #[values(512, 4_096)] page_size: u32,
    #[values(true, false)] log: bool,
) {
    let story = tell(Layout { page_size, auto_vacuum: AutoVacuum::None, log }, 11);
    let all = everything(&story, None);
    let mut pieces = 0;
    for task in &story.store.tasks {
        let name = task.correlation.as_str();
        let own = everything(&story, Some(name));
        let key = |row: &Recovered| (row.row.digest.clone(), row.row.body.bytes().len(), row.place.offset);
        let mut expected: Vec<_> = all.rows.iter().filter(|row| row.row.correlation == name).map(key).collect();
        let mut found: Vec<_> = own.rows.iter().map(key).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
        let expected: Vec<&Piece> =
            all.pieces.iter().filter(|piece| piece.correlation.as_deref() == Some(name)).collect();
        assert_eq!(own.pieces.iter().collect::<Vec<_>>(), expected);
        pieces += own.pieces.len();
    }
    assert!(pieces > 0, "the story leaves pieces");
}
