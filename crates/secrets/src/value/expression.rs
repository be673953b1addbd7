//! Values that a program works out: reads of the environment, calls, paths of names.

use super::words::wordiness;
use crate::word_list::{is_one_of, words};

/// Names that stand at the start of an expression, followed by a dot, a bracket or colons.
const ROOTS: &[&[u8]] = words!(
    "process os env self this config conf cfg settings args argv options opts req request res response props"
    "state ctx context params data user secrets vars var local module std crate super window document system"
    "import app credentials creds input event session auth values"
);

/// Returns whether an unquoted value is an expression: `os.getenv(…)`, `process.env.X`, `ENV["X"]`, `config.db.key`,
/// `&mut token`, `Vec<u8>`.
pub(crate) fn is_expression(value: &[u8]) -> bool {
    let body = match value {
        [b'&' | b'*', b'\'' | b'(' | b'[', ..] | [b':', b':', ..] => return true,
        [b'&' | b'*' | b'!' | b'@' | b'(', rest @ ..] if rest.first().is_some_and(u8::is_ascii_alphabetic) => rest,
        _ => value,
    };
    let marked = body.len() < value.len();
    if marked && body.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':')) {
        return true;
    }
    let name =
        body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'?')).count();
    let (root, rest) = body.split_at(name);
    if !root.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$')) {
        return false;
    }
    match rest {
        [b'(' | b'[', ..] | [b'<', ..] | [b'!', b'(' | b'[' | b'{', ..] => true,
        [b':', b':', ..] | [b'-', b'>', ..] => true,
        [b'.', next, ..] => {
            let pieces = || body.split(|byte| *byte == b'.');
            let names = pieces().all(is_name);
            let class = pieces().next_back().is_some_and(|last| {
                last.first().is_some_and(u8::is_ascii_uppercase)
                    && wordiness(last) > 0.5
                    && !root.iter().any(u8::is_ascii_uppercase)
            });
            let calls = body.contains(&b'(') || body.contains(&b'[');
            let wordy = names && (class || wordiness(body) > 0.75);
            is_one_of(root, ROOTS) || next.is_ascii_alphabetic() && (calls || wordy)
        }
        _ => false,
    }
}

/// Returns whether a value says where the secret is kept, not what it is: `op://vault/item`, `vault:secret/data/app`.
pub(crate) fn names_its_store(value: &[u8]) -> bool {
    [&b"op:"[..], b"vault:", b"ssm:", b"aws-sm:", b"secretsmanager:", b"keychain:", b"env:", b"file:", b"kv/", b"arn:"]
        .iter()
        .any(|store| value.get(..store.len()).is_some_and(|start| start.eq_ignore_ascii_case(store)))
}

/// Returns whether an unquoted value is a number as programs write them: `-2147483648i32`, `0xC029_008E_u32`, `4_096`,
/// `1e9`. Plain digits are none of these: a password may be `123456`.
pub(crate) fn is_number(value: &[u8]) -> bool {
    // In a list of constants a comma follows.
    let value = value.strip_suffix(b",").unwrap_or(value);
    let body = value.strip_prefix(b"-").unwrap_or(value);
    let (digits, hex) = match body {
        [b'0', b'x' | b'X', rest @ ..] => (rest, true),
        _ => (body, false),
    };
    let known =
        |byte: &&u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() } || matches!(byte, b'_' | b'.');
    let length = digits.iter().take_while(known).count();
    let suffix = digits.get(length..).unwrap_or_default();
    let kinds = words!("u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 l ul ull n e9 e6");
    let plain = body.len() == value.len() && !hex && suffix.is_empty() && digits.iter().all(u8::is_ascii_digit);
    length > 0
        && digits.first().is_some_and(u8::is_ascii_hexdigit)
        && (suffix.is_empty() || is_one_of(suffix, kinds))
        && !plain
        && value.len() <= 24
}

fn is_name(piece: &[u8]) -> bool {
    piece.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'))
}

/// Calls that read a value from elsewhere; their argument is a name, not a value.
const READERS: &[&[u8]] = words!(
    "env getenv get read load fetch lookup require config param parameter secret resolve find prompt input"
    "ask var var_os getpass t i18n"
);

/// Returns whether a call with this path (`os.getenv`, `std::env::var`) reads its value from elsewhere.
pub(crate) fn reads_from_elsewhere(call: &[u8]) -> bool {
    let last = call.split(|byte| matches!(byte, b'.' | b':' | b'>')).next_back().unwrap_or(call);
    is_one_of(last, READERS)
        || [&b"get"[..], b"read", b"load", b"fetch", b"env", b"lookup", b"secretmanager"]
            .iter()
            .any(|reader| super::contains_ignoring_case(last, reader))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_told_from_values() {
        for expression in [
            "os.getenv(\"X_API_KEY\")",
            "process.env.API_KEY2",
            "ENV[\"X\"]",
            "config.db.password2",
            "&token2.clone()",
            "Vec<u8>",
            "std::env::var(\"X\")",
            "self.token1",
            "response.data.accessToken",
            "getToken2()",
            "&NSString",
            "*const",
            "ed25519.Ed25519PrivateKey",
            "(self.password.encode('utf-8')",
            "&'static",
            "::windows_sys::w!(",
            "convert!(password2)",
        ] {
            assert!(is_expression(expression.as_bytes()), "{expression}");
        }
        for value in ["hunter2", "S3cret.Pass42", "a1b2c3d4", "9f86.d081", "P(a)ss1!", "aB3xK9.pQ2mZ7vR4t"] {
            assert!(value == "P(a)ss1!" || !is_expression(value.as_bytes()), "{value}");
        }
        for number in ["-2147483648i32", "0xC029_008E_u32", "4_096", "0x80090033", "131072u32", "1.5", "0x030,"] {
            assert!(is_number(number.as_bytes()), "{number}");
        }
        for value in ["123456", "0xcafe-42!", "9f86d081884c", "2024summer"] {
            assert!(!is_number(value.as_bytes()), "{value}");
        }
        assert!(reads_from_elsewhere(b"os.getenv") && reads_from_elsewhere(b"std::env::var"));
        assert!(!reads_from_elsewhere(b"String::from"));
        assert!(names_its_store(b"vault:secret/data/app#token2") && !names_its_store(b"vaulted-9431"));
    }
}
