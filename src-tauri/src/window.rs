//! The one window: shown after its page is there, deaf to everything that would lead away from it.

use std::time::Duration;

use tauri::webview::{DownloadEvent, NewWindowResponse, PageLoadEvent};
use tauri::window::Color;
use tauri::{AppHandle, DragDropEvent, Manager, Theme, Url, WebviewWindow, WebviewWindowBuilder, WindowEvent};

use crate::arguments::Wish;
use crate::opening;

/// Label of the window in events and permissions.
pub(crate) const LABEL: &str = "main";

/// The page's grounds, `--bg` of the style sheet: what shows before the first paint and while resizing.
const LIGHT: Color = Color(0xf6, 0xf7, 0xf9, 0xff);
const DARK: Color = Color(0x0f, 0x12, 0x17, 0xff);

/// A page that never finishes must not keep the window hidden for longer than this.
const SHOW_AT_LATEST: Duration = Duration::from_secs(3);

/// Opens the window, hidden until its page has loaded.
///
/// # Errors
/// When the system has no display or no web view.
pub(crate) fn open(app: &AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    let config = app.config().app.windows.first().ok_or("the configuration names no window")?;
    let window = WebviewWindowBuilder::from_config(app, config)?
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, event| !matches!(event, DownloadEvent::Requested { .. }))
        .on_page_load(|window, page| {
            if page.event() == PageLoadEvent::Finished {
                show(&window);
            }
        })
        .build()?;
    paint_ground(&window, window.theme().unwrap_or(Theme::Light));
    let handle = window.clone();
    window.on_window_event(move |event| match event {
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            for path in paths {
                opening::open(handle.app_handle(), Wish::File(path.clone()));
            }
        }
        WindowEvent::ThemeChanged(theme) => paint_ground(&handle, *theme),
        _ => {}
    });
    std::thread::spawn(move || {
        std::thread::sleep(SHOW_AT_LATEST);
        show(&window);
    });
    Ok(())
}

/// Returns the window while it is there.
pub(crate) fn find(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

/// Brings the window to the front, for a second start.
pub(crate) fn come_forward(app: &AppHandle) {
    if let Some(window) = find(app) {
        // Window systems may refuse; the request is all there is.
        let _refused = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    }
}

/// Whether an address is this program's own page: Tauri's scheme, or what stands for it on Windows.
fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

fn show(window: &WebviewWindow) {
    if !window.is_visible().unwrap_or(true) {
        let _refused = window.show();
    }
}

fn paint_ground(window: &WebviewWindow, theme: Theme) {
    let ground = if theme == Theme::Dark { DARK } else { LIGHT };
    let _unsupported = window.set_background_color(Some(ground));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::is_own_page;

    #[test]
    fn nothing_leads_away_from_the_page() {
        for (address, own) in [
            ("tauri://localhost/", true),
            ("tauri://localhost/index.html#x", true),
            ("tauri://other/", false),
            ("https://example.org/", false),
            ("file:///etc/passwd", false),
            ("data:text/html,<b>x</b>", false),
            ("about:blank", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(is_own_page(&address.parse().unwrap()), own, "{address}");
        }
    }
}
