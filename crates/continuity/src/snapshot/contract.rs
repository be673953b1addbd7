//! The contract of a snapshot: fields, types and bounds.
//!
//! Bounds are those of the checkpoint request; lengths count code points, as `ajv` does. A failure names a path and a
//! reason, never a value, and never a field name that the contract does not know.

use std::fmt;

use super::bounds;
use crate::digest::Digest;
use crate::ids::is_hmac;
use crate::json::{Kind, Value, Wtf8};

/// The most failures that are listed; [`Contract::total`] counts all.
pub const MOST_LISTED: usize = 100;

/// Why a field fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The field is not there.
    Missing,
    /// There are fields that the contract does not know; the path names the object that holds them.
    UnknownField,
    /// The value is of another kind.
    WrongType,
    /// The value is not one of those allowed.
    NotAllowed,
    /// A text is not of the form it must have (a digest, a correlation, a time).
    WrongForm,
    /// A text is empty.
    Empty,
    /// A text has too many characters.
    TooLong,
    /// A list has too many items.
    TooMany,
    /// A number is below its minimum.
    TooSmall,
}

impl Reason {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::UnknownField => "unknown-field",
            Self::WrongType => "wrong-type",
            Self::NotAllowed => "not-allowed",
            Self::WrongForm => "wrong-form",
            Self::Empty => "empty",
            Self::TooLong => "too-long",
            Self::TooMany => "too-many",
            Self::TooSmall => "too-small",
        }
    }
}

/// One field that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where, such as `core.constraints[3]`; empty for the body itself.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// The outcome of a contract check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The first [`MOST_LISTED`] failures.
    pub failures: Vec<Failure>,
    /// How many failures there are.
    pub total: usize,
}

impl Contract {
    /// Returns whether nothing fails.
    pub fn holds(&self) -> bool {
        self.total == 0
    }

    fn fail(&mut self, path: &Path<'_>, reason: Reason) {
        self.total += 1;
        if self.failures.len() < MOST_LISTED {
            self.failures.push(Failure { path: path.to_string(), reason });
        }
    }
}

/// Where a value is; written out only when it fails.
enum Path<'p> {
    Body,
    Field(&'p Path<'p>, &'static str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body => Ok(()),
            Self::Field(Self::Body, name) => f.write_str(name),
            Self::Field(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, at) => write!(f, "{parent}[{at}]"),
        }
    }
}

type Rule = fn(&mut Contract, &Path<'_>, Value<'_>);
type Field = (&'static str, Rule);

const SNAPSHOT: [Field; 11] = [
    ("schemaVersion", |out, path, value| one_of(out, path, value, &["1.0.0"])),
    ("source", |out, path, value| one_of(out, path, value, &["direct"])),
    ("taskCorrelation", |out, path, value| form(out, path, value, |text| text.as_str().is_some_and(is_hmac))),
    ("epoch", from_one),
    ("revision", from_one),
    ("status", |out, path, value| one_of(out, path, value, &["active", "paused", "completed"])),
    ("core", |out, path, value| object(out, path, value, &CORE)),
    ("evidenceRefs", |out, path, value| {
        list(out, path, value, 128, |out, path, item| object(out, path, item, &EVIDENCE))
    }),
    ("createdAt", time),
    ("updatedAt", time),
    ("snapshotDigest", digest),
];

const CORE: [Field; 7] = [
    ("objective", |out, path, value| bounded(out, path, value, bounds::OBJECTIVE)),
    ("completionCriteria", texts),
    ("constraints", texts),
    ("decisions", texts),
    ("progress", texts),
    ("blockers", texts),
    ("nextActions", texts),
];

const EVIDENCE: [Field; 4] = [
    ("artifactId", |out, path, value| bounded(out, path, value, bounds::ARTIFACT_ID)),
    ("locator", |out, path, value| bounded(out, path, value, bounds::LOCATOR)),
    ("digest", digest),
    ("verified", |out, path, value| {
        if value.kind() != Kind::Bool {
            out.fail(path, Reason::WrongType);
        }
    }),
];

/// Checks a body against the contract of a snapshot.
pub fn check(body: Value<'_>) -> Contract {
    let mut out = Contract::default();
    object(&mut out, &Path::Body, body, &SNAPSHOT);
    out
}

fn object(out: &mut Contract, path: &Path<'_>, value: Value<'_>, fields: &[Field]) {
    if !value.is_object() {
        return out.fail(path, Reason::WrongType);
    }
    let mut known = 0;
    for (name, rule) in fields {
        let inner = Path::Field(path, name);
        match value.get(name) {
            Some(field) => {
                known += 1;
                rule(out, &inner, field);
            }
            None => out.fail(&inner, Reason::Missing),
        }
    }
    if value.len() > known {
        out.fail(path, Reason::UnknownField);
    }
}

fn list(out: &mut Contract, path: &Path<'_>, value: Value<'_>, most: usize, item: Rule) {
    if value.kind() != Kind::Array {
        return out.fail(path, Reason::WrongType);
    }
    if value.len() > most {
        out.fail(path, Reason::TooMany);
    }
    for (at, entry) in value.items().enumerate() {
        item(out, &Path::Item(path, at), entry);
    }
}

fn texts(out: &mut Contract, path: &Path<'_>, value: Value<'_>) {
    list(out, path, value, 64, |out, path, item| bounded(out, path, item, bounds::ITEM));
}

fn bounded(out: &mut Contract, path: &Path<'_>, value: Value<'_>, most: usize) {
    let reason = match value.as_str() {
        None => Reason::WrongType,
        Some(text) if text.is_empty() => Reason::Empty,
        Some(text) if text.code_point_count() > most => Reason::TooLong,
        Some(_) => return,
    };
    out.fail(path, reason);
}

fn one_of(out: &mut Contract, path: &Path<'_>, value: Value<'_>, allowed: &[&str]) {
    let reason = match value.as_str() {
        None => Reason::WrongType,
        Some(text) if allowed.iter().any(|one| text == *one) => return,
        Some(_) => Reason::NotAllowed,
    };
    out.fail(path, reason);
}

fn form(out: &mut Contract, path: &Path<'_>, value: Value<'_>, fits: impl Fn(Wtf8<'_>) -> bool) {
    let reason = match value.as_str() {
        None => Reason::WrongType,
        Some(text) if fits(text) => return,
        Some(_) => Reason::WrongForm,
    };
    out.fail(path, reason);
}

fn digest(out: &mut Contract, path: &Path<'_>, value: Value<'_>) {
    form(out, path, value, |text| text.as_str().is_some_and(|text| text.parse::<Digest>().is_ok()));
}

fn time(out: &mut Contract, path: &Path<'_>, value: Value<'_>) {
    form(out, path, value, |text| text.as_str().is_some_and(is_time));
}

fn from_one(out: &mut Contract, path: &Path<'_>, value: Value<'_>) {
    let reason = match value.as_f64() {
        Some(number) if number.fract() != 0.0 || !number.is_finite() => Reason::WrongType,
        None => Reason::WrongType,
        Some(number) if number < 1.0 => Reason::TooSmall,
        Some(_) => return,
    };
    out.fail(path, reason);
}

/// Returns whether a text has the shape of an RFC 3339 time (section 5.6), without looking at the calendar.
fn is_time(text: &str) -> bool {
    let shape = |part: &str, shape: &str| {
        part.len() == shape.len()
            && part.bytes().zip(shape.bytes()).all(|(byte, want)| match want {
                b'0' => byte.is_ascii_digit(),
                _ => byte.eq_ignore_ascii_case(&want),
            })
    };
    let Some((clock, rest)) = text.split_at_checked(19) else { return false };
    let fraction = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    let zone = match fraction {
        Some(zone) if zone.len() + 1 == rest.len() => return false,
        Some(zone) => zone,
        None => rest,
    };
    shape(clock, "0000-00-00T00:00:00") && (shape(zone, "Z") || shape(zone, "+00:00") || shape(zone, "-00:00"))
}
