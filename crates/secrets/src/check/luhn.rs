//! The check digit of payment cards.

/// Returns whether digits pass the Luhn check (ISO/IEC 7812-1, annex B): every second digit from the right is doubled,
/// nines are cast out, and the sum is a multiple of ten.
pub(crate) fn is_valid(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0_u32, |sum, (at, digit)| {
        let digit = u32::from(*digit);
        let doubled = digit * 2;
        sum + if at % 2 == 0 {
            digit
        } else if doubled > 9 {
            doubled - 9
        } else {
            doubled
        }
    });
    !digits.is_empty() && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_published_example() {
        let digits = |text: &str| text.bytes().map(|byte| byte - b'0').collect::<Vec<u8>>();
        assert!(is_valid(&digits("79927398713")), "the example of the method's description");
        assert!(!is_valid(&digits("79927398710")));
        assert!(!is_valid(&[]));
    }
}
