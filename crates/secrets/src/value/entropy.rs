//! How random characters look.

/// Returns the Shannon entropy of the bytes in bits per byte: `-Σ p·log2 p` over the frequencies of the byte values; 0
/// for nothing.
pub(crate) fn entropy(value: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let total = value.len() as f64;
    counts.iter().filter(|count| **count > 0).fold(0.0, |sum, count| {
        let share = f64::from(*count) / total;
        sum - share * share.log2()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_of_two_equal_halves_has_one_bit() {
        assert!((entropy(b"abababab") - 1.0).abs() < 1e-9);
        assert!((entropy(b"abcd") - 2.0).abs() < 1e-9);
        assert!(entropy(b"aaaa").abs() < 1e-9);
        assert!(entropy(b"").abs() < 1e-9);
    }
}
