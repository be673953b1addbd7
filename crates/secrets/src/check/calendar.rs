//! Dates inside numbers.

/// Returns whether `yy`, `mm`, `dd` can be a day of birth; 29 February needs a year that is divisible by four.
pub(crate) fn is_day(yy: u32, mm: u32, dd: u32) -> bool {
    let last = match mm {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if yy.is_multiple_of(4) => 29,
        2 => 28,
        _ => return false,
    };
    (1..=last).contains(&dd)
}

#[cfg(test)]
mod tests {
    #[test]
    fn knows_the_months() {
        use super::is_day;
        assert!(is_day(90, 1, 31) && is_day(96, 2, 29) && is_day(0, 2, 29));
        assert!(
            !is_day(90, 2, 29) && !is_day(90, 4, 31) && !is_day(90, 13, 1) && !is_day(90, 0, 1) && !is_day(90, 1, 0)
        );
    }
}
