//! What is found in one string, as it reads: by the scan, and by the views that mask it.

mod known;
mod names;
mod unescape;

use std::ops::Range;

use continuity::json::Wtf8;
use secrets::{Engine, Finding};

pub(crate) use known::{Known, is_whole};
pub(crate) use names::is_known;
pub(crate) use unescape::Unescaped;

/// Longest value that is read together with its name, in bytes.
const LONGEST_NAMED: usize = 4_096;
/// Longest name that is read together with its value, in bytes.
const LONGEST_NAME: usize = 256;

/// Finds what stands in a string. `name` is that of the member that it is the value of, where that may tell what it is:
/// `"password": "…"` is found by its name alone. Names that every body has tell nothing.
pub(crate) fn find(engine: &Engine, text: &[u8], name: Option<Wtf8<'_>>, found: &mut Vec<Finding>) {
    let plain = found.len();
    engine.scan_into(text, found);
    nested(engine, text, plain, found);
    let named = name.filter(|_| found.len() == plain && (1..=LONGEST_NAMED).contains(&text.len()));
    let Some(name) = named.filter(|name| !is_known(*name)).map(Wtf8::as_bytes) else { return };
    if name.len() > LONGEST_NAME || text.iter().chain(name).any(|byte| matches!(byte, b'"' | b'\\' | b'\n')) {
        return;
    }
    let before = [b"\"", name, b"\": \""].concat();
    let member = [before.as_slice(), text, b"\""].concat();
    let (start, end) = (before.len(), before.len() + text.len());
    for mut finding in engine.scan(&member) {
        if start <= finding.value.start && finding.value.end <= end {
            finding.value = finding.value.start - start..finding.value.end - start;
            finding.matched = finding.value.clone();
            found.push(finding);
        }
    }
}

/// Finds what escapes hide in a string that holds JSON text itself, as answers of tools do.
fn nested(engine: &Engine, text: &[u8], plain: usize, found: &mut Vec<Finding>) {
    let Some(undone) = memchr::memmem::find(text, b"\\u").and_then(|_| Unescaped::of(text)) else { return };
    let before = found.len();
    for mut finding in engine.scan(&undone.text) {
        let range = undone.original(&finding.value);
        // Where nothing was escaped the value was found as it stands.
        let known = found.get(plain..before).unwrap_or_default();
        if range.len() == finding.value.len() || known.iter().any(|other| overlap(&other.value, &range)) {
            continue;
        }
        finding.matched = range.clone();
        finding.value = range;
        finding.public_prefix = 0;
        found.push(finding);
    }
    if let Some(mine) = found.get_mut(plain..) {
        mine.sort_by_key(|finding| finding.value.start);
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
