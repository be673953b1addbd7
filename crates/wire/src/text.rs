//! Text that came out of a stored body.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Text of a stored body, or made from one. A plain string in JSON; its `Debug` output is the length only, so that
/// it never reaches a log line, a panic message or a test snapshot.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
#[ts(type = "string", rename = "BodyText")]
pub struct Text(pub String);

impl Text {
    /// Returns the text for showing to the person who asked for it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({} bytes)", self.0.len())
    }
}
