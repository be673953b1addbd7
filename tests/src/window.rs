//! The real window, opened by the driver.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::built;
use crate::desk::Desk;
use crate::page::{PATIENCE, Page, in_time};

/// The window of one run of the program.
pub struct Window {
    client: Client,
}

impl Window {
    /// Starts the program at a desk. Arguments have to be UTF-8, because they travel as JSON.
    ///
    /// # Errors
    /// When the program is not built or the driver cannot start it.
    pub async fn open(desk: &Desk, arguments: &[&OsStr]) -> Result<Self> {
        let program = built::program("continuity-inspector")?;
        let arguments: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
        let options = json!({
            "binary": program.to_str().context("the program's path is not UTF-8")?,
            "args": arguments.context("an argument is not UTF-8")?,
        });
        let mut capabilities = serde_json::Map::new();
        capabilities.insert("webkitgtk:browserOptions".to_owned(), options);
        let address = desk.driver();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let opened = builder.capabilities(capabilities).connect(&address);
        let client = tokio::time::timeout(PATIENCE, opened).await.context("the driver does not answer")?;
        let client = client.context("the window did not open")?;
        Ok(Self { client })
    }

    /// Returns the page in the window.
    pub fn page(&self) -> Page<'_> {
        Page::new(&self.client)
    }

    /// Gives the window a size, in pixels.
    ///
    /// # Errors
    /// When the driver fails.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        in_time(self.client.set_window_size(width, height)).await
    }

    /// Keeps a picture of the page as `<name>.png` in the output folder.
    ///
    /// # Errors
    /// When the driver fails or the file cannot be written.
    pub async fn picture(&self, name: &str) -> Result<()> {
        // A screenshot can show the frame before the last: let two pass.
        let two_frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));";
        in_time(self.client.execute_async(two_frames, Vec::new())).await?;
        tokio::time::sleep(Duration::from_millis(150)).await;
        let image = in_time(self.client.screenshot()).await?;
        let file = built::output()?.join(Path::new(name).with_extension("png"));
        std::fs::write(file, image)?;
        Ok(())
    }

    /// Closes the window.
    ///
    /// # Errors
    /// When the driver fails.
    pub async fn close(self) -> Result<()> {
        in_time(self.client.close()).await
    }
}
