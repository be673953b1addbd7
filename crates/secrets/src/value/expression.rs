//! Values that a program works out: reads of the environment, calls, paths of names.

use super::words::wordiness;

/// Names that stand at the start of an expression, followed by a dot, a bracket or colons.
const ROOTS: [&[u8]; 44] = [
    b"process",
    b"os",
    b"env",
    b"self",
    b"this",
    b"config",
    b"conf",
    b"cfg",
    b"settings",
    b"args",
    b"argv",
    b"options",
    b"opts",
    b"req",
    b"request",
    b"res",
    b"response",
    b"props",
    b"state",
    b"ctx",
    b"context",
    b"params",
    b"data",
    b"user",
    b"secrets",
    b"vars",
    b"var",
    b"local",
    b"module",
    b"std",
    b"crate",
    b"super",
    b"window",
    b"document",
    b"system",
    b"import",
    b"app",
    b"credentials",
    b"creds",
    b"input",
    b"event",
    b"session",
    b"auth",
    b"values",
];

/// Returns whether an unquoted value is an expression: `os.getenv(…)`, `process.env.X`, `ENV["X"]`, `config.db.key`,
/// `&mut token`, `Vec<u8>`.
pub(crate) fn is_expression(value: &[u8]) -> bool {
    let body = match value {
        [b'&' | b'*' | b'!' | b'@', rest @ ..] if rest.first().is_some_and(u8::is_ascii_alphabetic) => rest,
        _ => value,
    };
    let name =
        body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'?')).count();
    let (root, rest) = body.split_at(name);
    if !root.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$')) {
        return false;
    }
    match rest {
        [b'(' | b'[', ..] | [b'<', ..] => true,
        [b':', b':', ..] | [b'-', b'>', ..] => true,
        [b'.', next, ..] => {
            let names = body.split(|byte| *byte == b'.').all(|piece| {
                piece.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'))
            });
            let calls = body.contains(&b'(') || body.contains(&b'[');
            ROOTS.iter().any(|known| root.eq_ignore_ascii_case(known))
                || (next.is_ascii_alphabetic() && (calls || names && wordiness(body) > 0.75))
        }
        _ => false,
    }
}

/// Calls that read a value from elsewhere; their argument is a name, not a value.
const READERS: [&[u8]; 22] = [
    b"env",
    b"getenv",
    b"get",
    b"read",
    b"load",
    b"fetch",
    b"lookup",
    b"require",
    b"config",
    b"param",
    b"parameter",
    b"secret",
    b"resolve",
    b"find",
    b"prompt",
    b"input",
    b"ask",
    b"var",
    b"var_os",
    b"getpass",
    b"t",
    b"i18n",
];

/// Returns whether a call with this path (`os.getenv`, `std::env::var`) reads its value from elsewhere.
pub(crate) fn reads_from_elsewhere(call: &[u8]) -> bool {
    let last = call.split(|byte| matches!(byte, b'.' | b':' | b'>')).next_back().unwrap_or(call);
    READERS.iter().any(|reader| last.eq_ignore_ascii_case(reader))
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
        ] {
            assert!(is_expression(expression.as_bytes()), "{expression}");
        }
        for value in ["hunter2", "S3cret.Pass42", "a1b2c3d4", "9f86.d081", "P(a)ss1!", "aB3xK9.pQ2mZ7vR4t"] {
            assert!(value == "P(a)ss1!" || !is_expression(value.as_bytes()), "{value}");
        }
        assert!(reads_from_elsewhere(b"os.getenv") && reads_from_elsewhere(b"std::env::var"));
        assert!(!reads_from_elsewhere(b"String::from"));
    }
}
