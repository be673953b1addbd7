//! Forms that agents' notes and the output of their tools have: colours, patches, numbered lines, dashes, brackets,
//! sentences in two languages; and platforms that are told by a prefix.

use crate::plant::Text;
use crate::random::{BASE32, BASE62, BASE64, HEX, LOWER, Random};

/// Passwords as people choose them.
fn passwords(text: &mut Text) {
    let (marked, simple) = (["hunter", "2!"].concat(), ["admin", "1234"].concat());
    for (before, behind) in [
        ("\x1b[32mpassword:\x1b[0m ", "\x1b[0m"),
        ("\\u001b[32mpassword:\\u001b[0m ", "\\u001b[0m"),
        ("\x1b[1mDB_PASSWORD\x1b[0m=\x1b[33m", "\x1b[0m"),
        ("* Password — ", ""),
        ("비밀번호(", ")"),
        ("비밀번호「", "」"),
        ("비밀번호는 ", "입니다"),
        ("비밀번호를 ", "로 변경했다"),
        ("비번은 ", ""),
        ("pw는 ", ""),
        ("admin 계정 PW ", ""),
        ("the password (", ") works"),
        ("Password:\n", ""),
        ("|DB_PASSWORD|", "|"),
        ("temp password ", " was set"),
        ("user admin, password ", ""),
    ] {
        text.plant("password", before, &marked, behind);
    }
    for (before, behind) in [
        ("Logged in with password ", ""),
        ("set the password to ", ""),
        ("use ", " as the password"),
        ("account.setPassword(\"", "\")"),
        ("pw = ", ""),
        ("pass: ", ""),
    ] {
        text.plant("password", before, &simple, behind);
    }
    text.plant("password", "password: ", &["x9", "Lm2"].concat(), "");
    // Marks that mostly end a value stand inside one too; a part of it would be left behind.
    for mark in [")", "]", "}", ";", "`", "한", "é"] {
        let value = ["kQ7xZ2m", mark, "Pw9LrTt4Vv"].concat();
        for before in ["비밀번호: ", "password: "] {
            text.plant("password", before, &value, "");
            text.plant("password", before, &value, ", then");
        }
    }
    let pair = ["Tr0ub4dor", "&3"].concat();
    text.plant("connection-password", "Server=db;Database=x;User Id=sa;Password=", &pair, ";");
    text.plant("account-pair", "접속정보 admin / ", &marked, "");
}

fn tokens(text: &mut Text, random: &mut Random) {
    // Letters alone, small and capital by turns.
    let turns: String = (0..28)
        .map(|at| {
            let letter = random.text(LOWER, 1);
            if at % 2 == 0 { letter.to_ascii_uppercase() } else { letter }
        })
        .collect();
    text.plant("generic-secret", "JWT_SECRET=", &turns, "");
    text.plant("bearer-token", "Authorization: Bearer ", &turns, "");
    let key = random.mixed(32);
    for (rule, before, behind) in [
        ("generic-api-key", "the key is ", " for now"),
        ("generic-api-key", "use key ", " for it"),
        ("generic-api-key", "키는 ", "입니다"),
        ("generic-api-key", "시크릿 키는 ", ""),
        ("generic-secret", "credentials: ", ""),
        ("generic-secret", "\x1b[32mTOKEN\x1b[0m=", ""),
        ("generic-secret", "API token (", ")"),
        ("generic-secret", "got token ", " from the store"),
    ] {
        text.plant(rule, before, &key, behind);
    }
    let hex = random.text(HEX, 32);
    let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-");
    text.plant("generic-api-key", "X-API-Key: ", &uuid, "");
    text.plant("generic-secret", "client_secret=", &uuid, "");
    text.plant("session-cookie-named", "PHPSESSID=", &random.mixed(26), "; path=/");
    let digits = random.text("123456789", 10);
    let bot = format!("{digits}:{}{}", "AA", random.mixed(33));
    text.plant("telegram-bot-token", "\x1b[33m", &bot, "\x1b[0m");
    // A payload that is no JSON: mistyped.
    let (head, payload) = (["eyJhbGci", "OiJIUzI1NiJ9"].concat(), ["ey", "J"].concat());
    text.plant("jwt", "", &format!("{head}.{payload}{}.{}", random.mixed(38), random.mixed(43)), "");
}

fn keys(text: &mut Text, random: &mut Random) {
    let dashes = "-".repeat(5);
    let mut lines = vec![format!("{dashes}BEGIN RSA PRIVATE KEY{dashes}")];
    lines.extend((0..6).map(|_| random.text(BASE64, 64)));
    lines.push(format!("{}==", random.text(BASE64, 30)));
    lines.push(format!("{dashes}END RSA PRIVATE KEY{dashes}"));
    text.plant("private-key", "+", &lines.join("\n+"), "");
    text.plant("private-key", "-", &lines.join("\n-"), "");
    let numbered: Vec<String> = lines.iter().enumerate().map(|(at, line)| format!("{}\t{line}", at + 1)).collect();
    text.plant("private-key", "1\t", &numbered.join("\n")[2..], "");
    let escaped = lines.join("\n").replace('+', "%2B").replace('=', "%3D").replace(' ', "%20").replace('\n', "%0A");
    text.plant("private-key", "body=", &escaped, "");
    // Cut in the middle of a line.
    let cut = lines[..4].join("\n");
    text.plant("private-key", "log: ", &cut[..cut.len() - 55], "… [cut]");
    let words = ["switch faith rookie slab awesome glory", " ancient struggle joy pledge shuffle dry"].concat();
    text.plant("seed-phrase", "\x1b[1m", &words, "\x1b[0m");
}

fn platforms(text: &mut Text, random: &mut Random) {
    let mut plant = |rule, prefix: [&str; 2], alphabet, length| {
        let value = format!("{}{}", prefix.concat(), random.text(alphabet, length));
        text.plant(rule, "ran it with ", &value, "를 폐기");
    };
    let lower36 = "abcdefghijklmnopqrstuvwxyz0123456789";
    plant("apify-token", ["apify_", "api_"], BASE62, 36);
    plant("deno-token", ["dd", "p_"], BASE62, 36);
    plant("docker-swarm-key", ["SWM", "KEY-1-"], BASE62, 43);
    plant("elastic-cloud-key", ["ess", "u_"], BASE62, 80);
    plant("llamacloud-key", ["ll", "x-"], BASE62, 48);
    plant("mailersend-token", ["mls", "n."], BASE62, 64);
    plant("atlas-service-account", ["mdb_", "sa_sk_"], BASE62, 40);
    plant("onesignal-key", ["os_v2", "_app_"], "abcdefghijklmnopqrstuvwxyz234567", 103);
    plant("openshift-token", ["sha", "256~"], BASE62, 43);
    plant("polar-token", ["polar", "_pat_"], BASE62, 43);
    plant("ramp-secret", ["ramp", "_sec_"], BASE62, 48);
    plant("samsara-token", ["samsara", "_api_"], BASE62, 30);
    plant("xendit-key", ["xnd_", "production_"], BASE62, 64);
    plant("wakatime-key", ["wa", "ka_"], lower36, 40);
    plant("octopus-key", ["AP", "I-"], BASE32, 32);
    plant("postman-collection-token", ["PM", "AT-"], BASE62, 26);
    // Hex in the issuer's keys, any letters in made-up ones.
    plant("shopify-token", ["shp", "at_"], BASE62, 32);
}

pub(crate) fn forms(text: &mut Text, random: &mut Random) {
    passwords(text);
    tokens(text, random);
    keys(text, random);
    platforms(text, random);
}

pub(crate) fn people(text: &mut Text) {
    let last = || "5678";
    text.plant("phone-mobile-kr", "{\"phone\":\"", &format!("+82 10-2345-{}", last()), "\"}");
    text.plant("phone-mobile-kr", "\x1b[32m", &format!("+82102345{}", last()), "\x1b[0m");
    text.plant("phone-mobile-kr", "", &format!("010-2345 {}", last()), "로 연락");
    text.plant("phone-landline-kr", "tel ", &format!("+82-2-2345-{}", last()), "");
    text.plant("phone-international", "", &format!("+81 3-2345-{}", last()), "");
    text.plant("phone-international", "", &format!("+33 6 12 34 56 {}", "78"), "");
    text.plant("phone-international", "call ", &format!("+49 30 90{}", "1820"), "");
    text.plant("card-number", "카드번호 ", &["1234-5678", "-9012-3456"].concat(), "");
    text.plant("card-number", "card: ", &["4532.0151", ".1283.0366"].concat(), "");
    text.plant("passport-kr", "여권 ", &["PM", "7068909"].concat(), "");
    text.plant("passport-kr", "passport no. ", &["m", "70689098"].concat(), "");
    text.plant("email", "담당 ", "홍길동@회사.한국", "입니다");
    text.plant("email", "to ", "minsu@한국.kr", "로 보낸다");
}
