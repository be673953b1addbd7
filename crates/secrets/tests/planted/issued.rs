//! Values with the prefixes, lengths and checksums of those who issue them, put together here.

use crate::plant::Text;
use crate::random::{BASE32, BASE62, BASE64, DIGITS, HEX, LOWER, Random, UPPER, base64, with_checksum};

fn hyphenated(random: &mut Random) -> String {
    let mut part = |length| random.text(HEX, length);
    format!("{}-{}-4{}-a{}-{}", part(8), part(4), part(3), part(3), part(12))
}

pub(crate) fn clouds(text: &mut Text, random: &mut Random) {
    let id = ["AK", "IA", &random.text(BASE32, 16)].concat();
    text.plant("aws-access-key-id", "aws_access_key_id = ", &id, "");
    let secret = format!("{}/{}", random.mixed(22), random.mixed(17));
    text.plant("aws-secret-key", "aws_secret_access_key = ", &secret, "");
    let secret = format!("{}+{}", random.mixed(12), random.mixed(27));
    text.plant("aws-secret-key", "\"SecretAccessKey\": \"", &secret, "\",");
    let id = ["AS", "IA", &random.text(BASE32, 16)].concat();
    text.plant("aws-temporary-key-id", "export AWS_ACCESS_KEY_ID=", &id, "");
    let token = ["IQoJb3Jp", "Z2lu", &random.text(BASE64, 240)].concat();
    text.plant("aws-session-token", "AWS_SESSION_TOKEN=", &token, "");
    let key = ["AI", "za", &random.mixed(35)].concat();
    text.plant("google-api-key", "maps key ", &key, " is for staging");
    let secret = ["GOC", "SPX-", &random.mixed(28)].concat();
    text.plant("google-oauth-secret", "client_secret: ", &secret, "");
    let token = ["ya", "29.", &random.mixed(120)].concat();
    text.plant("google-oauth-access-token", "curl -H 'x: ", &token, "'");
    let key = base64(&random.bytes(64), false, true);
    text.plant(
        "azure-storage-key",
        "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=",
        &key,
        ";EndpointSuffix=core.windows.net",
    );
    let signature = format!("{}%3D", random.mixed(43));
    text.plant(
        "azure-sas",
        "https://acme.blob.core.windows.net/c?sv=2024-08-04&se=2026-01-01&sr=c&sig=",
        &signature,
        "",
    );
    let secret = format!("{}8{}{}", random.mixed(3), "Q~", random.mixed(34));
    text.plant("azure-client-secret", "tenant app secret ", &secret, "");
    let key = base64(&random.bytes(32), false, true);
    text.plant(
        "azure-shared-access-key",
        "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=",
        &key,
        "",
    );
    let token = ["dop", "_v1_", &random.text(HEX, 64)].concat();
    text.plant("digitalocean-token", "doctl auth init -t ", &token, "");
    let token = ["cf", "ut_", &random.mixed(48)].concat();
    text.plant("cloudflare-token", "", &token, "");
    let token = random.mixed(40);
    text.plant("cloudflare-token-named", "CLOUDFLARE_API_TOKEN=", &token, "");
    let id = ["LT", "AI5t", &random.mixed(18)].concat();
    text.plant("alibaba-access-key-id", "oss id ", &id, "");
}

pub(crate) fn code_hosts(text: &mut Text, random: &mut Random) {
    for (rule, prefix) in [
        ("github-token", "p"),
        ("github-oauth-token", "o"),
        ("github-user-token", "u"),
        ("github-installation-token", "s"),
        ("github-refresh-token", "r"),
    ] {
        let token = with_checksum(&["gh", prefix, "_"].concat(), &random.mixed(30));
        text.plant(rule, "remote uses ", &token, " now");
    }
    let token = ["github", "_pat_", &random.mixed(22), "_", &random.mixed(59)].concat();
    text.plant("github-fine-grained-token", "GH_TOKEN: ", &token, "");
    for (rule, prefix) in [
        ("gitlab-token", "pat-"),
        ("gitlab-deploy-token", "dt-"),
        ("gitlab-runner-token", "rt-"),
        ("gitlab-trigger-token", "ptt-"),
    ] {
        let token = ["gl", prefix, &random.mixed(24)].concat();
        text.plant(rule, "token=", &token, "");
    }
    let token = ["AT", "BB", &random.mixed(32)].concat();
    text.plant("bitbucket-token", "app password ", &token, "");
    let token = ["ATA", "TT3", &random.mixed(180)].concat();
    text.plant("atlassian-token", "jira: ", &token, "");
}

pub(crate) fn models(text: &mut Text, random: &mut Random) {
    let key = ["sk-", "proj-", &random.mixed(74), "T3Blbk", "FJ", &random.mixed(74)].concat();
    text.plant("openai-key", "OPENAI_API_KEY=", &key, "");
    let key = ["sk-", &random.mixed(20), "T3Blbk", "FJ", &random.mixed(20)].concat();
    text.plant("openai-old-key", "old key ", &key, ".");
    let key = ["sk-", "ant-", "api03-", &random.mixed(93), "AA"].concat();
    text.plant("anthropic-key", "anthropic: ", &key, "");
    let key = ["sk-", "ant-", "oat01-", &random.mixed(93), "AA"].concat();
    text.plant("anthropic-oauth-token", "\"accessToken\":\"", &key, "\"");
    let key = ["sk-", &random.text(HEX, 32)].concat();
    text.plant("deepseek-key", "DEEPSEEK_API_KEY=", &key, "");
    let key = ["sk-", &random.text(HEX, 32)].concat();
    text.plant("sk-key", "use ", &key, " for the batch");
    let key = ["hf", "_", &random.mixed(34)].concat();
    text.plant("huggingface-token", "login(token='", &key, "')");
    let key = ["gs", "k_", &random.mixed(52)].concat();
    text.plant("groq-key", "", &key, "");
    let key = ["xa", "i-", &random.mixed(80)].concat();
    text.plant("xai-key", "", &key, "");
    let key = ["pp", "lx-", &random.mixed(48)].concat();
    text.plant("perplexity-key", "", &key, "");
    let key = ["r8", "_", &random.mixed(37)].concat();
    text.plant("replicate-token", "", &key, "");
    let key = ["sk-", "or-v1-", &random.text(HEX, 64)].concat();
    text.plant("openrouter-key", "", &key, "");
}

pub(crate) fn chat_and_mail(text: &mut Text, random: &mut Random) {
    let token = format!("xo{}-{}-{}-{}", "xb", random.text(DIGITS, 12), random.text(DIGITS, 12), random.mixed(24));
    text.plant("slack-bot-token", "SLACK_BOT_TOKEN=", &token, "");
    let token = format!(
        "xo{}-{}-{}-{}-{}",
        "xp",
        random.text(DIGITS, 11),
        random.text(DIGITS, 11),
        random.text(DIGITS, 12),
        random.text(HEX, 32)
    );
    text.plant("slack-user-token", "", &token, "");
    // The whole URL is the secret.
    let path = format!("/T{}/B{}/{}", random.text(UPPER, 9), random.text(UPPER, 9), random.mixed(24));
    text.plant("slack-webhook", "post to ", &["https://", "hooks.", "slack.com/", "services", &path].concat(), "");
    let id = base64(format!("1{}", random.text(DIGITS, 17)).as_bytes(), true, false);
    let token = format!("{id}.G{}.{}", random.mixed(5), random.mixed(38));
    text.plant("discord-bot-token", "bot.login('", &token, "')");
    let hook = format!(
        "https://discord.com/api/{}/{}/{}",
        "webhooks",
        random.text(DIGITS, 18).replace('0', "1"),
        random.mixed(68)
    );
    text.plant("discord-webhook", "hook: ", &hook, "");
    let token = format!("{}:{}{}", random.text("123456789", 10), "AA", random.mixed(33));
    text.plant("telegram-bot-token", "bot ", &token, "");
    let key = format!("S{}.{}.{}", "G", random.mixed(22), random.mixed(43));
    text.plant("sendgrid-key", "mail key ", &key, "");
    let key = ["ke", "y-", &random.text(HEX, 32)].concat();
    text.plant("mailgun-key", "mailgun ", &key, "");
    let key = format!("{}-us{}", random.text(HEX, 32), 14);
    text.plant("mailchimp-key", "list ", &key, "");
    let key = ["S", "K", &random.text(HEX, 32)].concat();
    text.plant("twilio-key", "sid ", &key, "");
    let token = random.text(HEX, 32);
    text.plant("twilio-auth-token", "TWILIO_AUTH_TOKEN=", &token, "");
}

pub(crate) fn payment_and_registries(text: &mut Text, random: &mut Random) {
    let key = ["sk_", "live_", &random.mixed(24)].concat();
    text.plant("stripe-secret-key", "stripe.api_key = '", &key, "'");
    let key = ["rk_", "live_", &random.mixed(99)].concat();
    text.plant("stripe-secret-key", "", &key, "");
    let key = ["sk_", "test_", &random.mixed(24)].concat();
    text.plant("stripe-test-key", "", &key, "");
    let key = ["wh", "sec_", &random.mixed(32)].concat();
    text.plant("stripe-webhook-secret", "STRIPE_WEBHOOK_SECRET=", &key, "");
    let token = ["sh", "pat_", &random.text(HEX, 32)].concat();
    text.plant("shopify-token", "", &token, "");
    let key = ["live", "_sk_", &random.mixed(32)].concat();
    text.plant("toss-secret-key", "toss ", &key, "");
    let token = with_checksum(&["np", "m_"].concat(), &random.mixed(30));
    text.plant("npm-token", "//registry.npmjs.org/:_authToken=", &token, "");
    let macaroon = [&[2, 1, 8][..], b"pypi.org", &random.bytes(90)].concat();
    text.plant("pypi-token", "password = ", &["py", "pi-", &base64(&macaroon, true, false)].concat(), "");
    let token = ["ci", "o", &random.mixed(32)].concat();
    text.plant("crates-io-token", "cargo login ", &token, "");
    let key = ["oy", "2", &random.text(&format!("{LOWER}234567"), 43)].concat();
    text.plant("nuget-key", "nuget push -k ", &key, "");
    let token = ["dckr", "_pat_", &random.mixed(27)].concat();
    text.plant("docker-token", "", &token, "");
    let key = ["ruby", "gems_", &random.text(HEX, 48)].concat();
    text.plant("rubygems-key", "", &key, "");
}

pub(crate) fn infrastructure(text: &mut Text, random: &mut Random) {
    let token = ["hv", "s.", &random.mixed(90)].concat();
    text.plant("vault-token", "VAULT_TOKEN=", &token, "");
    let key = hyphenated(random);
    text.plant("heroku-key-named", "HEROKU_API_KEY=", &key, "");
    let token = ["dapi", &random.text(HEX, 32)].concat();
    text.plant("databricks-token", "", &token, "");
    let token = format!("{}.{}.{}", random.mixed(14), "atlasv1", random.mixed(67));
    text.plant("terraform-token", "credentials ", &token, "");
    let token = ["lin", "_api_", &random.mixed(40)].concat();
    text.plant("linear-key", "", &token, "");
    let token = ["nt", "n_", &random.mixed(46)].concat();
    text.plant("notion-token", "", &token, "");
    let token = ["fig", "d_", &random.mixed(43)].concat();
    text.plant("figma-token", "", &token, "");
    let token = ["glsa", "_", &random.mixed(32), "_", &random.text(HEX, 8)].concat();
    text.plant("grafana-token", "", &token, "");
    let key = random.text(HEX, 32);
    text.plant("datadog-key", "DATADOG_API_KEY=", &key, "");
    let key = ["NR", "AK-", &random.text(BASE62, 27)].concat();
    text.plant("newrelic-key", "", &key, "");
    let token = ["sntrys", "_", &random.mixed(80)].concat();
    text.plant("sentry-token", "", &token, "");
    let token = ["tskey-", "auth-", &random.mixed(12), "-", &random.mixed(32)].concat();
    text.plant("tailscale-key", "", &token, "");
    let key = random.text(HEX, 32);
    text.plant("kakao-key", "KAKAO_REST_API_KEY=", &key, "");
    let key = ["ncp_", "iam_", &random.mixed(30)].concat();
    text.plant("ncloud-access-key", "", &key, "");
}
