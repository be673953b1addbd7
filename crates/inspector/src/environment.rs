//! What the program was started with, passed in by its edge.
//!
//! Nothing in this crate reads the process environment, a home folder or a clock by itself.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::SystemTime;

/// Which operating system's folders are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Linux and other Unix systems that follow the XDG folders.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl Platform {
    /// Returns the word for it on our edges.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::MacOs => "macos",
            Self::Windows => "windows",
        }
    }
}

/// Variables, folders and clock of the process. Variables hold what the system says, not trimmed, `None` when unset.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Operating system.
    pub platform: Platform,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// Folder against which relative paths are read.
    pub current_dir: PathBuf,
    /// Folder for this program's own files; `None` where the system names none. Made only when something is written.
    pub data_dir: Option<PathBuf>,
    /// `AGENT_GOVERNANCE_DB_PATH`: the workflow ledger.
    pub workflow_db: Option<OsString>,
    /// `AGENT_GOVERNANCE_CONTINUITY_DB_PATH`: the continuity store.
    pub continuity_db: Option<OsString>,
    /// `XDG_STATE_HOME`.
    pub xdg_state_home: Option<OsString>,
    /// `LOCALAPPDATA`.
    pub local_app_data: Option<OsString>,
    /// `CLAUDE_PLUGIN_DATA`.
    pub claude_plugin_data: Option<OsString>,
    /// `CLAUDE_CONFIG_DIR`.
    pub claude_config_dir: Option<OsString>,
    /// The clock.
    pub now: fn() -> SystemTime,
    /// A fixed time instead of the clock, RFC 3339.
    pub fixed_now: Option<jiff::Timestamp>,
}
