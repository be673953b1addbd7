//! Why a body cannot be redacted, and what can be done instead.

use continuity::transition::{Refusal, RuleRefusal};
use wire::ErrorBody;

use crate::actions::refused::Refused;
use crate::failure;

/// Turns a refusal into the error of our edges. What the rules of a redaction say has sentences of its own.
pub(super) fn error(refused: Refused) -> ErrorBody {
    let Refused::Rule(Refusal::RefusedByRules(rule)) = &refused else { return refused.into_error() };
    const DELETE: &str = "Delete the body instead: `continuity purge`.";
    let (code, message, next) = match rule {
        RuleRefusal::RootBound => (
            "refused-by-rules",
            "A workflow root is bound to the task, and AGS stores no checkpoint then.",
            "Redact it when the root is closed and the task was cleared, or delete the body: `continuity purge`.",
        ),
        RuleRefusal::OldEpoch => (
            "old-epoch",
            "The epoch ended, and no rule of AGS writes to it any more.",
            "Delete the body (`continuity purge`), or have it changed in its place: add --in-place.",
        ),
        RuleRefusal::NotASnapshot => (
            "refused-by-rules",
            "The body is no snapshot that AGS could have stored, so it cannot be stored again.",
            DELETE,
        ),
        RuleRefusal::DigestMismatch => (
            "refused-by-rules",
            "The body was changed after it was saved: its digest is wrong. A new digest would vouch for it.",
            DELETE,
        ),
        RuleRefusal::OtherBody => {
            ("refused-by-rules", "The body names another task or epoch than the row that holds it.", DELETE)
        }
        RuleRefusal::SecretInKey => (
            "refused-by-rules",
            "A value stands in the name of a field, which cannot change without changing what the body means.",
            DELETE,
        ),
        RuleRefusal::FixedField => {
            ("refused-by-rules", "A value stands in a field that says what the body is.", DELETE)
        }
        RuleRefusal::Contract => ("refused-by-rules", "Without the value the body would break AGS's contract.", DELETE),
        RuleRefusal::RequestConflict | RuleRefusal::InvalidRequest => return refused.into_error(),
    };
    let message = match code {
        "refused-by-rules" => format!("{message} Nothing was written ({}).", rule.code()),
        _ => format!("{message} Nothing was written."),
    };
    failure::error(code, message, Some(next))
}
