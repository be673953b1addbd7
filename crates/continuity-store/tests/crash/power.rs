//! The power goes. What was synced is on the disk; of what was written since, any part may be there or not.
//!
//! The operations of one run are noted down and played back: for a prefix of them, files hold what was synced in it and
//! an arbitrary choice of what was not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fixtures::Journal;
use rstest::rstest;

use crate::disk::{Op, Plan, noted_so_far, turn, with};
use crate::work::{Case, rounds, work};

/// Numbers that look like chance and are the same each time (Knuth's multiplicative generator).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// The files after a power cut behind the first operations.
fn after(files: &BTreeMap<PathBuf, Vec<u8>>, ops: &[Op], chance: &mut Chance) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut disk: BTreeMap<PathBuf, Vec<u8>> = files.clone();
    let mut waiting: BTreeMap<&Path, Vec<&Op>> = BTreeMap::new();
    for op in ops {
        match op {
            Op::Write { file, .. } | Op::Truncate { file, .. } => waiting.entry(file).or_default().push(op),
            Op::Sync { file } => {
                for op in waiting.remove(file.as_path()).unwrap_or_default() {
                    apply(&mut disk, op);
                }
            }
            Op::Remove { file } => {
                waiting.remove(file.as_path());
                disk.remove(file);
            }
        }
    }
    for op in waiting.into_values().flatten() {
        match (chance.next() % 4, op) {
            (0, _) => {}
            // A part of the write, cut where sectors end.
            (1, Op::Write { file, offset, bytes }) => {
                let len = bytes.len().min(512 * (chance.next() as usize % (bytes.len() / 512 + 1)));
                apply(&mut disk, &Op::Write { file: file.clone(), offset: *offset, bytes: bytes[..len].to_vec() });
            }
            _ => apply(&mut disk, op),
        }
    }
    // The index of the log is memory, and never on the disk.
    disk.retain(|path, _| !path.to_str().unwrap().ends_with("-shm"));
    disk
}

fn apply(disk: &mut BTreeMap<PathBuf, Vec<u8>>, op: &Op) {
    match op {
        Op::Write { file, offset, bytes } => {
            let held = disk.entry(file.clone()).or_default();
            let end = *offset as usize + bytes.len();
            held.resize(held.len().max(end), 0);
            held[*offset as usize..end].copy_from_slice(bytes);
        }
        Op::Truncate { file, len } => disk.entry(file.clone()).or_default().resize(*len as usize, 0),
        Op::Sync { .. } | Op::Remove { .. } => unreachable!("they are not kept waiting"),
    }
}

#[rstest]
#[case(Journal::CLOSED)]
#[case(Journal::KEPT_LOG)]
#[case(Journal::Delete)]
fn at_every_operation(#[case] journal: Journal) {
    let _turn = turn();
    let case = Case::new(journal);
    let mut deleted = 0;
    let ran = with(Plan::Spare, true, || work(&case.path, &case.task, || deleted = noted_so_far()));
    ran.answer.unwrap();
    let ops = ran.noted;
    assert!(deleted > 0 && deleted < ops.len() && ops.iter().any(|op| matches!(op, Op::Sync { .. })));
    let mut chance = Chance(7);
    let times = (rounds(0) / ops.len() as u64).max(1);
    for prefix in 0..=ops.len() {
        for _ in 0..times {
            let disk = after(case.files(), &ops[..prefix], &mut chance);
            put(&case, &disk);
            let what = format!("power cut behind operation {prefix} of {}, {journal:?}", ops.len());
            let gone = case.check(&what);
            assert!(gone || prefix < deleted, "the delete was said to be done and came back: {what}");
            if prefix % 32 == 0 {
                case.finishes(&what);
            }
        }
    }
}

fn put(case: &Case, disk: &BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(case.folder.path()).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    for (path, bytes) in disk {
        std::fs::write(path, bytes).unwrap();
    }
}
