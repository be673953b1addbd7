//! What a redaction asks of scans: which values findings stand for, and what people let pass.

use std::collections::HashSet;
use std::sync::Arc;

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
    /// Returns the values of what is meant, in the kept scan of this state of the store or in a new one. `is_meant` picks by
    /// id and rule.
    ///
    /// # Errors
    /// `unknown-finding` for an id that no scan knows, and as [`Inspector::scan`].
    pub(crate) fn meant_values(
        &self,
        loaded: &Loaded,
        engine: &Engine,
        ids: &[String],
        is_meant: impl Fn(&str, &str) -> bool,
    ) -> Result<Meant, ErrorBody> {
        let kept = self.memory.last::<Kept>().as_ref().filter(|kept| kept.path == loaded.path).map(Kept::of_state);
        let scan = match &kept {
            Some((state, scan)) if *state == loaded.state => scan.clone(),
            _ => Arc::new(run::run(self, loaded, engine.clone(), &ScanOptions::default(), &|_| true)?),
        };
        // An id on the screen can be of the scan before: the store went on since.
        let values = values(&scan, ids).or_else(|| values(&kept?.1, ids)).ok_or_else(|| {
            let message = "There is no such finding in this store.";
            failure::error("unknown-finding", message, Some("`continuity scan` lists the findings with their ids."))
        })?;
        let meant = scan.findings.iter().filter(|found| is_meant(&found.id, &found.rule.id));
        let known = Known::of(meant.map(|found| (&*found.value, found.as_finding())));
        Ok(Meant { values, known })
    }
}

/// What a person means by rules and findings. It has no `Debug` output.
pub(crate) struct Meant {
    /// Values of the findings that are named.
    pub(crate) values: Values,
    /// Values of everything that is meant, to be looked for in every body; `None` where none can be told from words.
    pub(crate) known: Option<Known>,
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
