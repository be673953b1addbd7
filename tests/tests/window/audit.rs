//! A secret in a store: found, shown masked, shown plain only when asked, taken out, and gone from the bytes.

use std::fs;

use anyhow::{Context, Result, ensure};
use fixtures::{Journal, Snapshot, StoreBuilder};
use serde_json::json;
use tests::desk::{Desk, Look};
use tests::second_opinion::{self, rows};
use tests::window::Window;

use crate::stories::{PAYMENTS, TITLE};

/// A made-up token, put together here so that no file of the repository holds one.
fn token() -> String {
    ["xo", "xb-", "418273645091-", "5573920416683-", "Qm7TzR4kW9bX", "c2Lp8VdN5sHy"].concat()
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn a_secret_is_found_masked_redacted_and_gone_from_every_byte() -> Result<()> {
    if !second_opinion::is_here() {
        return Ok(());
    }
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let home = folder.path().join("shop-api");
    fs::create_dir_all(&home)?;
    let secret = token();
    let body =
        Snapshot::new(TITLE).constraint("Keep the public API.").decision(&format!("The bot posts with {secret}."));
    let story = StoreBuilder::new().journal(Journal::KEPT_LOG).task(PAYMENTS, |task| task.checkpoint(body));
    let file = story.build(&home)?.path;
    let window = Window::open(&desk, &[file.as_os_str()]).await?;
    let page = window.page();

    // The task shows the mask.
    page.find_part("option", TITLE).await?.click().await?;
    page.shows("The bot posts with").await?;
    ensure!(!page.text().await?.contains(&secret), "the task page shows the value");

    // The audit finds it, masked.
    page.press("button", "Audit").await?;
    page.press("button", "Scan this store").await?;
    page.find_part("option", "Slack bot token").await?.click().await?;
    page.shows("Where it stands").await?;
    page.shows("/core/decisions/0").await?;
    let text = page.text().await?;
    ensure!(text.contains("xoxb-••••••••") && !text.contains(&secret), "the value is not masked: {text}");
    window.picture("audit").await?;

    // Shown when asked, and masked again.
    page.press("button", "Show").await?;
    page.shows(&secret).await?;
    page.press("button", "Mask").await?;
    page.shows_no_more(&secret).await?;

    // Taken out after the phrase was typed.
    page.press("button", "Redact…").await?;
    page.shows("[REDACTED:slack-bot-token]").await?;
    window.picture("redact").await?;
    let input = page.find_part("textbox", "to confirm").await?;
    let label = input.attr("aria-label").await?.unwrap_or_default();
    let phrase = label.strip_prefix("Type ").and_then(|rest| rest.strip_suffix(" to confirm."));
    page.type_keys(phrase.with_context(|| format!("no phrase in {label:?}"))?).await?;
    page.press("button", "Redact 1 place").await?;
    page.shows("1 body redacted").await?;
    page.shows("What to rotate, and where").await?;
    window.picture("redact-receipt").await?;
    page.press("button", "Done").await?;
    page.shows("Nothing was found").await?;
    window.picture("audit-nothing").await?;
    window.close().await?;

    // What another SQLite finds: the next revision with the marker in the value's place.
    let stored =
        rows(&file, "SELECT revision, json_extract(snapshot_json, '$.core.decisions[0]') FROM continuity_snapshots")?;
    assert_eq!(stored, [json!([2, "The bot posts with [REDACTED:slack-bot-token]."])]);
    assert_eq!(rows(&file, "PRAGMA integrity_check")?, [json!(["ok"])]);

    // No byte of it is left, in the store or in what this program keeps for itself.
    let mut open = vec![home, desk.home().to_owned()];
    while let Some(path) = open.pop() {
        let about = fs::symlink_metadata(&path)?;
        if about.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if about.is_file() {
            let bytes = fs::read(&path)?;
            let held = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            ensure!(!held, "{} holds the value", path.display());
        }
    }
    Ok(())
}

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn the_audit_fits_a_dark_desktop_in_korean_and_a_narrow_place() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Dark)? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let body = |decision: &str| Snapshot::new(TITLE).constraint("Keep the public API.").decision(decision);
    let with = format!("The bot posts with {}.", token());
    let story = StoreBuilder::new().journal(Journal::KEPT_LOG).task(PAYMENTS, |task| {
        task.checkpoint(body(&with)).clear().checkpoint(body(&with)).checkpoint(body("The bot posts again."))
    });
    let file = story.build(folder.path())?.path;
    let window = Window::open(&desk, &[file.as_os_str()]).await?;
    let page = window.page();
    page.find_part("option", TITLE).await?;
    page.find_part("button", "Switch to Korean").await?.click().await?;
    page.press("button", "점검").await?;
    window.picture("audit-start-korean").await?;
    page.press("button", "이 저장소 검사").await?;
    // Places of an ended epoch and of the log are one finding.
    page.find_part("option", "Slack bot token").await?.click().await?;
    page.shows("이전 에포크").await?;
    page.shows("로그").await?;
    window.picture("audit-korean").await?;
    window.resize(480, 800).await?;
    page.shows("이전 에포크").await?;
    let wider = "return document.documentElement.scrollWidth > innerWidth;";
    assert_eq!(page.script(wider, Vec::new()).await?, false, "the page is wider than the window");
    window.picture("audit-narrow").await?;
    window.close().await
}
