//! Brings the machine into a state in which everything builds. Installs on Debian and Ubuntu only, and only what is
//! missing; elsewhere it says what is needed and goes on when the tools are there.

use std::collections::HashSet;
use std::io::IsTerminal;
use std::process::Command;

use crate::checkout;
use crate::packages::{Package, TESTS, WINDOW};
use crate::step::{self, command};

/// Oldest Node that the interface builds with: major and minor version.
const NODE: (u32, u32) = (20, 19);

/// Prepares for building and opening the window.
///
/// # Errors
/// What is missing, and how to get it.
pub(crate) fn for_window() -> Result<(), String> {
    system(WINDOW.iter().collect())?;
    node()
}

/// Prepares for everything that `cargo xtask test` does.
///
/// # Errors
/// What is missing, and how to get it.
pub(crate) fn for_tests() -> Result<(), String> {
    system(WINDOW.iter().chain(TESTS).collect())?;
    node()
}

fn system(wanted: Vec<&Package>) -> Result<(), String> {
    if !is_debian() {
        return elsewhere(&wanted);
    }
    let there = installed(&wanted);
    let missing: Vec<&str> = wanted.iter().map(|package| package.name).filter(|name| !there.contains(*name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {}", missing.join(" "));
    let Some(privilege) = privilege() else {
        let list = missing.join(" ");
        return essentials(&format!("as root: apt-get install {list}"));
    };
    let apt = |words: &[&str]| {
        let mut apt = match privilege {
            [] => Command::new("apt-get"),
            [first, rest @ ..] => {
                let mut with = Command::new(first);
                with.args(rest).arg("apt-get");
                with
            }
        };
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(words);
        step::run(apt)
    };
    apt(&["update", "--quiet"])?;
    let mut install = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
    install.extend(missing);
    apt(&install)
}

/// Returns the words to put before a command that needs root; `None` when root cannot be had.
fn privilege() -> Option<&'static [&'static str]> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if id.stdout.trim_ascii() == b"0" {
        return Some(&[]);
    }
    checkout::tool("sudo")?;
    if std::io::stdin().is_terminal() {
        return Some(&["sudo"]);
    }
    let mut quiet = command("sudo");
    quiet.args(["-n", "true"]);
    step::succeeds(quiet).then_some(&["sudo", "-n"])
}

fn is_debian() -> bool {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let family = release.lines().filter(|line| line.starts_with("ID=") || line.starts_with("ID_LIKE="));
    let debian = family.flat_map(|line| line.split(['=', '"', ' '])).any(|word| word == "debian" || word == "ubuntu");
    debian && checkout::tool("dpkg-query").is_some() && checkout::tool("apt-get").is_some()
}

/// Returns the names of those packages that are installed.
fn installed(wanted: &[&Package]) -> HashSet<String> {
    let mut query = command("dpkg-query");
    query.args(["--show", "--showformat", "${Package} ${db:Status-Status}\n"]);
    query.args(wanted.iter().map(|package| package.name));
    // It fails when one package is unknown and still lists the others.
    let Ok(output) = query.output() else { return HashSet::new() };
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    list.lines().filter_map(|line| line.strip_suffix(" installed")).map(str::to_owned).collect()
}

/// Says what is needed on a system whose packages we do not know.
fn elsewhere(wanted: &[&Package]) -> Result<(), String> {
    if cfg!(target_os = "linux") {
        let mut list = String::from("install with your system's packages:");
        for package in wanted {
            list.push_str(&format!("\n  {:24} {}", package.name, package.purpose));
        }
        println!("This is not Debian or Ubuntu. The names below are Debian's.\n{list}");
        essentials(&list)
    } else {
        let needs = if cfg!(target_os = "macos") {
            "the Xcode command line tools (xcode-select --install)"
        } else {
            "the Microsoft C++ build tools and the WebView2 runtime"
        };
        println!("Needed on this system: {needs}, Rust and Node {}.{} or newer.", NODE.0, NODE.1);
        Ok(())
    }
}

/// Goes on when the window can be built with what is there.
fn essentials(remedy: &str) -> Result<(), String> {
    let mut webkit = command("pkg-config");
    webkit.args(["--exists", "webkit2gtk-4.1"]);
    if step::succeeds(webkit) {
        println!("WebKitGTK 4.1 is here; going on. Tests that miss a tool say so.");
        return Ok(());
    }
    Err(format!("WebKitGTK 4.1 is not here; {remedy}"))
}

fn node() -> Result<(), String> {
    let need = format!("Node {}.{} or newer with npm is needed: https://nodejs.org", NODE.0, NODE.1);
    let output = command("node").arg("--version").output().map_err(|_| need.clone())?;
    let version = String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned();
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < NODE || checkout::tool("npm").is_none() {
        return Err(format!("{need} (found {version:?})"));
    }
    Ok(())
}
