//! Values behind telling names: `password: …`, `API_KEY="…"`, `the token is …`, `비밀번호는 …`.
//!
//! ```text
//! keyword ─► name (the whole identifier, and whether it tells) ─► link (=, :, is, 는, …) ─► value ─► verdict
//! ```

mod link;
mod name;
mod sentence;
mod strength;
mod value;
mod verdict;

use std::ops::Range;

use self::link::{How, Link};
use self::name::Name;
use self::value::Value;
use super::Detector;
use crate::engine::Scan;

/// Looks at a telling word.
pub(super) fn at(scan: &mut Scan<'_, '_>, detector: Detector, hit: Range<usize>) {
    let text = scan.text;
    let Some(name) = Name::read(text, detector, hit) else { return };
    let link = Link::read(text, &name);
    let longest = if name.whole.start < scan.long_value { value::NESTED } else { value::LONGEST };
    let value = link.as_ref().and_then(|link| Value::read(text, &name, link, longest));
    if let Some(value) = value.as_ref().filter(|value| value.range.len() > value::NESTED / 2) {
        scan.long_value = scan.long_value.max(value.end);
    }
    // Inside a long value, another that has no end either is noise.
    let value = value.filter(|value| longest == value::LONGEST || value.range.len() < value::NESTED - 64);
    if let (Some(link), Some(value)) = (&link, &value) {
        verdict::judge(scan, &name, link, value);
        // "from … to …": the second value too.
        if link.how == How::Space && text.get(value.end..value.end + 4) == Some(b" to ") {
            let link = Link { how: How::Space, end: value.end + 4 };
            if let Some(value) = Value::read(text, &name, &link, longest) {
                verdict::judge(scan, &name, &link, &value);
            }
        }
    }
    // "비밀번호를 …에서 …로 변경": from the old value to the new one.
    if let (Detector::Password, Some(value)) = (detector, &value)
        && text.get(value.end..).is_some_and(|rest| rest.starts_with("에서 ".as_bytes()))
    {
        let link = Link { how: How::Word, end: value.end + "에서 ".len() };
        if let Some(value) = Value::read(text, &name, &link, longest) {
            verdict::judge(scan, &name, &link, &value);
        }
    }
    if detector == Detector::Password && link.is_none_or(|link| link.how == How::Space) {
        before(scan, &name);
    }
}

/// Looks at what stands before a name: "use … as the password".
fn before(scan: &mut Scan<'_, '_>, name: &Name) {
    let start = name.whole.start;
    let lead = scan.text.get(start.saturating_sub(96)..start).unwrap_or_default();
    if let Some((from, to)) = sentence::value_before(lead) {
        let range = start - from..start - to;
        verdict::judge(
            scan,
            name,
            &Link { how: How::Space, end: start },
            &Value { end: name.whole.end, range, quoted: false },
        );
    }
}
