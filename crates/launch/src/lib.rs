//! What the process was started with: variables, folders and clock.
//!
//! The only place that reads the process environment. The command and the window share it, so that both look at the
//! same stores and keep their own files in the same folder.

use std::env;
use std::path::PathBuf;
use std::time::SystemTime;

use inspector::{Environment, Platform};

/// Reads the environment of this process. Nothing is created.
pub fn environment() -> Environment {
    Environment {
        platform: platform(),
        home: directories::BaseDirs::new().map(|folders| folders.home_dir().to_owned()),
        current_dir: env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
        data_dir: directories::ProjectDirs::from("", "", "Continuity Inspector")
            .map(|folders| folders.data_local_dir().to_owned()),
        workflow_db: env::var_os("AGENT_GOVERNANCE_DB_PATH"),
        continuity_db: env::var_os("AGENT_GOVERNANCE_CONTINUITY_DB_PATH"),
        xdg_state_home: env::var_os("XDG_STATE_HOME"),
        local_app_data: env::var_os("LOCALAPPDATA"),
        claude_plugin_data: env::var_os("CLAUDE_PLUGIN_DATA"),
        claude_config_dir: env::var_os("CLAUDE_CONFIG_DIR"),
        now: SystemTime::now,
        fixed_now: None,
    }
}

fn platform() -> Platform {
    if cfg!(windows) {
        Platform::Windows
    } else if cfg!(target_os = "macos") {
        Platform::MacOs
    } else {
        Platform::Linux
    }
}
