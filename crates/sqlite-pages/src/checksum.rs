//! The two checksums: of the write-ahead log (file format, section 4.2) and of the rollback
//! journal (section 3).

/// A running checksum of the write-ahead log: two 32-bit words that depend on all bytes so far.
pub(crate) type LogSum = [u32; 2];

/// Continues `sum` over `bytes`, taken as 32-bit words in pairs; a rest below 8 bytes is left out
/// (headers and pages have none).
pub(crate) fn log_sum(sum: LogSum, bytes: &[u8], big_endian: bool) -> LogSum {
    if big_endian { fold(sum, bytes, u32::from_be_bytes) } else { fold(sum, bytes, u32::from_le_bytes) }
}

fn fold(sum: LogSum, bytes: &[u8], word: impl Fn([u8; 4]) -> u32) -> LogSum {
    let (pairs, _rest) = bytes.as_chunks::<8>();
    pairs.iter().fold(sum, |[s0, s1], &[a, b, c, d, e, f, g, h]| {
        let s0 = s0.wrapping_add(word([a, b, c, d])).wrapping_add(s1);
        let s1 = s1.wrapping_add(word([e, f, g, h])).wrapping_add(s0);
        [s0, s1]
    })
}

/// Computes the checksum of a page in a rollback journal: the nonce plus every 200th byte, counted
/// from the end of the page.
pub(crate) fn journal_sum(nonce: u32, page: &[u8]) -> u32 {
    let mut sum = nonce;
    let mut at = page.len().saturating_sub(200);
    while at > 0 {
        sum = sum.wrapping_add(u32::from(page.get(at).copied().unwrap_or(0)));
        at = at.saturating_sub(200);
    }
    sum
}
