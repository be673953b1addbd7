//! A second start hands over what it was asked for and ends.

use std::process::Command;

use anyhow::Result;
use tests::built;
use tests::desk::{Desk, Look};
use tests::window::Window;

use crate::stories::{PAYMENTS, TITLE, payments};

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_second_start_shows_its_file_in_the_first_window() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[]).await?;
    window.page().shows("Continuity Inspector").await?;
    // A relative name, from another folder than the first start's.
    let mut second = Command::new(built::program("continuity-inspector")?);
    let ended = desk.run(second.current_dir(store.path.parent().unwrap()).arg("continuity.sqlite3"))?;
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    window.page().find_part("option", TITLE).await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_link_opens_its_task() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let store = payments(&desk.state_folder()?);
    let window = Window::open(&desk, &[]).await?;
    window.page().shows("Stores on this machine").await?;
    let correlation = store.correlation(PAYMENTS);
    let hex = correlation.as_str().trim_start_matches("hmac-sha256:");
    let mut second = Command::new(built::program("continuity-inspector")?);
    let ended = desk.run(second.arg(format!("continuity://task/{}", &hex[..12])))?;
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    window.page().find("heading", TITLE).await?;
    window.close().await
}
