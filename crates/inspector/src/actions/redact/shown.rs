//! The text round a place before and after, found values masked.

use std::collections::HashMap;
use std::ops::Range;

use continuity::json::{Document, NodeId};
use wire::Text;
use wire::redact::RedactSpot;

use super::find::Hit;
use super::place::Place;

/// Characters that are shown on each side of a place.
const AROUND: usize = 48;
/// Bytes that are looked at for them on each side: four for each character, and room for masks.
const REACH: usize = 512;

/// A part of a string that is not shown as it is.
struct Hidden<'p> {
    range: Range<usize>,
    masked: &'p str,
    /// What stands there afterwards; `None` for what stays.
    marker: Option<&'p str>,
}

/// Describes places for people. `hits` are all that were found, also those that stay.
pub(super) fn spots(document: &Document, hits: &[Hit], places: &[Place], most: usize) -> Vec<RedactSpot> {
    let mut strings: HashMap<NodeId, (&[u8], Vec<Hidden<'_>>)> = HashMap::new();
    for place in places.iter().take(most) {
        strings.entry(place.spot.string).or_default();
    }
    document.each_string(|string| {
        let Some((text, hidden)) = strings.get_mut(&string.id) else { return };
        *text = string.text.as_bytes();
        let pointer = string.pointer();
        let here = places.iter().filter(|place| place.spot.string == string.id);
        hidden.extend(here.map(|place| Hidden {
            range: place.spot.range.clone(),
            masked: &place.masked,
            marker: Some(&place.spot.marker),
        }));
        let others = hits
            .iter()
            .filter(|hit| hit.pointer.as_deref() == Some(&pointer) && hit.in_key == string.in_key && !string.hidden);
        for hit in others {
            let is_known =
                hidden.iter().any(|known| known.range.start < hit.range.end && hit.range.start < known.range.end);
            if !is_known {
                hidden.push(Hidden { range: hit.range.clone(), masked: &hit.masked, marker: None });
            }
        }
        *hidden = joined(std::mem::take(hidden));
    });
    let described = |place: &Place| {
        let (text, hidden) =
            strings.get(&place.spot.string).map_or((&[][..], &[][..]), |(text, hidden)| (*text, &hidden[..]));
        let range = &place.spot.range;
        RedactSpot {
            rule: place.rule.id.clone(),
            title: place.rule.title.clone(),
            masked: place.masked.clone(),
            pointer: pointer(place, hits),
            bytes: [range.start as u64, range.len() as u64],
            utf16: [place.utf16.0 as u64, place.utf16.1 as u64],
            marker: place.spot.marker.clone(),
            before: excerpt(text, hidden, range.start, |hidden| hidden.masked),
            after: excerpt(text, hidden, range.start, |hidden| hidden.marker.unwrap_or(hidden.masked)),
            repeat: place.repeat,
        }
    };
    places.iter().take(most).map(described).collect()
}

/// The pointer to a place, found values in names of members masked.
fn pointer(place: &Place, hits: &[Hit]) -> String {
    let names =
        hits.iter().filter(|hit| hit.in_key).filter_map(|hit| Some((std::str::from_utf8(&hit.value).ok()?, hit)));
    names.fold(place.pointer.clone(), |pointer, (value, hit)| {
        // As a pointer writes it.
        pointer.replace(&value.replace('~', "~0").replace('/', "~1"), &hit.masked)
    })
}

/// Joins parts that overlap, as the redaction does; of two that touch, those that both go.
fn joined(mut parts: Vec<Hidden<'_>>) -> Vec<Hidden<'_>> {
    parts.sort_by_key(|part| (part.range.start, part.range.end));
    let mut out: Vec<Hidden<'_>> = Vec::new();
    for part in parts {
        match out.last_mut() {
            Some(last)
                if part.range.start < last.range.end
                    || part.range.start == last.range.end && part.marker.is_some() && last.marker.is_some() =>
            {
                last.range.end = last.range.end.max(part.range.end);
            }
            _ => out.push(part),
        }
    }
    out
}

/// Returns what stands round the part that holds a byte, and in it, with hidden parts written by `write`.
fn excerpt<'h>(text: &[u8], parts: &'h [Hidden<'h>], at: usize, write: impl Fn(&'h Hidden<'h>) -> &'h str) -> Text {
    let Some(middle) = parts.iter().position(|part| part.range.contains(&at)) else { return Text::default() };
    let (earlier, rest) = parts.split_at(middle);
    let Some((part, later)) = rest.split_first() else { return Text::default() };
    let inside = |at: usize| parts.iter().find(|part| part.range.start < at && at < part.range.end);
    let from = part.range.start.saturating_sub(REACH);
    let from = inside(from).map_or(from, |part| part.range.start);
    let to = (part.range.end + REACH).min(text.len());
    let to = inside(to).map_or(to, |part| part.range.end);
    let before = written(text, from..part.range.start, earlier, &write);
    let after = written(text, part.range.end..to, later, &write);
    let surplus = before.chars().count().saturating_sub(AROUND);
    let mut out = String::new();
    if surplus > 0 || from > 0 {
        out.push('…');
    }
    out.extend(before.chars().skip(surplus));
    out.push_str(write(part));
    out.extend(after.chars().take(AROUND));
    if to < text.len() || after.chars().count() > AROUND {
        out.push('…');
    }
    Text(out)
}

/// Returns a stretch of the text with the parts in it written by `write`.
fn written<'h>(
    text: &[u8],
    range: Range<usize>,
    parts: &'h [Hidden<'h>],
    write: &impl Fn(&'h Hidden<'h>) -> &'h str,
) -> String {
    let mut out = String::new();
    let mut done = range.start;
    for part in parts.iter().filter(|part| part.range.start >= range.start && part.range.end <= range.end) {
        out.push_str(&String::from_utf8_lossy(text.get(done..part.range.start).unwrap_or_default()));
        out.push_str(write(part));
        done = part.range.end;
    }
    out.push_str(&String::from_utf8_lossy(text.get(done..range.end).unwrap_or_default()));
    out
}
