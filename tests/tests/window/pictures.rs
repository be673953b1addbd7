//! Pictures of the window as people meet it: dark, narrow, Korean, full, empty.

use std::fs;

use anyhow::Result;
use fixtures::{Bulk, StoreBuilder};
use tests::desk::{Desk, Look};
use tests::window::Window;

use crate::stories::{TITLE, payments};

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn the_window_follows_a_dark_desktop_and_a_narrow_place() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Dark)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("Offered as metadata").await?;
    let dark = page.script("return matchMedia('(prefers-color-scheme: dark)').matches;", Vec::new()).await?;
    assert_eq!(dark, true);
    window.picture("dark").await?;
    window.resize(480, 800).await?;
    page.shows("Offered as metadata").await?;
    let wider = "return document.documentElement.scrollWidth > innerWidth;";
    assert_eq!(page.script(wider, Vec::new()).await?, false, "the page is wider than the window");
    window.picture("narrow").await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn korean_is_one_press_away_and_kept() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = payments(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?.click().await?;
    page.find_part("button", "Switch to Korean").await?.click().await?;
    let language = "return document.documentElement.lang;";
    assert_eq!(page.script(language, Vec::new()).await?, "ko");
    window.picture("korean").await?;
    page.script("location.reload();", Vec::new()).await?;
    page.find_part("option", TITLE).await?;
    assert_eq!(page.script(language, Vec::new()).await?, "ko");
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_long_list_says_its_true_total_and_draws_only_what_is_seen() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = StoreBuilder::new().bulk(Bulk::new(2_000).body_bytes(1_000)).build(folder.path())?;
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.shows("2,000 of 2,000 shown").await?;
    let rows = page.script("return document.querySelectorAll('[role=option]').length;", Vec::new()).await?;
    assert!(rows.as_u64().is_some_and(|rows| (5..100).contains(&rows)), "{rows} rows are drawn");
    window.picture("long-list").await?;
    window.close().await
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn an_empty_store_says_so() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let file = desk.home().join("continuity.sqlite3");
    fs::write(&file, "")?;
    let window = Window::open(&desk, &[file.as_os_str()]).await?;
    window.page().shows("This store is empty").await?;
    window.picture("empty").await?;
    window.close().await
}
