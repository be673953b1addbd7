//! The page can do nothing but what it is meant to.

use anyhow::Result;
use serde_json::{Value, json};
use tests::desk::{Desk, Look};
use tests::page::Page;
use tests::window::Window;

#[tokio::test]
#[ignore = "opens a window: cargo xtask test"]
async fn the_page_has_no_door_but_its_own_commands() -> Result<()> {
    let Some(desk) = Desk::set_up(Look::Light)? else { return Ok(()) };
    let window = Window::open(&desk, &[]).await?;
    let page = window.page();
    page.shows("Continuity Inspector").await?;

    // No evaluation of text, no foreign resource, no changed prototypes, no way out.
    let run_text = "const script = document.createElement('script'); script.textContent = 'window.ran = true'; \
                    document.head.append(script); return window.ran === undefined;";
    assert_eq!(page.script(run_text, Vec::new()).await?, true);
    let fetch = "const done = arguments[0]; fetch('https://example.org/').then(() => done('out'), () => done('in'));";
    assert_eq!(page.script_async(fetch, Vec::new()).await?, "in");
    assert_eq!(page.script("return Object.isFrozen(Object.prototype);", Vec::new()).await?, true);
    assert_eq!(page.script("return typeof window.__TAURI__;", Vec::new()).await?, "undefined");
    page.script("location.href = 'https://example.org/';", Vec::new()).await?;
    page.script("window.open('https://example.org/');", Vec::new()).await?;
    assert_eq!(page.script("return location.protocol;", Vec::new()).await?, "tauri:");

    // Of Tauri, only listening; of the plugins, nothing.
    for command in [
        "plugin:dialog|open",
        "plugin:window|create",
        "plugin:window|set_title",
        "plugin:webview|create_webview_window",
        "plugin:event|emit",
        "plugin:app|version",
        "plugin:window-state|save_window_state",
        "plugin:fs|read_text_file",
        "plugin:shell|execute",
    ] {
        let answer = call(&page, command).await?;
        let text = answer.as_str().unwrap_or_default();
        assert!(text.contains("not allowed") || text.contains("not found"), "{command}: {answer}");
    }
    assert!(call(&page, "about").await?["version"].is_string());
    window.close().await
}

/// Calls a command as the page's own code would; a refusal is returned as text.
async fn call(page: &Page<'_>, command: &str) -> Result<Value> {
    let script = "const [name, request, done] = arguments; \
                  window.__TAURI_INTERNALS__.invoke(name, { request }).then(done, done);";
    page.script_async(script, vec![json!(command), json!({})]).await
}
