//! What holds for every text.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use secrets::{Engine, Finding, MASKED, Utf16Offsets, mask, redact, utf16_len};

/// Pieces that rules look for, so that random texts reach the code behind them.
fn pieces() -> impl Strategy<Value = String> {
    let told = prop::sample::select(vec![
        "password: ",
        "password=\"",
        "비밀번호는 ",
        "token = '",
        "api_key=",
        "secret: ",
        "Bearer ",
        "Basic ",
        "://u:",
        "@",
        "eyJ",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "\\n",
        "\n",
        "\"",
        "'",
        "=",
        " ",
        "is ",
        "010-",
        "900101-1",
        "4111 1111 ",
        "192.168.",
        "fe80::",
        "2001:db8::",
        "AKIA",
        "ghp_",
        "sk-",
        "xoxb-",
        "password for ",
        "as the password",
        "<password>",
        "| password | ",
        "abandon ",
        "about ",
        "zoo, ",
        "M123A4567",
        "서울 12-",
        "curl -u a:",
        "machine a login b password ",
        "Server=a;Password=",
        "value: ",
        "${",
        "(",
        ")",
        "[",
        "]",
        "\u{1F600}",
        "한",
        "é",
        "\u{200B}",
        "--password ",
    ])
    .prop_map(str::to_owned);
    let random = prop_oneof![
        "[A-Za-z0-9]{1,44}",
        "[0-9]{1,16}",
        "[a-z ]{1,20}",
        "[A-Za-z0-9+/=_.-]{1,90}",
        any::<char>().prop_map(|character| character.to_string()),
    ];
    prop_oneof![told, random]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(pieces(), 0..40).prop_map(|pieces| pieces.concat())
}

fn ranges(findings: &[Finding], shift: usize) -> Vec<(String, std::ops::Range<usize>)> {
    findings
        .iter()
        .map(|finding| (finding.id().to_owned(), finding.value.start - shift..finding.value.end - shift))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn ranges_are_character_boundaries_in_order_and_inside(text in text()) {
        let findings = Engine::builtin().scan(&text);
        let mut end = 0;
        for finding in &findings {
            let (value, matched) = (finding.value.clone(), finding.matched.clone());
            prop_assert!(text.get(value.clone()).is_some_and(|value| !value.is_empty()));
            prop_assert!(text.get(matched.clone()).is_some());
            prop_assert!(matched.start <= value.start && value.end <= matched.end);
            prop_assert!(end <= value.start, "values overlap");
            end = value.end;
        }
    }

    #[test]
    fn any_bytes_are_scanned_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..600), pieces in text()) {
        let mut mixed = bytes.clone();
        mixed.extend_from_slice(pieces.as_bytes());
        mixed.extend_from_slice(&bytes);
        for finding in Engine::builtin().scan(&mixed) {
            prop_assert!(finding.matched.end <= mixed.len() && !finding.value_in(&mixed).is_empty());
            prop_assert!(!finding.masked(&mixed).is_empty());
        }
    }

    #[test]
    fn lone_surrogates_hide_nothing_beside_them(before in text(), after in text()) {
        // WTF-8 of a lone high surrogate; it must act like any other foreign character.
        let joined = |between: &[u8]| [before.as_bytes(), b"\n", between, b"\n", after.as_bytes()].concat();
        let engine = Engine::builtin();
        let surrogate = engine.scan(joined(b"\xED\xA0\x80"));
        let foreign = engine.scan(joined("\u{D7FF}".as_bytes()));
        prop_assert_eq!(ranges(&surrogate, 0), ranges(&foreign, 0));
    }

    /// Within the windows: what stands further away than a rule looks changes nothing.
    #[test]
    fn what_stands_far_away_changes_nothing(text in text(), before in "[a-z \n]{0,40}", after in "[a-z \n]{0,40}") {
        let engine = Engine::builtin();
        let far = "\n.\n".repeat(200);
        let alone = engine.scan(&text);
        let prefix = format!("{before}{far}");
        let shifted = engine.scan(format!("{prefix}{text}{far}{after}"));
        let alone_lines = engine.scan(format!("\n{text}\n"));
        prop_assert_eq!(ranges(&shifted, prefix.len()), ranges(&alone_lines, 1));
        // Without line ends only what stands at the very edges may differ.
        prop_assert!(alone.len().abs_diff(alone_lines.len()) <= 2);
    }

    #[test]
    fn masks_show_no_more_than_a_public_prefix(value in any::<String>(), prefix in 0..40_usize) {
        let masked = mask(value.as_bytes(), prefix);
        let shown = masked.split(MASKED).next().unwrap_or_default();
        prop_assert!(shown.len() <= secrets::LONGEST_PREFIX && value.starts_with(shown));
        prop_assert!(value.len() >= shown.len() + 12 || shown.is_empty());
        prop_assert!(value.len() < 20 || !masked.contains(&value));
    }

    #[test]
    fn utf16_ranges_are_those_of_javascript(text in text()) {
        let findings = Engine::builtin().scan(&text);
        let mut offsets = Utf16Offsets::new(text.as_bytes());
        let units: Vec<u16> = text.encode_utf16().collect();
        prop_assert_eq!(utf16_len(text.as_bytes()), units.len());
        for finding in &findings {
            let (start, length) = offsets.range(&finding.value);
            prop_assert_eq!((start, length), finding.utf16(text.as_bytes()));
            let value = String::from_utf16(&units[start..start + length]).expect("whole characters");
            prop_assert_eq!(value.as_bytes(), finding.value_in(text.as_bytes()));
        }
    }

    #[test]
    fn redacting_changes_the_values_and_nothing_else(text in text()) {
        let findings = Engine::builtin().scan(&text);
        let redacted = String::from_utf8(redact(text.as_bytes(), &findings)).expect("UTF-8");
        let mut rest = redacted.as_str();
        let mut done = 0;
        for finding in &findings {
            let kept = &text[done..finding.value.start];
            let by = secrets::replacement(finding.id());
            rest = rest.strip_prefix(kept).and_then(|rest| rest.strip_prefix(by.as_str())).expect("kept, then replaced");
            done = finding.value.end;
        }
        prop_assert_eq!(rest, &text[done..]);
    }
}
