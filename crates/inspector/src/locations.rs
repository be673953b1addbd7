//! Where AGS keeps its stores, by operating system and environment.
//!
//! The environment overrides both files; the continuity store is the sibling of the workflow ledger when only that is
//! named. On Linux both `XDG_STATE_HOME` and `~/.local/state` are looked at, because some agents start their servers
//! without the first.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use wire::sources::SourceOrigin;

use crate::environment::{Environment, Platform};

/// File name of the continuity store.
pub(crate) const STORE_NAME: &str = "continuity.sqlite3";
/// File name of the workflow ledger beside it.
pub(crate) const LEDGER_NAME: &str = "workflows.sqlite3";
/// AGS's own folder inside a state folder.
const SUITE: &str = "agent-governance-suite";

/// A place where a store may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// Why it is looked at.
    pub origin: SourceOrigin,
    /// The file.
    pub path: PathBuf,
}

/// Returns every place to look at, in the order in which AGS itself would prefer them, without duplicates.
pub(crate) fn locations(environment: &Environment) -> Vec<Location> {
    let mut found: Vec<Location> = Vec::new();
    let mut add = |origin, path: PathBuf| {
        if !found.iter().any(|location| location.path == path) {
            found.push(Location { origin, path });
        }
    };
    if let Some(path) = given(environment, environment.continuity_db.as_deref()) {
        add(SourceOrigin::Environment, path);
    } else if let Some(path) = given(environment, environment.workflow_db.as_deref()) {
        add(SourceOrigin::Environment, path.with_file_name(STORE_NAME));
    }
    for folder in state_folders(environment) {
        add(SourceOrigin::StateFolder, folder.join(SUITE).join(STORE_NAME));
    }
    for path in claude_stores(environment) {
        add(SourceOrigin::ClaudePlugin, path);
    }
    found
}

/// Returns the ledger that belongs to a store: the one the environment names, else the sibling.
pub(crate) fn ledger_of(environment: &Environment, store: &Path) -> PathBuf {
    let by_environment = given(environment, environment.continuity_db.as_deref()).is_some_and(|path| path == store);
    if by_environment && let Some(path) = given(environment, environment.workflow_db.as_deref()) {
        return path;
    }
    store.with_file_name(LEDGER_NAME)
}

/// A path from a variable: trimmed, empty is unset, relative to the current folder.
fn given(environment: &Environment, value: Option<&OsStr>) -> Option<PathBuf> {
    let value = value?;
    let path = match value.to_str() {
        Some(text) if text.trim().is_empty() => return None,
        Some(text) => PathBuf::from(text.trim()),
        None => PathBuf::from(value),
    };
    Some(environment.current_dir.join(path))
}

fn state_folders(environment: &Environment) -> Vec<PathBuf> {
    let home = environment.home.as_deref();
    match environment.platform {
        Platform::Linux => {
            let xdg = given(environment, environment.xdg_state_home.as_deref());
            xdg.into_iter().chain(home.map(|home| home.join(".local/state"))).collect()
        }
        Platform::MacOs => home.map(|home| home.join("Library/Application Support")).into_iter().collect(),
        Platform::Windows => {
            let local = given(environment, environment.local_app_data.as_deref());
            local.or_else(|| home.map(|home| home.join("AppData").join("Local"))).into_iter().collect()
        }
    }
}

/// Stores in the data folders of Claude Code plugins: the folder a running plugin is told, then every plugin's.
fn claude_stores(environment: &Environment) -> Vec<PathBuf> {
    let mut stores: Vec<PathBuf> = Vec::new();
    stores.extend(given(environment, environment.claude_plugin_data.as_deref()).map(|folder| folder.join(STORE_NAME)));
    let configured = given(environment, environment.claude_config_dir.as_deref());
    let default = environment.home.as_ref().map(|home| home.join(".claude"));
    for root in configured.into_iter().chain(default) {
        let data = root.join("plugins").join("data");
        stores.push(data.join("agent-governance-suite-agent-governance-claude").join(STORE_NAME));
        let Ok(folders) = std::fs::read_dir(&data) else { continue };
        let mut others: Vec<PathBuf> = folders
            .filter_map(Result::ok)
            .map(|folder| folder.path().join(STORE_NAME))
            .filter(|store| store.symlink_metadata().is_ok())
            .collect();
        others.sort();
        stores.extend(others);
    }
    stores
}

/// Returns the cleanup backups of continuity stores beside `store`, by name.
pub(crate) fn backups_of(store: &Path) -> Vec<PathBuf> {
    let Some(folder) = store.parent() else { return Vec::new() };
    let Ok(files) = std::fs::read_dir(folder.join("backups")) else { return Vec::new() };
    let mut backups: Vec<PathBuf> =
        files.filter_map(Result::ok).filter(|file| is_backup_name(&file.file_name())).map(|file| file.path()).collect();
    backups.sort();
    backups
}

/// Returns every file in the backup folders beside a store, both beside the name that was given and beside the file that a
/// symbolic link leads to: continuity and ledger backups, and whatever lies beside them.
pub(crate) fn backup_files(given: &Path, real: &Path) -> Vec<PathBuf> {
    let folders = [given, real].into_iter().filter_map(|store| Some(store.parent()?.join("backups")));
    let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.dedup_by(|a, b| a == b || a.canonicalize().ok().is_some_and(|a| b.canonicalize().is_ok_and(|b| a == b)));
    paths
}

/// Whether a file name is that of a continuity backup: `continuity-before-cleanup-<plan id>.sqlite3`.
fn is_backup_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("continuity-before-cleanup-") && name.ends_with(".sqlite3")
}

/// The file that SQLite keeps beside a database: `-wal`, `-shm`, `-journal`.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::path::PathBuf;
    use std::time::SystemTime;

    use wire::sources::SourceOrigin;

    use super::{ledger_of, locations};
    use crate::environment::{Environment, Platform};

    fn environment(platform: Platform) -> Environment {
        Environment {
            platform,
            home: Some(PathBuf::from("/home/user")),
            current_dir: PathBuf::from("/work dir"),
            data_dir: None,
            workflow_db: None,
            continuity_db: None,
            xdg_state_home: None,
            local_app_data: None,
            claude_plugin_data: None,
            claude_config_dir: None,
            now: SystemTime::now,
            fixed_now: None,
        }
    }

    fn paths(environment: &Environment) -> Vec<(SourceOrigin, String)> {
        locations(environment).into_iter().map(|l| (l.origin, l.path.display().to_string())).collect()
    }

    #[test]
    fn both_state_folders_are_looked_at_on_linux() {
        let mut environment = environment(Platform::Linux);
        environment.xdg_state_home = Some("/xdg state".into());
        let found = paths(&environment);
        assert_eq!(
            found[0],
            (SourceOrigin::StateFolder, "/xdg state/agent-governance-suite/continuity.sqlite3".into())
        );
        assert_eq!(
            found[1],
            (SourceOrigin::StateFolder, "/home/user/.local/state/agent-governance-suite/continuity.sqlite3".into())
        );
    }

    #[test]
    fn an_override_is_trimmed_and_read_from_the_current_folder() {
        let mut environment = environment(Platform::Linux);
        environment.continuity_db = Some(" a/b.sqlite3 ".into());
        environment.workflow_db = Some("/w/w.sqlite3".into());
        assert_eq!(paths(&environment)[0], (SourceOrigin::Environment, "/work dir/a/b.sqlite3".into()));
        assert_eq!(ledger_of(&environment, &PathBuf::from("/work dir/a/b.sqlite3")), PathBuf::from("/w/w.sqlite3"));
        environment.continuity_db = Some("   ".into());
        assert_eq!(paths(&environment)[0], (SourceOrigin::Environment, "/w/continuity.sqlite3".into()));
    }

    #[test]
    fn each_system_has_its_own_folder() {
        let mac = paths(&environment(Platform::MacOs));
        assert_eq!(mac[0].1, "/home/user/Library/Application Support/agent-governance-suite/continuity.sqlite3");
        let claude =
            "/home/user/.claude/plugins/data/agent-governance-suite-agent-governance-claude/continuity.sqlite3";
        assert!(mac.contains(&(SourceOrigin::ClaudePlugin, claude.into())));
    }
}
