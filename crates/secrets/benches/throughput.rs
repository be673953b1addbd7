//! Bytes a second of one core on the kinds of text that stores and logs hold.
//!
//! `cargo bench -p secrets`; the numbers are in the README.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use secrets::Engine;

fn main() {
    divan::main();
}

const SIZE: usize = 8 << 20;

fn repeated(text: &str, size: usize) -> String {
    text.repeat(size / text.len() + 1)
}

fn prose() -> String {
    repeated(
        concat!(
            include_str!("../README.md"),
            include_str!("../../../README.md"),
            include_str!("../../../docs/ARCHITECTURE.md")
        ),
        SIZE,
    )
}

fn code() -> String {
    repeated(
        concat!(
            include_str!("../src/rule/load.rs"),
            include_str!("../src/engine/scan.rs"),
            include_str!("../src/detect/assignment/link.rs"),
            include_str!("../src/detect/numbers/phone.rs"),
        ),
        SIZE,
    )
}

/// Bodies as agents keep them: short sentences, digests, dates.
fn json() -> String {
    let mut text = String::new();
    let mut state = 7_u64;
    while text.len() < SIZE {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        text.push_str(&format!(
            "{{\"objective\":\"Split the parser of module {}\",\"decisions\":[\"One pass over the table\",\"토큰 목록은 정렬한다\"],\
             \"updatedAt\":\"2026-09-20T01:{:02}:25.000Z\",\"snapshotDigest\":\"sha256:{:016x}{:016x}{:016x}{:016x}\"}}\n",
            state % 997,
            state % 60,
            state,
            state.rotate_left(17),
            state.rotate_left(29),
            state.rotate_left(41),
        ));
    }
    text
}

fn base64(size: usize) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = 3_u64;
    (0..size)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            DIGITS[(state >> 40) as usize % 64] as char
        })
        .collect()
}

fn scan(bencher: Bencher<'_, '_>, text: &str) {
    let engine = Engine::builtin();
    engine.scan(text);
    bencher.counter(BytesCount::new(text.len())).bench_local(|| black_box(engine.scan(black_box(text))));
}

#[divan::bench(sample_count = 10)]
fn of_prose(bencher: Bencher<'_, '_>) {
    scan(bencher, &prose());
}

#[divan::bench(sample_count = 10)]
fn of_code(bencher: Bencher<'_, '_>) {
    scan(bencher, &code());
}

#[divan::bench(sample_count = 10)]
fn of_json(bencher: Bencher<'_, '_>) {
    scan(bencher, &json());
}

/// One line of 27 MB must take less than a second.
#[divan::bench(sample_count = 5)]
fn of_base64_27_mb(bencher: Bencher<'_, '_>) {
    scan(bencher, &base64(27_000_000));
}

/// Many short strings, one call each, as the strings of a JSON body are scanned.
#[divan::bench(sample_count = 10)]
fn of_short_strings(bencher: Bencher<'_, '_>) {
    let text = json();
    let strings: Vec<&str> = text.split('"').collect();
    let engine = Engine::builtin();
    let mut findings = Vec::new();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        findings.clear();
        strings.iter().for_each(|string| engine.scan_into(black_box(string.as_bytes()), &mut findings));
        black_box(findings.len())
    });
}

/// What a process pays once: rules read, keywords compiled.
#[divan::bench(sample_count = 10)]
fn building_an_engine(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(Engine::with_rules("title = \"\"")));
}
