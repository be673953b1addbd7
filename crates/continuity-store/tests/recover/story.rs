//! A store whose bodies are made of words that occur once, and the words that a plain search of its files finds.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use fixtures::{AutoVacuum, BuiltRevision, BuiltStore, Journal, Snapshot, StoreBuilder};
use sqlite_pages::FileRole;

use crate::common::beside;

/// Length of a word in bytes: `«ta-r001-w00001»` with the letter of the task, the number of the body among all of the
/// story, and the number of the word in the body. Its first letter takes two bytes, which no small number in a cell does.
const WORD: usize = 18;
/// Tasks of a story.
const TASKS: u32 = 8;

/// How a story's file is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) page_size: u32,
    pub(crate) auto_vacuum: AutoVacuum,
    pub(crate) log: bool,
}

/// A story that was written to a file.
pub(crate) struct Story {
    pub(crate) store: BuiltStore,
    pub(crate) files: Vec<(FileRole, Vec<u8>)>,
    _folder: tempfile::TempDir,
}

/// Numbers that are the same for the same seed (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// Tells a story: bodies of several sizes are stored, replaced and deleted, tasks are removed, the log is written back in
/// several ways, and free pages are given back.
pub(crate) fn tell(layout: Layout, seed: u64) -> Story {
    let folder = tempfile::tempdir().unwrap();
    let journal = if layout.log { Journal::KEPT_LOG } else { Journal::Delete };
    let mut story = StoreBuilder::new().page_size(layout.page_size).auto_vacuum(layout.auto_vacuum).journal(journal);
    let mut numbers = Numbers(seed);
    let mut bodies = 0;
    // The words of a file of large pages are many; fewer changes make as many cases of each kind there.
    let changes = if layout.page_size > 8_192 { 60 } else { 120 };
    let mut stored = [false; TASKS as usize];
    for _ in 0..changes {
        let task = numbers.below(TASKS);
        let name = session(task);
        let has_body = stored[task as usize];
        match numbers.below(20) {
            0..=12 => {
                bodies += 1;
                let snapshot = body(task, bodies, size(layout.page_size, &mut numbers));
                story = story.task(&name, |told| told.checkpoint(snapshot));
                stored[task as usize] = true;
            }
            13 | 14 if has_body => {
                story = story.task(&name, |told| told.purge());
                stored[task as usize] = false;
            }
            15 => {
                story = story.task(&name, |told| told.clear());
                stored[task as usize] = false;
            }
            16 if has_body => {
                let delete = "DELETE FROM continuity_snapshots WHERE task_correlation = :task";
                story = story.task(&name, |told| told.sql(delete));
                stored[task as usize] = false;
            }
            17 if layout.log => story = story.raw_sql("PRAGMA wal_checkpoint(PASSIVE)"),
            18 if layout.log => story = story.raw_sql("PRAGMA wal_checkpoint(RESTART)"),
            19 => story = story.raw_sql("PRAGMA incremental_vacuum(3)"),
            _ => {}
        }
    }
    let store = story.build(folder.path()).unwrap();
    let files = files(&store.path);
    Story { store, files, _folder: folder }
}

/// Reads the files as they are, with nothing of this product.
fn files(path: &Path) -> Vec<(FileRole, Vec<u8>)> {
    let named: [(FileRole, PathBuf); 3] = [
        (FileRole::Main, path.to_owned()),
        (FileRole::Log, beside(path, "-wal")),
        (FileRole::Journal, beside(path, "-journal")),
    ];
    named.into_iter().filter_map(|(role, path)| Some((role, std::fs::read(path).ok()?))).collect()
}

fn session(task: u32) -> String {
    format!("session-{task}")
}

/// A size in bytes: within a page, about one, and over several overflow pages.
fn size(page_size: u32, numbers: &mut Numbers) -> u32 {
    let most = match numbers.below(6) {
        0 | 1 => page_size / 4,
        2 | 3 => page_size,
        4 => page_size * 5 / 2,
        _ => page_size * 5,
    };
    200 + numbers.below(most.max(300))
}

fn body(task: u32, number: u32, bytes: u32) -> Snapshot {
    let letter = char::from(b'a' + task as u8);
    let word = |index: u32| format!("«t{letter}-r{number:03}-w{index:05}»");
    let words: Vec<String> = (0..bytes / (WORD as u32 + 1) + 1).map(word).collect();
    let snapshot =
        Snapshot::new(&format!("What task {letter} is about stays the same in all its bodies, word by word."));
    // Items of several lengths, one word among them.
    let mut rest = words.as_slice();
    let mut snapshot = snapshot;
    for length in [1, 5, 40].into_iter().cycle() {
        if rest.is_empty() {
            return snapshot;
        }
        let (item, behind) = rest.split_at(length.min(rest.len()));
        snapshot = snapshot.progress(&item.join(" "));
        rest = behind;
    }
    snapshot
}

impl Story {
    /// Every body that was ever stored, with its task's correlation.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = (&str, &BuiltRevision)> {
        self.store.tasks.iter().flat_map(|task| task.history.iter().map(|body| (task.correlation.as_str(), body)))
    }

    /// The correlation of the task whose letter a word has.
    pub(crate) fn owner(&self, word: &str) -> String {
        let task = word.as_bytes()[3] - b'a';
        self.store.correlation(&session(task.into())).as_str().to_owned()
    }

    /// Every word that stands whole in a file.
    pub(crate) fn words_in_files(&self) -> HashSet<String> {
        self.files.iter().flat_map(|(_, bytes)| words(bytes)).collect()
    }

    /// The bodies by digest.
    pub(crate) fn by_digest(&self) -> HashMap<&str, (&str, &BuiltRevision)> {
        self.bodies().map(|(task, body)| (body.digest.as_str(), (task, body))).collect()
    }

    /// The bytes of a file.
    pub(crate) fn file(&self, role: FileRole) -> &[u8] {
        self.files.iter().find(|(file, _)| *file == role).map_or(&[], |(_, bytes)| bytes)
    }
}

/// Every word in some bytes, by nothing but its form.
pub(crate) fn words(bytes: &[u8]) -> Vec<String> {
    const FORM: &[u8] = "«tx-rddd-wddddd»".as_bytes();
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'x' => byte.is_ascii_lowercase(),
        b'd' => byte.is_ascii_digit(),
        _ => byte == form,
    };
    let starts = bytes.windows(WORD).filter(|word| word[0] == FORM[0] && word.iter().zip(FORM).all(fits));
    starts.map(|word| String::from_utf8(word.to_vec()).unwrap()).collect()
}
