//! What the rules find in one stored body.

use std::ops::Range;
use std::sync::Arc;

use continuity::json::Document;
use continuity::records::StoredBody;
use secrets::{Engine, Finding, RuleInfo};

use crate::finding::Known;

/// A value that was found in a body. It is kept in memory only; its `Debug` output holds no text.
pub(super) struct Hit {
    pub(super) rule: Arc<RuleInfo>,
    pub(super) masked: String,
    /// The value, as it reads.
    pub(super) value: Box<[u8]>,
    /// Length in bytes of what every value of its kind begins with.
    pub(super) public_prefix: usize,
    /// JSON pointer to the string; `None` where the body is no JSON, or no pointer leads there.
    pub(super) pointer: Option<String>,
    /// Whether it stands in the member's name.
    pub(super) in_key: bool,
    /// Whether no rule found it here.
    pub(super) repeat: bool,
    /// Which bytes of the decoded string.
    pub(super) range: Range<usize>,
}

/// Finds everything in a body: by the rules, and the values that are known from elsewhere.
pub(super) fn hits(engine: &Engine, known: Option<&Known>, body: &StoredBody) -> Vec<Hit> {
    let mut hits = Vec::new();
    let Ok(document) = Document::parse(body.bytes()) else {
        let text = body.bytes();
        return engine.scan(text).iter().map(|finding| Hit::of(finding, text, None, false)).collect();
    };
    let mut found = Vec::new();
    document.each_string(|string| {
        let text = string.text.as_bytes();
        // The name of the nearest member tells what a value is.
        let name = if string.in_key { None } else { string.names().flatten().last() };
        found.clear();
        crate::finding::find(engine, text, name, &mut found);
        let told: Vec<Range<usize>> = found.iter().map(|finding| finding.value.clone()).collect();
        if let Some(known) = known {
            known.find(text, &mut found);
        }
        if found.is_empty() {
            return;
        }
        let pointer = (!string.hidden).then(|| string.pointer());
        hits.extend(found.iter().map(|finding| Hit {
            repeat: !told.contains(&finding.value),
            ..Hit::of(finding, text, pointer.clone(), string.in_key)
        }));
    });
    hits
}

impl Hit {
    fn of(finding: &Finding, text: &[u8], pointer: Option<String>, in_key: bool) -> Self {
        Self {
            rule: finding.rule.clone(),
            masked: finding.masked(text),
            value: finding.value_in(text).into(),
            public_prefix: finding.public_prefix,
            pointer,
            in_key,
            repeat: false,
            range: finding.value.clone(),
        }
    }
}

impl std::fmt::Debug for Hit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hit").field("rule", &self.rule.id).finish_non_exhaustive()
    }
}
