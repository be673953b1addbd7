//! Values behind telling names: `password: …`, `API_KEY="…"`, `the token is …`, `비밀번호는 …`.
//!
//! ```text
//! keyword ─► name (the whole identifier, and whether it tells) ─► link (=, :, is, 는, …) ─► value ─► verdict
//! ```

mod link;
mod name;
mod strength;
mod value;
mod verdict;

use std::ops::Range;

use self::link::Link;
use self::name::Name;
use self::value::Value;
use super::Detector;
use crate::engine::Scan;

/// Looks at a telling word.
pub(super) fn at(scan: &mut Scan<'_, '_>, detector: Detector, hit: Range<usize>) {
    let text = scan.text;
    let Some(name) = Name::read(text, detector, hit) else { return };
    let Some(link) = Link::read(text, &name) else { return };
    let Some(value) = Value::read(text, &name, &link) else { return };
    verdict::judge(scan, &name, &link, &value);
}
