//! What is wrong with a body beside its row.

use super::body::Body;
use crate::canonical::CanonicalError;
use crate::json::Wtf8;
use crate::records::SnapshotRow;

/// One thing that is wrong with a stored body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The text is no JSON.
    MalformedJson,
    /// The JSON is no object.
    NotAnObject,
    /// The stated digest is not the recomputed one.
    DigestMismatch,
    /// The revision column differs from the JSON.
    ColumnRevision,
    /// The digest column differs from the JSON.
    ColumnDigest,
    /// The `updated_at` column differs from the JSON.
    ColumnUpdatedAt,
    /// The JSON names another epoch than its row.
    EpochMismatch,
    /// The JSON names another task than its row.
    CorrelationMismatch,
    /// Fields, types or bounds are not as the contract says.
    Contract,
    /// A number is beyond the largest double, so there is no digest.
    NonFiniteNumber,
    /// Nested too deep for a digest.
    TooDeep,
}

impl Problem {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed-json",
            Self::NotAnObject => "not-an-object",
            Self::DigestMismatch => "digest-mismatch",
            Self::ColumnRevision => "column-revision",
            Self::ColumnDigest => "column-digest",
            Self::ColumnUpdatedAt => "column-updated-at",
            Self::EpochMismatch => "epoch-mismatch",
            Self::CorrelationMismatch => "correlation-mismatch",
            Self::Contract => "contract",
            Self::NonFiniteNumber => "non-finite-number",
            Self::TooDeep => "too-deep",
        }
    }
}

/// Lists what is wrong with a body in its row, in the order of [`Problem`]; empty when nothing is.
pub fn problems(row: &SnapshotRow, body: &Body) -> Vec<Problem> {
    let Some(value) = body.value() else { return vec![Problem::MalformedJson] };
    if !value.is_object() {
        return vec![Problem::NotAnObject];
    }
    let text_is = |field: Option<Wtf8<'_>>, column: &str| field.is_some_and(|text| text == column);
    let found = [
        (Problem::DigestMismatch, body.digest_valid() == Some(false)),
        (Problem::ColumnRevision, body.revision() != Some(row.revision)),
        (Problem::ColumnDigest, !text_is(body.stated_digest(), &row.digest)),
        (Problem::ColumnUpdatedAt, !text_is(body.updated_at(), &row.updated_at)),
        (Problem::EpochMismatch, body.epoch() != Some(row.epoch)),
        (Problem::CorrelationMismatch, !text_is(body.correlation(), &row.correlation)),
        (Problem::Contract, !body.contract().is_some_and(|contract| contract.holds())),
        (Problem::NonFiniteNumber, body.digest_error() == Some(CanonicalError::NonFinite)),
        (Problem::TooDeep, body.digest_error() == Some(CanonicalError::TooDeep)),
    ];
    found.into_iter().filter_map(|(problem, is)| is.then_some(problem)).collect()
}
