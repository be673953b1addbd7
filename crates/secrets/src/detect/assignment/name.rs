//! The name round a telling word.

use crate::word_list::{is_one_of, words};
use std::ops::Range;

use crate::detect::Detector;
use crate::engine::starts_word;

/// How far a name reaches before and behind its telling word, in bytes.
const BEFORE: usize = 48;
const BEHIND: usize = 32;

/// Words that say which key is meant, and that it opens something.
const QUALIFIERS: &[&[u8]] = words!(
    "api access secret private encryption encrypt signing sign master auth account app application service"
    "client shared consumer storage webhook deploy admin server session jwt hmac aes crypto security cipher"
    "subscription write ingest ingestion integration bot root vault functions function license licence apim"
    "rest developer dev live prod primary_access production staging ssh project org team restricted"
    "provisioning global role activation"
);

/// Parts of a name after which its value opens nothing.
const HARMLESS: &[&[u8]] = words!(
    "public pub publishable next page cursor continuation cancellation cancel cache primary foreign unique"
    "sort partition translation i18n hot idempotency dedup dedupe hash hashed lookup forgot max min num total"
    "prompt completion eos bos pad unk mask stop sep cls design object row digest checksum sha sha1 sha256"
    "sha512 md5 etag integrity signature fingerprint thumbprint encrypted ciphertext commit revision sync s3"
    "file correlation trace placeholder websocket socket fake no error err wrong incorrect invalid null illegal"
);

/// Words before 키 after which it opens nothing.
const HARMLESS_HANGUL: &[&[u8]] =
    words!("캐시 기본 외래 정렬 고유 유니크 파티션 공개 복합 주 대체 인덱스 해시 조회 검색 방향 단축 퍼블릭");

/// Parts that end a name which only speaks of the secret.
const ABOUT: &[&[u8]] = words!(
    "hash hashed hasher digest type types name names id ids url uri endpoint path file filename dir length"
    "len min max size count limit field fields label placeholder hint prompt regex pattern policy reset"
    "expired expires expiry expiration ttl timeout age required strength input format version arn ref manager"
    "store provider service class index status state error message title description usage budget used"
    "algorithm alg kind source env header param prefix suffix column table validator handler salt iv nonce"
    "stream tree span at date not allowed invalid missing simple long short mismatch restriction change"
    "changed must incorrect wrong verification question requirements rules check checker"
);

/// Parts that may follow a telling word behind a dash; there, unlike behind an underscore, most words are prose.
const DASHED: &[&[u8]] = words!(
    "value prod production dev staging stage test live main primary secondary backup old new current default"
    "base b64"
);

/// Words before `key` that do not say which key.
const LEADS: &[&[u8]] = words!("the this that my our your new old use using with current following real and");

/// Words with other meanings.
const BARELY: &[&[u8]] = words!("pass pwd pw pin auth");

/// A name that tells that its value is secret.
pub(super) struct Name {
    /// The whole identifier.
    pub(super) whole: Range<usize>,
    /// What kind of value it announces.
    pub(super) kind: Detector,
    /// How strictly the value must look like one.
    pub(super) tells: Tells,
    /// In capitals, as environment variables are.
    pub(super) capitals: bool,
    /// Behind dashes, as options of commands are.
    pub(super) option: bool,
    /// In the query of a URL or a form.
    pub(super) query: bool,
    /// In Hangul, or followed by it.
    pub(super) hangul: bool,
    /// `PW`, which in capitals means nothing else.
    pub(super) is_pw: bool,
}

/// How much a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tells {
    /// The value is secret, however it looks.
    Surely,
    /// Only a value that looks random is.
    Perhaps,
    /// A word with other meanings (`pass`): only directly behind `=` or `:`.
    Barely,
    /// The word `key` alone: only a value that could be nothing but random.
    Rarely,
}

impl Name {
    /// Reads the name round a telling word; `None` when it does not announce a secret value.
    pub(super) fn read(text: &[u8], kind: Detector, hit: Range<usize>) -> Option<Self> {
        let word = text.get(hit.clone())?;
        if !word.is_ascii() {
            return Self::hangul(text, kind, hit);
        }
        // `tokenizer`, `keyboard`, `passwords`: another word.
        if text.get(hit.end).is_some_and(u8::is_ascii_lowercase) && !word.contains(&b' ') {
            let camel = word.last().is_some_and(u8::is_ascii_lowercase);
            if camel || word.last().is_some_and(u8::is_ascii_uppercase) {
                return None;
            }
        }
        // `PASSWDNOTVALID` is one word too.
        if word.len() > 1
            && word.iter().all(u8::is_ascii_uppercase)
            && text.get(hit.end).is_some_and(u8::is_ascii_uppercase)
        {
            return None;
        }
        let lead = text.get(hit.start.saturating_sub(BEFORE)..hit.start)?;
        let before = lead.iter().rev().take_while(|byte| is_name(**byte) || **byte == b'.').count();
        let mut start = hit.start - before;
        // An escape that stands before the name is no part of it.
        while start < hit.start
            && text.get(..start).is_some_and(|lead| lead.ends_with(b"\\"))
            && starts_word(text, start + 1)
        {
            start += 1;
        }
        let tail = text.get(hit.end..hit.end.saturating_add(BEHIND).min(text.len()))?;
        let behind = tail.iter().take_while(|byte| is_name(**byte)).count();
        let behind = behind - tail.get(..behind)?.iter().rev().take_while(|byte| **byte == b'-').count();
        let whole = start..hit.end + behind;
        let prefix = text.get(start..hit.start)?;
        let suffix = text.get(hit.end..whole.end)?;
        if !suffix_tells(suffix) || parts(prefix).any(|part| is_one_of(part, HARMLESS)) {
            return None;
        }
        let tells = tells(text, kind, word, prefix, start)?;
        if tells == Tells::Barely && !suffix.is_empty() {
            return None;
        }
        let name = text.get(whole.clone())?;
        let letters = name.iter().filter(|byte| byte.is_ascii_alphabetic());
        let lead_byte = start.checked_sub(1).and_then(|at| text.get(at));
        Some(Self {
            kind,
            tells,
            capitals: letters.clone().all(u8::is_ascii_uppercase) && letters.count() > 2,
            option: prefix.starts_with(b"-") || prefix.is_empty() && lead_byte == Some(&b'-'),
            query: matches!(lead_byte, Some(b'?' | b'&')),
            hangul: text.get(whole.end).is_some_and(|byte| *byte >= 0xEA),
            is_pw: name == b"PW",
            whole,
        })
    }

    /// "DB 비밀번호", "관리자비밀번호": what stands before belongs to the name for people only; but 키 alone must not be
    /// the key of a table or a cache.
    fn hangul(text: &[u8], kind: Detector, hit: Range<usize>) -> Option<Self> {
        let bare = text.get(hit.clone()) == Some("키".as_bytes());
        let before = text.get(hit.start.saturating_sub(24)..hit.start).unwrap_or_default().trim_ascii_end();
        if bare && HARMLESS_HANGUL.iter().any(|word| before.ends_with(word)) {
            return None;
        }
        let tells = if bare { Tells::Rarely } else { Tells::Surely };
        Some(Self { whole: hit, kind, tells, capitals: false, option: false, query: false, hangul: true, is_pw: false })
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$')
}

/// Returns how much a telling word tells where it stands; `None` when it is part of another word or meaning.
fn tells(text: &[u8], kind: Detector, word: &[u8], prefix: &[u8], start: usize) -> Option<Tells> {
    let glued = prefix.last().is_some_and(u8::is_ascii_lowercase) && word.first().is_some_and(u8::is_ascii_lowercase)
        || prefix.last().is_some_and(u8::is_ascii_uppercase) && word.first().is_some_and(u8::is_ascii_uppercase);
    if kind != Detector::Key {
        let short = word.len() <= 4 || word.eq_ignore_ascii_case(b"creds");
        if glued && short && !prefix.eq_ignore_ascii_case(b"user") && !prefix.eq_ignore_ascii_case(b"db") {
            return None;
        }
        // A pin is also what things are fastened with: only in capitals is it a number that nobody may know.
        if word.eq_ignore_ascii_case(b"pin") && (word != b"PIN" || !prefix.is_empty()) {
            return None;
        }
        let barely = is_one_of(word, BARELY);
        return Some(if barely { Tells::Barely } else { Tells::Surely });
    }
    let last = match last_part(prefix) {
        [] => match text.get(..start) {
            // "the API key", "a secret key"
            Some([lead @ .., b' ']) => {
                let length = lead.iter().rev().take(16).take_while(|byte| byte.is_ascii_alphanumeric()).count();
                match lead.get(lead.len() - length..)? {
                    [] => return Some(Tells::Rarely),
                    word if is_one_of(word, LEADS) => return Some(Tells::Rarely),
                    word if is_one_of(word, HARMLESS) => return None,
                    word if !is_one_of(word, QUALIFIERS) => return Some(Tells::Rarely),
                    word => word,
                }
            }
            Some([.., last]) if last.is_ascii_alphanumeric() || *last >= 0x80 => return None,
            _ => return Some(Tells::Rarely),
        },
        part => part,
    };
    let known = QUALIFIERS.iter().any(|word| last.eq_ignore_ascii_case(word) || glued && ends_with(last, word));
    if known {
        return Some(Tells::Surely);
    }
    // `OPENAI_KEY`, `stripeKey`: whose key is it?
    let joined = !prefix.is_empty() && !glued && !prefix.ends_with(b".");
    joined.then_some(Tells::Perhaps)
}

fn ends_with(text: &[u8], end: &[u8]) -> bool {
    text.len().checked_sub(end.len()).and_then(|at| text.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// Returns whether what follows a telling word leaves it the name of a value.
fn suffix_tells(suffix: &[u8]) -> bool {
    match suffix {
        [] => true,
        [b'-', rest @ ..] => parts(rest).all(|part| is_one_of(part, DASHED) || part.iter().all(u8::is_ascii_digit)),
        _ => !parts(suffix).any(|part| is_one_of(part, ABOUT)),
    }
}

/// Splits a name at its separators and where small letters turn to capitals.
fn parts(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    name.chunk_by(|left, right| {
        left.is_ascii_alphanumeric()
            && right.is_ascii_alphanumeric()
            && !(left.is_ascii_lowercase() && right.is_ascii_uppercase())
    })
    .filter(|part| part.first().is_some_and(u8::is_ascii_alphanumeric))
}

fn last_part(name: &[u8]) -> &[u8] {
    parts(name).last().unwrap_or_default()
}
