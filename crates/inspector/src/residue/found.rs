//! Hits while they are collected.

use std::collections::BTreeMap;

use wire::residue::{ResidueDocument, ResidueFile, ResidueHit, ResidueRegion, UnusedBytes};

/// Most hits that are listed; the counts are true beyond that.
const MOST_HITS: usize = 10_000;

/// What was found so far, and in which files was searched.
#[derive(Default)]
pub(super) struct Found {
    hits: Vec<ResidueHit>,
    split: Vec<ResidueHit>,
    total: u64,
    files: BTreeMap<String, ResidueFile>,
    /// What the files hold besides the rows.
    pub(super) unused: Option<UnusedBytes>,
}

impl Found {
    /// Names a file that was searched, or could not be.
    pub(super) fn searched(&mut self, file: String, bytes: u64, reason: Option<String>) {
        let entry = self.entry(file);
        entry.bytes = entry.bytes.max(bytes);
        entry.reason = reason;
    }

    /// Adds an occurrence.
    pub(super) fn hit(&mut self, hit: ResidueHit) {
        self.count(&hit.file);
        if self.hits.len() < MOST_HITS {
            self.hits.push(hit);
        }
    }

    /// Adds an occurrence that the end of a page cuts.
    pub(super) fn split(&mut self, hit: ResidueHit) {
        self.count(&hit.file);
        if self.split.len() < MOST_HITS {
            self.split.push(hit);
        }
    }

    fn count(&mut self, file: &str) {
        self.total += 1;
        self.entry(file.to_owned()).found += 1;
    }

    fn entry(&mut self, file: String) -> &mut ResidueFile {
        self.files.entry(file.clone()).or_insert(ResidueFile { file, bytes: 0, found: 0, reason: None })
    }

    pub(super) fn into_document(mut self) -> ResidueDocument {
        let place = |hit: &ResidueHit| (hit.file.clone(), hit.offset);
        self.hits.sort_by_cached_key(place);
        self.split.sort_by_cached_key(place);
        ResidueDocument {
            hits: self.hits,
            split: self.split,
            total: self.total,
            files: self.files.into_values().collect(),
            unused: self.unused,
        }
    }
}

/// A hit that is no row of a task, as far as is known.
pub(super) fn bare(file: String, offset: u64, region: ResidueRegion) -> ResidueHit {
    ResidueHit {
        file,
        offset,
        page: None,
        region,
        live: false,
        task_correlation: None,
        epoch: None,
        revision: None,
        complete: None,
    }
}
