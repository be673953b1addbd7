//! Correlations, hashes and tokens against ones that the real server made.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use continuity::token::{BindingToken, CandidateToken, SignedToken, Source, TokenError, sign};
use continuity::{SigningSecret, TaskCorrelation};

/// From a store of the real server: its secret, a session of it, and the restore token that `inspect_context` gave.
const SECRET: &str = "t0WLTxAdvw833-_IZmq8yiOKdqnRIQfWiIUw5s9MP74";
const SESSION: &str = "sess-k-dupkey";
const CORRELATION: &str = "hmac-sha256:0650c2bdcc2344b5d73269d96a35cd6abd22a011c84b27c771f83c2c9a178697";
const TOKEN: &str = concat!(
    "eyJjIjoiaG1hYy1zaGEyNTY6MDY1MGMyYmRjYzIzNDRiNWQ3MzI2OWQ5NmEzNWNkNmFiZDIyYTAxMWM4NGIyN2M3NzFmODNjMmM5YTE3ODY5NyIs",
    "ImQiOiJzaGEyNTY6MGQ1MzU1OWIwMGFmOWRhYTNlOGI3MjZlMzM4NzE4NzYxOWRiMGZmY2QxODNmZTc5OWE5ZTE1MWM5MzAzYzA2NSIsImUiOjEs",
    "InIiOjEsInMiOiJkaXJlY3QiLCJ2IjoxLCJ4IjoxNzg5ODY5NjIyfQ.1lAsflr1m_wbhk8A0ZsafZto-K6JrWD9MH8lW45YX08",
);

#[test]
fn a_session_has_the_correlation_that_the_server_stored() {
    assert_eq!(SigningSecret::new(SECRET).correlation(SESSION).as_str(), CORRELATION);
}

/// Hash of request `p-1` of another store.
#[test]
fn a_request_has_the_hash_that_the_server_stored() {
    assert_eq!(
        SigningSecret::new("HFZwIlOFEhDbEV7cK3ql_ODCcxVkrlvkzdhxTqbycyY").request_hash("p-1"),
        "hmac-sha256:b3459265a24fbaa1cc8b2929093c1a16fdea0b640998db667afa0e73c0531617"
    );
}

#[test]
fn a_restore_token_is_read_verified_and_made_again() {
    let secret = SigningSecret::new(SECRET);
    let token: SignedToken<CandidateToken> = SignedToken::read(TOKEN).unwrap();
    let payload = CandidateToken {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        source: Source::Direct,
        revision: 1,
        digest: "sha256:0d53559b00af9daa3e8b726e3387187619db0ffcd183fe799a9e151c9303c065".to_owned(),
        // 2026-09-20T01:00:22Z, when it was issued, and an hour.
        expires_at: 1_789_866_022 + 3_600,
    };
    assert_eq!(token.payload, payload);
    assert!(token.is_signed_by(&secret));
    assert!(!token.is_signed_by(&SigningSecret::new("another")));
    assert_eq!(sign(&payload, &secret), TOKEN);
    assert!(payload.is_valid_at(payload.expires_at));
    assert!(!payload.is_valid_at(payload.expires_at + 1));
}

#[test]
fn a_changed_token_does_not_verify() {
    let secret = SigningSecret::new(SECRET);
    let (body, signature) = TOKEN.split_once('.').unwrap();
    let payload = SignedToken::<CandidateToken>::read(TOKEN).unwrap().payload;
    let other = sign(&CandidateToken { revision: 2, ..payload }, &SigningSecret::new("another"));
    let forged = format!("{}.{signature}", other.split_once('.').unwrap().0);
    assert!(!SignedToken::<CandidateToken>::read(&forged).unwrap().is_signed_by(&secret));
    // The server looks at three parts of the split: an empty third one goes through.
    assert!(SignedToken::<CandidateToken>::read(&format!("{TOKEN}.")).is_ok());
    for malformed in ["", ".", "a.b.c", body, &format!("{body}."), &format!("{TOKEN}.x"), &format!("{TOKEN}=")] {
        let read = SignedToken::<CandidateToken>::read(malformed);
        assert_eq!(read.err(), Some(TokenError::Malformed), "{malformed}");
    }
    // The last character holds unused bits: this spelling decodes to the same bytes and is refused.
    let sloppy = format!("{}9", TOKEN.strip_suffix('8').unwrap());
    assert_eq!(SignedToken::<CandidateToken>::read(&sloppy).err(), Some(TokenError::Malformed));
    assert_eq!(SignedToken::<BindingToken>::read(TOKEN).err(), Some(TokenError::WrongPayload));
}

#[test]
fn a_binding_survives_being_signed_and_read() {
    let secret = SigningSecret::new(SECRET);
    let binding = BindingToken {
        correlation: CORRELATION.to_owned(),
        epoch: 3,
        tool: "load_context".to_owned(),
        input_digest: "sha256:00".to_owned(),
        expires_at: 300,
    };
    let token = SignedToken::<BindingToken>::read(&sign(&binding, &secret)).unwrap();
    assert!(token.is_signed_by(&secret) && token.payload == binding);
    assert!(binding.is_valid_at(300) && !binding.is_valid_at(301));
}

#[test]
fn a_secret_is_never_printed() {
    assert!(!format!("{:?}", SigningSecret::new(SECRET)).contains("t0WL"));
}

#[test]
fn a_task_is_named_by_six_hex_digits_or_more() {
    let task = TaskCorrelation::new(CORRELATION);
    assert!(task.is_well_formed() && !TaskCorrelation::new("anything").is_well_formed());
    for name in [CORRELATION, "0650c2", "0650C2BD", "hmac-sha256:0650c2b"] {
        assert!(task.is_named_by(name), "{name}");
    }
    for other in ["0650c", "0650c3", "", "hmac-sha256:", "hmac-sha256:0650c", "650c2b"] {
        assert!(!task.is_named_by(other), "{other}");
    }
    assert!(TaskCorrelation::new("odd name").is_named_by("odd name"));
}
