//! Any text as a rule file or an allow list; what is sound scans the text itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secrets::{AllowList, Engine};

fuzz_target!(|text: &str| {
    let _list = AllowList::parse(text);
    if let Ok(engine) = Engine::with_rules(text) {
        for finding in engine.scan(text) {
            assert!(text.is_char_boundary(finding.value.start) && text.is_char_boundary(finding.value.end));
        }
    }
});
