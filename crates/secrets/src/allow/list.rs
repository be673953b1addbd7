//! An allow list.

use std::collections::HashMap;

use thiserror::Error;

use super::pattern::Pattern;
use crate::fingerprint::Fingerprint;

/// One entry: what it names must all fit. An entry that names nothing allows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allow {
    /// The value, by its keyed hash.
    pub fingerprint: Option<Fingerprint>,
    /// The rules' ids.
    pub rule: Option<Pattern>,
    /// The places.
    pub path: Option<Pattern>,
    /// Why, for people. Never read by the program.
    pub reason: Option<String>,
    /// When it was added, as its author wrote it (RFC 3339). Never read by the program.
    pub added: Option<String>,
}

impl Allow {
    fn is_empty(&self) -> bool {
        self.fingerprint.is_none() && self.rule.is_none() && self.path.is_none()
    }

    fn fits(&self, rule: &str, path: &str) -> bool {
        self.rule.as_ref().is_none_or(|pattern| pattern.matches(rule))
            && self.path.as_ref().is_none_or(|pattern| pattern.matches(path))
    }
}

/// A fault of an allow list's file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct AllowError {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// Entries that let findings pass: an allow list, or a baseline, which is one made of everything found so far.
#[derive(Clone, Debug, Default)]
pub struct AllowList {
    entries: Vec<Allow>,
    /// Places of the entries with a fingerprint.
    by_value: HashMap<Fingerprint, Vec<usize>>,
    /// Places of the others.
    by_place: Vec<usize>,
}

impl AllowList {
    /// Returns the list without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry, unless it names nothing or is already there; returns whether it was added.
    pub fn add(&mut self, allow: Allow) -> bool {
        if allow.is_empty() || self.entries.contains(&allow) {
            return false;
        }
        let at = self.entries.len();
        match allow.fingerprint {
            Some(value) => self.by_value.entry(value).or_default().push(at),
            None => self.by_place.push(at),
        }
        self.entries.push(allow);
        true
    }

    /// Takes out every entry for which `gone` returns true; returns how many.
    pub fn remove(&mut self, mut gone: impl FnMut(&Allow) -> bool) -> usize {
        let before = self.entries.len();
        let kept: Vec<Allow> = std::mem::take(self).entries.into_iter().filter(|entry| !gone(entry)).collect();
        kept.into_iter().for_each(|entry| {
            self.add(entry);
        });
        before - self.entries.len()
    }

    /// Returns the entry that lets a finding pass. `path` is whatever the caller's patterns are written for.
    pub fn allows(&self, fingerprint: &Fingerprint, rule: &str, path: &str) -> Option<&Allow> {
        let by_value = self.by_value.get(fingerprint).into_iter().flatten();
        by_value.chain(&self.by_place).filter_map(|at| self.entries.get(*at)).find(|entry| entry.fits(rule, path))
    }

    /// Returns the entries in the order in which they were added.
    pub fn entries(&self) -> &[Allow] {
        &self.entries
    }
}
