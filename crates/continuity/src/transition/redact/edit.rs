//! A body's text with some of its strings changed.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Spot;
use crate::json::{Document, NodeId, StringAt, Wtf8, json_string};
use crate::snapshot::{self, members::FACTS};
use crate::transition::{Refusal, RuleRefusal};

/// What takes the place of a marker that is too long, the longest first. The last one is never longer than what it stands
/// for.
const SHORTER: [&str; 2] = ["[REDACTED]", "…"];

/// A document, and JSON texts in place of some of its values.
pub(super) struct Edit<'d> {
    document: &'d Document,
    replaced: BTreeMap<NodeId, String>,
}

impl<'d> Edit<'d> {
    /// Takes spots out of the strings of a document.
    pub(super) fn of(document: &'d Document, spots: &[Spot]) -> Result<Self, Refusal> {
        let mut by_string: BTreeMap<NodeId, Vec<&Spot>> = BTreeMap::new();
        for spot in spots {
            by_string.entry(spot.string).or_default().push(spot);
        }
        if by_string.is_empty() {
            return Err(RuleRefusal::InvalidRequest.into());
        }
        let mut replaced = BTreeMap::new();
        let mut refusal = None;
        document.each_string(|string| {
            let Some(spots) = by_string.remove(&string.id) else { return };
            match without(string, spots) {
                Ok(text) => _ = replaced.insert(string.id, text),
                Err(why) => _ = refusal.get_or_insert(why),
            }
        });
        match refusal {
            Some(refusal) => Err(refusal),
            // A spot in something that is no string was found in another text.
            None if !by_string.is_empty() => Err(Refusal::ChangedSinceRead),
            None => Ok(Self { document, replaced }),
        }
    }

    /// Puts a JSON text in place of a value.
    pub(super) fn replace(&mut self, value: NodeId, json: String) {
        self.replaced.insert(value, json);
    }

    /// Returns the text as `JSON.stringify` writes it.
    pub(super) fn to_text(&self) -> String {
        self.document.root().to_json_text_with(&self.replaced)
    }
}

/// Returns a string without its spots, as JSON text.
fn without(string: &StringAt<'_, '_>, spots: Vec<&Spot>) -> Result<String, Refusal> {
    if string.in_key {
        return Err(RuleRefusal::SecretInKey.into());
    }
    let mut names = string.names();
    if let (Some(Some(name)), None) = (names.next(), names.next())
        && FACTS.iter().any(|fact| name == *fact)
    {
        return Err(RuleRefusal::FixedField.into());
    }
    let spots = merged(string.text, spots)?;
    let most = snapshot::longest(string.names()).map(|bound| bound.max(string.text.code_point_count()));
    let mut text = with_markers(string.text, &spots, None);
    for marker in SHORTER {
        if most.is_none_or(|most| Wtf8::from_checked(&text).code_point_count() <= most) {
            break;
        }
        text = with_markers(string.text, &spots, Some(marker));
    }
    Ok(json_string(Wtf8::from_checked(&text)))
}

/// Sorts spots and joins those that overlap or touch.
fn merged<'s>(text: Wtf8<'_>, mut spots: Vec<&'s Spot>) -> Result<Vec<(Range<usize>, &'s str)>, Refusal> {
    spots.sort_by_key(|spot| (spot.range.start, spot.range.end));
    let mut out: Vec<(Range<usize>, &str)> = Vec::new();
    for spot in spots {
        let range = &spot.range;
        if range.is_empty() || !is_boundary(text, range.start) || !is_boundary(text, range.end) {
            return Err(Refusal::ChangedSinceRead);
        }
        match out.last_mut() {
            Some((last, _)) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push((range.clone(), &spot.marker)),
        }
    }
    Ok(out)
}

/// Whether a character begins at this byte, or the text ends there.
fn is_boundary(text: Wtf8<'_>, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes.get(at).map_or(at == bytes.len(), |byte| (*byte as i8) >= -0x40)
}

/// Writes a text with a marker in place of each range: its own, or the one that is given.
fn with_markers(text: Wtf8<'_>, spots: &[(Range<usize>, &str)], marker: Option<&str>) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for (range, own) in spots {
        out.extend_from_slice(bytes.get(done..range.start).unwrap_or_default());
        out.extend_from_slice(marker.unwrap_or(own).as_bytes());
        done = range.end;
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
    out
}
