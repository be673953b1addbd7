//! What a scan is asked to do.

use std::path::{Path, PathBuf};

use secrets::{Engine, RuleFile};
use wire::ErrorBody;
use wire::scan::ScanFilter;

use crate::failure;

/// What a scan of the command is asked to do.
#[derive(Clone, Debug, Default)]
pub struct ScanOptions {
    /// Rule files of the user, in the TOML shape of gitleaks and betterleaks.
    pub rules: Vec<PathBuf>,
    /// Session logs, or folders of them.
    pub logs: Vec<PathBuf>,
    /// Baselines: what they name is let pass.
    pub baselines: Vec<PathBuf>,
    /// Which findings are wanted.
    pub filter: ScanFilter,
}

/// Returns the engine with the user's rules.
pub(crate) fn engine(rules: &[PathBuf]) -> Result<Engine, ErrorBody> {
    let mut all: Option<RuleFile> = None;
    for path in rules {
        let text = read(path, "rule file", "--rules")?;
        let file = RuleFile::parse(&text).map_err(|error| {
            let message = format!("The rule file {} cannot be used: {error}.", path.display());
            failure::error("rule-file", message, Some("Correct that line, then scan again."))
        })?;
        all = Some(match all {
            Some(before) => before.join(file),
            None => file,
        });
    }
    Ok(all.map_or_else(Engine::builtin, Engine::with_rule_file))
}

/// Reads a file that the user named.
pub(super) fn read(path: &Path, what: &str, option: &str) -> Result<String, ErrorBody> {
    std::fs::read_to_string(path).map_err(|error| {
        let code = match error.kind() {
            std::io::ErrorKind::NotFound => "missing",
            std::io::ErrorKind::PermissionDenied => "no-permission",
            _ => "io-error",
        };
        let message = format!("The {what} {} cannot be read: {error}.", path.display());
        failure::error(code, message, Some(&format!("Check the path that {option} names.")))
    })
}
