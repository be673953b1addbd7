//! Times as the store writes them: RFC 3339, UTC, milliseconds, `Z`.

use std::time::SystemTime;

use jiff::Timestamp;

use crate::environment::Environment;

/// Returns the time of the call.
pub(crate) fn now(environment: &Environment) -> Timestamp {
    environment.fixed_now.unwrap_or_else(|| from_system((environment.now)()))
}

/// Turns a file time into a timestamp; times that cannot be expressed become the epoch.
pub(crate) fn from_system(time: SystemTime) -> Timestamp {
    Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Formats as JavaScript's `Date.prototype.toISOString` does, for example `2026-09-20T01:00:00.000Z`.
pub(crate) fn iso(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// Reads an RFC 3339 time, or `None`.
pub fn parse(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{iso, parse};

    #[test]
    fn times_are_written_as_the_store_writes_them() {
        assert_eq!(iso(parse("2026-09-20T01:00:00Z").unwrap()), "2026-09-20T01:00:00.000Z");
        assert_eq!(iso(parse("2026-09-20T03:00:00.1239+02:00").unwrap()), "2026-09-20T01:00:00.123Z");
    }
}
