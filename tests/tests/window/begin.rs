//! What is shown first, by what the start asked for.

use std::ffi::OsStr;
use std::fs;

use anyhow::Result;
use tests::desk::{Desk, Look};
use tests::window::Window;

use crate::stories::{TITLE, payments};

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_start_without_arguments_lists_what_is_on_this_machine() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    payments(&desk.state_folder()?);
    let other = desk.home().join(".claude/plugins/data/agent-governance-suite-agent-governance-claude");
    fs::create_dir_all(&other)?;
    fs::write(other.join("continuity.sqlite3"), "no database at all, but long enough to have a header of one")?;
    let window = Window::open(&desk, &[]).await?;
    let page = window.page();
    page.shows("Stores on this machine").await?;
    page.shows("not-a-database").await?;
    window.picture("start-page").await?;
    page.press("button", "Open AGS state").await?;
    page.find_part("option", TITLE).await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_file_that_is_no_store_says_what_it_is() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let file = desk.home().join("letter.txt");
    fs::write(&file, "Dear all, this is a letter and no database.\n")?;
    let window = Window::open(&desk, &[file.as_os_str()]).await?;
    let page = window.page();
    page.shows("This file is not a database.").await?;
    window.picture("error").await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn the_demonstration_opens_and_leaves_nothing() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let window = Window::open(&desk, &[OsStr::new("--demo")]).await?;
    let page = window.page();
    page.find_part("option", "").await?;
    window.picture("demo").await?;
    window.close().await?;
    desk.wait_until("the demonstration store is removed", || Ok(fs::read_dir(desk.temporary())?.next().is_none())).await
}
