//! A database file with a log or a journal beside it.
//!
//! Input: a byte of flags, the length of the main file in 3 bytes, the main file, the other file.
//! Flag 1 makes the other file a journal; flag 2 computes the checksums of the log anew, so that the
//! frames behind a changed byte stay valid.
#![no_main]

#[path = "../../tests/common/exercise.rs"]
mod exercise;

use libfuzzer_sys::fuzz_target;
use sqlite_pages::PageImage;

fuzz_target!(|data: &[u8]| {
    let Some((&[flags, a, b, c], rest)) = data.split_first_chunk() else { return };
    let main_len = u32::from_be_bytes([0, a, b, c]) as usize;
    let (main, other) = rest.split_at(main_len.min(rest.len()));
    let mut other = other.to_vec();
    let image = if flags & 1 == 1 {
        PageImage::from_bytes(main.to_vec(), None, Some(other))
    } else {
        if flags & 2 == 2 {
            seal(&mut other);
        }
        PageImage::from_bytes(main.to_vec(), Some(other), None)
    };
    if let Ok(image) = image {
        exercise::exercise(&image);
    }
});

/// Computes the checksums of a log (file format, section 4.2) and gives all frames its salts.
fn seal(log: &mut [u8]) {
    let Some((header, frames)) = log.split_first_chunk_mut::<32>() else { return };
    let big_endian = header[3] & 1 == 1;
    let sum = |mut s: [u32; 2], bytes: &[u8]| {
        for pair in bytes.as_chunks::<8>().0 {
            let word = |raw: [u8; 4]| match big_endian {
                true => u32::from_be_bytes(raw),
                false => u32::from_le_bytes(raw),
            };
            let [a, b, c, d, e, f, g, h] = *pair;
            s[0] = s[0].wrapping_add(word([a, b, c, d])).wrapping_add(s[1]);
            s[1] = s[1].wrapping_add(word([e, f, g, h])).wrapping_add(s[0]);
        }
        s
    };
    let page_size = u32::from_be_bytes([header[8], header[9], header[10], header[11]]) as usize;
    if !page_size.is_power_of_two() || !(512..=65_536).contains(&page_size) {
        return;
    }
    let mut s = sum([0, 0], &header[..24]);
    header[24..28].copy_from_slice(&s[0].to_be_bytes());
    header[28..32].copy_from_slice(&s[1].to_be_bytes());
    for frame in frames.chunks_exact_mut(24 + page_size) {
        frame[8..16].copy_from_slice(&header[16..24]);
        s = sum(sum(s, &frame[..8]), &frame[24..]);
        frame[16..20].copy_from_slice(&s[0].to_be_bytes());
        frame[20..24].copy_from_slice(&s[1].to_be_bytes());
    }
}
