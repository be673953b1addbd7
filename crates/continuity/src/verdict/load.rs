//! What `load_context` answers to a fresh token.

use super::Facts;
use crate::card::CardOutcome;
use crate::digest::Digest;
use crate::error_code::ErrorCode;
use crate::json::Value;
use crate::snapshot::Body;
use crate::token::Source;

/// The answer of `load_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadAnswer {
    /// The error, or `None` when the body or card is returned.
    pub code: Option<ErrorCode>,
}

impl LoadAnswer {
    /// Returns whether the body or card is returned.
    pub fn ok(self) -> bool {
        self.code.is_none()
    }
}

/// Answers a request that names exactly what the summary offers, with a token issued now.
pub(super) fn answer(facts: &Facts<'_>, source: Source) -> LoadAnswer {
    let code = match (source, facts.current, facts.card) {
        (Source::Workflow, _, CardOutcome::Resolved(card)) => {
            (!is_revision(card.value().get("revision"))).then_some(ErrorCode::InvalidInput)
        }
        (Source::Direct, Some((_, body)), _) => direct(body).err(),
        _ => Some(ErrorCode::StaleRevision),
    };
    LoadAnswer { code }
}

fn direct(body: &Body) -> Result<(), ErrorCode> {
    // The request must name revision and digest, and its schema wants an integer from 1 on and a well-formed digest.
    let digest = body.stated_digest().and_then(|digest| digest.as_str()?.parse::<Digest>().ok());
    if !is_revision(body.field("revision")) || digest.is_none() {
        return Err(ErrorCode::InvalidInput);
    }
    if let Some(error) = body.digest_error() {
        return Err(error.into());
    }
    if body.digest_valid() == Some(true) { Ok(()) } else { Err(ErrorCode::IntegrityFailed) }
}

fn is_revision(value: Option<Value<'_>>) -> bool {
    value.and_then(Value::as_f64).is_some_and(|number| number.is_finite() && number.fract() == 0.0 && number >= 1.0)
}
