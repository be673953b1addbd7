//! Finds secrets and personal data in text, says exactly where, and masks them.
//!
//! - [`Engine`] holds compiled rules; [`Engine::scan`] returns [`Finding`]s with byte ranges, UTF-16 on demand.
//! - [`RuleFile`] is a file of the user in the TOML shape of gitleaks and betterleaks.
//! - [`mask()`] and [`redact()`] take values out of what people see and of what is stored.
//! - [`Salt`], [`Fingerprint`] and [`AllowList`] recognise a value again without keeping it.
//!
//! It knows nothing of where texts come from: no files, no SQL, no continuity records. It prints nothing, reads no
//! environment, has no clock and no network; whether a key still works is never tried.

mod allow;
mod check;
mod class;
mod confidence;
mod detect;
mod engine;
mod finding;
mod fingerprint;
mod mask;
mod redact;
mod rule;
mod utf16;
mod value;
mod word_list;

pub use allow::{Allow, AllowError, AllowList, Pattern, PatternError};
pub use class::{Class, Severity};
pub use confidence::{Confidence, Reason, Reasons};
pub use engine::Engine;
pub use finding::Finding;
pub use fingerprint::{Fingerprint, NotAFingerprint, Salt};
pub use mask::{LONGEST_PREFIX, MASKED, mask};
pub use redact::{redact, replacement};
pub use rule::{RuleError, RuleFile, RuleInfo};
pub use utf16::{Utf16Offsets, utf16_len};
