//! Printing: one JSON document, or lines for people.

use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;
use wire::{ErrorBody, ErrorDocument};

use crate::exit;

/// Prints one JSON document on standard output.
pub(crate) fn json(document: &impl Serialize) -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from);
    ended(written.and_then(|()| writeln!(out)).and_then(|()| out.flush()))
}

/// Prints lines for people on standard output. What a store holds must not reach a terminal as a command to it, so
/// control characters, and those that turn a line around, become U+FFFD here, whatever field they came in.
pub(crate) fn text(text: &str) -> ExitCode {
    bytes(visible(text).as_bytes())
}

/// Prints lines whose texts are visible already, with our own colours, which only a terminal gets.
pub(crate) fn styled(text: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    ended(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Makes everything visible but line feeds.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|character| if character == '\n' { character } else { show(character) }).collect()
}

/// The character, or U+FFFD for one that would move the cursor or turn the line around.
pub(crate) fn show(character: char) -> char {
    match character {
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' => {
            '\u{FFFD}'
        }
        control if control.is_control() => '\u{FFFD}',
        other => other,
    }
}

/// Prints bytes exactly as they are.
pub(crate) fn bytes(bytes: &[u8]) -> ExitCode {
    let mut out = std::io::stdout().lock();
    ended(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Prints one line of a stream, whose texts are visible already, at once: whoever reads it need not wait for more.
pub(crate) fn stream(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}

/// Prints an error: a line for people on standard error, and with `--json` the document on standard output.
pub(crate) fn error(error: &ErrorBody, as_json: bool) -> ExitCode {
    if as_json {
        let _ = json(&ErrorDocument { error: error.clone() });
    }
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "continuity: {} [{}]", visible(&error.message), error.code);
    for name in &error.matches {
        let _ = writeln!(err, "  {}", visible(name));
    }
    if let Some(next) = &error.next {
        let _ = writeln!(err, "  {}", visible(next));
    }
    ExitCode::from(exit::status(&error.code))
}

/// A reader that closed the pipe early (`head`, `less`) wanted no more; that is no failure.
pub(crate) fn ended(written: std::io::Result<()>) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(3),
    }
}
