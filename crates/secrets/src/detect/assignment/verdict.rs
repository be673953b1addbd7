//! Whether an assigned value is a finding, and of which rule.

use super::link::{How, Link};
use super::name::{Name, Tells};
use super::sentence::{gives, goes_on};
use super::strength::{Strength, is_made_up, password, surely_random, token};
use super::value::Value;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::engine::{Offer, Scan};
use crate::value::contains_ignoring_case;
use crate::value::digest::{ends_as_uuid, is_password_hash, is_version_or_time, names_its_digest};
use crate::value::expression::{is_expression, is_number, names_its_store};
use crate::value::placeholder::is_placeholder;
use crate::value::shape::{has_marks, is_hex};
use crate::value::words::wordiness;
use crate::word_list::{is_one_of, words};

/// The longest password, in bytes.
const LONGEST_PASSWORD: usize = 128;

/// Judges one assignment.
pub(super) fn judge(scan: &mut Scan<'_, '_>, name: &Name, link: &Link, value: &Value) {
    let text = scan.text;
    let bytes = text.get(value.range.clone()).unwrap_or_default();
    // No password is that long.
    if name.kind == Detector::Password && bytes.len() > LONGEST_PASSWORD {
        return;
    }
    // Tokens are ASCII; words of a Korean sentence end here.
    if name.kind != Detector::Password && !bytes.is_ascii() {
        return;
    }
    let whole = text.get(name.whole.clone()).unwrap_or_default();
    let connection = name.kind == Detector::Password && link.how == How::Assign && in_connection_string(text, name);
    // `pass = e.messages.pass`
    let member = bytes.len() > whole.len() + 1
        && bytes.len().checked_sub(whole.len() + 1).and_then(|at| bytes.get(at..)).is_some_and(|end| {
            end.first() == Some(&b'.') && end.get(1..).is_some_and(|last| last.eq_ignore_ascii_case(whole))
        });
    if is_placeholder(bytes)
        || member && !value.quoted
        || names_its_store(bytes)
        || bytes.eq_ignore_ascii_case(whole)
        || !value.quoted && !connection && is_code(text, link, value, bytes)
    {
        return;
    }
    let matched = name.whole.start..value.end;
    let direct = !matches!(link.how, How::Space);
    if (direct || surely_random(bytes)) && bytes.len() >= 10 && scan.offer_named(&name.whole, &value.range, &matched) {
        return;
    }
    let named_uuid = direct && ends_as_uuid(bytes) && opens_by_uuid(text, name);
    if ends_as_uuid(bytes) && !named_uuid
        || names_its_digest(bytes)
        || is_password_hash(bytes)
        || is_version_or_time(bytes)
    {
        return;
    }
    let judged = match name.kind {
        Detector::Password => judge_password(text, name, link, value, bytes, connection),
        _ if named_uuid => Some(Strength::Weak),
        _ => judge_token(text, name, link, value, bytes),
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
    if name.tells == Tells::Barely && bytes.contains(&b' ') {
        return None;
    }
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
        How::Space => {
            let told = has_marks(bytes) || (5..=24).contains(&bytes.len()) && is_given(text, name, link, bytes);
            (strength > Strength::None && told).then_some(strength)
        }
        How::Call if strength > Strength::None && sets(text, name) => Some(strength),
        How::Compare | How::Call | How::Next => {
            let told = has_marks(bytes) || strength >= Strength::Fair;
            (strength > Strength::None && told && wordiness(bytes) < 0.7).then_some(strength)
        }
        _ => (strength > Strength::None).then_some(strength),
    }
}

fn judge_token(text: &[u8], name: &Name, link: &Link, value: &Value, bytes: &[u8]) -> Option<Strength> {
    let strength = token(bytes);
    // Secrets of an application are often as short as passwords; tokens are not.
    let ends_so = text.get(..name.whole.end).is_some_and(|lead| {
        lead.len().checked_sub(6).and_then(|at| lead.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(b"secret"))
    });
    let short = ends_so && (8..16).contains(&bytes.len()) && has_marks(bytes) && wordiness(bytes) < 0.6;
    let named = matches!(link.how, How::Assign | How::Colon) && name.kind == Detector::Secret;
    if short && named && is_password_like(bytes) {
        return Some(Strength::Weak);
    }
    let environment = name.capitals && link.how == How::Assign && name.kind == Detector::Secret;
    if environment && strength == Strength::None && is_made_up(bytes) {
        return Some(Strength::Weak);
    }
    let enough = match (name.tells, link.how) {
        (Tells::Rarely, _) if !is_encoded(bytes) => false,
        (Tells::Rarely, How::Word | How::Space | How::Quoted) => surely_random(bytes),
        (Tells::Rarely, How::Colon | How::Assign) => surely_random(bytes) && (name.hangul || !is_hex(bytes)),
        (Tells::Rarely, _) => false,
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

/// Returns whether a value has no character but letters, digits and the marks of passwords.
fn is_password_like(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'-' | b'_' | b'+' | b'~')
    })
}

/// Returns whether a sentence gives a simple password away: letters and digits where nothing else would follow.
fn is_given(text: &[u8], name: &Name, link: &Link, bytes: &[u8]) -> bool {
    let before = text.get(..name.whole.start).unwrap_or_default();
    let mixed =
        bytes.iter().any(u8::is_ascii_digit) && bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count() > 1;
    // The value stands before the name: "use … as the password".
    let ahead = link.end == name.whole.start;
    let behind = text.get(name.whole.end..).unwrap_or_default();
    mixed && if ahead { !goes_on(behind) } else { gives(before) }
}

/// Returns whether a call sets the password: `setPassword("…")`.
fn sets(text: &[u8], name: &Name) -> bool {
    let whole = text.get(name.whole.clone()).unwrap_or_default();
    let whole = whole.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    [&b"set"[..], b"change", b"update", b"reset", b"with"]
        .iter()
        .any(|verb| whole.get(..verb.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb)))
}

/// Returns whether a UUID behind this name opens something: keys of an API are often UUIDs, tokens of a request too, but
/// those are no secrets.
fn opens_by_uuid(text: &[u8], name: &Name) -> bool {
    // "the API key" has its first word outside of the name.
    let start = name.whole.start;
    let lead = text.get(start.saturating_sub(7)..start).unwrap_or_default();
    let spaced = [&b"api "[..], b"secret ", b"access "].iter().any(|word| contains_ignoring_case(lead, word));
    let from = if spaced { start.saturating_sub(7) } else { start };
    let whole = text.get(from..name.whole.end).unwrap_or_default();
    let letters: Vec<u8> =
        whole.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    let told = [&b"apikey"[..], b"secretkey", b"clientsecret", b"accesskey", b"appsecret", b"secret"];
    // A variable of the environment that is called a token opens something, unless it is one of a request.
    let passing = [&b"request"[..], b"csrf", b"xsrf", b"session", b"correlation", b"trace", b"page", b"idempotency"];
    let variable = name.capitals
        && letters.ends_with(b"token")
        && !passing.iter().any(|word| contains_ignoring_case(&letters, word));
    variable && letters.len() > 5
        || name.kind == Detector::Password && name.tells == Tells::Surely
        || name.tells == Tells::Surely && told.iter().any(|end| letters.ends_with(end))
}

/// Returns whether a value without quotes is written by a program's author to be worked out.
fn is_code(text: &[u8], link: &Link, value: &Value, bytes: &[u8]) -> bool {
    let next = text.get(value.range.end);
    let statement = link.how == How::Assign
        && matches!(next, Some(b';' | b')'))
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && (bytes.iter().all(u8::is_ascii_digit)
            || bytes.first().is_some_and(u8::is_ascii_alphabetic) && wordiness(bytes) > 0.6);
    // A constant of a sum: `ERROR2_BASE + 12`.
    let constant = bytes.contains(&b'_')
        && bytes.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && matches!(text.get(value.range.end..), Some([b' ', b'+' | b'|' | b'-' | b'<', ..]));
    is_expression(bytes) || is_number(bytes) || statement || constant
}

/// Returns whether a value has no characters but those of hex, base 62 and base64.
fn is_encoded(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_'))
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
