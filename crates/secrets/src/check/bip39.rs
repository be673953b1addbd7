//! Seed phrases (BIP-39): the word list and the checksum.
//!
//! The English list is `data/bip39-english.txt` as published with the standard (repository `bitcoin/bips`,
//! `bip-0039/english.txt`; SHA-256 2f5eed53…4dbda) and with its reference implementation `trezor/python-mnemonic`,
//! MIT licence. It is sorted, and the first four letters of a word are unique.

use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// The words as numbers (eight bytes, zeros behind), in a table of open addressing.
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("../../data/bip39-english.txt")));

/// Four times as many slots as words, so that most lookups end at the first.
const SLOTS: usize = 8192;

struct Table {
    slots: Vec<(u64, u16)>,
}

impl Table {
    fn of(list: &str) -> Self {
        let mut slots = vec![(0, 0); SLOTS];
        for (index, word) in (0_u16..).zip(list.lines()) {
            let Some(packed) = pack(word.as_bytes()) else { continue };
            let mut at = slot(packed);
            while slots.get(at).is_some_and(|(taken, _)| *taken != 0) {
                at = (at + 1) % SLOTS;
            }
            if let Some(free) = slots.get_mut(at) {
                *free = (packed, index);
            }
        }
        Self { slots }
    }

    fn find(&self, packed: u64) -> Option<u16> {
        let mut at = slot(packed);
        loop {
            match self.slots.get(at)? {
                (0, _) => return None,
                (found, index) if *found == packed => return Some(*index),
                _ => at = (at + 1) % SLOTS,
            }
        }
    }
}

fn slot(packed: u64) -> usize {
    (packed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize % SLOTS
}

/// Returns a word of three to eight letters as a number, in lower case; `None` for any other.
fn pack(word: &[u8]) -> Option<u64> {
    if !(3..=8).contains(&word.len()) || !word.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    Some(word.iter().fold(0, |packed, byte| packed << 8 | u64::from(byte.to_ascii_lowercase())))
}

/// Returns the place of a word in the list, from 0 to 2047, without regard to case.
pub(crate) fn index_of(word: &[u8]) -> Option<u16> {
    TABLE.find(pack(word)?)
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
        let list = include_str!("../../data/bip39-english.txt");
        assert_eq!(list.lines().count(), 2048);
        assert!(list.lines().zip(0_u16..).all(|(word, index)| index_of(word.as_bytes()) == Some(index)));
        assert_eq!((index_of(b"ZOO"), index_of(b"abandonx"), index_of(b"the")), (Some(2047), None, None));
        let hash = Sha256::digest(list);
        assert_eq!(hash.iter().take(4).copied().collect::<Vec<u8>>(), [0x2f, 0x5e, 0xed, 0x53]);
    }

    /// Test vectors of the standard: entropy of zeros, and of 0x7f bytes.
    #[test]
    fn knows_the_published_vectors() {
        let phrase = |text: &str| text.split(' ').filter_map(|word| index_of(word.as_bytes())).collect::<Vec<u16>>();
        let zeros = ["abandon "; 11].concat();
        assert!(is_valid(&phrase(&format!("{zeros}about"))));
        assert!(!is_valid(&phrase(&format!("{zeros}above"))));
        let legal = ["legal winner thank year wave ", "sausage worth useful legal ", "winner thank yellow"].concat();
        assert!(is_valid(&phrase(&legal)));
        assert!(!is_valid(&phrase("legal winner")));
    }
}
