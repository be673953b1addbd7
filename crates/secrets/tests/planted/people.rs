//! Personal data, put together here.

use crate::plant::Text;
use crate::random::{DIGITS, Random, business, luhn, resident};

pub(crate) fn personal(text: &mut Text, random: &mut Random) {
    text.plant("email", "담당자 ", "minji.kim@naver.com", "에게 문의");
    text.plant("email", "cc: ", "a.b+news@sub.acme.co.kr", ", thanks");
    text.plant("email", "{\"email\":\"", "someone@example.com", "\"}");
    let last = || "5678";
    text.plant("phone-mobile-kr", "연락처 ", &format!("010-2345-{}", last()), "");
    text.plant("phone-mobile-kr", "mobile ", &format!("010 9876 {}", last()), "");
    text.plant("phone-mobile-kr", "call ", &format!("0102345{}", last()), " after six");
    text.plant("phone-mobile-kr", "", &format!("+82-10-2345-{}", last()), "");
    text.plant("phone-mobile-kr", "전화:", &format!("010.2345.{}", last()), "");
    text.plant("phone-mobile-kr", "tel=", &format!("+82102345{}", last()), "");
    text.plant("phone-landline-kr", "회사 ", &format!("02-345-{}", last()), "");
    text.plant("phone-landline-kr", "", &format!("031-345-{}", last()), "로 연락");
    text.plant("phone-landline-kr", "팩스 ", &format!("(02) 2345-{}", last()), "");
    text.plant("phone-landline-kr", "", &format!("070-2345-{}", last()), "");
    text.plant("phone-international", "", &format!("+1 (212) 555-{}", "0123"), "");
    text.plant("phone-international", "", &format!("+44 20 7946 {}", "0958"), "");
    text.plant("phone-us", "phone 212-555-", "", "");
    text.planted.pop();
    text.plant("phone-us", "phone ", &format!("212-555-{}", "0123"), "");
    let born = "900101-1";
    let digits = format!("{}{}", born.replace('-', ""), random.text(DIGITS, 5));
    let number = format!("{}-{}{}", &digits[..6], &digits[6..], resident(&digits, false));
    text.plant("resident-number-kr", "주민등록번호 ", &number, "");
    text.plant("resident-number-kr", "", &number.replace('-', " "), "");
    text.plant("resident-number-kr", "rrn=", &number.replace('-', ""), "");
    let wrong =
        format!("{}-{}{}", &digits[..6], &digits[6..], (resident(&digits, false).parse::<u32>().unwrap_or(0) + 1) % 10);
    text.plant("resident-number-kr", "", &wrong, " (2020년 10월 이후 발급)");
    let digits = format!("9505055{}", random.text(DIGITS, 5));
    let number = format!("{}-{}{}", &digits[..6], &digits[6..], resident(&digits, true));
    text.plant("foreigner-number-kr", "외국인등록번호: ", &number, "");
    let digits = format!("21481{}", random.text(DIGITS, 4));
    let number = format!("{}-{}-{}{}", &digits[..3], &digits[3..5], &digits[5..], business(&digits));
    text.plant("business-number-kr", "사업자등록번호 ", &number, "");
    for (start, grouping) in [("4", "-"), ("52", " "), ("9", "-")] {
        let digits = format!("{start}{}", random.text(DIGITS, 15 - start.len()));
        let digits = format!("{digits}{}", luhn(&digits));
        let number = [&digits[..4], &digits[4..8], &digits[8..12], &digits[12..]].join(grouping);
        text.plant("card-number", "카드 ", &number, "");
    }
    let digits = format!("4{}", random.text(DIGITS, 14));
    text.plant("card-number", "card ", &format!("{digits}{}", luhn(&digits)), "");
    text.plant("passport-kr", "여권번호 ", &["M", "70689098"].concat(), "");
    text.plant("passport-kr", "passport ", &["M", "706A", "9098"].concat(), "");
    text.plant("driving-licence-kr", "운전면허 ", &["11-12", "-345678-90"].concat(), "");
    text.plant("driving-licence-kr", "", &["서울 12", "-345678-90"].concat(), "");
    text.plant("bank-account-kr", "계좌번호 국민 ", &["123456-01", "-234567"].concat(), "");
    text.plant("ip-address", "ssh to ", "192.168.0.17", " first");
    text.plant("ip-address", "http://", "10.20.30.40", ":8080/health");
    text.plant("ip-address", "server ", "203.0.113.77", "");
    text.plant("ipv6-address", "", "2001:db8:85a3::8a2e:370:7334", "");
    text.plant("ipv6-address", "listen on ", "fe80::1ff:fe23:4567:890a", "");
}
