//! What in a run of text is a fact about a body, and what is text of it.
//!
//! Correlations, digests, times, receipts and the keys that every body has are kept by other rows too, on purpose: bytes
//! that hold nothing else are no piece of a body.

use std::ops::Range;

use continuity::snapshot::members::{FACTS, OF_RECEIPTS, TEXTS, VERIFIED};

use super::head::AGS_PREFIX;
use super::text::time_length;

/// Members whose values are facts: of bodies, of their evidence and of receipts.
fn facts() -> impl Iterator<Item = &'static str> {
    FACTS.into_iter().chain([VERIFIED]).chain(OF_RECEIPTS)
}

/// What separates the texts of a body.
const STRUCTURE: &[u8] = b",:[]{}";
/// Longest value of a fact in bytes: a correlation has 76.
pub(super) const LONGEST_FACT: usize = 200;
/// From how many hexadecimal digits on the beginning of a run is the rest of a hash.
const CUT_HASH: usize = 16;
/// Shortest stretch that counts as text: what stands between two facts is sometimes a byte or two of a record's header.
const SHORTEST: usize = 4;

/// Returns the stretches of a run that are text and no facts, in order.
pub(super) fn texts(run: &[u8]) -> Vec<Range<usize>> {
    let mut texts: Vec<Range<usize>> = Vec::new();
    let mut begun: Option<usize> = None;
    let mut at = 0;
    while let Some(&byte) = run.get(at) {
        let escaped = at.checked_sub(1).and_then(|before| run.get(before)) == Some(&b'\\');
        let skipped = match byte {
            b'"' if escaped => 0,
            b'"' => fact(run, at).max(1),
            b'h' | b's' | b'0'..=b'9' => fact(run, at),
            _ if begun.is_none() && STRUCTURE.contains(&byte) => 1,
            _ => 0,
        };
        if skipped > 0 {
            texts.extend(begun.take().map(|start| start..at));
        } else {
            begun = begun.or(Some(at));
        }
        at += skipped.max(1);
    }
    texts.extend(begun.map(|start| start..run.len()));
    for text in &mut texts {
        let bytes = run.get(text.clone()).unwrap_or_default();
        text.end -= bytes.iter().rev().take_while(|byte| STRUCTURE.contains(byte)).count();
    }
    drop_cut_facts(run, &mut texts);
    texts.retain(|text| text.len() >= SHORTEST);
    texts
}

/// Returns the length of the fact that begins at `at`, 0 when there is none.
fn fact(run: &[u8], at: usize) -> usize {
    let rest = run.get(at..).unwrap_or_default();
    for mark in [AGS_PREFIX.as_bytes(), b"sha256:"] {
        if let Some(hash) = rest.strip_prefix(mark) {
            return mark.len() + hash.iter().take(64).take_while(|byte| byte.is_ascii_hexdigit()).count();
        }
    }
    if let Some(length) = time_length(rest) {
        return length;
    }
    let Some(inner) = rest.strip_prefix(b"\"") else { return 0 };
    let is_key = |key: &&str| inner.strip_prefix(key.as_bytes()).is_some_and(|behind| behind.starts_with(b"\":"));
    if let Some(key) = TEXTS.iter().find(|key| is_key(key)) {
        return key.len() + 3;
    }
    let Some(key) = facts().find(|key| is_key(key)) else { return 0 };
    let value = inner.get(key.len() + 2..).unwrap_or_default();
    let length = match value.strip_prefix(b"\"") {
        Some(text) => text.iter().take(LONGEST_FACT).take_while(|byte| **byte != b'"').count() + 2,
        None => value.iter().take(LONGEST_FACT).take_while(|byte| byte.is_ascii_alphanumeric()).count(),
    };
    (key.len() + 3 + length).min(rest.len())
}

/// Drops what is left of a fact at either end of a run that was cut there.
fn drop_cut_facts(run: &[u8], texts: &mut Vec<Range<usize>>) {
    let of = |range: &Range<usize>| run.get(range.clone()).unwrap_or_default();
    let is_number = |text: &[u8]| text.iter().all(|byte| byte.is_ascii_hexdigit() || b"TZ:.-".contains(byte));
    let keys = || facts().chain(TEXTS).map(str::as_bytes);
    if let Some(first) = texts.first_mut() {
        let text = of(first);
        // A hash without its mark, or with the rest of it, often with a byte of a record behind it.
        let marked = (1..AGS_PREFIX.len()).find_map(|from| text.strip_prefix(AGS_PREFIX.as_bytes().get(from..)?));
        let hash = marked.unwrap_or(text).iter().take(64).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if marked.is_some() || hash >= CUT_HASH {
            first.start += text.len() - marked.unwrap_or(text).len() + hash;
        }
        let text = of(first);
        let cut_key = run.get(first.end..).is_some_and(|behind| behind.starts_with(b"\":"))
            && keys().any(|key| key.ends_with(text));
        if is_number(text) || cut_key {
            texts.remove(0);
        }
    }
    let is_end = |at: usize| run.get(at..).is_some_and(|rest| rest.iter().all(|byte| STRUCTURE.contains(byte)));
    if let Some(last) = texts.last_mut().filter(|last| is_end(last.end)) {
        last.end -= cut_time(of(last));
        let text = of(last);
        let cut_key = last.start > 0 && keys().any(|key| key.starts_with(text));
        if is_number(text) || cut_key {
            texts.pop();
        }
    }
}

/// Returns the length of a time that the end of a text cuts off, a time of this century.
fn cut_time(text: &[u8]) -> usize {
    let rest = b"0000-00-00T00:00:00.000Z";
    let is_cut = |length: &usize| {
        let end = text.len().checked_sub(*length).and_then(|start| text.get(start..)).unwrap_or_default();
        // With the rest of some time it would be a whole one.
        end.len() == *length
            && end.starts_with(b"20")
            && time_length(&[end, rest.get(*length..).unwrap_or_default()].concat()).is_some()
    };
    (2..rest.len()).rev().find(is_cut).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::texts;

    fn left(run: &str) -> Vec<&str> {
        texts(run.as_bytes()).into_iter().map(|range| &run[range]).collect()
    }

    #[test]
    fn what_other_rows_keep_is_no_text() {
        let hash = "0123456789abcdef".repeat(4);
        let receipt = format!(
            "hmac-sha256:{hash}sha256:{hash}{{\"schemaVersion\":\"1.0.0\",\"kind\":\"checkpoint\",\"epoch\":1,\
             \"revision\":12,\"snapshotDigest\":\"sha256:{hash}\"}}2026-09-20T01:00:05.000Z"
        );
        let nothing: [&str; 0] = [];
        // However the receipt is cut, nothing of it is text.
        for cut in 0..receipt.len() {
            assert_eq!(left(&receipt[cut..]).iter().map(|text| text.len()).sum::<usize>() / 16, 0, "from {cut}");
            assert_eq!(left(&receipt[..cut]).iter().map(|text| text.len()).sum::<usize>() / 16, 0, "to {cut}");
        }
        assert_eq!(left(&format!("56:{hash}!")), nothing);
        assert_eq!(left(&format!("hmac-sha256:{hash}post-compact2026-09-20T01:")), ["post-compact"]);
        assert_eq!(left(&format!("{}\"An item", &hash[..20])), ["An item"]);
        assert_eq!(left("ompletionCriteria\":[],\"constraints\":[],\"blockers\":[],\"nextActio"), nothing);
    }

    #[test]
    fn the_items_of_a_body_are_its_text() {
        let body = "\"core\":{\"objective\":\"Ship it, then: rest\",\"completionCriteria\":[\"All \\\"green\\\"\",\"ok\"],\
                    \"blockers\":[]},\"evidenceRefs\":[{\"artifactId\":\"log-17\",\"verified\":true}],\"createdAt\":\"2026";
        assert_eq!(left(body), ["Ship it, then: rest", "All \\\"green\\\"", "log-17"]);
        assert_eq!(left("the middle of an item with 123"), ["the middle of an item with 123"]);
    }
}
