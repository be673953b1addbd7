//! Secrets and personal data in everything that a store's files hold.
//!
//! ```text
//! places/  rows, leftovers, ledger, backups, history, logs ─► texts.rs (each distinct text once) ─► pool.rs (threads)
//!                                                                                                      │ text/
//! document.rs, report/ ◄─ run.rs ◄─ findings.rs (one finding for each value, ranked) ◄─ hits ◄─────────┘
//! ```
//!
//! Nothing that leaves this module holds a value, but the answer to [`Inspector::reveal_finding`] and `--reveal`.

pub(crate) mod allow;
mod document;
mod findings;
mod offered;
mod options;
mod origin;
mod picked;
mod pieces;
mod places;
mod pool;
mod report;
mod run;
mod text;
mod texts;
mod window;

use std::path::Path;
use std::sync::Arc;

use wire::ErrorBody;
use wire::commands::Exported;
use wire::scan::{ScanDocument, ScanFilter, ScanFormat};

use crate::export_target::{self, Existing};
use crate::inspector::Inspector;
use crate::{clock, failure, own_files};

pub use options::ScanOptions;
pub(crate) use options::engine;
pub(crate) use picked::{LetPass, Values};
pub use run::ScanObserver;

/// A scan that was made for the command: its document, reports and values.
pub struct Scanned {
    scan: Arc<run::Scan>,
    filter: ScanFilter,
    store: std::path::PathBuf,
}

impl Inspector {
    /// Scans everything that a store's files hold.
    ///
    /// # Errors
    /// When the store, a rule file, a baseline or a log cannot be read; `stopped` when the observer ended it. A ledger,
    /// backup or table that cannot be read is a gap.
    pub fn scan(&self, store: &Path, options: &ScanOptions, observer: ScanObserver<'_>) -> Result<Scanned, ErrorBody> {
        let rules: Vec<_> = options.rules.iter().map(|path| self.absolute(path)).collect();
        let engine = options::engine(&rules)?;
        let loaded = self.load(store)?;
        let scan = run::run(self, &loaded, engine, options, observer)?;
        Ok(Scanned { scan: Arc::new(scan), filter: options.filter.clone(), store: loaded.path.clone() })
    }

    /// Scans a store and returns the document.
    ///
    /// # Errors
    /// As [`Inspector::scan`].
    pub fn scan_document(
        &self,
        store: &Path,
        options: &ScanOptions,
        observer: ScanObserver<'_>,
    ) -> Result<ScanDocument, ErrorBody> {
        Ok(self.scan(store, options, observer)?.document())
    }

    /// Returns the text of a report, without any value.
    ///
    /// # Errors
    /// `io-error` when a format cannot be written.
    pub fn scan_report(&self, scanned: &Scanned, format: ScanFormat) -> Result<String, ErrorBody> {
        scanned.report(format, &clock::iso(clock::now(&self.environment)))
    }

    /// Writes a scan to a file, without any value.
    ///
    /// # Errors
    /// `protected-file` or `file-exists`, or `io-error`.
    pub fn write_scan(
        &self,
        scanned: &Scanned,
        format: ScanFormat,
        to: &Path,
        existing: Existing,
    ) -> Result<Exported, ErrorBody> {
        let text = self.scan_report(scanned, format)?;
        self.write_text(&scanned.store, &text, to, existing)
    }

    /// Writes a baseline that names everything a scan found.
    ///
    /// # Errors
    /// As [`Inspector::write_scan`]; never over a file that is there.
    pub fn write_baseline(&self, scanned: &Scanned, to: &Path) -> Result<Exported, ErrorBody> {
        let to = self.absolute(to);
        export_target::check(self, &scanned.store, &to, Existing::Keep)?;
        let salt = allow::own_or_new(&self.environment)?;
        let added = clock::iso(clock::now(&self.environment));
        // The scan may have been made with a key of its own: values are named anew.
        let named: Vec<_> = document::passing(&scanned.scan, &scanned.filter)
            .map(|found| (salt.fingerprint(&found.value), found.rule.id.as_str()))
            .collect();
        let text = allow::baseline_text(&salt, named.iter().map(|(value, rule)| (value, *rule)), &added);
        self.write_text(&scanned.store, &text, &to, Existing::Keep)
    }

    fn write_text(&self, store: &Path, text: &str, to: &Path, existing: Existing) -> Result<Exported, ErrorBody> {
        let to = self.absolute(to);
        export_target::check(self, store, &to, existing)?;
        own_files::replace(&to, text.as_bytes()).map_err(|error| {
            let message = format!("The file cannot be written: {error}.");
            failure::error("io-error", message, Some("Choose another folder."))
        })?;
        Ok(Exported { path: to.display().to_string(), bytes: text.len() as u64 })
    }
}

impl Scanned {
    /// Returns the findings that pass the filter.
    pub fn document(&self) -> ScanDocument {
        document::document(&self.scan, &self.filter)
    }

    fn report(&self, format: ScanFormat, at: &str) -> Result<String, ErrorBody> {
        report::write(&self.document(), format, at)
    }

    /// Returns the value of one finding, for the person who asked for it.
    ///
    /// # Errors
    /// `not-found` when there is no such finding.
    pub fn reveal(&self, id: &str) -> Result<wire::Text, ErrorBody> {
        window::reveal(&self.scan, id)
    }
}
