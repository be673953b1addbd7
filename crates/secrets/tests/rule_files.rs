//! Rule files of people: sound ones, and faults with their rule and line.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use rstest::rstest;
use secrets::{Class, Confidence, Engine, Reason, RuleFile, Severity};

/// Assembled here, so that no rule of ours finds it in this file.
fn value() -> String {
    ["acme", "_", "q7Zk2Lm9", "Xw4Tb8Vn"].concat()
}

const FILE: &str = r#"
title = "ours"

[[rules]]
id = "acme-key"
description = "Acme key"
regex = '''\b(acme_[A-Za-z0-9]{16})\b'''
keywords = ["acme_"]
entropy = 2.5
tags = ["key", "acme"]

[[rules]]
id = "ticket"
title = "Ticket"
class = "personal"
severity = "low"
regex = '''TICKET-\d{5}'''
"#;

#[test]
fn a_file_in_the_shape_of_gitleaks_adds_rules() {
    let engine = Engine::with_rules(FILE).expect("sound");
    let text = format!("한글 {} and TICKET-12345, password: {}", value(), ["hunter", "2x"].concat());
    let found: Vec<_> =
        engine.scan(&text).iter().map(|finding| (finding.id().to_owned(), finding.value.clone())).collect();
    let at = |needle: &str| text.find(needle).map(|at| at..at + needle.len()).expect("there");
    assert_eq!(
        found,
        [
            ("acme-key".to_owned(), at(&value())),
            ("ticket".to_owned(), at("TICKET-12345")),
            ("password".to_owned(), at(&["hunter", "2x"].concat())),
        ]
    );
    let ours = &engine.scan(&text)[0];
    assert!(ours.rule.own && ours.reasons.contains(Reason::OwnRule));
    assert_eq!((ours.class(), ours.severity(), ours.confidence), (Class::Secret, Severity::High, Confidence::Medium));
    assert_eq!(engine.rule("ticket").map(|rule| (rule.class, rule.severity)), Some((Class::Personal, Severity::Low)));
    assert_eq!(engine.rule("acme-key").map(|rule| rule.title.as_str()), Some("Acme key"));
}

#[test]
fn built_in_rules_can_be_turned_off_and_replaced() {
    let text = "mail someone@acme.dev about 192.168.0.7";
    let ids = |engine: &Engine| engine.scan(text).iter().map(|finding| finding.id().to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(&Engine::builtin()), ["email", "ip-address"]);
    let off = Engine::with_rules("[extend]\ndisabledRules = [\"email\"]").expect("sound");
    assert_eq!(ids(&off), ["ip-address"]);
    let none = Engine::with_rules("[extend]\nuseDefault = false").expect("sound");
    assert!(ids(&none).is_empty() && none.rules().count() == 0);
    let replaced = Engine::with_rules("[[rules]]\nid = \"email\"\nregex = '''acme\\.dev'''").expect("sound");
    assert_eq!(ids(&replaced), ["email", "ip-address"]);
    assert_eq!(replaced.scan(text)[0].value, text.find("acme.dev").map(|at| at..at + 8).expect("there"));
}

#[rstest]
#[case::by_pattern("[[rules.allowlists]]\nregexes = ['''Vn$''']", 0)]
#[case::by_other_pattern("[[rules.allowlists]]\nregexes = ['''^Vn''']", 1)]
#[case::by_line("[[rules.allowlists]]\nregexTarget = \"line\"\nregexes = ['''not a secret''']", 0)]
#[case::by_match("[[rules.allowlists]]\nregexTarget = \"match\"\nregexes = ['''key acme''']", 0)]
#[case::by_word("[[rules.allowlists]]\nstopwords = [\"XW4T\"]", 0)]
#[case::by_both("[[rules.allowlists]]\ncondition = \"AND\"\nstopwords = [\"xw4t\"]\nregexes = ['''^Vn''']", 1)]
#[case::old_table("[rules.allowlist]\nregexes = ['''Vn$''']", 0)]
#[case::by_path_alone_never("[[rules.allowlists]]\ncondition = \"AND\"\npaths = ['''.*''']\nstopwords = [\"xw4t\"]", 1)]
#[case::whole_file("[[allowlists]]\ntargetRules = [\"k\"]\nregexes = ['''Vn$''']", 0)]
#[case::whole_file_other_rule("[[allowlists]]\ntargetRules = [\"other\"]\nregexes = ['''Vn$''']", 1)]
fn allow_lists_of_a_rule_let_values_pass(#[case] allow: &str, #[case] found: usize) {
    let file = format!("[[rules]]\nid = \"k\"\nregex = '''key (acme_\\w+)'''\nkeywords = [\"key\"]\n{allow}\n");
    let engine = Engine::with_rules(&file).expect("sound");
    let text = format!("key {} is not a secret", value());
    assert_eq!(engine.scan(text).iter().filter(|finding| finding.id() == "k").count(), found);
}

#[test]
fn matches_far_from_each_other_and_without_keywords_are_all_found() {
    let file = "[extend]\nuseDefault = false\n[[rules]]\nid = \"any\"\nregex = '''Q[0-9]{4}Z'''\n[[rules]]\nid = \"near\"\nregex = '''R[0-9]{4}Z'''\nkeywords = [\"kw\"]\n";
    let engine = Engine::with_rules(file).expect("sound");
    let mut text = String::new();
    let mut wanted = Vec::new();
    for number in 0..4000_u32 {
        text.push_str("kw lorem ipsum dolor sit amet ");
        wanted.push(text.len());
        text.push_str(&format!("Q{:04}Z ", number % 10_000));
        wanted.push(text.len());
        text.push_str(&format!("R{:04}Z\n", number % 10_000));
    }
    let found: Vec<usize> = engine.scan(&text).iter().map(|finding| finding.value.start).collect();
    assert_eq!(found, wanted);
}

#[rstest]
#[case::bad_pattern("title='x'\n\n[[rules]]\nid = \"a\"\nregex = '''(unclosed'''\n", Some("a"), 5, "unclosed group")]
#[case::bad_repetition("[[rules]]\nid = \"a\"\nregex = '''x{5,2}'''\n", Some("a"), 3, "repetition")]
#[case::explodes("[[rules]]\nid = \"a\"\nregex = '''((a{1000}){1000}){1000}'''\n", Some("a"), 3, "smaller")]
#[case::explodes_in_classes("[[rules]]\nid = \"a\"\nregex = '''[\\p{L}]{5000}'''\n", Some("a"), 3, "smaller")]
#[case::lookahead("[[rules]]\nid = \"a\"\nregex = '''a(?=b)'''\n", Some("a"), 3, "look-around")]
#[case::no_pattern("[[rules]]\nid = \"a\"\n\n[[rules]]\nid = \"b\"\nregex = 'x'\n", Some("a"), 1, "no regex")]
#[case::no_id("\n[[rules]]\nregex = 'x'\n", None, 2, "no id")]
#[case::odd_id("[[rules]]\nid = \"a b\"\nregex = 'x'\n", None, 2, "letters")]
#[case::twice(
    "[[rules]]\nid = \"a\"\nregex = 'x'\n[[rules]]\nid = \"a\"\nregex = 'y'\n",
    Some("a"),
    5,
    "already used in line 1"
)]
#[case::no_such_group("[[rules]]\nid = \"a\"\nsecretGroup = 2\nregex = '(x)'\n", Some("a"), 4, "secretGroup 2")]
#[case::negative_group("[[rules]]\nid = \"a\"\nregex = '(x)'\nsecretGroup = -1\n", Some("a"), 4, "secretGroup")]
#[case::entropy("[[rules]]\nid = \"a\"\nregex = 'x'\nentropy = 9.5\n", Some("a"), 4, "0 to 8")]
#[case::window("[[rules]]\nid = \"a\"\nregex = 'x'\nwindow = 100000000\n", Some("a"), 4, "window")]
#[case::wrong_type("[[rules]]\nid = \"a\"\nregex = 'x'\nkeywords = \"k\"\n", Some("a"), 4, "")]
#[case::wrong_class("[[rules]]\nid = \"a\"\nregex = 'x'\nclass = \"odd\"\n", Some("a"), 4, "")]
#[case::no_toml("[[rules]]\nid = \"a\"\nregex = 'x\n", Some("a"), 3, "")]
#[case::condition(
    "[[rules]]\nid = \"a\"\nregex = 'x'\n[[rules.allowlists]]\ncondition = \"XOR\"\n",
    Some("a"),
    5,
    "OR"
)]
#[case::target(
    "[[rules]]\nid = \"a\"\nregex = 'x'\n[[rules.allowlists]]\nregexTarget = \"file\"\n",
    Some("a"),
    5,
    "line"
)]
#[case::allow_pattern(
    "[[rules]]\nid = \"a\"\nregex = 'x'\n[[rules.allowlists]]\nregexes = ['''[''']\n",
    Some("a"),
    5,
    "unclosed"
)]
#[case::check("[[rules]]\nid = \"a\"\nregex = 'x'\nchecks = [\"magic\"]\n", Some("a"), 4, "magic")]
#[case::keywords_needed("[[rules]]\nid = \"a\"\nregex = 'x'\nmatch = \"at-keyword\"\n", Some("a"), 1, "keywords")]
fn a_fault_names_its_rule_and_line(
    #[case] file: &str,
    #[case] rule: Option<&str>,
    #[case] line: usize,
    #[case] says: &str,
) {
    let error = RuleFile::parse(file).expect_err("a fault");
    assert_eq!((error.rule.as_deref(), error.line), (rule, line), "{error}");
    assert!(error.message.contains(says), "{error}");
    assert!(!error.message.contains('\n') && error.to_string().contains(&format!("line {line}")));
}

#[test]
fn rules_for_file_names_are_passed_over_and_said() {
    let file = RuleFile::parse("[[rules]]\nid = \"p12\"\npath = '''\\.p12$'''\n").expect("sound");
    assert_eq!((file.len(), file.passed_over.as_slice()), (0, &["p12".to_owned()][..]));
}

#[test]
fn patterns_made_to_be_slow_are_not() {
    let file = "[[rules]]\nid = \"slow\"\nregex = '''(a+)+(b+)+c'''\nkeywords = [\"a\"]\n[[rules]]\nid = \"slower\"\nregex = '''(?:[a-z]*)*x{10}y'''\n";
    let engine = Engine::with_rules(file).expect("sound");
    // Done in moments, or the test's own time limit ends it.
    assert!(engine.scan("a".repeat(300_000)).is_empty());
}
