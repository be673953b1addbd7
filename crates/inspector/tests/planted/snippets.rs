//! The planted texts, line by line.

use std::collections::HashSet;

use crate::plant::Text;
use crate::random::Random;
use crate::{issued, people, told, traps};

/// A line with a value in it, or a trap.
pub(crate) struct Snippet {
    /// The rule that finds the value; `None` for a trap.
    pub(crate) rule: Option<&'static str>,
    pub(crate) line: String,
    pub(crate) value: String,
}

impl Snippet {
    /// The line between others, behind Korean and a character beyond the basic plane.
    pub(crate) fn text(&self) -> String {
        format!("정리한 내용 😀\n{}\n끝.", self.line)
    }
}

/// Every planted secret, person and trap.
pub(crate) fn snippets() -> Vec<Snippet> {
    let (mut text, mut random) = (Text::default(), Random::new(7));
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
        people::personal,
        traps::traps,
    ] {
        part(&mut text, &mut random);
    }
    let mut values = HashSet::new();
    let snippet = |planted: &crate::plant::Planted| {
        let start = text.text[..planted.range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text.text[planted.range.end..].find('\n').map_or(text.text.len(), |at| planted.range.end + at);
        let value = text.text[planted.range.clone()].to_owned();
        Snippet { rule: planted.rule, line: text.text[start..end].to_owned(), value }
    };
    // One value is one finding, of whatever rule fits best in all its places.
    text.planted.iter().map(snippet).filter(|snippet| values.insert(snippet.value.clone())).collect()
}
