//! Any bytes as a text: offsets, masks, redaction, and that the time grows with the length only.
#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use secrets::{Engine, Utf16Offsets, mask, redact, utf16_len};

/// No text of this length takes this long unless the time grows faster than the length.
const LONG: usize = 64 << 10;
const PATIENCE: Duration = Duration::from_secs(5);

fuzz_target!(|data: &[u8]| {
    let engine = Engine::builtin();
    let findings = engine.scan(data);
    let mut end = 0;
    for finding in &findings {
        let (value, matched) = (&finding.value, &finding.matched);
        assert!(value.start < value.end && value.end <= data.len(), "a value is a part of the text");
        assert!(end <= value.start, "values come in order and do not overlap");
        assert!(matched.start <= value.start && value.end <= matched.end && matched.end <= data.len());
        end = value.end;
        if let Ok(text) = std::str::from_utf8(data) {
            for at in [value.start, value.end, matched.start, matched.end] {
                assert!(text.is_char_boundary(at), "{at} is inside a character");
            }
            let (start, length) = finding.utf16(data);
            assert_eq!(start, text[..value.start].encode_utf16().count());
            assert_eq!(length, text[value.clone()].encode_utf16().count());
        }
        let secret = finding.value_in(data);
        let masked = finding.masked(data);
        assert_ne!(masked.as_bytes(), secret, "a mask is not the value");
        assert!(masked.contains('•'));
        assert_eq!(mask(secret, 0), secrets::MASKED, "without a public prefix nothing shows");
    }
    let redacted = redact(data, &findings);
    assert_eq!(findings.is_empty(), redacted == data);
    if utf16_len(data) > 0 {
        let _offsets = Utf16Offsets::new(data);
    }
    // The same text over and over; not for each, or little else would be tried.
    if !data.is_empty() && data.len() % 16 == 0 {
        let long = data.repeat(LONG / data.len() + 1);
        let begin = Instant::now();
        engine.scan(&long);
        assert!(begin.elapsed() < PATIENCE, "{} bytes took {:?}", long.len(), begin.elapsed());
    }
});
