//! Bodies whose every stretch is found nowhere else, and the files of a folder.

use std::collections::HashSet;
use std::path::Path;

use continuity::Digest;
use continuity::records::StoredBody;
use continuity_store::history::{HistoryFile, Key, NewCopy};

/// Length of the stretches that are looked for, in bytes.
const STRETCH: usize = 16;

/// A text of `length` bytes that no other seed has a stretch of.
pub(crate) fn text(seed: &str, length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let mut part = 0;
    while text.len() < length {
        text.extend(Digest::of_bytes(format!("{seed}/{part}").as_bytes()).to_hex().into_bytes());
        part += 1;
    }
    text.truncate(length);
    text
}

/// A body of a task, to be recorded at a time.
pub(crate) fn copy(task: &str, epoch: i64, bytes: &[u8], at: &str) -> NewCopy {
    NewCopy {
        key: Key { task: task.to_owned(), epoch, blob: false, hash: *Digest::of_bytes(bytes).as_bytes() },
        revision: Some(1.0),
        digest: None,
        body: StoredBody::Text(bytes.to_vec()),
        masked: false,
        recorded_at: at.to_owned(),
    }
}

/// Records one body; whether it was new.
pub(crate) fn add(file: &HistoryFile, store: &[u8], copy: &NewCopy) -> bool {
    file.change(|change| change.add(store, copy)).unwrap()
}

/// How many stretches of a text stand anywhere in the files of a folder.
pub(crate) fn stretches_in(folder: &Path, text: &[u8]) -> usize {
    let wanted: HashSet<&[u8]> = text.windows(STRETCH).collect();
    let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
    files.map(|bytes| bytes.windows(STRETCH).filter(|window| wanted.contains(window)).count()).sum()
}

/// Names of the files of a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
