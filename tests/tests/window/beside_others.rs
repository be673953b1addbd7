//! The window beside the program that owns the store: its locks, and its changes.

use anyhow::Result;
use serde_json::json;
use tests::desk::{Desk, Look};
use tests::second_opinion::{self, change, lock, rows};
use tests::window::Window;

use crate::stories::{TITLE, payments};

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_lock_of_the_agent_leaves_the_window_usable_and_refuses_only_writing() -> Result<()> {
    if !second_opinion::is_here() {
        return Ok(());
    }
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let holder = lock(&store.path)?;
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("Offered as metadata").await?;
    page.press("button", "Suppress restore").await?;
    page.shows("Another program held the store's write lock").await?;
    window.picture("busy").await?;
    drop(holder);
    assert_eq!(rows(&store.path, "SELECT suppressed FROM continuity_tasks")?, [json!([0])]);
    page.press("button", "Suppress restore").await?;
    page.find("button", "Undo").await?;
    assert_eq!(rows(&store.path, "SELECT suppressed FROM continuity_tasks")?, [json!([1])]);
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn what_is_being_read_does_not_move_when_the_agent_writes() -> Result<()> {
    if !second_opinion::is_here() {
        return Ok(());
    }
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("Offered as metadata").await?;
    page.scroll_to("heading", "Compare").await?;
    change(&store.path, "UPDATE continuity_tasks SET suppressed = 1, current_epoch = 3")?;
    page.shows("This task changed on disk while you were reading.").await?;
    page.shows("Offered as metadata").await?;
    window.picture("changed-on-disk").await?;
    page.press("button", "Show new state").await?;
    page.shows("Nothing is offered: restore is suppressed for this epoch.").await?;
    window.close().await
}
