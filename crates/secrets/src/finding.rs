//! One secret or one piece of personal data in one text.

use std::ops::Range;
use std::sync::Arc;

use crate::class::{Class, Severity};
use crate::confidence::{Confidence, Reasons};
use crate::fingerprint::{Fingerprint, Salt};
use crate::mask::mask;
use crate::rule::RuleInfo;
use crate::utf16::utf16_len;

/// What a rule found. It holds places, never the value itself.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that fits best.
    pub rule: Arc<RuleInfo>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Why it is that sure.
    pub reasons: Reasons,
    /// Where the secret itself stands, in bytes of the text; both ends are character boundaries.
    pub value: Range<usize>,
    /// Where the whole match stands, with the name or the markers around the secret; contains `value`.
    pub matched: Range<usize>,
    /// Length in bytes of the public prefix that every value of this kind has (`ghp_`); 0 when there is none.
    pub public_prefix: usize,
}

impl Finding {
    /// Returns the rule's id.
    pub fn id(&self) -> &str {
        &self.rule.id
    }

    /// Returns the rule's class.
    pub fn class(&self) -> Class {
        self.rule.class
    }

    /// Returns the rule's severity.
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// Returns the secret out of the text that was scanned; empty for another text that is too short.
    pub fn value_in<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.value.clone()).unwrap_or_default()
    }

    /// Returns the secret masked, as [`mask`] does.
    pub fn masked(&self, text: &[u8]) -> String {
        mask(self.value_in(text), self.public_prefix)
    }

    /// Returns the keyed fingerprint of the secret.
    pub fn fingerprint(&self, salt: &Salt, text: &[u8]) -> Fingerprint {
        salt.fingerprint(self.value_in(text))
    }

    /// Returns where the secret stands, as start and length in UTF-16 units of the text that was scanned.
    ///
    /// It counts from the start of the text; for many findings in one text use [`crate::Utf16Offsets`].
    pub fn utf16(&self, text: &[u8]) -> (usize, usize) {
        (utf16_len(text.get(..self.value.start).unwrap_or_default()), utf16_len(self.value_in(text)))
    }
}
