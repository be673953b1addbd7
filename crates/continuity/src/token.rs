//! Signed tokens: what an agent carries between two calls.
//!
//! base64url(canonical JSON of the payload) + `.` + base64url(HMAC-SHA256 of the first part's text). Reading a token
//! says nothing about its truth: [`SignedToken::is_signed_by`] and `expires_at` do.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

use crate::canonical;
use crate::json::{Document, ObjectText, Value};
use crate::secret::SigningSecret;

/// Seconds that a candidate token is valid after it was issued.
pub const CANDIDATE_TTL_SECONDS: i64 = 3_600;
/// Seconds that a tool binding is valid after it was issued.
pub const BINDING_TTL_SECONDS: i64 = 300;

/// Where a restore candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The stored body of the task's current epoch.
    Direct,
    /// The card of the task's workflow root.
    Workflow,
}

impl Source {
    /// Returns `direct` or `workflow`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Workflow => "workflow",
        }
    }

    fn read(text: Value<'_>) -> Option<Self> {
        let text = text.as_str()?;
        [Self::Direct, Self::Workflow].into_iter().find(|source| text == source.as_str())
    }
}

/// The payload of a restore candidate token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateToken {
    /// Correlation of the task.
    pub correlation: String,
    /// Epoch that was current.
    pub epoch: i64,
    /// Direct body or workflow card.
    pub source: Source,
    /// Revision that was offered.
    pub revision: i64,
    /// Digest that was offered.
    pub digest: String,
    /// Last second (Unix time) at which the token is valid.
    pub expires_at: i64,
}

/// The payload of a tool binding token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingToken {
    /// Correlation of the task.
    pub correlation: String,
    /// Epoch that was current.
    pub epoch: i64,
    /// Name of the tool that the token is for.
    pub tool: String,
    /// Digest of the tool's input without `_continuityBinding`.
    pub input_digest: String,
    /// Last second (Unix time) at which the token is valid.
    pub expires_at: i64,
}

/// A text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// Not two non-empty parts in canonical base64url, or the first is no JSON.
    #[error("the token is malformed")]
    Malformed,
    /// A token of another kind, or with fields of another form.
    #[error("the token is of another kind")]
    WrongPayload,
}

/// What a token can carry.
pub trait TokenPayload: Sized {
    /// Reads the payload; `None` when it is another kind.
    fn read(payload: Value<'_>) -> Option<Self>;
    /// Returns the payload as JSON text.
    fn to_json(&self) -> String;
}

/// A token as it was found, its signature not yet checked.
#[derive(Clone, PartialEq, Eq)]
pub struct SignedToken<P> {
    /// What the token says.
    pub payload: P,
    body: String,
    signature: Vec<u8>,
}

impl<P: TokenPayload> SignedToken<P> {
    /// Reads a token. Parts must be canonical base64url, as newer servers demand; older ones accepted more spellings.
    ///
    /// # Errors
    /// When the text is no token of this kind.
    pub fn read(text: &str) -> Result<Self, TokenError> {
        let mut parts = text.split('.');
        let (body, signature, extra) = (parts.next(), parts.next(), parts.next());
        // The server splits and looks at three parts: an empty third one goes through.
        let (Some(body), Some(signature), None | Some("")) = (body, signature, extra) else {
            return Err(TokenError::Malformed);
        };
        if body.is_empty() || signature.is_empty() {
            return Err(TokenError::Malformed);
        }
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenError::Malformed);
        let document = Document::parse(&decode(body)?).map_err(|_| TokenError::Malformed)?;
        let signature = decode(signature)?;
        let payload = P::read(document.root()).ok_or(TokenError::WrongPayload)?;
        Ok(Self { payload, body: body.to_owned(), signature })
    }

    /// Returns whether the signature is this secret's; compares in constant time.
    pub fn is_signed_by(&self, secret: &SigningSecret) -> bool {
        secret.signed(&self.body, &self.signature)
    }
}

/// Returns the signed text of a payload.
pub fn sign<P: TokenPayload>(payload: &P, secret: &SigningSecret) -> String {
    let canonical = Document::parse(payload.to_json().as_bytes())
        .ok()
        .and_then(|document| canonical::to_text(document.root(), &[]).ok())
        .unwrap_or_default();
    let body = URL_SAFE_NO_PAD.encode(canonical);
    let signature = URL_SAFE_NO_PAD.encode(secret.sign(&body));
    format!("{body}.{signature}")
}

fn text(payload: Value<'_>, key: &str) -> Option<String> {
    Some(payload.get(key)?.as_str()?.to_string_lossy().into_owned())
}

fn integer(payload: Value<'_>, key: &str) -> Option<i64> {
    payload.get(key)?.as_integer()
}

impl TokenPayload for CandidateToken {
    fn read(payload: Value<'_>) -> Option<Self> {
        (integer(payload, "v")? == 1).then_some(())?;
        Some(Self {
            correlation: text(payload, "c")?,
            epoch: integer(payload, "e")?,
            source: Source::read(payload.get("s")?)?,
            revision: integer(payload, "r")?,
            digest: text(payload, "d")?,
            expires_at: integer(payload, "x")?,
        })
    }

    fn to_json(&self) -> String {
        ObjectText::new()
            .integer("v", 1)
            .text("c", &self.correlation)
            .integer("e", self.epoch)
            .text("s", self.source.as_str())
            .integer("r", self.revision)
            .text("d", &self.digest)
            .integer("x", self.expires_at)
            .finish()
    }
}

impl TokenPayload for BindingToken {
    fn read(payload: Value<'_>) -> Option<Self> {
        (integer(payload, "v")? == 1).then_some(())?;
        Some(Self {
            correlation: text(payload, "c")?,
            epoch: integer(payload, "e")?,
            tool: text(payload, "t")?,
            input_digest: text(payload, "d")?,
            expires_at: integer(payload, "x")?,
        })
    }

    fn to_json(&self) -> String {
        ObjectText::new()
            .integer("v", 1)
            .text("c", &self.correlation)
            .integer("e", self.epoch)
            .text("t", &self.tool)
            .text("d", &self.input_digest)
            .integer("x", self.expires_at)
            .finish()
    }
}

impl CandidateToken {
    /// Returns whether the token is still valid at a Unix time in seconds: while `expires_at` is not before it.
    pub fn is_valid_at(&self, now_seconds: i64) -> bool {
        self.expires_at >= now_seconds
    }
}

impl BindingToken {
    /// Returns whether the token is still valid at a Unix time in seconds: while `expires_at` is not before it.
    pub fn is_valid_at(&self, now_seconds: i64) -> bool {
        self.expires_at >= now_seconds
    }
}
