//! Prepares the window's build: a page to embed, a permission for each command, and Tauri's own files.

use std::error::Error;
use std::fs;
use std::path::Path;

#[path = "src/names.rs"]
mod names;

/// Shown when the interface was not built first, so that a build of the workspace alone works.
const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
  <head>
    <meta charset=\"utf-8\" />
    <meta name=\"color-scheme\" content=\"light dark\" />
    <title>Continuity Inspector</title>
  </head>
  <body>
    <p>The interface is not built. Run <code>cargo xtask run</code>.</p>
  </body>
</html>
";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/names.rs");
    let page = Path::new("../ui/dist/index.html");
    if let (false, Some(folder)) = (page.exists(), page.parent()) {
        fs::create_dir_all(folder)?;
        fs::write(page, PLACEHOLDER)?;
    }
    let commands = tauri_build::AppManifest::new().commands(names::COMMANDS);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))?;
    Ok(())
}
