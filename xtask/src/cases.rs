//! Case tools: programs outside this repository that compare the built command with stores whose content is known.

use std::path::{Path, PathBuf};

use crate::checkout;
use crate::step::{self, Steps, command};

/// Runs the case tools where they are; says so where they are not.
pub(crate) fn check(steps: &mut Steps) {
    let Some(folder) = folder() else {
        steps.skip("cases", "there is no folder of case tools (CONTINUITY_CASES_DIR)");
        return;
    };
    steps.step("cases: answers", || {
        tool(&folder, "check_cases.py", &["--part", "tasks,refusals,cards,revisions,diff,residue"])
    });
    steps.step("cases: actions", || {
        tool(&folder, "check_erase.py", &["--scenario", "plain,stale,busy,suppress", "--most", "1"])
    });
}

/// Returns the folder of case tools, where there is one.
pub(crate) fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("CONTINUITY_CASES_DIR").map(PathBuf::from);
    let folder = given.or_else(|| checkout::root().parent().map(|beside| beside.join("shared")))?;
    folder.join("tools/check_cases.py").is_file().then_some(folder)
}

fn tool(folder: &Path, name: &str, words: &[&str]) -> Result<(), String> {
    let mut python = command("python3");
    python.arg(folder.join("tools").join(name)).arg("--cli").arg(checkout::built("continuity")).args(words);
    step::run(python)
}
