//! Writes made-up secrets, personal data and traps as one file each, for comparisons of scanners:
//! `secret/NUMBER-rule`, `personal/NUMBER-rule` and `trap/NUMBER` in a folder that does not exist yet.
//!
//! `cargo run --release -p secrets --example plant_folder -- FOLDER`

#[path = "../tests/planted/issued.rs"]
mod issued;
#[path = "../tests/planted/outside.rs"]
mod outside;
#[path = "../tests/planted/people.rs"]
mod people;
#[path = "../tests/planted/plant.rs"]
mod plant;
#[path = "../tests/planted/random.rs"]
mod random;
#[path = "../tests/planted/told.rs"]
mod told;
#[path = "../tests/planted/traps.rs"]
mod traps;

use std::path::{Path, PathBuf};
use std::{fs, io};

use plant::Text;
use random::Random;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("name a folder"))?;
    let mut random = Random::new(7);
    let mut text = Text::default();
    for part in [
        issued::clouds,
        issued::code_hosts,
        issued::models,
        issued::chat_and_mail,
        issued::payment_and_registries,
        issued::infrastructure,
        told::keys,
        told::urls_and_headers,
        told::assignments,
        outside::forms,
    ] {
        part(&mut text, &mut random);
    }
    write(&folder, "secret", &text)?;
    let mut text = Text::default();
    people::personal(&mut text, &mut random);
    outside::people(&mut text);
    write(&folder, "personal", &text)?;
    let mut text = Text::default();
    traps::traps(&mut text, &mut random);
    write(&folder, "trap", &text)
}

/// Writes the lines of each planted thing as a file of its own.
fn write(folder: &Path, kind: &str, text: &Text) -> io::Result<()> {
    let folder = folder.join(kind);
    fs::create_dir_all(&folder)?;
    for (number, planted) in text.planted.iter().enumerate() {
        assert!(planted.lines.start <= planted.range.start && planted.range.end <= planted.lines.end);
        let name = format!("{number:04}-{}", planted.rule.unwrap_or("trap"));
        fs::write(folder.join(name), text.text.get(planted.lines.clone()).unwrap_or_default())?;
    }
    Ok(())
}
