//! Seed phrases (BIP-39): the word list and the checksum.
//!
//! The English list is `data/bip39-english.txt` as published with the standard (repository `bitcoin/bips`,
//! `bip-0039/english.txt`; SHA-256 2f5eed53…4dbda) and with its reference implementation `trezor/python-mnemonic`,
//! MIT licence. It is sorted, and the first four letters of a word are unique.

use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

static WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../../data/bip39-english.txt").lines().collect());

/// Returns the place of a lower-case word in the list, from 0 to 2047.
pub(crate) fn index_of(word: &[u8]) -> Option<u16> {
    WORDS.binary_search_by(|listed| listed.as_bytes().cmp(word)).ok().and_then(|at| u16::try_from(at).ok())
}

/// Returns whether 12, 15, 18, 21 or 24 words carry the right checksum: each word is 11 bits; of every 33 bits the last
/// is the checksum's, and together those are the first bits of the entropy's SHA-256.
pub(crate) fn is_valid(words: &[u16]) -> bool {
    if !matches!(words.len(), 12 | 15 | 18 | 21 | 24) {
        return false;
    }
    let bits: Vec<bool> = words.iter().flat_map(|word| (0..11).rev().map(move |bit| word >> bit & 1 == 1)).collect();
    let (entropy, checksum) = bits.split_at(bits.len() / 33 * 32);
    let entropy: Vec<u8> =
        entropy.chunks(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit))).collect();
    let first = Sha256::digest(&entropy).first().copied().unwrap_or(0);
    checksum.iter().enumerate().all(|(at, bit)| first >> (7 - at) & 1 == u8::from(*bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_published_one() {
        assert_eq!(WORDS.len(), 2048);
        assert!(WORDS.is_sorted());
        let hash = Sha256::digest(include_bytes!("../../data/bip39-english.txt"));
        assert_eq!(hash.iter().take(4).copied().collect::<Vec<u8>>(), [0x2f, 0x5e, 0xed, 0x53]);
    }

    /// Test vectors of the standard: entropy of zeros, and of 0x7f bytes.
    #[test]
    fn knows_the_published_vectors() {
        let phrase = |text: &str| text.split(' ').filter_map(|word| index_of(word.as_bytes())).collect::<Vec<u16>>();
        let zeros = ["abandon "; 11].concat();
        assert!(is_valid(&phrase(&format!("{zeros}about"))));
        assert!(!is_valid(&phrase(&format!("{zeros}above"))));
        assert!(is_valid(&phrase("legal winner thank year wave sausage worth useful legal winner thank yellow")));
        assert!(!is_valid(&phrase("legal winner")));
    }
}
