//! Passwords in URLs: `scheme://user:password@host`.

use crate::word_list::{is_one_of, words};
use std::ops::Range;

use super::Detector;
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan};

/// How far a URL's name and password may reach behind `://`, in bytes.
const LONGEST: usize = 512;

/// Passwords that servers are shipped with and that documentation shows.
const SHIPPED: &[&[u8]] = words!(
    "password passwd pass pwd pw postgres root admin secret test guest user mysql redis mongo rabbitmq"
    "example changeme token x-oauth-basic p git"
);

/// Looks at `://`.
pub(super) fn at(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let text = scan.text;
    let scheme_len = text
        .get(hit.start.saturating_sub(40)..hit.start)
        .unwrap_or_default()
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b':'))
        .count();
    let start = hit.start - scheme_len;
    let rest = text.get(hit.end..hit.end.saturating_add(LONGEST).min(text.len())).unwrap_or_default();
    // A second `://` is another URL; stopping there keeps the cost linear.
    let next = rest
        .iter()
        .enumerate()
        .find(|(at, byte)| ends_url(**byte) || **byte == b':' && rest.get(at + 1..at + 3) == Some(b"//"));
    let rest = next.and_then(|(next, _)| rest.get(..next)).unwrap_or(rest);
    let scheme = text.get(start..hit.start).unwrap_or_default();
    let Some(Parts { user, password, end }) = split(rest, is_web(scheme)) else { return };
    let secret = rest.get(password.clone()).unwrap_or_default();
    let name = rest.get(user).unwrap_or_default();
    let host = rest.get(password.end + 1..end).unwrap_or_default();
    let host = host.split(|byte| matches!(byte, b'/' | b':' | b'?' | b'#')).next().unwrap_or_default();
    let documented = secret.len() < 6 && is_one_of(host, words!("example.com example.org example.net"));
    let shipped = is_one_of(secret, SHIPPED) || secret == name || documented;
    if scheme.is_empty() || secret.len() < 3 || shipped || is_port_only(secret) || is_template(secret) {
        return;
    }
    let mut reasons = Reasons::none().with(Reason::StructureValid);
    if secret.len() < 6 {
        reasons = reasons.with(Reason::WeakValue);
    }
    let value = hit.end + password.start..hit.end + password.end;
    scan.offer(Detector::UrlPassword, Offer { value, matched: start..hit.end + end, reasons, prefix: 0 });
}

struct Parts {
    user: Range<usize>,
    password: Range<usize>,
    /// Where the URL ends.
    end: usize,
}

/// Splits what follows `://`. In a database's URL a password is often written as it is, with `/`, `@` or `#` inside; on
/// the web a path may hold an `@`.
fn split(url: &[u8], web: bool) -> Option<Parts> {
    let whole = url.len();
    let authority = url.iter().take_while(|byte| !matches!(byte, b'/' | b'?' | b'#')).count();
    let at_in = |limit: usize| url.get(..limit).and_then(|part| part.iter().rposition(|byte| *byte == b'@'));
    let path = if web { authority } else { url.iter().position(|byte| *byte == b'?').unwrap_or(whole) };
    let at = at_in(path).or_else(|| at_in(authority))?;
    let colon = url.get(..at)?.iter().position(|byte| *byte == b':')?;
    let password = colon + 1..at;
    let host = url.get(at + 1)?;
    // A name holds no slash: `https://host:443/a@b` has no password.
    let name = url.get(..colon)?;
    let sound = !password.is_empty()
        && !name.contains(&b'/')
        && (host.is_ascii_alphanumeric() || matches!(host, b'[' | b'$' | b'{' | b'<' | b'_' | b'%' | 0x80..));
    let trimmed = url.iter().rev().take_while(|byte| matches!(byte, b'.' | b',' | b';' | b')' | b']')).count();
    sound.then_some(Parts { user: 0..colon, password, end: whole - trimmed })
}

fn ends_url(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || byte.is_ascii_control()
        || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' | b'\\')
}

fn is_web(scheme: &[u8]) -> bool {
    [&b"http"[..], b"https", b"ftp", b"ws", b"wss", b"git+https"].iter().any(|web| scheme.eq_ignore_ascii_case(web))
}

/// Returns whether a password is a port and a path: `redis://cache:6379/0@x`.
fn is_port_only(secret: &[u8]) -> bool {
    let digits = secret.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (2..=5).contains(&digits) && matches!(secret.get(digits), Some(b'/'))
}

fn is_template(secret: &[u8]) -> bool {
    matches!(secret, [b'$', b'{' | b'(', ..] | [b'{', ..] | [b'<', ..] | [b'[', ..])
        || secret.iter().all(|byte| matches!(byte, b'*' | b'.'))
}
