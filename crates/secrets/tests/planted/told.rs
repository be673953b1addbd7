//! Secrets that are told by their structure or by what stands before them.

use crate::plant::Text;
use crate::random::{BASE32, BASE62, BASE64, HEX, Random, base64};

fn pem(random: &mut Random, label: &str, line_end: &str) -> String {
    let mut body: Vec<String> = (0..12).map(|_| random.text(BASE64, 64)).collect();
    body.push(random.text(BASE64, 30) + "==");
    let dashes = "-".repeat(5);
    format!("{dashes}BEGIN {label}{dashes}{line_end}{}{line_end}{dashes}END {label}{dashes}", body.join(line_end))
}

pub(crate) fn keys(text: &mut Text, random: &mut Random) {
    for label in ["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "] {
        let key = pem(random, &format!("{label}PRIVATE KEY"), "\n");
        text.plant("private-key", "deploy key:\n", &key, "");
    }
    let key = pem(random, "PRIVATE KEY", "\\n");
    text.plant("private-key", "\"private_key\": \"", &key, "\\n\",");
    let key = pem(random, "RSA PRIVATE KEY", "\n");
    text.plant("private-key", "log was cut: ", &key[..400], "");
    let key = pem(random, "EC PRIVATE KEY", "\n");
    text.plant("private-key-tail", "rest of it: ", &key[key.len() - 300..], "");
    let key = pem(random, "PGP PRIVATE KEY BLOCK", "\n");
    text.plant("private-key", "", &key, "");
    let key = base64(pem(random, "PRIVATE KEY", "\n").as_bytes(), false, true);
    text.plant("private-key-base64", "tls.key: ", &key, "");
    let line = |random: &mut Random| random.text(BASE64, 64);
    let (public, private) =
        ([line(random), line(random)].join("\n"), [line(random), line(random), line(random)].join("\n"));
    let mac = random.text(HEX, 40);
    let key = format!(
        "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: deploy\nPublic-Lines: 2\n{public}\nPrivate-Lines: 3\n{private}\nPrivate-MAC: {mac}"
    );
    text.plant("putty-private-key", "", &key, "");
    // Django draws from these; brackets and marks among them end other values.
    let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)";
    let drawn = |random: &mut Random| random.text(alphabet, 50);
    let key = format!("{}{}", ["django-", "insecure-"].concat(), drawn(random));
    text.plant("django-insecure-key", "SECRET_KEY = '", &key, "'");
    text.plant("django-secret-key", "SECRET_KEY = \"", &drawn(random), "\"");
    let header = base64(br#"{"alg":"HS256","typ":"JWT"}"#, true, false);
    let payload = base64(br#"{"sub":"42","exp":1893456000}"#, true, false);
    let token = format!("{header}.{payload}.{}", base64(&random.bytes(32), true, false));
    text.plant("jwt", "Authorization: Bearer ", &token, "");
    let words = ["legal winner thank year wave ", "sausage worth useful legal ", "winner thank yellow"].concat();
    text.plant("seed-phrase", "wallet: ", &words, "");
    let words = ["ozone drill grab fiber curtain grace ", "pudding thank cruise elder eight picnic"].concat();
    text.plant("seed-phrase", "복구 문구 ", &words, "");
    let key = base64(&random.bytes(32), false, true);
    let key = format!("{}A=", &key[..42]);
    text.plant("wireguard-key", "PrivateKey = ", &key, "");
    let seed = random.text(BASE32, 32);
    text.plant("totp-secret", "otpauth://totp/acme:ops?issuer=acme&secret=", &seed, "&digits=6");
    let cookie = random.mixed(40);
    text.plant("cookie-header", "Cookie: theme=dark; sessionid=", &cookie, "; lang=ko");
}

pub(crate) fn urls_and_headers(text: &mut Text, random: &mut Random) {
    for scheme in
        ["postgres", "postgresql+asyncpg", "mysql", "mongodb+srv", "redis", "amqp", "https", "ftp", "clickhouse"]
    {
        let password = random.mixed(12);
        let before = format!("{scheme}://app:");
        text.plant("url-password", &before, &password, "@db-1.acme.dev/main");
    }
    text.plant("url-password", "redis://:", "swordfish", "@cache:6379/0");
    let password = random.mixed(10);
    text.plant("connection-password", "jdbc:postgresql://db/app?user=app&password=", &password, "&ssl=true");
    text.plant(
        "connection-password",
        "Server=tcp:db.acme.dev;Initial Catalog=main;User Id=sa;Password=",
        &format!("{password}!x"),
        ";Encrypt=true",
    );
    text.plant("connection-password", "Driver={ODBC Driver 18};Server=db;UID=sa;PWD=", &password, ";");
    text.plant("connection-password", "host=db user=app password=", &password, " dbname=main");
    text.plant("oracle-password", "jdbc:oracle:thin:scott/", &password, "@//db:1521/orcl");
    let token = random.mixed(24);
    text.plant("url-token", "GET https://api.acme.dev/v1/rows?limit=5&access_token=", &token, "&sort=asc");
    let token = random.mixed(40);
    text.plant("bearer-token", "-H 'Authorization: Bearer ", &token, "'");
    let pair = base64(format!("deploy:{}", random.mixed(12)).as_bytes(), false, true);
    text.plant("basic-auth", "Authorization: Basic ", &pair, "");
    let token = random.mixed(32);
    text.plant("generic-api-key", "X-Api-Key: ", &token, "");
    let password = random.mixed(11);
    text.plant("curl-user", "curl -sS -u deploy:", &password, " https://api.acme.dev");
    text.plant("command-password", "mysql -h db -u root -p", &password, " main");
    text.plant("command-password", "sshpass -p '", &password, "' ssh deploy@db");
    text.plant("netrc-password", "machine api.acme.dev login deploy password ", &password, "");
    let server = "db.acme.dev:5432:main:app:";
    text.plant("pgpass-password", server, &password, "");
    text.plant("sql-password", "CREATE USER app WITH PASSWORD '", &password, "';");
    text.plant("docker-config-auth", "{\"auths\":{\"ghcr.io\":{\"auth\":\"", &pair, "\"}}}");
}

pub(crate) fn assignments(text: &mut Text, random: &mut Random) {
    let key = random.mixed(32);
    for (rule, before, behind) in [
        ("generic-api-key", "export API_KEY=", ""),
        ("generic-api-key", "const apiKey = \"", "\";"),
        ("generic-api-key", "    api_key: ", ""),
        ("generic-api-key", "let signing_key: &str = \"", "\";"),
        ("generic-api-key", "{\"apiKey\":\"", "\",\"n\":1}"),
        ("generic-api-key", "config['api_key'] = '", "'"),
        ("generic-api-key", "api_key := `", "`"),
        ("generic-api-key", "$env:ACCESS_KEY = '", "'"),
        ("generic-api-key", "ENV ACCESS_KEY ", ""),
        ("generic-api-key", "<add key=\"ApiKey\" value=\"", "\" />"),
        ("generic-api-key", "{\"name\": \"API_KEY\", \"value\": \"", "\"}"),
        ("generic-api-key", "API 키는 ", " 입니다"),
        ("generic-secret", "client_secret=", "&grant_type=x"),
        ("generic-secret", "auth_token => '", "',"),
        ("generic-secret", "String authToken = \"", "\";"),
        ("generic-secret", "{\\\"token\\\": \\\"", "\\\"}"),
        ("generic-secret", "the staging token is ", ", ends in May"),
        ("generic-secret", "--token ", " --quiet"),
        ("generic-secret", "토큰: ", ""),
    ] {
        text.plant(rule, before, &key, behind);
    }
    let hex = random.text(HEX, 64);
    text.plant("generic-api-key", "SECRET_KEY_BASE_DEV=x\nDJANGO_SECRET_KEY = '", &hex, "'");
    let strong = format!("{}!{}", random.mixed(6), random.text(BASE62, 4));
    for (before, behind) in [
        ("password: ", ""),
        ("DB_PASSWORD=", ""),
        ("password = \"", "\""),
        ("\"password\": \"", "\","),
        ("The staging password is ", " since May"),
        ("password for grafana is ", " (rotate)"),
        ("<password>", "</password>"),
        ("| password | ", " |"),
        ("**Password:** ", ""),
        ("--password ", " --force"),
        ("비밀번호: ", ""),
        ("관리자 비밀번호는 ", "입니다"),
        ("DB 비밀번호(운영): ", ""),
        ("패스워드=", ""),
        ("비번 ", " 로 접속"),
        ("Use ", " as the admin password"),
        ("setPassword(\"", "\")"),
    ] {
        text.plant("password", before, &strong, behind);
    }
    text.plant("password", "login ok with password: ", "hunter2", "");
    text.plant("password", "passphrase: \"", "correct horse battery staple", "\"");
    text.plant("password", "계정 비밀번호: ", "0704", "");
}
