//! The checksum of GitHub, npm and Vercel tokens.
//!
//! Source: "Behind GitHub's new authentication token formats" (GitHub, 2021): the last six characters are the CRC-32
//! (IEEE) of the random part, in base 62 with leading zeros; digits, then capitals, then small letters.

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Length of the checksum in characters.
const CHECKSUM: usize = 6;

/// Returns whether the last six characters of `prefix_body` fit the body; `None` when there is no such structure.
pub(crate) fn is_valid(value: &[u8]) -> Option<bool> {
    let start = value.iter().position(|byte| *byte == b'_')? + 1;
    let body = value.get(start..)?;
    if !body.iter().all(u8::is_ascii_alphanumeric) {
        return None;
    }
    let (body, stated) = body.split_at_checked(body.len().checked_sub(CHECKSUM)?)?;
    Some(!body.is_empty() && checksum(body) == stated)
}

fn checksum(body: &[u8]) -> [u8; CHECKSUM] {
    let mut rest = crc32fast::hash(body);
    let mut text = [b'0'; CHECKSUM];
    for place in text.iter_mut().rev() {
        *place = DIGITS.get((rest % 62) as usize).copied().unwrap_or(b'0');
        rest /= 62;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A published example of a revoked token, put together from its three parts.
    #[test]
    fn a_published_token_is_valid() {
        let token = ["ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].concat();
        assert_eq!(is_valid(token.as_bytes()), Some(true));
        let other = ["ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkK", "0mLq17"].concat();
        assert_eq!(is_valid(other.as_bytes()), Some(false));
        assert_eq!(is_valid(b"nothing"), None);
        assert_eq!(is_valid(b"a_b"), None);
    }
}
