//! Found values masked in the text that people see: titles, snapshots, comparisons, strips.
//!
//! Secrets are masked however sure they are, personal data unless it is a mere guess, addresses of machines never. What
//! is stored is not touched, and the stored bytes can be seen as they are.

mod diff;
mod json;
mod pieces;

use continuity::json::{Document, Wtf8};
use continuity::records::StoredBody;
use secrets::{Class, Confidence, Engine, Finding};
use wire::{Json, MaskedSpan};

use crate::finding::{self, Known};

pub(crate) use diff::diff;
pub(crate) use pieces::pieces;

/// A text with its found values masked.
#[derive(Default)]
pub(crate) struct Masked {
    pub(crate) text: String,
    /// What is masked, in the order of the text.
    pub(crate) spans: Vec<MaskedSpan>,
}

/// How a text is shown: with its found values masked, as views are unless a person asked for more.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'k> {
    plain: bool,
    /// Values that are told elsewhere in the bodies that are shown.
    known: Option<&'k Known>,
}

impl<'k> Shown<'k> {
    /// With found values masked, and those that are known wherever they stand.
    pub(crate) fn masked(known: Option<&'k Known>) -> Self {
        Self { plain: false, known }
    }

    pub(crate) fn plain_if(reveal: bool, known: Option<&'k Known>) -> Self {
        Self { plain: reveal, known }
    }

    /// Whether nothing is masked.
    pub(crate) fn is_plain(self) -> bool {
        self.plain
    }

    /// The values that are known.
    pub(crate) fn known(self) -> Option<&'k Known> {
        self.known
    }

    /// A text as it is shown. `path` is that of its field, whose name may tell what it is.
    pub(crate) fn text(self, text: &str, path: &str) -> Masked {
        let masked = if self.plain { None } else { mask(text, path, self.known) };
        masked.unwrap_or_else(|| Masked { text: text.to_owned(), spans: Vec::new() })
    }

    /// JSON text as it is shown.
    pub(crate) fn json_text(self, text: String) -> String {
        let masked = if self.plain { None } else { json::mask(&text, "", self.known) };
        masked.unwrap_or(text)
    }

    /// A JSON value as it is shown, and whether something in it is masked. `path` is that of its field.
    pub(crate) fn json(self, text: String, path: &str) -> (Json, bool) {
        match if self.plain { None } else { json::mask(&text, path, self.known) } {
            Some(masked) => (Json::new(masked), true),
            None => (Json::new(text), false),
        }
    }
}

/// Masks every value that is found in a text, the value of the field at `path`. `None` when there is none.
fn mask(text: &str, path: &str, known: Option<&Known>) -> Option<Masked> {
    let findings = found(text.as_bytes(), name(path), known);
    (!findings.is_empty()).then(|| masked(text.as_bytes(), &findings))
}

/// A body with its found values masked, everything else as it is; `None` when there is none.
pub(crate) fn body(stored: &StoredBody) -> Option<StoredBody> {
    let text = String::from_utf8_lossy(stored.bytes());
    let known = values([stored]);
    let masked = match Document::parse(text.as_bytes()) {
        Ok(_) => json::mask(&text, "", known.as_ref())?,
        Err(_) => mask(&text, "", known.as_ref())?.text,
    };
    Some(match stored {
        StoredBody::Text(_) => StoredBody::Text(masked.into_bytes()),
        StoredBody::Blob(_) => StoredBody::Blob(masked.into_bytes()),
    })
}

/// A title with its found values masked. It is cut after that, or what is cut off would not be recognised.
pub(crate) fn title(line: &str) -> String {
    mask(line, "", None).map_or_else(|| line.to_owned(), |masked| masked.text)
}

/// The name of the field at a path such as `core.constraints`.
fn name(path: &str) -> Option<Wtf8<'_>> {
    path.rsplit('.').next().filter(|name| !name.is_empty()).map(Wtf8::from)
}

/// What is found in a text and masked in views. `name` is that of the member whose value it is.
pub(crate) fn found(text: &[u8], name: Option<Wtf8<'_>>, known: Option<&Known>) -> Vec<Finding> {
    let mut findings = Vec::new();
    finding::find(&Engine::builtin(), text, name, &mut findings);
    findings.retain(is_masked);
    if let Some(known) = known {
        known.find(text, &mut findings);
    }
    findings
}

/// Values that something in these bodies tells of, to be masked where nothing does. `None` where there is none that can be
/// told from words.
pub(crate) fn values<'b>(bodies: impl IntoIterator<Item = &'b StoredBody>) -> Option<Known> {
    let mut values: Vec<(Vec<u8>, Finding)> = Vec::new();
    let mut add = |text: &[u8], name: Option<Wtf8<'_>>| {
        let findings = found(text, name, None).into_iter();
        values.extend(findings.map(|finding| (finding.value_in(text).to_vec(), finding)));
    };
    for body in bodies {
        match Document::parse(body.bytes()) {
            Ok(document) => document.each_string(|string| {
                let name = if string.in_key { None } else { string.names().flatten().last() };
                add(string.text.as_bytes(), name);
            }),
            Err(_) => add(body.bytes(), None),
        }
    }
    Known::of(values.iter().map(|(value, finding)| (value.as_slice(), finding.clone())))
}

fn is_masked(finding: &Finding) -> bool {
    match finding.class() {
        Class::Secret => true,
        Class::Personal => finding.confidence > Confidence::Low,
        Class::Network => false,
    }
}

/// Replaces the values of findings, which are in the order of the text, by their masks.
pub(crate) fn masked(text: &[u8], findings: &[Finding]) -> Masked {
    let mut out = Masked::default();
    let mut done = 0;
    let mut units = 0;
    for finding in findings {
        let Some(kept) = text.get(done..finding.value.start) else { continue };
        let kept = String::from_utf8_lossy(kept);
        let mask = finding.masked(text);
        let length = crate::utf16::length(&mask) as u64;
        units += crate::utf16::length(&kept) as u64;
        out.text.push_str(&kept);
        out.text.push_str(&mask);
        out.spans.push(MaskedSpan { rule: finding.id().to_owned(), utf16: [units, length] });
        units += length;
        done = finding.value.end;
    }
    out.text.push_str(&String::from_utf8_lossy(text.get(done..).unwrap_or_default()));
    out
}

/// What is masked within a stretch of a text, counted from the start of the stretch.
pub(crate) fn within(spans: &[MaskedSpan], offset: usize, length: usize) -> Vec<MaskedSpan> {
    let (start, end) = (offset as u64, (offset + length) as u64);
    let inside = spans.iter().filter_map(|span| {
        let [from, len] = span.utf16;
        let (from, to) = (from.max(start), (from + len).min(end));
        (from < to).then(|| MaskedSpan { rule: span.rule.clone(), utf16: [from - start, to - from] })
    });
    inside.collect()
}
