//! Checks of what is inside a value: checksums, alphabets, structures.

pub(crate) mod base58;
pub(crate) mod base62_crc;
pub(crate) mod bech32;
pub(crate) mod bip39;
pub(crate) mod calendar;
pub(crate) mod jwt;
pub(crate) mod korea;
pub(crate) mod luhn;

use crate::confidence::Reason;
use crate::value::base64_text::decode;
use crate::value::contains_ignoring_case;
use crate::value::entropy::entropy;
use crate::value::shape::has_marks;
use crate::value::words::{turns_often, wordiness};

/// What a check says of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Something to tell.
    Tell(Reason),
    /// Nothing to tell.
    Silent,
    /// It is not what the rule looks for: no finding.
    Drop,
}

/// A check that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// The last six characters are the CRC-32 of the body behind the last `_` of the prefix, in base 62.
    Crc32Base62,
    /// Sixteen characters of base 32 behind the four letters (the key id holds the account's number).
    AwsKeyId,
    /// Base64 of 64 bytes.
    Bytes64,
    /// Base64 of 32 bytes.
    Bytes32,
    /// The first part is a decimal number in base64.
    DiscordId,
    /// A macaroon for pypi.org or test.pypi.org.
    PypiMacaroon,
    /// The marker that keys made from 2023 on carry in the middle.
    OpenAiMarker,
    /// Ends in `AA` as the issuer's keys do.
    EndsInAa,
    /// The checksum of BIP-173.
    Bech32,
    /// The double SHA-256 of Base58Check.
    Base58,
    /// Base64 of `user:password`.
    BasicPair,
    /// The second part is a JSON document in base64.
    JsonInside,
    /// Has a digit: keeps ordinary words out.
    HasDigit,
    /// Looks drawn at random: keeps names and ordinary words out.
    LooksRandom,
    /// Is no file, path or domain name.
    NotAName,
    /// Has letters of both cases, and a digit.
    Mixed,
    /// Has the marks of a password: a digit and punctuation, or a digit and letters of both cases.
    HasMarks,
}

impl Check {
    /// Returns the check that a rule file calls by this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "crc32-base62" => Self::Crc32Base62,
            "aws-key-id" => Self::AwsKeyId,
            "bytes-64" => Self::Bytes64,
            "bytes-32" => Self::Bytes32,
            "discord-id" => Self::DiscordId,
            "pypi-macaroon" => Self::PypiMacaroon,
            "openai-marker" => Self::OpenAiMarker,
            "ends-in-aa" => Self::EndsInAa,
            "bech32" => Self::Bech32,
            "base58check" => Self::Base58,
            "basic-pair" => Self::BasicPair,
            "json-inside" => Self::JsonInside,
            "has-digit" => Self::HasDigit,
            "looks-random" => Self::LooksRandom,
            "not-a-name" => Self::NotAName,
            "mixed" => Self::Mixed,
            "has-marks" => Self::HasMarks,
            _ => return None,
        })
    }

    /// Applies the check to a value.
    pub(crate) fn of(self, value: &[u8]) -> Outcome {
        let structure =
            |valid: bool| Outcome::Tell(if valid { Reason::StructureValid } else { Reason::StructureFailed });
        let checksum = |valid: bool| Outcome::Tell(if valid { Reason::ChecksumValid } else { Reason::ChecksumFailed });
        let keep = |kept: bool| if kept { Outcome::Silent } else { Outcome::Drop };
        let decodes_to = |bytes: usize| structure(decode(value).is_some_and(|decoded| decoded.len() == bytes));
        match self {
            Self::Crc32Base62 => base62_crc::is_valid(value).map_or(Outcome::Silent, checksum),
            Self::AwsKeyId => structure(
                value.len() == 20 && value.iter().skip(4).all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7')),
            ),
            Self::Bytes64 => decodes_to(64),
            Self::Bytes32 => decodes_to(32),
            Self::DiscordId => {
                let first = value.split(|byte| *byte == b'.').next().unwrap_or_default();
                structure(decode(first).is_some_and(|id| !id.is_empty() && id.iter().all(u8::is_ascii_digit)))
            }
            Self::PypiMacaroon => structure(
                [&b"pypi-AgEIcHlwaS5vcmc"[..], b"pypi-AgENdGVzdC5weXBpLm9yZ"]
                    .iter()
                    .any(|start| value.starts_with(start)),
            ),
            Self::OpenAiMarker => structure(memchr::memmem::find(value, b"T3BlbkFJ").is_some()),
            Self::EndsInAa => structure(value.ends_with(b"AA")),
            Self::Bech32 => checksum(bech32::is_valid(value)),
            Self::Base58 => checksum(base58::is_valid(value)),
            Self::BasicPair => match decode(value) {
                // A name without a password opens nothing.
                Some(pair) if pair.ends_with(b":") => Outcome::Drop,
                Some(pair) if pair.contains(&b':') && std::str::from_utf8(&pair).is_ok() => structure(true),
                Some(_) | None => structure(false),
            },
            Self::JsonInside => {
                let json = value
                    .split(|byte| matches!(byte, b'.' | b'_'))
                    .filter_map(decode)
                    .any(|part| part.starts_with(b"{"));
                structure(json)
            }
            Self::HasDigit => keep(value.iter().any(u8::is_ascii_digit)),
            Self::LooksRandom => {
                let drawn = value.iter().any(u8::is_ascii_digit) || turns_often(value);
                if wordiness(value) < 0.7 && entropy(value) >= 3.0 && drawn {
                    Outcome::Tell(Reason::Random)
                } else {
                    Outcome::Drop
                }
            }
            Self::NotAName => keep(
                ![&b".com"[..], b".json", b".pem", b".txt", b".key", b".env", b".yml", b".yaml", b".toml", b"://"]
                    .iter()
                    .any(|part| contains_ignoring_case(value, part)),
            ),
            Self::HasMarks => keep(has_marks(value)),
            Self::Mixed => keep(
                value.iter().any(u8::is_ascii_digit)
                    && value.iter().any(u8::is_ascii_lowercase)
                    && value.iter().any(u8::is_ascii_uppercase),
            ),
        }
    }
}
