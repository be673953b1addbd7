//! Revisions that no row holds any more: listed, opened, followed item by item, and shown byte for byte.

use anyhow::Result;
use tests::desk::{Desk, Look};
use tests::window::Window;

use crate::stories::{TITLE, revisions};

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn what_the_log_still_holds_is_listed_followed_and_shown() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let store = revisions(&folder.path().join("shop-api"));
    let window = Window::open(&desk, &[store.path.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("Dropped: “Do not touch the payment files.”").await?;
    page.scroll_to("heading", "Revisions").await?;
    window.picture("timeline").await?;
    page.scroll_to("heading", "Items through the revisions").await?;
    page.shows("dropped, last in revision 2").await?;
    window.picture("strip").await?;
    // The deleted body is read from the log, and that is said.
    page.find_part("option", "Body deleted").await?.click().await?;
    page.scroll_to("heading", "Revisions").await?;
    window.picture("deleted-still-read").await?;
    page.press("button", "Show what is left").await?;
    page.find_part("button", "places").await?.click().await?;
    page.find_part("button", "Show bytes").await?.click().await?;
    page.find("dialog", "Bytes in the file").await?;
    // The text column of the view is the file's own text.
    page.shows("taskCorrelation").await?;
    window.picture("bytes").await?;
    window.close().await
}
