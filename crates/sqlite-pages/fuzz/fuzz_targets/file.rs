//! Any bytes as a database file, read in every way there is.
#![no_main]

#[path = "../../tests/common/exercise.rs"]
mod exercise;

use libfuzzer_sys::fuzz_target;
use sqlite_pages::PageImage;

fuzz_target!(|data: &[u8]| {
    if let Ok(image) = PageImage::from_bytes(data.to_vec(), None, None) {
        exercise::exercise(&image);
    }
});
