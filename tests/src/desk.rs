//! A desk for one test: a display, a message bus, a home folder and a driver of its own, so that tests neither meet
//! each other nor the person at the machine.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tempfile::TempDir;

use crate::built::{self, has_tool};
use crate::ended::Ended;

/// Programs without which the window cannot be driven, and the Debian packages that hold them.
const TOOLS: &[(&str, &str)] =
    &[("Xvfb", "xvfb"), ("WebKitWebDriver", "webkit2gtk-driver"), ("dbus-daemon", "dbus-daemon")];

/// How long a started program may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Look of the desktop around the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A light theme.
    Light,
    /// A dark theme.
    Dark,
}

/// A display, a bus, a home and a driver.
pub struct Desk {
    // Ended in this order: the driver takes the window with it.
    driver: Ended,
    _bus: Ended,
    _display: Ended,
    home: TempDir,
    port: u16,
    variables: Vec<(&'static str, OsString)>,
}

impl Desk {
    /// Sets up, or says on standard error why the test is left out and returns `None`.
    ///
    /// # Errors
    /// When the tools are here and do not work.
    #[allow(clippy::print_stderr)]
    pub fn set_up(look: Look) -> Result<Option<Self>> {
        for (tool, package) in TOOLS {
            if !has_tool(tool) {
                eprintln!("left out: {tool} is not installed (Debian: {package})");
                return Ok(None);
            }
        }
        let home = tempfile::Builder::new().prefix("continuity-desk-").tempdir()?;
        std::fs::create_dir(home.path().join("tmp"))?;
        let (display, number) = Ended::start_and_hear(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"])
                .stderr(Stdio::null()),
        )?;
        let rules = home.path().join("bus.conf");
        std::fs::write(&rules, bus_rules(home.path()))?;
        let (bus, address) = Ended::start_and_hear(
            Command::new("dbus-daemon")
                .args(["--nofork", "--nopidfile", "--print-address=1", "--config-file"])
                .arg(rules)
                .stderr(Stdio::null()),
        )?;
        let variables = variables(home.path(), &number, &address, look);
        let port = free_port()?;
        let mut driver = Command::new("WebKitWebDriver");
        driver.args(["--host=127.0.0.1", &format!("--port={port}")]);
        for (name, _) in std::env::vars_os() {
            // Nor a rendering path of WebKit's that somebody chose: without compositing it gives no screenshots.
            let text = name.to_string_lossy();
            if text.starts_with("AGENT_GOVERNANCE") || text.starts_with("WEBKIT_") {
                driver.env_remove(&name);
            }
        }
        for name in ["WAYLAND_DISPLAY", "CLAUDE_PLUGIN_DATA", "CLAUDE_CONFIG_DIR", "LANGUAGE", "LC_ALL"] {
            driver.env_remove(name);
        }
        driver.envs(variables.iter().cloned());
        let said = said()?;
        let driver = Ended::start(driver.stdout(said.try_clone()?).stderr(said))?;
        let mut desk = Self { driver, _bus: bus, _display: display, home, port, variables };
        desk.wait_for_driver()?;
        Ok(Some(desk))
    }

    /// Returns the home folder of whoever sits here.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Returns the default state folder of this home; makes it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn state_folder(&self) -> Result<PathBuf> {
        let folder = self.home().join(".local/state/agent-governance-suite");
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Returns where the driver is reached.
    pub fn driver(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns the folder for temporary files of everything that runs here.
    pub fn temporary(&self) -> PathBuf {
        self.home().join("tmp")
    }

    /// Waits for something to become true.
    ///
    /// # Errors
    /// When it does not in time, or looking fails.
    pub async fn wait_until(&self, what: &str, mut is_true: impl FnMut() -> Result<bool>) -> Result<()> {
        let begin = Instant::now();
        while !is_true()? {
            if begin.elapsed() > PATIENCE {
                bail!("it does not happen that {what}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Starts a program at this desk; it ends when the result is dropped.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self, command: &mut Command) -> Result<Ended> {
        command.envs(self.variables.iter().cloned()).env_remove("TAURI_WEBVIEW_AUTOMATION");
        let said = said()?;
        Ended::start(command.stdout(said.try_clone()?).stderr(said))
    }

    /// Starts a program at this desk and waits for its end. Returns its output.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self, command: &mut Command) -> Result<std::process::Output> {
        Ok(command.envs(self.variables.iter().cloned()).output()?)
    }

    fn wait_for_driver(&mut self) -> Result<()> {
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if !self.driver.is_running() || begin.elapsed() > PATIENCE {
                bail!("WebKitWebDriver does not answer");
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Ok(())
    }
}

/// Variables of everything that is started here.
fn variables(home: &Path, display: &str, bus: &str, look: Look) -> Vec<(&'static str, OsString)> {
    let theme = if look == Look::Dark { "Adwaita:dark" } else { "Adwaita" };
    vec![
        ("HOME", home.into()),
        ("XDG_CONFIG_HOME", home.join(".config").into()),
        ("XDG_DATA_HOME", home.join(".local/share").into()),
        ("XDG_CACHE_HOME", home.join(".cache").into()),
        ("XDG_STATE_HOME", home.join(".local/state").into()),
        ("XDG_RUNTIME_DIR", home.into()),
        ("TMPDIR", home.join("tmp").into()),
        ("DISPLAY", format!(":{display}").into()),
        ("DBUS_SESSION_BUS_ADDRESS", bus.into()),
        ("TAURI_WEBVIEW_AUTOMATION", "true".into()),
        ("GDK_BACKEND", "x11".into()),
        ("GTK_THEME", theme.into()),
        ("NO_AT_BRIDGE", "1".into()),
        ("MESA_SHADER_CACHE_DISABLE", "1".into()),
        ("GSETTINGS_BACKEND", "memory".into()),
        ("LIBGL_ALWAYS_SOFTWARE", "1".into()),
        ("LANG", "C.UTF-8".into()),
        ("TZ", "UTC".into()),
    ]
}

/// Where programs of a desk write what they say. They outlive the driver by a moment, and must not hold the test's own
/// output open.
fn said() -> Result<File> {
    Ok(OpenOptions::new().create(true).append(true).open(built::output()?.join("window-programs.log"))?)
}

/// Rules of a bus on which everybody may speak and which starts no service by itself: no portal, no registry.
fn bus_rules(home: &Path) -> String {
    format!(
        "<busconfig><type>session</type><listen>unix:tmpdir={}</listen><auth>EXTERNAL</auth>\
         <policy context=\"default\"><allow send_destination=\"*\"/><allow receive_sender=\"*\"/><allow own=\"*\"/>\
         </policy></busconfig>",
        home.display()
    )
}

/// Returns a port that nobody listens on now.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
