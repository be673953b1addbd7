//! What is shown first, by what the start asked for.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use anyhow::Result;
use tests::built;
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
async fn the_demonstration_is_shown() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let window = Window::open(&desk, &[OsStr::new("--demo")]).await?;
    window.page().find_part("option", "").await?.click().await?;
    window.page().shows("Restore candidate").await?;
    window.picture("demo").await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn the_demonstration_leaves_nothing_when_it_is_told_to_end() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let mut program = Command::new(built::program("continuity-inspector")?);
    let program = desk.start(program.arg("--demo"))?;
    let is_there = || Ok(fs::read_dir(desk.temporary())?.next().is_some());
    desk.wait_until("the demonstration store is made", is_there).await?;
    Command::new("kill").arg(program.id().to_string()).status()?;
    desk.wait_until("the demonstration store is removed", || Ok(fs::read_dir(desk.temporary())?.next().is_none())).await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_file_that_is_not_there_is_not_passed_over_in_silence() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let window = Window::open(&desk, &[desk.home().join("gone.sqlite3").as_os_str()]).await?;
    window.page().shows("The file is not there any more.").await?;
    window.page().shows("Stores on this machine").await?;
    window.close().await
}
