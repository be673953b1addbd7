//! The main job from the file to the window: read a verdict, compare, suppress, undo, delete; then another SQLite says
//! what is in the file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;
use tests::desk::{Desk, Look};
use tests::second_opinion::{self, rows};
use tests::window::Window;

use crate::stories::{NEEDLE, PAYMENTS, TITLE, payments};

const SUPPRESSED: &str = "SELECT suppressed FROM continuity_tasks";
const BODIES: &str = "SELECT epoch FROM continuity_snapshots ORDER BY epoch";
const TOMBSTONES: &str = "SELECT epoch, revision FROM continuity_tombstones";

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_memory_is_judged_compared_suppressed_and_deleted() -> Result<()> {
    if !second_opinion::is_here() {
        return Ok(());
    }
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let file = &store.path;
    let window = Window::open(&desk, &[file.as_os_str()]).await?;
    let page = window.page();

    // The verdict and its reasons.
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("Offered as metadata; loads only when the agent asks.").await?;
    page.shows("a load with a fresh card would succeed now").await?;

    // Two epochs compared: what was dropped comes first.
    page.shows("Dropped: “Do not touch the payment files.”").await?;
    window.picture("main-job").await?;
    page.scroll_to("heading", "Compare").await?;
    window.picture("compare").await?;

    // Suppressed at once, and undone.
    page.press("button", "Suppress restore").await?;
    page.shows("Auto-restore suppressed for epoch 2. The body is kept.").await?;
    assert_eq!(rows(file, SUPPRESSED)?, [json!([1])]);
    window.picture("suppressed").await?;
    page.press("button", "Undo").await?;
    page.find("button", "Suppress restore").await?;
    assert_eq!(rows(file, SUPPRESSED)?, [json!([0])]);

    // Deleted after the phrase was typed, and not before.
    page.press("button", "Delete stored body…").await?;
    page.shows("Delete the stored body of epoch 2?").await?;
    let input = page.find_part("textbox", "to confirm").await?;
    let label = input.attr("aria-label").await?.unwrap_or_default();
    let phrase = label.strip_prefix("Type ").and_then(|rest| rest.strip_suffix(" to confirm."));
    let phrase = phrase.with_context(|| format!("no phrase in {label:?}"))?;
    let confirm = page.find("button", "Delete body of epoch 2").await?;
    assert!(!confirm.is_enabled().await?, "nothing is typed yet");
    window.picture("delete").await?;
    page.type_keys(phrase).await?;
    page.press("button", "Delete body of epoch 2").await?;
    page.shows("Body of epoch 2 deleted").await?;
    window.picture("receipt").await?;
    page.press("button", "Done").await?;
    page.shows("The body of epoch 2 was deleted").await?;
    window.close().await?;

    // What another SQLite finds: the old epoch's body, the tombstone, the task as it was.
    assert_eq!(rows(file, BODIES)?, [json!([1])]);
    assert_eq!(rows(file, TOMBSTONES)?, [json!([2, 1])]);
    assert_eq!(rows(file, "PRAGMA integrity_check")?, [json!(["ok"])]);
    let task = "SELECT task_correlation, current_epoch, suppressed FROM continuity_tasks";
    assert_eq!(rows(file, task)?, [json!([store.correlation(PAYMENTS).as_str(), 2, 0])]);

    // Nothing that this program keeps for itself holds text of a body.
    assert_eq!(holding(desk.home(), NEEDLE)?, Vec::<String>::new());
    Ok(())
}

/// Returns the files below a folder that hold a text.
fn holding(folder: &Path, text: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let about = fs::symlink_metadata(&path)?;
        if about.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if about.is_file() {
            let bytes = fs::read(&path)?;
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    Ok(found)
}
