//! Variable-length integers (file format, section 1.6): one to nine bytes, seven bits each with the
//! high bit set on all but the last; a ninth byte gives all eight bits.

/// Reads the varint at `at` and returns it with its length in bytes, or `None` when the slice ends
/// within it. Signed values are the same 64 bits as two's complement.
pub fn read_varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let rest = bytes.get(at..)?;
    let mut value = 0u64;
    for (i, &byte) in rest.iter().take(8).enumerate() {
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, i + 1));
        }
    }
    rest.get(8).map(|&byte| (value << 8 | u64::from(byte), 9))
}

#[cfg(test)]
mod tests {
    use super::read_varint;

    #[test]
    fn values_of_every_length_read_as_the_format_says() {
        for (bytes, value, len) in [
            (&[0x00][..], 0, 1),
            (&[0x7f], 127, 1),
            (&[0x81, 0x00], 128, 2),
            (&[0x82, 0x00], 256, 2),
            (&[0xff, 0x7f], 16_383, 2),
            (&[0x81, 0x80, 0x00], 16_384, 3),
            (&[0xc0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 1 << 63, 9),
            (&[0xff; 9], u64::MAX, 9),
        ] {
            assert_eq!(read_varint(bytes, 0), Some((value, len)), "{bytes:x?}");
            assert_eq!(read_varint(&bytes[..len - 1], 0), None, "{bytes:x?} cut");
        }
        assert_eq!(read_varint(&[1, 0x81, 0x01], 1), Some((129, 2)));
        assert_eq!(read_varint(&[], 0), None);
        assert_eq!(read_varint(&[1], usize::MAX), None);
    }
}
