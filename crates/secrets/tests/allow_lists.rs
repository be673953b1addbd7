//! Allow lists and baselines.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use rstest::rstest;
use secrets::{Allow, AllowList, Engine, Salt};

fn salt() -> Salt {
    Salt::new([7; 32])
}

#[test]
fn a_baseline_of_everything_found_lets_just_that_pass() {
    let one = ["hunter", "2x!"].concat();
    let other = ["hunter", "3x!"].concat();
    let text = format!("password: {one}\npassword: {other}\n");
    let findings = Engine::builtin().scan(&text);
    assert_eq!(findings.len(), 2);
    let mut list = AllowList::new();
    let fingerprint = Some(findings[0].fingerprint(&salt(), text.as_bytes()));
    let entry = Allow { fingerprint, reason: Some("rotated \"in\" May\n하하".to_owned()), ..Allow::default() };
    assert!(list.add(entry.clone()) && !list.add(entry), "an entry is kept once");
    let written = list.to_toml();
    assert!(!written.contains(&one));
    let read = AllowList::parse(&written).expect("our own file");
    assert_eq!(read.entries(), list.entries());
    let passes = |at: usize| {
        read.allows(&findings[at].fingerprint(&salt(), text.as_bytes()), findings[at].id(), "/core").is_some()
    };
    assert!(passes(0) && !passes(1));
    let another = Salt::new([8; 32]);
    assert!(read.allows(&findings[0].fingerprint(&another, text.as_bytes()), "password", "/core").is_none());
}

#[test]
fn rules_and_places_are_patterns_and_all_of_an_entry_must_fit() {
    let list = AllowList::parse(
        "version = 1\n[[allow]]\nrule = \"ip*\"\n[[allow]]\nrule = \"email\"\npath = \"/core/**\"\n[[allow]]\npath = \"/notes/*\"\n",
    )
    .expect("sound");
    let print = salt().fingerprint(b"x");
    let passes = |rule: &str, path: &str| list.allows(&print, rule, path).is_some();
    assert!(passes("ip-address", "/anywhere") && passes("ipv6-address", ""));
    assert!(passes("email", "/core/decisions/3") && !passes("email", "/other"));
    assert!(passes("password", "/notes/1") && !passes("password", "/notes/1/2"));
}

#[test]
fn entries_can_be_taken_out_again() {
    let mut list = AllowList::parse("version = 1\n[[allow]]\nrule = \"a\"\n[[allow]]\nrule = \"b\"\n").expect("sound");
    assert_eq!(list.remove(|entry| entry.rule.as_ref().is_some_and(|rule| rule.as_str() == "a")), 1);
    let print = salt().fingerprint(b"x");
    assert!(list.allows(&print, "a", "").is_none() && list.allows(&print, "b", "").is_some());
}

#[rstest]
#[case::no_version("[[allow]]\nrule = \"a\"\n", 1, "version")]
#[case::newer("version = 2\n", 1, "version = 1")]
#[case::names_nothing("version = 1\n\n[[allow]]\nreason = \"why\"\n", 3, "allows nothing")]
#[case::odd_fingerprint("version = 1\n[[allow]]\nfingerprint = \"abc\"\n", 3, "64 hex digits")]
#[case::unknown_key("version = 1\n[[allow]]\nrule = \"a\"\nvalue = \"x\"\n", 4, "value")]
#[case::empty_pattern("version = 1\n[[allow]]\nrule = \"\"\n", 3, "1 to")]
#[case::no_toml("version = 1\n[[allow\n", 2, "")]
fn a_fault_names_its_line(#[case] text: &str, #[case] line: usize, #[case] says: &str) {
    let error = AllowList::parse(text).expect_err("a fault");
    assert_eq!(error.line, line, "{error}");
    assert!(error.message.contains(says), "{error}");
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        value in prop::option::of(any::<Vec<u8>>()), rule in prop::option::of("[a-z*-]{1,12}"),
        path in prop::option::of("\\PC{1,20}"), reason in prop::option::of(any::<String>()),
    ) {
        let mut list = AllowList::new();
        let entry = Allow {
            fingerprint: value.map(|value| salt().fingerprint(&value)),
            rule: rule.and_then(|rule| rule.parse().ok()),
            path: path.and_then(|path| path.parse().ok()),
            reason,
            added: Some("2026-09-20T01:00:00Z".to_owned()),
        };
        list.add(entry);
        let read = AllowList::parse(&list.to_toml()).expect("our own file");
        prop_assert_eq!(read.entries(), list.entries());
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = AllowList::parse(&text);
        let _ = secrets::RuleFile::parse(&text);
        let _ = secrets::RuleFile::parse(&format!("[[rules]]\nid = 'a'\nregex = '''{text}'''"));
    }
}
