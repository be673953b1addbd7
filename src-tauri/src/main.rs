//! The window. It forwards the commands of `wire` to `inspector`, and holds what only a desktop shell can do: dialogs,
//! events, menu, drops, deep links, permissions. It shows no store's text anywhere but in the page.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod arguments;
mod commands;
mod demo;
mod edge;
mod failure;
mod menu;
#[cfg(test)]
mod names;
mod opening;
mod shell;
mod signals;
mod window;

use std::io::Write;
use std::process::ExitCode;

use arguments::{Arguments, Wish};
use tauri::{AppHandle, RunEvent};
use tauri_plugin_window_state::StateFlags;

use crate::shell::Shell;

fn main() -> ExitCode {
    failure::keep_text_out_of_panics();
    arguments::exec_with_plain_arguments();
    let here = std::env::current_dir().unwrap_or_default();
    let wish = match arguments::parse(std::env::args_os().skip(1), &here) {
        Ok(Arguments::Open(wish)) => wish,
        Ok(Arguments::Print(text)) => {
            let printed = writeln!(std::io::stdout(), "{text}");
            return if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        Err(usage) => {
            failure::tell(&usage);
            return ExitCode::from(2);
        }
    };
    match run(wish) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            failure::tell(&format!("the window could not be opened: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs the event loop until the last window closes.
fn run(wish: Wish) -> tauri::Result<()> {
    let kept = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    let app = tauri::Builder::default()
        // First of the plugins: a second start must end before anything else of it begins.
        .plugin(tauri_plugin_single_instance::init(second_start))
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(kept).build())
        .plugin(tauri_plugin_dialog::init())
        .manage(Shell::new(wish))
        .invoke_handler(commands::handler())
        .setup(|app| {
            signals::end_in_order(app.handle());
            menu::attach(app.handle())?;
            window::open(app.handle())?;
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(|app, event| match event {
        RunEvent::Exit => Shell::of(app).end(),
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            for url in urls {
                opening::open(app, arguments::wish_of_url(&url));
            }
        }
        _ => {}
    });
    Ok(())
}

/// Takes over the arguments of a second start, which has ended by now.
fn second_start(app: &AppHandle, arguments: Vec<String>, folder: String) {
    let arguments = arguments.into_iter().skip(1).map(Into::into);
    if let Ok(Arguments::Open(wish)) = arguments::parse(arguments, folder.as_ref()) {
        opening::open(app, wish);
    }
    window::come_forward(app);
}
