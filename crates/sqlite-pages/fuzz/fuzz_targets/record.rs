//! Any bytes as a record and as a varint.
#![no_main]

#[path = "../../tests/common/exercise.rs"]
#[allow(dead_code)]
mod exercise;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    sqlite_pages::read_varint(data, data.len() / 2);
    exercise::record(data);
});
