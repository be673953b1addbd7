//! Values made unreadable.

/// The part of every mask that stands for the secret: its width says nothing.
pub const MASKED: &str = "••••••••";

/// The longest public prefix that a mask shows, in bytes.
pub const LONGEST_PREFIX: usize = 20;

/// At least so many bytes must stay hidden before a prefix or a length is shown.
const HIDDEN: usize = 12;

/// Returns a value masked: its public prefix (the first `public_prefix` bytes, which every value of its kind has), eight
/// dots, and the length in characters in brackets, as in `ghp_•••••••• (40)`.
///
/// Of a short value, and of one without a public prefix, nothing is shown but the dots.
pub fn mask(value: &[u8], public_prefix: usize) -> String {
    let shown = value
        .get(..public_prefix)
        .filter(|prefix| (1..=LONGEST_PREFIX).contains(&prefix.len()) && value.len() >= prefix.len() + HIDDEN)
        .and_then(|prefix| std::str::from_utf8(prefix).ok());
    match shown {
        Some(prefix) => {
            let characters = value.iter().filter(|byte| (**byte as i8) >= -0x40).count();
            format!("{prefix}{MASKED} ({characters})")
        }
        None => MASKED.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_show_nothing() {
        assert_eq!(mask(b"hunter2", 3), MASKED);
        assert_eq!(mask(b"", 0), MASKED);
        assert_eq!(mask(b"abcdefghijkl", 1), MASKED, "one byte of twelve would already leave eleven");
    }

    #[test]
    fn only_the_public_prefix_and_the_length_show() {
        assert_eq!(mask("abc_비밀비밀비밀비밀".as_bytes(), 4), format!("abc_{MASKED} (12)"));
        assert_eq!(mask(&[b'a'; 64], 40), MASKED, "a prefix that long is no prefix");
        assert_eq!(mask(b"\xFF\xFEaaaaaaaaaaaaaaaaaaa", 2), MASKED);
    }
}
