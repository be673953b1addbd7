//! What stands in one text: decoded strings of JSON with their pointers, or the text as it is.

mod hit;
mod path;
mod scanner;

use continuity::json::{Document, Kind, Value};
use continuity::snapshot::looks_like_body;
use secrets::Finding;

use self::path::Path;
use crate::finding::{Unescaped, is_known};

pub(super) use hit::{Hit, Scanned, Spot};
pub(super) use scanner::Scanner;

impl Scanner {
    /// Scans a text: every string and every name of it where it is JSON, else the text as it is. `name` is that of the
    /// column that it is the value of.
    pub(super) fn text(&self, text: &[u8], name: Option<&str>) -> Scanned {
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
        if matches!(first, Some(b'{' | b'[' | b'"'))
            && let Ok(document) = Document::parse(text)
        {
            return self.document(&document, text);
        }
        let mut found = Vec::new();
        self.string(text, name.map(Into::into), &mut found);
        Scanned { hits: self.raw(text, found), ..Scanned::default() }
    }

    /// Scans the strings of a document.
    pub(super) fn document(&self, document: &Document, text: &[u8]) -> Scanned {
        let root = document.root();
        let mut walk = Walk { scanner: self, hits: Vec::new(), findings: Vec::new(), unseen: false };
        let mut path = Path::default();
        let mut visited = 1;
        walk.value(root, &path);
        if matches!(root.kind(), Kind::Array | Kind::Object) {
            path.enter(root);
        }
        while let Some((value, key)) = path.next() {
            visited += 1 + usize::from(key.is_some());
            if let Some(key) = key.filter(|key| !is_known(*key)) {
                walk.name(key.as_bytes(), &mut path);
            }
            walk.value(value, &path);
            if matches!(value.kind(), Kind::Array | Kind::Object) {
                if path.depth() < path::DEEPEST {
                    path.enter(value);
                } else {
                    walk.unseen = true;
                }
            }
        }
        let Walk { mut hits, unseen, .. } = walk;
        // What no pointer leads to: the first of two members of one name, and what lies too deep.
        if unseen || visited < document.node_count() {
            let mut found = Vec::new();
            self.string(text, None, &mut found);
            let raw = self.raw(text, found);
            let known: std::collections::HashSet<_> = hits.iter().map(|hit| hit.fingerprint).collect();
            hits.extend(raw.into_iter().filter(|hit| !known.contains(&hit.fingerprint)));
        }
        // An answer of old request rows wraps the body.
        let body = root.get("data").filter(|data| looks_like_body(*data)).unwrap_or(root);
        let revision = body.get("revision").and_then(Value::as_f64);
        let digest = body.get("snapshotDigest").and_then(Value::as_str);
        let digest = digest.filter(|_| !hits.is_empty()).map(|digest| digest.to_string_lossy().into());
        Scanned { hits, revision, digest }
    }

    /// Hits in a text as it is: what was found in it, and what its escapes hide.
    fn raw(&self, text: &[u8], found: Vec<Finding>) -> Vec<Hit> {
        let Some(undone) = Unescaped::of(text) else { return self.hits(&found, text, None, false) };
        let mut inside = Vec::new();
        self.string(&undone.text, None, &mut inside);
        let mut hits = self.hits(&inside, &undone.text, None, false);
        let mut offsets = secrets::Utf16Offsets::new(text);
        let mut ranges = Vec::new();
        for (hit, finding) in hits.iter_mut().zip(&inside) {
            let range = undone.original(&finding.value);
            let (start, length) = offsets.range(&range);
            hit.spot.utf16 = [start as u64, length as u64];
            hit.spot.bytes = [range.start as u64, range.len() as u64];
            ranges.push(range);
        }
        // Both lists are in the order of the text.
        let mut at = 0;
        let others: Vec<Finding> = found
            .into_iter()
            .filter(|finding| {
                while ranges.get(at).is_some_and(|range| range.end <= finding.value.start) {
                    at += 1;
                }
                ranges.get(at).is_none_or(|range| finding.value.end <= range.start)
            })
            .collect();
        hits.extend(self.hits(&others, text, None, false));
        hits
    }
}

/// A walk over the strings of a document.
struct Walk<'s> {
    scanner: &'s Scanner,
    hits: Vec<Hit>,
    findings: Vec<Finding>,
    /// Whether something was found to which no pointer can be told, or is too deep to be looked at.
    unseen: bool,
}

impl Walk<'_> {
    fn value(&mut self, value: Value<'_>, path: &Path<'_>) {
        let Some(text) = value.as_str() else { return };
        self.string(text.as_bytes(), path, path.name());
    }

    /// Scans a name. One that holds a found value is masked in every pointer that leads through it.
    fn name(&mut self, text: &[u8], path: &mut Path<'_>) {
        self.findings.clear();
        self.scanner.string(text, None, &mut self.findings);
        if self.findings.is_empty() {
            return;
        }
        path.mask_name(crate::masking::masked(text, &self.findings).text);
        self.found(text, path, true);
    }

    fn string(&mut self, text: &[u8], path: &Path<'_>, name: Option<continuity::json::Wtf8<'_>>) {
        self.findings.clear();
        self.scanner.string(text, name, &mut self.findings);
        if !self.findings.is_empty() {
            self.found(text, path, false);
        }
    }

    fn found(&mut self, text: &[u8], path: &Path<'_>, in_key: bool) {
        match path.pointer() {
            Some(pointer) => self.hits.extend(self.scanner.hits(&self.findings, text, Some(&pointer), in_key)),
            None => self.unseen = true,
        }
    }
}
