//! A JSON value that crosses our edges exactly as it was.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;

/// JSON text that came out of a body, kept as text: lone surrogates stay escaped and numbers keep their digits, which
/// no value type of the usual libraries manages. Its `Debug` output is the length only.
#[derive(Clone, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "unknown", rename = "BodyJson")]
pub struct Json(Box<RawValue>);

impl Json {
    /// Takes JSON text; `null` when it is none.
    pub fn new(text: String) -> Self {
        Self(RawValue::from_string(text).unwrap_or_default())
    }

    /// Returns the JSON text.
    pub fn as_text(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_text() == other.as_text()
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Json({} bytes)", self.as_text().len())
    }
}

impl JsonSchema for Json {
    fn schema_name() -> Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!(true)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Json;

    #[test]
    fn a_lone_surrogate_and_a_long_number_stay_as_they_are() {
        let text = r#"{"a":"\ud83d","n":9007199254740993}"#;
        assert_eq!(serde_json::to_string(&Json::new(text.to_owned())).unwrap(), text);
        assert_eq!(Json::new("{broken".to_owned()).as_text(), "null");
    }
}
