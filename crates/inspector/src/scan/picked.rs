//! What a redaction asks of scans: which values findings stand for, and what people let pass.

use std::collections::HashSet;

use secrets::{AllowList, Engine, Salt};
use wire::ErrorBody;

use super::allow;
use super::options::ScanOptions;
use super::run::{self, Scan};
use super::window::Kept;
use crate::environment::Environment;
use crate::failure;
use crate::finding::Known;
use crate::inspector::Inspector;
use crate::loaded::Loaded;

/// Values of findings. It has no `Debug` output.
pub(crate) type Values = HashSet<Box<[u8]>>;

impl Inspector {
    /// Returns what a scan of the store finds, to be looked for in every body; `None` where that is nothing that can be
    /// told from words. `is_meant` picks by id and rule.
    ///
    /// # Errors
    /// As [`Inspector::scan`].
    pub(crate) fn known_values(
        &self,
        loaded: &Loaded,
        engine: &Engine,
        is_meant: impl Fn(&str, &str) -> bool,
    ) -> Result<Option<Known>, ErrorBody> {
        let scan = run::run(self, loaded, engine.clone(), &ScanOptions::default(), &|_| true)?;
        let meant = scan.findings.iter().filter(|found| is_meant(&found.id, &found.rule.id));
        Ok(Known::of(meant.map(|found| (&*found.value, found.as_finding()))))
    }

    /// Returns the values of findings by their ids, in the kept scan of the store or, where that does not have them all, in
    /// a new one.
    ///
    /// # Errors
    /// `unknown-finding`, and as [`Inspector::scan`].
    pub(crate) fn values_found(&self, loaded: &Loaded, engine: &Engine, ids: &[String]) -> Result<Values, ErrorBody> {
        if ids.is_empty() {
            return Ok(Values::new());
        }
        let kept =
            self.memory.last::<Kept>().as_ref().filter(|kept| kept.path == loaded.path).map(|kept| kept.scan.clone());
        if let Some(values) = kept.and_then(|scan| values(&scan, ids)) {
            return Ok(values);
        }
        let scan = run::run(self, loaded, engine.clone(), &ScanOptions::default(), &|_| true)?;
        values(&scan, ids).ok_or_else(|| {
            let message = "There is no such finding in this store.";
            failure::error("unknown-finding", message, Some("`continuity scan` lists the findings with their ids."))
        })
    }
}

/// `None` when one of them is not there.
fn values(scan: &Scan, ids: &[String]) -> Option<Values> {
    let found = ids.iter().map(|id| scan.findings.iter().find(|found| found.id == *id));
    found.map(|found| found.map(|found| found.value.clone())).collect()
}

/// What people have looked at and let pass.
pub(crate) struct LetPass {
    list: AllowList,
    salt: Option<Salt>,
}

impl LetPass {
    /// Reads the list of this user.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub(crate) fn load(environment: &Environment) -> Result<Self, ErrorBody> {
        let salt = allow::own(environment)?;
        let list = if salt.is_some() { allow::load(environment)? } else { AllowList::new() };
        Ok(Self { list, salt })
    }

    /// Whether a value passes at a place of a stored body. `file` is the store's file name.
    pub(crate) fn has(&self, value: &[u8], rule: &str, file: &str, pointer: &str) -> bool {
        let Some(salt) = self.salt.as_ref().filter(|_| !self.list.entries().is_empty()) else { return false };
        let path = format!("{file}/continuity_snapshots/snapshot_json{pointer}");
        self.list.allows(&salt.fingerprint(value), rule, &path).is_some()
    }
}
