//! A comparison, with colours where the terminal has them.

use anstyle::{AnsiColor, Style};
use wire::compare::{DiffLine, DiffLineKind};

/// The lines of a comparison. Signs and words say everything; colours only help.
pub(crate) fn diff(lines: &[DiffLine]) -> String {
    let mut out = String::new();
    for line in lines {
        let style = style(line.kind);
        for piece in &line.pieces {
            let style = if piece.marked { style.underline().bold() } else { style };
            out.push_str(&format!("{style}{}{style:#}", piece.text.as_str()));
        }
        out.push('\n');
    }
    out
}

fn style(kind: DiffLineKind) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match kind {
        DiffLineKind::Heading => Style::new().bold(),
        DiffLineKind::Note | DiffLineKind::Dropped => colour(AnsiColor::Yellow),
        DiffLineKind::Moved => colour(AnsiColor::Blue),
        DiffLineKind::Added => colour(AnsiColor::Green),
        DiffLineKind::Removed => colour(AnsiColor::Red),
        DiffLineKind::Plain => Style::new(),
    }
}
