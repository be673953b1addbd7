//! Damaged files: nothing panics or runs on, and what is found is in the files.

use std::sync::LazyLock;

use continuity_store::recover::{Found, recover_all};
use fixtures::AutoVacuum;
use proptest::prelude::*;
use sqlite_pages::{FileRole, PageImage};

use crate::story::{Layout, tell};

#[derive(Clone)]
struct Files {
    main: Vec<u8>,
    log: Option<Vec<u8>>,
    journal: Option<Vec<u8>>,
    correlation: String,
}

/// Stores in several layouts; one with a log that stands in for a journal too.
static SEEDS: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let layouts = [(512, true), (512, false), (1_024, true), (4_096, true)];
    let files = layouts.map(|(page_size, log)| {
        let story = tell(Layout { page_size, auto_vacuum: AutoVacuum::Incremental, log }, 3);
        Files {
            main: story.file(FileRole::Main).to_vec(),
            log: log.then(|| story.file(FileRole::Log).to_vec()),
            journal: None,
            correlation: story.store.tasks[0].correlation.as_str().to_owned(),
        }
    });
    let mut files = files.to_vec();
    let ended = Files { journal: files[0].log.clone(), ..files[1].clone() };
    files.push(ended);
    files
});

#[derive(Clone, Debug)]
enum Change {
    Set(usize, Vec<u8>),
    Cut(usize),
    Copy(usize, usize, usize),
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match change {
        Change::Set(at, with) => {
            for (index, byte) in with.iter().enumerate() {
                bytes[(at + index) % length] = *byte;
            }
        }
        Change::Cut(at) => bytes.truncate(at % length),
        Change::Copy(from, to, count) => {
            for index in 0..count % 1_200 {
                bytes[(to + index) % length] = bytes[(from + index) % length];
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let bytes = || prop::collection::vec(any::<u8>(), 1..9);
    prop_oneof![
        4 => (any::<usize>(), bytes()).prop_map(|(at, with)| Change::Set(at, with)),
        // What leads from page to page stands at the start of pages.
        4 => (0_usize..400, 0_usize..12, bytes()).prop_map(|(page, at, with)| Change::Set(page * 512 + at, with)),
        1 => any::<usize>().prop_map(Change::Cut),
        2 => any::<[usize; 3]>().prop_map(|[from, to, count]| Change::Copy(from, to, count)),
    ]
}

fn look(files: &Files) {
    let Ok(image) = PageImage::from_bytes(files.main.clone(), files.log.clone(), files.journal.clone()) else { return };
    for correlation in [None, Some(files.correlation.as_str())] {
        let mut rows = 0;
        recover_all(&image, correlation, |found| match found {
            Found::Row(row) => {
                assert_eq!(row.number, rows);
                rows += 1;
            }
            Found::Again { number, .. } => assert!(number < rows),
            Found::Piece(piece) => {
                for place in &piece.places {
                    let file = match place.file {
                        FileRole::Main => &files.main,
                        FileRole::Log => files.log.as_ref().unwrap(),
                        FileRole::Journal => files.journal.as_ref().unwrap(),
                    };
                    let start = place.offset as usize;
                    assert!(file[start..start + piece.bytes.len()] == piece.bytes, "a piece is where it says it is");
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn changed_files_never_panic(
        seed in any::<prop::sample::Index>(),
        main in prop::collection::vec(change(), 0..8),
        log in prop::collection::vec(change(), 0..6),
        journal in prop::collection::vec(change(), 0..3),
    ) {
        let mut files = seed.get(&SEEDS).clone();
        main.iter().for_each(|change| apply(&mut files.main, change));
        for (bytes, changes) in [(&mut files.log, log), (&mut files.journal, journal)] {
            if let Some(bytes) = bytes {
                changes.iter().for_each(|change| apply(bytes, change));
            }
        }
        look(&files);
    }

    #[test]
    fn made_up_pages_never_panic(
        main in prop::collection::vec(any::<u8>(), 0..4_000),
        log in prop::option::of(prop::collection::vec(any::<u8>(), 0..2_000)),
    ) {
        let mut files = SEEDS[0].clone();
        files.main.truncate(100);
        files.main.extend(main);
        files.log = log;
        look(&files);
    }
}

/// Every page of a large file claims to begin many rows, each of which goes on over all pages.
#[test]
fn rows_that_all_claim_the_whole_file_do_not_run_on() {
    const PAGE: usize = 512;
    const PAGES: usize = 20_000;
    let mut files = SEEDS[1].clone();
    let length: u32 = (PAGES * PAGE) as u32;
    // Header, correlation as a text of 76 bytes, two integers, a digest, a body as long as the file, a time.
    let serial = |bytes: u32| {
        let mut number = bytes * 2 + 13;
        let mut digits = vec![(number & 0x7F) as u8];
        while number > 0x7F {
            number >>= 7;
            digits.insert(0, (number & 0x7F) as u8 | 0x80);
        }
        digits
    };
    let types = [serial(76), vec![1], vec![1], serial(71), serial(length), serial(24)].concat();
    let mut head = vec![types.len() as u8 + 1];
    head.extend(types);
    head.extend(b"hmac-sha256:0123");
    // What stands in the page of a record of this length (file format, section 1.6, 512 usable bytes).
    let payload = length as usize + head.len() - "hmac-sha256:0123".len() + 76 + 2 + 71 + 24;
    let local = 39 + (payload - 39) % 508;
    for page in files.main.len() / PAGE..PAGES {
        let next = (page as u32 + 2) % PAGES as u32 + 1;
        let mut bytes = vec![0; PAGE];
        bytes[..4].copy_from_slice(&next.to_be_bytes());
        for start in [4, 4 + head.len()] {
            bytes[start..start + head.len()].copy_from_slice(&head);
            bytes[start + local..start + local + 4].copy_from_slice(&next.to_be_bytes());
        }
        files.main.extend(bytes);
    }
    files.main[28..32].copy_from_slice(&(PAGES as u32).to_be_bytes());
    look(&files);
}
