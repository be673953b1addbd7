//! The checksum of Bech32 (BIP-173): age and Nostr keys.

const DIGITS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// Returns whether a text in one case is Bech32 with a right checksum. No limit of length: age keys keep none.
pub(crate) fn is_valid(text: &[u8]) -> bool {
    let lower = text.to_ascii_lowercase();
    if lower != text && text.to_ascii_uppercase() != text {
        return false;
    }
    let Some(separator) = lower.iter().rposition(|byte| *byte == b'1') else { return false };
    let (human, data) = lower.split_at(separator);
    let data: Option<Vec<u32>> = data
        .iter()
        .skip(1)
        .map(|byte| DIGITS.iter().position(|digit| digit == byte).and_then(|at| u32::try_from(at).ok()))
        .collect();
    let Some(data) = data.filter(|data| data.len() >= 6 && !human.is_empty()) else { return false };
    let high = human.iter().map(|byte| u32::from(*byte) >> 5);
    let low = human.iter().map(|byte| u32::from(*byte) & 31);
    high.chain([0]).chain(low).chain(data).fold(1, step) == 1
}

/// One step of the checksum polynomial, with the generator constants of BIP-173.
fn step(checksum: u32, value: u32) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let top = checksum >> 25;
    GENERATOR.iter().enumerate().fold((checksum & 0x01ff_ffff) << 5 ^ value, |next, (at, generator)| {
        if top >> at & 1 == 1 { next ^ generator } else { next }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of BIP-173.
    #[test]
    fn knows_the_published_vectors() {
        for valid in [
            "A12UEL5L",
            "a12uel5l",
            "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
            "?1ezyfcl",
            "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
        ] {
            assert!(is_valid(valid.as_bytes()), "{valid}");
        }
        for wrong in ["A12UEL5M", "a12UEL5L", "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", ""] {
            assert!(!is_valid(wrong.as_bytes()), "{wrong}");
        }
    }
}
