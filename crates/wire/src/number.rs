//! A JSON number as JavaScript has it.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// A number that a body's JSON holds: an ECMAScript double. Whole numbers are written without a fraction, so that
/// revision 5 is `5` on every edge. Not a number and infinities cannot come from JSON and are written as `null`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, TS, JsonSchema)]
#[ts(type = "number", rename = "JsonNumber")]
#[schemars(transparent)]
pub struct Number(pub f64);

/// Largest whole number below which every double is exact (2^53).
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= EXACT {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self)
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Number;

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        assert_eq!(serde_json::to_string(&Number(5.0)).unwrap(), "5");
        assert_eq!(serde_json::to_string(&Number(1.5)).unwrap(), "1.5");
        assert_eq!(serde_json::to_string(&Number(-0.0)).unwrap(), "0");
        assert_eq!(serde_json::to_string(&Number(f64::INFINITY)).unwrap(), "null");
    }
}
