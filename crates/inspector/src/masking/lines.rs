//! Values masked in lines that were written from bodies: a value that spans lines, or stands there escaped, is found by
//! itself.

use aho_corasick::{AhoCorasick, MatchKind};
use continuity::json::{Document, Kind};
use continuity::records::StoredBody;

use super::{found, mask};

/// Shorter parts of a value are masked only where they are found again, in bytes.
const SHORTEST: usize = 8;

/// The found values of some bodies.
#[derive(Default)]
pub(crate) struct Needles {
    searcher: Option<AhoCorasick>,
    masks: Vec<String>,
}

impl Needles {
    /// Collects the values that are found in the strings of bodies, line by line and as JSON writes them.
    pub(crate) fn of<'b>(bodies: impl IntoIterator<Item = &'b StoredBody>) -> Self {
        let mut needles: Vec<(String, String)> = Vec::new();
        for body in bodies {
            let Ok(document) = Document::parse(body.bytes()) else { continue };
            let mut open = vec![document.root()];
            while let Some(value) = open.pop() {
                match value.kind() {
                    Kind::Array => open.extend(value.items()),
                    Kind::Object => open.extend(value.entries().map(|(_, value)| value)),
                    Kind::String => {
                        let text = value.as_str().unwrap_or_default().as_bytes();
                        for finding in found(text, None) {
                            let masked = finding.masked(text);
                            let value = String::from_utf8_lossy(finding.value_in(text));
                            let escaped = serde_json::to_string(&value).unwrap_or_default();
                            needles.push((escaped.trim_matches('"').to_owned(), masked.clone()));
                            needles.extend(value.lines().map(|line| (line.trim().to_owned(), masked.clone())));
                        }
                    }
                    _ => {}
                }
            }
        }
        needles.retain(|(needle, _)| needle.len() >= SHORTEST);
        needles.sort();
        needles.dedup_by(|a, b| a.0 == b.0);
        let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).clone();
        let searcher = builder.build(needles.iter().map(|(needle, _)| needle)).ok().filter(|_| !needles.is_empty());
        Self { searcher, masks: needles.into_iter().map(|(_, masked)| masked).collect() }
    }

    /// A line with every value masked: those of the bodies, and what is found in the line itself.
    pub(crate) fn mask(&self, line: &str) -> String {
        let replaced = match &self.searcher {
            Some(searcher) => searcher.replace_all(line, &self.masks),
            None => line.to_owned(),
        };
        mask(&replaced).map_or(replaced, |masked| masked.text)
    }
}
