//! Texts for scanners to read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::step::command;

/// Bytes of source code and prose.
const SOURCES: u64 = 20_000_000;
/// Files larger than this are data.
const LARGEST: u64 = 400_000;

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Writes a file, and its folder.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(failed(folder))?;
    fs::write(folder.join(name), text).map_err(failed(folder))
}

/// Returns the names of the files of a folder.
///
/// # Errors
/// When it cannot be read.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(failed(folder))?;
    Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

/// Copies source code and prose out of cargo's registry: files that speak of passwords, tokens or keys, in the order of
/// their paths, 20 MB at most. Returns their bytes.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn sources(folder: &Path) -> Result<u64, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut files = Vec::new();
    for registry in home.iter().map(|home| home.join("registry/src")) {
        collect(&registry, &mut files);
    }
    files.sort();
    let mut bytes = 0;
    for (number, file) in files.iter().enumerate() {
        let Ok(text) = fs::read_to_string(file) else { continue };
        let lower = text.to_ascii_lowercase();
        let speaks = ["password", "secret", "api_key", "apikey", "token:", "credential"];
        if bytes + text.len() as u64 > SOURCES || !speaks.iter().any(|word| lower.contains(word)) {
            continue;
        }
        bytes += text.len() as u64;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        write(folder, &format!("{number:06}-{name}"), text)?;
    }
    Ok(bytes)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    const KINDS: [&str; 10] = ["rs", "md", "toml", "c", "h", "js", "py", "json", "txt", "html"];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let known = path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| KINDS.contains(&kind));
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&path, files),
            Ok(kind) if kind.is_file() && known && entry.metadata().is_ok_and(|file| file.len() <= LARGEST) => {
                files.push(path);
            }
            _ => {}
        }
    }
}

/// Writes the texts of a folder as histories of an agent, one line of JSON in a file each; returns the folder.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn history(folder: &Path) -> Result<PathBuf, String> {
    let target = folder.with_extension("history");
    if target.is_dir() {
        return Ok(target);
    }
    for name in names(folder)? {
        let text = fs::read(folder.join(&name)).map_err(failed(folder))?;
        let content = quoted(&String::from_utf8_lossy(&text));
        let line = format!("{{\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":{content}}}}}\n");
        write(&target.join("project"), &format!("{name}.jsonl"), line)?;
    }
    Ok(target)
}

/// Returns a text as a string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Writes the strings of all bodies of a store as one text, a line each; returns its bytes.
///
/// # Errors
/// When `sqlite3` cannot read the store.
pub(super) fn strings_of(sqlite3: &Path, store: &Path, folder: &Path) -> Result<u64, String> {
    let sql = "SELECT snapshot_json FROM continuity_snapshots";
    let output = command(sqlite3).arg("-readonly").arg(store).arg(sql).output().map_err(failed(sqlite3))?;
    let text = strings(&String::from_utf8_lossy(&output.stdout));
    write(folder, "strings.txt", &text)?;
    Ok(text.len() as u64)
}

/// Returns the strings of a text of JSON, decoded, a line each.
fn strings(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut inside = false;
    let mut characters = json.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                inside = !inside;
                if !inside {
                    out.push('\n');
                }
            }
            _ if !inside => {}
            '\\' => match characters.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some('u') => {
                    let code: String = characters.by_ref().take(4).collect();
                    out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                Some(other) => out.push(other),
                None => {}
            },
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{quoted, strings};

    #[test]
    fn strings_are_decoded_and_quoted() {
        assert_eq!(strings(r#"{"a":"b\"c\n\uAC00","d":[1,"e"]}"#), "a\nb\"c\n가\nd\ne\n");
        assert_eq!(strings(&quoted("a\"\\\n\u{1}가")), "a\"\\\n\u{1}가\n");
    }
}
