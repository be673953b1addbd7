//! The system's own dialogs, driven by keys as a person would.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tests::built::has_tool;
use tests::desk::{Desk, Look};
use tests::window::Window;

use crate::stories::{TITLE, payments};

/// Returns the system's name of the window with this title, or nothing.
fn dialog(desk: &Desk, title: &str) -> Result<String> {
    let found = desk.run(Command::new("xdotool").args(["search", "--onlyvisible", "--name", title]))?;
    Ok(String::from_utf8(found.stdout)?.lines().last().unwrap_or_default().to_owned())
}

/// Types a path into the open file dialog and confirms it. On a busy machine a dialog that has only just opened can lose
/// keys; it is then still there, and they are typed again.
async fn choose(desk: &Desk, title: &str, path: &str) -> Result<()> {
    for _ in 0..300 {
        if !dialog(desk, title)?.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    ensure!(!dialog(desk, title)?.is_empty(), "the dialog {title:?} does not open");
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let open = dialog(desk, title)?;
        let keys = ["windowfocus", "--sync", &open, "key", "ctrl+a", "type", "--delay", "20", path];
        desk.run(Command::new("xdotool").args(keys))?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        desk.run(Command::new("xdotool").args(["key", "Return"])).context("xdotool")?;
        for _ in 0..30 {
            if dialog(desk, title)?.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    anyhow::bail!("the dialog {title:?} does not close")
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
#[allow(clippy::print_stderr)]
async fn a_file_chosen_in_the_dialog_opens_and_a_body_is_exported_byte_for_byte() -> Result<()> {
    if !has_tool("xdotool") {
        eprintln!("left out: xdotool is not installed");
        return Ok(());
    }
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[]).await?;
    let page = window.page();
    page.press("button", "Open a file…").await?;
    choose(&desk, "Open a continuity database", store.path.to_str().context("path")?).await?;
    page.find_part("option", TITLE).await?.click().await?;

    page.press("button", "Delete stored body…").await?;
    page.press("button", "Export…").await?;
    let copy = folder.path().join("copy.json");
    choose(&desk, "Export the stored bytes", copy.to_str().context("path")?).await?;
    page.shows("It holds the full text.").await?;
    let body = "SELECT snapshot_json FROM continuity_snapshots WHERE epoch = 2";
    let stored = tests::second_opinion::rows(&store.path, body)?;
    assert_eq!(stored[0][0].as_str(), Some(std::fs::read_to_string(&copy)?.as_str()));
    window.close().await
}
