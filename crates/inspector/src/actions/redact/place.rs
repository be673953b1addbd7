//! Where in a body's strings picked values stand: where the rules found them, and wherever else in the same body.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use continuity::json::{Document, NodeId, Wtf8};
use continuity::snapshot::members::TEXTS;
use continuity::transition::Spot;
use secrets::RuleInfo;

use super::find::Hit;
use crate::finding::is_whole;

/// Shortest value that is looked for beyond where a rule found it, in bytes: shorter ones are words of the text.
const SHORTEST_REPEAT: usize = 8;

/// A place of a picked value. It holds no text.
pub(super) struct Place {
    pub(super) spot: Spot,
    pub(super) rule: Arc<RuleInfo>,
    pub(super) masked: String,
    pub(super) public_prefix: usize,
    pub(super) pointer: String,
    pub(super) utf16: (usize, usize),
    /// Whether no rule found it here.
    pub(super) repeat: bool,
    /// For the activity log: the pointer with `*` for names that are not AGS's own.
    pub(super) known_pointer: String,
}

/// Finds every place of the picked hits, in the order of the text.
pub(super) fn places(document: &Document, picked: &[&Hit]) -> Vec<Place> {
    let mut by_place: HashMap<(&str, bool), Vec<&Hit>> = HashMap::new();
    for hit in picked {
        if let Some(pointer) = &hit.pointer {
            by_place.entry((pointer, hit.in_key)).or_default().push(hit);
        }
    }
    let mut repeated: Vec<&Hit> = picked.iter().filter(|hit| hit.value.len() >= SHORTEST_REPEAT).copied().collect();
    repeated.sort_by(|a, b| a.value.cmp(&b.value));
    repeated.dedup_by(|a, b| a.value == b.value);
    // All at once: a body can hold many thousands of values. Only sizes beyond memory make it fail.
    let search = AhoCorasick::new(repeated.iter().map(|hit| &*hit.value)).ok();
    let mut places = Vec::new();
    document.each_string(|string| {
        let text = string.text;
        let pointer = string.pointer();
        let mut found: Vec<(Range<usize>, &Hit, bool)> = Vec::new();
        if !string.hidden {
            let here = by_place.get(&(pointer.as_str(), string.in_key)).into_iter().flatten();
            found.extend(here.map(|hit| (hit.range.clone(), *hit, hit.repeat)));
        }
        found.sort_by_key(|(range, ..)| range.start);
        let told = found.len();
        for met in search.iter().flat_map(|search| search.find_overlapping_iter(text.as_bytes())) {
            let range = met.range();
            // What rules found does not overlap; repeats that do are joined when the body is changed.
            let told = found.get(..told).unwrap_or_default();
            let last = told.partition_point(|(known, ..)| known.start < range.end).checked_sub(1);
            let is_known = last.and_then(|at| told.get(at)).is_some_and(|(known, ..)| range.start < known.end);
            if let Some(hit) = repeated.get(met.pattern().as_usize())
                && !is_known
                && is_whole(text.as_bytes(), &range)
            {
                found.push((range, *hit, true));
            }
        }
        if found.is_empty() {
            return;
        }
        found.sort_by_key(|(range, ..)| (range.start, range.end));
        let known_pointer = known(string.names());
        let mut offsets = secrets::Utf16Offsets::new(text.as_bytes());
        places.extend(found.into_iter().map(|(range, hit, repeat)| Place {
            utf16: offsets.range(&range),
            spot: spot(string.id, range, &hit.rule.id),
            rule: hit.rule.clone(),
            masked: hit.masked.clone(),
            public_prefix: hit.public_prefix,
            pointer: pointer.clone(),
            repeat,
            known_pointer: known_pointer.clone(),
        }));
    });
    places
}

fn spot(string: NodeId, range: Range<usize>, rule: &str) -> Spot {
    // Rules of the user can have names of any kind.
    let name: String = rule.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).take(64).collect();
    Spot { string, range, marker: secrets::replacement(&name) }
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.')
}

/// A pointer with `*` for names that AGS does not give: they come from a body.
fn known<'n>(names: impl Iterator<Item = Option<Wtf8<'n>>>) -> String {
    let mut pointer = String::new();
    for name in names {
        pointer.push('/');
        let known = name.and_then(|name| TEXTS.into_iter().find(|known| name == *known));
        pointer.push_str(known.unwrap_or("*"));
    }
    pointer
}
