//! A scan from the texts to its findings.

use std::collections::HashSet;

use secrets::{Engine, Salt};
use wire::ErrorBody;
use wire::scan::{ScanGap, ScanPhase, ScanProgress, ScanSearched};

use super::allow::{self, Baseline};
use super::findings::{self, Found, MOST_FINDINGS};
use super::offered::Offered;
use super::options::ScanOptions;
use super::places;
use super::pool;
use super::text::Scanner;
use super::texts::Texts;
use crate::failure;
use crate::finding::Known;
use crate::inspector::Inspector;
use crate::loaded::Loaded;

/// Is told how far a scan is; answers whether it may go on.
pub type ScanObserver<'a> = &'a (dyn Fn(ScanProgress) -> bool + Sync);

/// A scan that was made.
pub(super) struct Scan {
    /// What was found and is not let pass, the most urgent first.
    pub(super) findings: Vec<Found>,
    /// Number of findings that are let pass.
    pub(super) allowed: u64,
    pub(super) searched: ScanSearched,
    pub(super) gaps: Vec<ScanGap>,
}

/// Scans a store.
pub(super) fn run(
    inspector: &Inspector,
    loaded: &Loaded,
    engine: Engine,
    options: &ScanOptions,
    observer: ScanObserver<'_>,
) -> Result<Scan, ErrorBody> {
    let own = allow::own(&inspector.environment)?;
    let list = allow::load(&inspector.environment)?;
    let baselines = options.baselines.iter().map(|path| Baseline::read(&inspector.absolute(path), own.as_ref()));
    let baselines = baselines.collect::<Result<Vec<_>, _>>()?;
    let salt = own.clone().unwrap_or_else(|| Salt::new(allow::random()));
    let mut scanner = Scanner::new(engine, salt);
    let logs: Vec<_> = options.logs.iter().map(|path| inspector.absolute(path)).collect();
    let look = |scanner: &Scanner| {
        pool::run(scanner, |feeder| {
            let mut texts = Texts::new(feeder, observer);
            places::gather(inspector, loaded, &mut texts);
            if !logs.is_empty() {
                texts.phase(ScanPhase::Logs);
                places::logs::logs(&logs, &mut texts)?;
            }
            texts.end();
            if texts.stopped() {
                return Err(stopped());
            }
            let searched =
                ScanSearched { files: std::mem::take(&mut texts.files), texts: texts.count, bytes: texts.bytes };
            Ok((searched, std::mem::take(&mut texts.gaps), texts.into_again()))
        })
    };
    let join = |scanner: &Scanner| {
        let (read, results, failed) = look(scanner);
        let (searched, gaps, again) = read?;
        let mut offered = Offered::new(loaded, scanner);
        let (found, cut) = findings::join(results, again, &mut offered);
        Ok::<_, ErrorBody>((found, cut, searched, gaps, failed))
    };
    let mut all = join(&scanner)?;
    // What was told of somewhere stands elsewhere without a word of it.
    if let Some(known) = Known::of(all.0.iter().map(|found| (&*found.value, found.as_finding()))) {
        scanner = scanner.knowing(known);
        all = join(&scanner)?;
    }
    let (mut found, cut, searched, mut gaps, failed) = all;
    let file = || places::Folder::of(&loaded.path).name(&loaded.path).to_string();
    if failed > 0 {
        let message = format!("{failed} texts could not be searched because of a fault of this program.");
        let error = failure::error("internal", message, Some("Please report it; what else there is was searched."));
        gaps.push(ScanGap { file: file(), table: None, error });
    }
    if cut {
        let message = format!("There are more than {MOST_FINDINGS} different values; the rest is not told.");
        let error = failure::error("too-many-findings", message, Some("Narrow the rules, or clean these first."));
        gaps.push(ScanGap { file: file(), table: None, error });
    }
    let before = found.len();
    found.retain(|found| {
        let rule = found.rule.id.as_str();
        let named = baselines.iter().any(|baseline| baseline.allows(&found.fingerprint, rule));
        let passes = |path: &str| list.allows(&found.fingerprint, rule, path).is_some();
        let paths: HashSet<String> = match list.entries().is_empty() {
            true => HashSet::new(),
            false => found.places.iter().map(|place| place.origin.path(&place.spot)).collect(),
        };
        !named && (paths.is_empty() || !paths.iter().all(|path| passes(path)))
    });
    let allowed = (before - found.len()) as u64;
    Ok(Scan { findings: found, allowed, searched, gaps })
}

pub(super) fn stopped() -> ErrorBody {
    failure::error("stopped", "The scan was stopped. Nothing was changed.", None)
}
