//! A long text with secrets, personal data and traps planted in it; everything is put together at run time, so that no
//! file of this repository holds what looks like a secret.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod issued;
mod outside;
mod people;
mod plant;
mod random;
mod told;
mod traps;

use std::collections::HashSet;

use plant::Text;
use random::Random;
use secrets::{Engine, Finding};

fn secrets_text(seed: u64) -> Text {
    let (mut text, mut random) = (Text::default(), Random::new(seed));
    for part in [
        issued::clouds,
        issued::code_hosts,
        issued::models,
        issued::chat_and_mail,
        issued::payment_and_registries,
        issued::infrastructure,
        told::keys,
        told::urls_and_headers,
        told::assignments,
        outside::forms,
    ] {
        part(&mut text, &mut random);
    }
    text
}

fn whole_text(seed: u64) -> Text {
    let mut text = secrets_text(seed);
    let mut random = Random::new(seed + 1);
    people::personal(&mut text, &mut random);
    outside::people(&mut text);
    traps::traps(&mut text, &mut random);
    text
}

fn shown(text: &str, finding: &Finding) -> String {
    let line = text[..finding.value.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[finding.value.end..].find('\n').map_or(text.len(), |at| finding.value.end + at);
    format!("{} at {:?} in {:?}", finding.id(), finding.value, &text[line..end.min(line + 300)])
}

/// Compares findings with what was planted: each value by its rule and exact range, nothing else, no trap.
fn faults(text: &Text) -> Vec<String> {
    let findings = Engine::builtin().scan(&text.text);
    let mut faults = Vec::new();
    for planted in &text.planted {
        let Some(rule) = planted.rule else { continue };
        let range = &planted.range;
        if !findings.iter().any(|finding| finding.id() == rule && finding.value == *range) {
            let near: Vec<String> = findings
                .iter()
                .filter(|finding| finding.value.start < range.end && range.start < finding.value.end)
                .map(|finding| format!("{} {:?}", finding.id(), finding.value))
                .collect();
            let start = text.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
            let value = &text.text[start..range.end];
            faults.push(format!("missed {rule} at {range:?}: {value:?}, found there: {near:?}"));
        }
    }
    for finding in &findings {
        let known =
            text.planted.iter().any(|planted| planted.rule == Some(finding.id()) && planted.range == finding.value);
        if !known {
            faults.push(format!("not planted: {}", shown(&text.text, finding)));
        }
    }
    faults
}

#[test]
fn everything_planted_is_found_at_its_place_and_nothing_else() {
    for seed in 1..=25 {
        let faults = faults(&whole_text(seed));
        assert!(faults.is_empty(), "seed {seed}: {} faults\n{}", faults.len(), faults.join("\n"));
    }
}

#[test]
fn there_are_enough_kinds() {
    let kinds = |text: &Text| text.planted.iter().filter_map(|planted| planted.rule).collect::<HashSet<_>>().len();
    let secrets = secrets_text(1);
    assert!(kinds(&secrets) >= 60, "{} kinds of secrets", kinds(&secrets));
    let mut rest = Text::default();
    people::personal(&mut rest, &mut Random::new(1));
    traps::traps(&mut rest, &mut Random::new(1));
    assert!(rest.planted.len() >= 25, "{} personal items and traps", rest.planted.len());
}

#[test]
fn a_line_by_itself_gives_what_it_gives_in_the_text() {
    let text = whole_text(3);
    let engine = Engine::builtin();
    for planted in text.planted.iter().filter(|planted| planted.rule.is_some()) {
        let start = planted.lines.start;
        let line = &text.text[planted.lines.clone()];
        let range = planted.range.start - start..planted.range.end - start;
        let found =
            engine.scan(line).iter().any(|finding| Some(finding.id()) == planted.rule && finding.value == range);
        assert!(found, "{:?} by itself: {line:?}", planted.rule);
    }
}

#[test]
fn masks_and_redacted_text_hold_nothing_of_a_value() {
    let text = whole_text(5);
    let findings = Engine::builtin().scan(&text.text);
    for finding in &findings {
        let value = String::from_utf8_lossy(finding.value_in(text.text.as_bytes())).into_owned();
        let masked = finding.masked(text.text.as_bytes());
        assert!(!masked.contains(&value), "{}", finding.id());
        assert!(
            finding.public_prefix == 0
                || value[finding.public_prefix..].len() >= 8
                || !masked.contains(&value[..finding.public_prefix])
        );
        let shown = masked.split('•').next().unwrap_or_default();
        assert!(value.starts_with(shown) && shown.len() <= secrets::LONGEST_PREFIX, "{}", finding.id());
        let debugged = format!("{finding:?}");
        assert!(!debugged.contains(&value), "{}: Debug output holds the value", finding.id());
    }
    let redacted = String::from_utf8(secrets::redact(text.text.as_bytes(), &findings)).expect("still UTF-8");
    for finding in findings.iter().filter(|finding| finding.value.len() > 8) {
        let value = String::from_utf8_lossy(finding.value_in(text.text.as_bytes())).into_owned();
        assert!(!redacted.contains(&value), "{} is still there", finding.id());
    }
    let again: Vec<String> =
        Engine::builtin().scan(&redacted).iter().map(|finding| shown(&redacted, finding)).collect();
    assert!(again.is_empty(), "found in redacted text:\n{}", again.join("\n"));
}
