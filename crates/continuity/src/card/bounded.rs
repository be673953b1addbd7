//! Cutting text to a number of UTF-16 units.

use crate::json::{Wtf8, json_string, push_code_point};

/// Returns a text as a JSON string of at most `most` UTF-16 units: longer ones keep `most - 1` units and end in U+2026.
///
/// The cut may split a surrogate pair; the half that stays is then written as an escape, as JavaScript does.
pub(super) fn bounded(text: Wtf8<'_>, most: usize) -> String {
    if text.utf16_len() <= most {
        return json_string(text);
    }
    let mut kept = Vec::new();
    let mut left = most.saturating_sub(1);
    for point in text.code_points() {
        let units = if point > 0xFFFF { 2 } else { 1 };
        if units > left {
            if left == 1 {
                push_code_point(&mut kept, 0xD800 + ((point - 0x1_0000) >> 10));
            }
            break;
        }
        push_code_point(&mut kept, point);
        left -= units;
    }
    push_code_point(&mut kept, 0x2026);
    json_string(Wtf8::from_checked(&kept))
}
