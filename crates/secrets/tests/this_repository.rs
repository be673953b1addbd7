//! The repository itself holds nothing that looks like a secret.

use std::fs;
use std::path::{Path, PathBuf};

use secrets::{Class, Engine};

/// Made-up keys and passwords in tests of other crates, right to be found.
const KNOWN: [(&str, &str); 3] = [
    ("crates/continuity-store/src/search/pieces.rs", "password"),
    ("crates/continuity/tests/secrets_and_tokens.rs", "generic-secret"),
    ("crates/continuity/tests/support/mod.rs", "generic-secret"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules", "dist", "gen", "corpus"].contains(&name.as_str()) {
                files(&path, found);
            }
        } else if [".rs", ".ts", ".svelte", ".md", ".toml", ".lock", ".json", ".mjs"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            found.push(path);
        }
    }
}

#[test]
fn sources_documents_and_lock_files_hold_no_secret() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    files(&root, &mut found);
    assert!(
        found.iter().any(|path| path.ends_with("ui/package-lock.json")),
        "integrity hashes are a part of this test"
    );
    let engine = Engine::builtin();
    let mut hits = Vec::new();
    for path in &found {
        let Ok(text) = fs::read(path) else { continue };
        let relative = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().into_owned();
        for finding in engine.scan(&text).iter().filter(|finding| finding.class() == Class::Secret) {
            if !KNOWN.contains(&(relative.as_str(), finding.id())) {
                let line = 1 + text.iter().take(finding.value.start).filter(|byte| **byte == b'\n').count();
                hits.push(format!("{relative}:{line} {}", finding.id()));
            }
        }
    }
    assert!(hits.is_empty(), "{} hits\n{}", hits.len(), hits.join("\n"));
}
