//! Values that a view hides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A found value that is masked in the text beside this: a secret, or something about a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct MaskedSpan {
    /// Id of the rule that found it.
    pub rule: String,
    /// Start and length of the mask in UTF-16 units of the text that is shown.
    pub utf16: [u64; 2],
}

/// Whether a field of marks says nothing, so that it is left out.
pub(crate) fn is_false(masked: &bool) -> bool {
    !masked
}
