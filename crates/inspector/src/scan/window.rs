//! Scans for the window: one is kept, and asked for in pages.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use secrets::{Allow, Engine};
use wire::commands::{Exported, ListSources};
use wire::scan::{
    AllowFinding, AllowedList, ExportScan, ForgetAllowed, RevealRequest, ScanPage, ScanPageRequest, ScanPlacePage,
    ScanPlacesRequest, ScanProgress, ScanRequest,
};
use wire::{ErrorBody, Text};

use super::findings::Found;
use super::options::ScanOptions;
use super::run::{self, Scan, ScanObserver};
use super::{Scanned, allow, document};
use crate::export_target::Existing;
use crate::inspector::Inspector;
use crate::{clock, failure};

/// Most findings or places of one page.
const MOST: u64 = 500;
/// Places that come with each finding of a page.
const FIRST_PLACES: usize = 5;

/// The newest scan.
pub(crate) struct Kept {
    name: String,
    pub(super) path: PathBuf,
    state: u64,
    pub(super) scan: Arc<Scan>,
}

impl Kept {
    /// The scan, with the state of the store that it is of.
    pub(super) fn of_state(&self) -> (u64, Arc<Scan>) {
        (self.state, self.scan.clone())
    }
}

impl Inspector {
    /// Scans a store, or takes the scan of the same state that was made before; returns the first page.
    ///
    /// # Errors
    /// When the store cannot be read; `stopped` when it was stopped.
    pub fn scan_store(&self, request: ScanRequest, observer: ScanObserver<'_>) -> Result<ScanPage, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let known = |kept: &Kept| kept.path == loaded.path && kept.state == loaded.state;
        let name = self.memory.last::<Kept>().as_ref().filter(|kept| known(kept)).map(|kept| kept.name.clone());
        let name = match name {
            Some(name) => name,
            None => {
                self.stop_scan.store(false, Ordering::Relaxed);
                let going_on = |progress: ScanProgress| !self.stop_scan.load(Ordering::Relaxed) && observer(progress);
                let running = Running::begin(self);
                let scan = run::run(self, &loaded, Engine::builtin(), &ScanOptions::default(), &going_on);
                drop(running);
                let name = uuid::Uuid::new_v4().to_string();
                let kept =
                    Kept { name: name.clone(), path: loaded.path.clone(), state: loaded.state, scan: Arc::new(scan?) };
                *self.memory.last::<Kept>() = Some(kept);
                name
            }
        };
        self.scan_page(ScanPageRequest { scan: name, filter: request.filter, offset: 0, limit: request.limit })
    }

    /// Stops the scan that is going on; returns whether there was one.
    ///
    /// # Errors
    /// None.
    pub fn stop_scan(&self, _: ListSources) -> Result<bool, ErrorBody> {
        self.stop_scan.store(true, Ordering::Relaxed);
        Ok(self.scans_running.load(Ordering::Relaxed) > 0)
    }

    /// Returns a page of the findings that pass a filter.
    ///
    /// # Errors
    /// `no-scan` when another scan was made since.
    pub fn scan_page(&self, request: ScanPageRequest) -> Result<ScanPage, ErrorBody> {
        let (scan, path, state) = self.kept(&request.scan)?;
        let outdated = self.load(&path).map_or(true, |loaded| loaded.state != state);
        let start = usize::try_from(request.offset).unwrap_or(usize::MAX);
        let shown = document::passing(&scan, &request.filter).skip(start).take(request.limit.min(MOST) as usize);
        Ok(ScanPage {
            outdated,
            totals: document::totals(&scan, &request.filter),
            rules: document::rules(&scan, &request.filter),
            searched: scan.searched.clone(),
            gaps: scan.gaps.clone(),
            offset: request.offset,
            findings: shown.map(|found| document::finding(found, FIRST_PLACES)).collect(),
            scan: request.scan,
        })
    }

    /// Returns more places of one finding.
    ///
    /// # Errors
    /// `no-scan`, or `not-found`.
    pub fn scan_places(&self, request: ScanPlacesRequest) -> Result<ScanPlacePage, ErrorBody> {
        let (scan, ..) = self.kept(&request.scan)?;
        let found = find(&scan, &request.finding)?;
        let start = usize::try_from(request.offset).unwrap_or(usize::MAX);
        let places = found.places.iter().skip(start).take(request.limit.min(MOST) as usize);
        Ok(ScanPlacePage {
            total: found.place_count,
            offset: request.offset,
            places: places.map(|place| place.origin.place(&place.spot, place.offered)).collect(),
        })
    }

    /// Returns the value of one finding, for the person who asked for it.
    ///
    /// # Errors
    /// `no-scan`, or `not-found`.
    pub fn reveal_finding(&self, request: RevealRequest) -> Result<Text, ErrorBody> {
        reveal(&self.kept(&request.scan)?.0, &request.finding)
    }

    /// Writes the findings that pass a filter to a file of the user's choice, without any value. An existing file is
    /// replaced.
    ///
    /// # Errors
    /// `no-scan`, `protected-file`, or `io-error`.
    pub fn export_scan(&self, request: ExportScan, to: &Path) -> Result<Exported, ErrorBody> {
        let (scan, store, _) = self.kept(&request.scan)?;
        self.write_scan(&Scanned { scan, filter: request.filter, store }, request.format, to, Existing::Replace)
    }

    /// Lets a finding pass from now on.
    ///
    /// # Errors
    /// `no-scan`, `not-found`, or when the list cannot be read or written.
    pub fn allow_finding(&self, request: AllowFinding) -> Result<AllowedList, ErrorBody> {
        let (scan, ..) = self.kept(&request.scan)?;
        self.let_pass(find(&scan, &request.finding)?, request.reason)
    }

    /// Lets a finding of the command's scan pass from now on.
    ///
    /// # Errors
    /// `not-found`, or when the list cannot be read or written.
    pub fn allow_scanned(&self, scanned: &Scanned, id: &str, reason: Option<String>) -> Result<AllowedList, ErrorBody> {
        self.let_pass(find(&scanned.scan, id)?, reason)
    }

    fn let_pass(&self, found: &Found, reason: Option<String>) -> Result<AllowedList, ErrorBody> {
        let repeats = |reason: &String| {
            !found.value.is_empty() && memchr::memmem::find(reason.as_bytes(), &found.value).is_some()
        };
        if reason.as_ref().is_some_and(repeats) {
            let message = "The reason repeats the value itself. Nothing was written.";
            return Err(failure::error("invalid-reason", message, Some("Say why without the value.")));
        }
        let salt = allow::own_or_new(&self.environment)?;
        let mut list = allow::load(&self.environment)?;
        list.add(Allow {
            fingerprint: Some(salt.fingerprint(&found.value)),
            reason,
            added: Some(clock::iso(clock::now(&self.environment))),
            ..Allow::default()
        });
        self.save_allowed(&list)
    }

    /// Lists what is let pass.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn list_allowed(&self, _: ListSources) -> Result<AllowedList, ErrorBody> {
        Ok(allow::shown(&self.environment, &allow::load(&self.environment)?))
    }

    /// Takes an entry of the list back.
    ///
    /// # Errors
    /// `not-found` when the entry is another one by now, or when the list cannot be read or written.
    pub fn forget_allowed(&self, request: ForgetAllowed) -> Result<AllowedList, ErrorBody> {
        let mut list = allow::load(&self.environment)?;
        let entry = usize::try_from(request.index).ok().and_then(|at| list.entries().get(at)).cloned();
        let Some(entry) = entry.filter(|entry| entry.added == request.added) else {
            return Err(failure::error("not-found", "The list holds no such entry.", Some("Look at the list again.")));
        };
        list.remove(|other| *other == entry);
        self.save_allowed(&list)
    }

    fn save_allowed(&self, list: &secrets::AllowList) -> Result<AllowedList, ErrorBody> {
        allow::save(&self.environment, list)?;
        // What is let pass is left out of the next scan.
        if let Some(kept) = self.memory.last::<Kept>().as_mut() {
            kept.state = u64::MAX;
        }
        Ok(allow::shown(&self.environment, list))
    }

    fn kept(&self, name: &str) -> Result<(Arc<Scan>, PathBuf, u64), ErrorBody> {
        let kept = self.memory.last::<Kept>();
        let kept = kept.as_ref().filter(|kept| kept.name == name);
        kept.map(|kept| (kept.scan.clone(), kept.path.clone(), kept.state))
            .ok_or_else(|| failure::error("no-scan", "This scan is not kept any more.", Some("Scan again.")))
    }
}

/// Counts a scan while it runs.
struct Running<'i>(&'i Inspector);

impl<'i> Running<'i> {
    fn begin(inspector: &'i Inspector) -> Self {
        inspector.scans_running.fetch_add(1, Ordering::Relaxed);
        Self(inspector)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.scans_running.fetch_sub(1, Ordering::Relaxed);
    }
}

fn find<'s>(scan: &'s Scan, id: &str) -> Result<&'s Found, ErrorBody> {
    scan.findings.iter().find(|found| found.id == id).ok_or_else(|| {
        failure::error("not-found", "The scan has no such finding.", Some("Look at the findings again."))
    })
}

pub(super) fn reveal(scan: &Scan, id: &str) -> Result<Text, ErrorBody> {
    find(scan, id).map(|found| Text(String::from_utf8_lossy(&found.value).into_owned()))
}
