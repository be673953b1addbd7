//! Whether an assigned value is a finding, and of which rule.

use super::link::{How, Link};
use super::name::{Name, Tells};
use super::strength::{Strength, is_made_up, password, surely_random, token};
use super::value::Value;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::engine::{Offer, Scan};
use crate::value::contains_ignoring_case;
use crate::value::digest::{ends_as_uuid, is_password_hash, is_version_or_time, names_its_digest};
use crate::value::expression::{is_expression, is_number};
use crate::value::placeholder::is_placeholder;
use crate::value::shape::has_marks;
use crate::value::words::wordiness;
use crate::word_list::{is_one_of, words};

/// Judges one assignment.
pub(super) fn judge(scan: &mut Scan<'_, '_>, name: &Name, link: &Link, value: &Value) {
    let text = scan.text;
    let bytes = text.get(value.range.clone()).unwrap_or_default();
    let whole = text.get(name.whole.clone()).unwrap_or_default();
    let connection = name.kind == Detector::Password && link.how == How::Assign && in_connection_string(text, name);
    if is_placeholder(bytes)
        || bytes.eq_ignore_ascii_case(whole)
        || !value.quoted && !connection && is_code(text, link, value, bytes)
    {
        return;
    }
    let matched = name.whole.start..value.end;
    let direct = !matches!(link.how, How::Space);
    if direct && bytes.len() >= 12 && scan.offer_named(&name.whole, &value.range, &matched) {
        return;
    }
    if ends_as_uuid(bytes) || names_its_digest(bytes) || is_password_hash(bytes) || is_version_or_time(bytes) {
        return;
    }
    let judged = match name.kind {
        Detector::Password => judge_password(text, name, link, value, bytes, connection),
        _ => judge_token(name, link, value, bytes),
    };
    let Some(strength) = judged else { return };
    let mut reasons = Reasons::none().with(Reason::Name);
    reasons = match strength {
        Strength::Random => reasons.with(Reason::Random),
        Strength::Weak => reasons.with(Reason::WeakValue),
        _ => reasons,
    };
    if matches!(link.how, How::Word | How::Space | How::Quoted) && !name.option && !name.capitals {
        reasons = reasons.with(Reason::Prose);
    }
    let detector = match name.kind {
        Detector::Password if connection => Detector::ConnectionPassword,
        Detector::Password => Detector::Password,
        _ if name.query => Detector::UrlToken,
        kind => kind,
    };
    scan.offer(detector, Offer { value: value.range.clone(), matched, reasons, prefix: 0 });
}

fn judge_password(
    text: &[u8],
    name: &Name,
    link: &Link,
    value: &Value,
    bytes: &[u8],
    connection: bool,
) -> Option<Strength> {
    let strength = password(bytes, value.quoted);
    let is_pin = text.get(name.whole.clone()) == Some(b"PIN");
    let letters = bytes.iter().all(u8::is_ascii_alphabetic);
    let digits = bytes.iter().all(u8::is_ascii_digit);
    match link.how {
        _ if connection && bytes.len() >= 4 && !bytes.contains(&b' ') => Some(strength.max(Strength::Weak)),
        // A shell's or a file's variable holds nothing but the value.
        How::Assign if name.capitals && letters && bytes.len() >= 6 && name.tells != Tells::Barely => {
            Some(Strength::Weak)
        }
        How::Element | How::Option if letters && bytes.len() >= 6 && !value.quoted && link.how == How::Element => {
            Some(Strength::Weak)
        }
        _ if digits
            && (name.tells == Tells::Barely && !is_pin
                || matches!(link.how, How::Space | How::Cell | How::Next | How::Call)) =>
        {
            None
        }
        How::Word if digits && !name.hangul => (strength > Strength::None && bytes.len() >= 6).then_some(strength),
        How::Space if name.hangul => (strength > Strength::None && !digits).then_some(strength),
        How::Space => (strength >= Strength::Fair && has_marks(bytes)).then_some(strength),
        How::Compare | How::Call | How::Next => {
            (strength >= Strength::Fair && wordiness(bytes) < 0.7).then_some(strength)
        }
        _ => (strength > Strength::None).then_some(strength),
    }
}

fn judge_token(name: &Name, link: &Link, value: &Value, bytes: &[u8]) -> Option<Strength> {
    let strength = token(bytes);
    let environment = name.capitals && link.how == How::Assign && name.kind == Detector::Secret;
    if environment && strength == Strength::None && is_made_up(bytes) {
        return Some(Strength::Weak);
    }
    let enough = match (name.tells, link.how) {
        (Tells::Perhaps, How::Word | How::Space | How::Cell | How::Compare | How::Call | How::Next) => false,
        (Tells::Perhaps, _) => strength == Strength::Random && surely_random(bytes),
        (_, How::Space) => strength == Strength::Random && surely_random(bytes),
        (_, How::Compare | How::Call | How::Next | How::Cell | How::Quoted | How::Word) => strength == Strength::Random,
        _ if name.query => strength >= Strength::Fair,
        _ => {
            strength == Strength::Random
                || strength == Strength::Fair && (value.quoted || name.capitals || link.how == How::Colon)
        }
    };
    enough.then_some(strength)
}

/// Returns whether a value without quotes is written by a program's author to be worked out.
fn is_code(text: &[u8], link: &Link, value: &Value, bytes: &[u8]) -> bool {
    let next = text.get(value.range.end);
    let statement = link.how == How::Assign
        && matches!(next, Some(b';' | b')'))
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && (bytes.iter().all(u8::is_ascii_digit)
            || bytes.first().is_some_and(u8::is_ascii_alphabetic) && wordiness(bytes) > 0.6);
    is_expression(bytes) || is_number(bytes) || statement
}

/// Returns whether a name stands in a connection string of ADO, ODBC or JDBC: `Server=…;User Id=…;Password=…`.
fn in_connection_string(text: &[u8], name: &Name) -> bool {
    // The key stands alone: `t.password=e` is a program's.
    let key = text.get(name.whole.clone()).unwrap_or_default();
    if !is_one_of(key, words!("password pwd passwd")) {
        return false;
    }
    let before = text.get(name.whole.start.saturating_sub(200)..name.whole.start).unwrap_or_default();
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let behind = text.get(name.whole.end..name.whole.end.saturating_add(200).min(text.len())).unwrap_or_default();
    let behind = behind.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let keys = [
        &b"server="[..],
        b"data source=",
        b"host=",
        b"user id=",
        b"uid=",
        b"username=",
        b"user=",
        b"database=",
        b"initial catalog=",
        b"dsn=",
        b"driver=",
    ];
    let has = |part: &[u8]| keys.iter().any(|key| contains_ignoring_case(part, key));
    contains_ignoring_case(line, b"jdbc:")
        || line.contains(&b';') && has(line)
        || behind.contains(&b';') && has(behind)
        || has(line) && libpq(line)
}

/// Returns whether the settings are those of libpq: `host=… user=… password=…`.
fn libpq(line: &[u8]) -> bool {
    contains_ignoring_case(line, b"host=") && contains_ignoring_case(line, b"user=")
        || contains_ignoring_case(line, b"dbname=")
}
