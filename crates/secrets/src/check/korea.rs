//! Check digits of Korean numbers.

/// Returns what the last of the thirteen digits of a resident registration number should be.
///
/// The first twelve digits are weighted 2 to 9, 2 to 5; the check digit is `(11 - sum mod 11) mod 10` (enforcement
/// rules of the Resident Registration Act, as in force until October 2020). Numbers issued since then have none.
pub(crate) fn resident_check_digit(digits: &[u8]) -> u32 {
    (11 - weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11) % 10
}

/// Returns what the last digit of a foreigner registration number should be: `(13 - sum mod 11) mod 10`.
pub(crate) fn foreigner_check_digit(digits: &[u8]) -> u32 {
    (13 - weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11) % 10
}

/// Returns what the last of the ten digits of a business registration number should be.
///
/// Weights 1 3 7 1 3 7 1 3 5, and the tens of the last product are added once more (National Tax Service).
pub(crate) fn business_check_digit(digits: &[u8]) -> u32 {
    let sum = weighted(digits, &[1, 3, 7, 1, 3, 7, 1, 3, 5]);
    let carried = digits.get(8).map_or(0, |digit| u32::from(*digit) * 5 / 10);
    (10 - (sum + carried) % 10) % 10
}

fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| u32::from(*digit) * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
    }

    /// Worked by hand: 9·2+0·3+0·4+1·5+0·6+1·7+1·8+2·9+3·2+4·3+5·4+6·5 = 124; 124 mod 11 = 3; 11 - 3 = 8.
    #[test]
    fn resident_number_worked_by_hand() {
        assert_eq!(resident_check_digit(&digits("900101-123456")), 8);
    }

    /// The same sum with gender digit 5: 124 + 4·8 = 156; 156 mod 11 = 2; 13 - 2 = 11; 11 mod 10 = 1.
    #[test]
    fn foreigner_number_worked_by_hand() {
        assert_eq!(foreigner_check_digit(&digits("900101-523456")), 1);
    }

    /// Numbers that companies must print on their web pages, without their last digit.
    #[test]
    fn business_numbers_that_are_published() {
        assert_eq!(business_check_digit(&digits("120-81-4752")), 1);
        assert_eq!(business_check_digit(&digits("220-81-6251")), 7);
    }
}
