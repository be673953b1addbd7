//! Base58Check: Bitcoin keys for export and extended private keys.

use sha2::{Digest as _, Sha256};

const DIGITS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The longest text that is decoded; an extended key has 111 characters.
const LONGEST: usize = 128;

/// Returns whether the last four bytes are the start of the double SHA-256 of those before.
pub(crate) fn is_valid(text: &[u8]) -> bool {
    let Some(bytes) = decode(text) else { return false };
    let Some((body, stated)) = bytes.split_last_chunk::<4>() else { return false };
    let hash = Sha256::digest(Sha256::digest(body));
    hash.starts_with(stated)
}

fn decode(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > LONGEST {
        return None;
    }
    // Little-endian; one carry over all bytes for each character.
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    for character in text {
        let mut carry = DIGITS.iter().position(|digit| digit == character)?;
        for byte in &mut bytes {
            carry += usize::from(*byte) * 58;
            *byte = (carry & 0xFF) as u8;
            carry >>= 8;
        }
        while carry > 0 {
            bytes.push((carry & 0xFF) as u8);
            carry >>= 8;
        }
    }
    let zeros = text.iter().take_while(|character| **character == b'1').count();
    bytes.extend(std::iter::repeat_n(0, zeros));
    bytes.reverse();
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address of the first block, published everywhere.
    #[test]
    fn knows_a_published_address() {
        assert!(is_valid(b"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"));
        assert!(!is_valid(b"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"));
        assert!(!is_valid(b"0OIl") && !is_valid(b""));
    }
}
