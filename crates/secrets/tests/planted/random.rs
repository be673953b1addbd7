//! Repeatable random characters, and the checksums that issuers put behind them, computed here a second time.

/// A generator of xorshift64*.
pub(crate) struct Random(u64);

pub(crate) const DIGITS: &str = "0123456789";
pub(crate) const HEX: &str = "0123456789abcdef";
pub(crate) const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
pub(crate) const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
pub(crate) const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
pub(crate) const BASE62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
pub(crate) const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % end
    }

    pub(crate) fn text(&mut self, alphabet: &str, length: usize) -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| alphabet[self.below(alphabet.len())]).collect()
    }

    /// At least three letters of both cases and digits; each kind occurs at least once in ten.
    pub(crate) fn mixed(&mut self, length: usize) -> String {
        loop {
            let text = self.text(BASE62, length);
            let has =
                |kind: fn(&u8) -> bool| text.as_bytes().iter().filter(|byte| kind(byte)).count() >= length.div_ceil(10);
            if has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) {
                return text;
            }
        }
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| u8::try_from(self.below(256)).unwrap_or(0)).collect()
    }
}

/// CRC-32 of IEEE 802.3, bit by bit.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

/// A token with GitHub's checksum: the CRC-32 of the body in base 62, six characters.
pub(crate) fn with_checksum(prefix: &str, body: &str) -> String {
    let mut rest = u64::from(crc32(body.as_bytes()));
    let mut check = String::new();
    for _ in 0..6 {
        check.insert(0, BASE62.as_bytes()[(rest % 62) as usize] as char);
        rest /= 62;
    }
    format!("{prefix}{body}{check}")
}

/// Base64, standard or for URLs, with or without padding.
pub(crate) fn base64(bytes: &[u8], url: bool, padded: bool) -> String {
    let digits: Vec<char> =
        if url { BASE64.replace('+', "-").replace('/', "_") } else { BASE64.to_owned() }.chars().collect();
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            text.push(digits[(number >> (18 - 6 * place) & 63) as usize]);
        }
        if padded {
            text.extend(std::iter::repeat_n('=', 3 - three.len()));
        }
    }
    text
}

/// The digit that makes digits pass Luhn's check.
pub(crate) fn luhn(digits: &str) -> String {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0') * if at % 2 == 0 { 2 } else { 1 };
            digit / 10 + digit % 10
        })
        .sum();
    ((10 - sum % 10) % 10).to_string()
}

/// The check digit of a Korean resident registration number (or a foreigner's) behind twelve digits.
pub(crate) fn resident(digits: &str, foreigner: bool) -> String {
    let sum: u32 = digits
        .bytes()
        .zip([2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5])
        .map(|(byte, weight)| u32::from(byte - b'0') * weight)
        .sum();
    ((if foreigner { 13 } else { 11 } - sum % 11) % 10).to_string()
}

/// The check digit of a Korean business registration number behind nine digits.
pub(crate) fn business(digits: &str) -> String {
    let weighted = |at: usize, weight: u32| u32::from(digits.as_bytes()[at] - b'0') * weight;
    let sum: u32 = [1, 3, 7, 1, 3, 7, 1, 3].iter().enumerate().map(|(at, weight)| weighted(at, *weight)).sum();
    let last = weighted(8, 5);
    ((10 - (sum + last / 10 + last % 10) % 10) % 10).to_string()
}
