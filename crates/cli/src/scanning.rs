//! `continuity scan`: secrets and personal data, wherever a store's files hold them.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use inspector::{Existing, ScanOptions, Scanned, TaskName as Named};
use wire::ErrorBody;
use wire::scan::{ScanClass, ScanConfidence, ScanFilter, ScanFormat, ScanProgress, ScanSeverity};

use crate::session::Session;
use crate::{exit, output, text};

/// Examples, and what is not done.
pub(crate) const HELP: &str = "\
Examples:
  continuity scan                                     what is found, what an agent would be offered first
  continuity scan --fail-on high                      exit status 1 when something of high severity is found
  continuity scan --class secret --min-confidence medium
  continuity scan --write-baseline known.toml         name everything found so far
  continuity scan --baseline known.toml               tell only what is new
  continuity scan --format sarif --output scan.sarif  for other tools; no report holds a value
  continuity scan --logs ~/.claude/projects           session logs too

Nothing is changed, and whether a key still works is never tried. Values are masked.";

/// What to scan, what to tell, and how.
#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    /// Rules of your own, in the TOML shape of gitleaks and betterleaks; may be given more than once
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Session logs (JSON Lines, plain or .zst), or a folder of them; may be given more than once
    #[arg(long, value_name = "PATH")]
    logs: Vec<PathBuf>,
    /// Only this class
    #[arg(long, value_enum)]
    class: Option<Class>,
    /// Only this severity and higher ones
    #[arg(long, value_enum, value_name = "SEVERITY")]
    min_severity: Option<Severity>,
    /// Only this confidence and higher ones
    #[arg(long, value_enum, value_name = "CONFIDENCE")]
    min_confidence: Option<Confidence>,
    /// Only findings with a place in this task
    #[arg(long, value_name = "TASK")]
    task: Option<String>,
    /// Only findings of this rule
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
    /// Only what an agent would be offered next
    #[arg(long)]
    offered: bool,
    /// Leave out what this baseline names; may be given more than once
    #[arg(long, value_name = "FILE")]
    baseline: Vec<PathBuf>,
    /// Write a new file that names everything found, by keyed hashes and without a value
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Exit with 1 when something of this severity or higher is found
    #[arg(long, value_enum, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    /// Print or write a report
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the report to this new file
    #[arg(long, value_name = "FILE", requires = "format")]
    output: Option<PathBuf>,
    /// Show the value of one finding, on a terminal only
    #[arg(long, value_name = "ID", conflicts_with_all = ["json", "format"])]
    reveal: Option<String>,
    /// Let a finding pass from now on, in every store; writes to the allow list in the data folder
    #[arg(long, value_name = "ID")]
    allow: Option<String>,
    /// Why it is let pass; without the value
    #[arg(long, value_name = "TEXT", requires = "allow")]
    reason: Option<String>,
}

/// What kind of thing a finding is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Class {
    /// Opens a door: a key, a token, a password
    Secret,
    /// Something about a person
    Personal,
    /// An address of a machine
    Network,
}

/// How much harm a finding can do.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Severity {
    Low,
    Medium,
    High,
    Critical,
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Confidence {
    Low,
    Medium,
    High,
}

/// From which severity on the command fails.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FailOn {
    /// Any finding
    Any,
    Low,
    Medium,
    High,
    Critical,
}

/// The shape of a report.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The document of --json
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// One page of HTML
    Html,
    /// Markdown
    Markdown,
    /// Comma-separated values, a line for each place
    Csv,
}

/// Whether Ctrl+C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

/// Scans the store and prints what was found.
pub(crate) fn run(session: &Session, scan: ScanArgs) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = match &scan.task {
        Some(task) => Some(session.inspector.resolve_task(&store, Named::Correlation(task))?),
        None => None,
    };
    let filter = ScanFilter {
        class: scan.class.map(Into::into),
        min_severity: scan.min_severity.map(Into::into),
        min_confidence: scan.min_confidence.map(Into::into),
        task_correlation: task,
        rule: scan.rule,
        offered: scan.offered.then_some(true),
    };
    let options = ScanOptions { rules: scan.rules, logs: scan.logs, baselines: scan.baseline, filter };
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let going_on = |_: ScanProgress| !STOP.load(Ordering::Relaxed);
    let scanned = session.inspector.scan(&store, &options, &going_on)?;
    if let Some(id) = &scan.reveal {
        return reveal(&scanned, id);
    }
    if let Some(id) = &scan.allow {
        let list = session.inspector.allow_scanned(&scanned, id, scan.reason)?;
        return Ok(if session.json { output::json(&list) } else { output::text(&text::allowed(&list)) });
    }
    if let Some(file) = &scan.write_baseline {
        session.inspector.write_baseline(&scanned, file)?;
    }
    let document = scanned.document();
    let printed = match (scan.format, &scan.output) {
        (Some(format), Some(file)) => {
            let written = session.inspector.write_scan(&scanned, format.into(), file, Existing::Keep)?;
            match session.json {
                true => output::json(&document),
                false => output::text(&format!("Written: {} ({} bytes).\n", written.path, written.bytes)),
            }
        }
        (Some(format), None) if !session.json => {
            let report = session.inspector.scan_report(&scanned, format.into())?;
            output::bytes(report.as_bytes())
        }
        _ if session.json => output::json(&document),
        _ => output::text(&text::scan(&document)),
    };
    let fails = scan.fail_on.is_some_and(|least| document.findings.iter().any(|found| least.fails(found.severity)));
    Ok(if fails { ExitCode::from(exit::FINDINGS) } else { printed })
}

/// Prints one value, where a person looks and nothing is kept.
fn reveal(scanned: &Scanned, id: &str) -> Result<ExitCode, ErrorBody> {
    if !std::io::stdout().is_terminal() {
        return Err(inspector::usage("--reveal shows a value on a terminal only."));
    }
    let value = scanned.reveal(id)?;
    Ok(output::text(&format!("{}\n", value.as_str())))
}

impl FailOn {
    fn fails(self, severity: ScanSeverity) -> bool {
        let least = match self {
            Self::Any | Self::Low => ScanSeverity::Low,
            Self::Medium => ScanSeverity::Medium,
            Self::High => ScanSeverity::High,
            Self::Critical => ScanSeverity::Critical,
        };
        severity >= least
    }
}

impl From<Class> for ScanClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Secret => Self::Secret,
            Class::Personal => Self::Personal,
            Class::Network => Self::Network,
        }
    }
}

impl From<Severity> for ScanSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Low => Self::Low,
            Severity::Medium => Self::Medium,
            Severity::High => Self::High,
            Severity::Critical => Self::Critical,
        }
    }
}

impl From<Confidence> for ScanConfidence {
    fn from(confidence: Confidence) -> Self {
        match confidence {
            Confidence::Low => Self::Low,
            Confidence::Medium => Self::Medium,
            Confidence::High => Self::High,
        }
    }
}

impl From<Format> for ScanFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Sarif => Self::Sarif,
            Format::Html => Self::Html,
            Format::Markdown => Self::Markdown,
            Format::Csv => Self::Csv,
        }
    }
}
