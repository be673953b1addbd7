//! The native menu of macOS, where an application without one is missing copy and paste. Elsewhere the page has it all.

use tauri::menu::{AboutMetadata, Menu, MenuItem, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Emitter};

use crate::window;

/// Event: an action was picked in the menu. Carries the action's id in the page's table.
const MENU_ACTION: &str = "menu-action";

/// An entry of a menu: action id, title and shortcut.
type Entry = (&'static str, &'static str, Option<&'static str>);

/// Submenus of our own: title, then entries of action id, title and shortcut. The ids are those of the page's action
/// table, which does the work.
const OURS: &[(&str, &[Entry])] = &[
    (
        "File",
        &[
            ("open-file", "Open File…", Some("CmdOrCtrl+O")),
            ("show-stores", "All Stores", Some("CmdOrCtrl+Shift+S")),
            ("refresh", "Refresh", Some("CmdOrCtrl+R")),
            ("activity", "Activity", None),
        ],
    ),
    (
        "View",
        &[
            ("palette", "Search and Commands", Some("CmdOrCtrl+K")),
            ("memory", "Memory", Some("CmdOrCtrl+1")),
            ("audit", "Audit", Some("CmdOrCtrl+2")),
            ("history", "Recorded History", None),
            ("theme-system", "Theme of the System", None),
            ("theme-light", "Light Theme", None),
            ("theme-dark", "Dark Theme", None),
        ],
    ),
    ("Help", &[("help", "Keyboard Shortcuts", None)]),
];

/// Attaches the menu on macOS and sends what is picked in it to the page.
///
/// # Errors
/// When the system refuses a menu.
pub(crate) fn attach(app: &AppHandle) -> tauri::Result<()> {
    if !cfg!(target_os = "macos") {
        return Ok(());
    }
    app.set_menu(build(app)?)?;
    app.on_menu_event(|app, event| {
        // Fails only when the window is gone, and then nobody looks.
        let _gone = app.emit_to(window::LABEL, MENU_ACTION, event.id().as_ref());
    });
    Ok(())
}

fn build(app: &AppHandle) -> tauri::Result<Menu<tauri::Wry>> {
    let about = AboutMetadata { version: Some(env!("CARGO_PKG_VERSION").to_owned()), ..AboutMetadata::default() };
    let program = SubmenuBuilder::new(app, "Continuity Inspector")
        .about(Some(about))
        .separator()
        .hide()
        .hide_others()
        .show_all()
        .separator()
        .quit()
        .build()?;
    let edit = SubmenuBuilder::new(app, "Edit").undo().redo().separator().cut().copy().paste().select_all().build()?;
    let window =
        SubmenuBuilder::new(app, "Window").minimize().maximize().fullscreen().separator().close_window().build()?;
    let menu = Menu::new(app)?;
    menu.append(&program)?;
    for (title, entries) in OURS {
        menu.append(&ours(app, title, entries)?)?;
        if *title == "File" {
            menu.append(&edit)?;
        }
        if *title == "View" {
            menu.append(&window)?;
        }
    }
    Ok(menu)
}

fn ours(app: &AppHandle, title: &str, entries: &[(&str, &str, Option<&str>)]) -> tauri::Result<Submenu<tauri::Wry>> {
    let submenu = Submenu::new(app, title, true)?;
    for (id, title, shortcut) in entries {
        submenu.append(&MenuItem::with_id(app, *id, *title, true, *shortcut)?)?;
    }
    Ok(submenu)
}

#[cfg(test)]
mod tests {
    use super::OURS;

    #[test]
    fn every_entry_is_an_action_of_the_page() {
        let table = concat!(
            include_str!("../../ui/src/actions/table.ts"),
            include_str!("../../ui/src/actions/audit-actions.ts"),
        );
        for (id, ..) in OURS.iter().flat_map(|(_, entries)| *entries) {
            assert!(table.contains(&format!("\"{id}\"")), "{id}");
        }
    }
}
