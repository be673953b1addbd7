//! A finding and its places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

/// One secret, or one piece of personal data, wherever it stands.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanFinding {
    /// Name of the finding: 16 hexadecimal digits, the same in every scan while its first place stays. It is made from
    /// the rule and the place and says nothing about the value.
    pub id: String,
    /// Id of the rule.
    pub rule: String,
    /// What the rule finds, in a few words.
    pub title: String,
    /// What kind of thing it is.
    pub class: ScanClass,
    /// How much harm it can do.
    pub severity: ScanSeverity,
    /// How sure it is that it is what the rule says.
    pub confidence: ScanConfidence,
    /// Why it is that sure, as kebab-case codes.
    pub reasons: Vec<String>,
    /// The value masked: a public prefix at most, eight dots, the length where it is long.
    pub masked: String,
    /// Whether an agent would be offered it next.
    pub offered: bool,
    /// Whether a row of the newest state holds it.
    pub live: bool,
    /// Where it stands, the most urgent first; at most 100 in one document.
    pub places: Vec<ScanPlace>,
    /// Number of places in all.
    pub place_count: u64,
}

/// What kind of thing a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanClass {
    /// Opens a door: a key, a token, a password.
    Secret,
    /// Something about a person.
    Personal,
    /// An address of a machine.
    Network,
}

/// How much harm a finding can do when it is what it looks like, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanSeverity {
    /// Worth knowing.
    Low,
    /// Gives away something of limited reach, or something about a person.
    Medium,
    /// Opens a service or identifies a person for good.
    High,
    /// Opens an account, a cloud or a machine.
    Critical,
}

/// How sure a finding is, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanConfidence {
    /// The shape fits, little else does.
    Low,
    /// Shape and surroundings fit.
    Medium,
    /// A structure fits that chance does not produce.
    High,
}

/// One place of a finding.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanPlace {
    /// What kind of text it stands in.
    pub kind: ScanKind,
    /// The file, relative to the store's folder.
    pub database: String,
    /// The table, where it stands in a row.
    pub table: Option<String>,
    /// The column, where it stands in a row.
    pub column: Option<String>,
    /// The row's number in its table; `null` for snapshots and deltas, which task and epoch name.
    pub row: Option<i64>,
    /// The task, where it is known.
    pub task_correlation: Option<String>,
    /// The workflow root, where the row is one's.
    pub root_id: Option<String>,
    /// The epoch, where it is known.
    pub epoch: Option<i64>,
    /// The revision that the body states.
    pub revision: Option<Number>,
    /// The digest that the body states, to name the revision with.
    pub digest: Option<String>,
    /// Where the text comes from.
    pub source: ScanSource,
    /// JSON pointer (RFC 6901) to the string; `null` where the text is no JSON, or only a piece of it.
    pub pointer: Option<String>,
    /// Whether it stands in the name of the member that `pointer` leads to, and not in its value.
    pub in_key: bool,
    /// Start and length in UTF-16 units of the decoded string at `pointer`; of the whole text where that is `null`.
    pub utf16: [u64; 2],
    /// Start and length in bytes of the same text as UTF-8.
    pub bytes: [u64; 2],
    /// Page number from 1, where the place is a page.
    pub page: Option<u32>,
    /// Byte offset in the file of the text that the offsets count from, where it is known.
    pub offset: Option<u64>,
    /// Line number from 1, in a session log.
    pub line: Option<u64>,
    /// Whether an agent would be offered it next.
    pub offered: bool,
}

/// What kind of text a finding stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanKind {
    /// A snapshot body.
    Body,
    /// The second body in a delta row.
    Delta,
    /// A request row's answer.
    Receipt,
    /// The workflow ledger: reported, never changed.
    Ledger,
    /// Another column of the store.
    Column,
    /// A piece of text that no row holds any more.
    Fragment,
    /// A session log: reported, never changed.
    SessionLog,
}

/// Where a text comes from: the words of [`crate::revisions::RevisionSource`], and session logs. The more urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanSource {
    /// A row of the newest state; for snapshots, of the current epoch.
    Live,
    /// The stored row of an earlier epoch.
    EarlierEpoch,
    /// The second body in a delta row (schema 3).
    Delta,
    /// A request row.
    Receipt,
    /// A committed state that the write-ahead log still holds.
    Log,
    /// Frames of an earlier log generation.
    LogLeftover,
    /// A page on the free list.
    FreePage,
    /// Unused space inside a page.
    PageSlack,
    /// A cleanup backup beside the store.
    Backup,
    /// The recorded history of this program.
    History,
    /// A session log of an agent.
    SessionLog,
}

/// A rule that found something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanRule {
    /// Its id.
    pub id: String,
    /// What it finds, in a few words.
    pub title: String,
    /// What to do about a finding: where to revoke or rotate. Empty when the rule says nothing.
    pub help: String,
    /// Whether it came from a file of the user.
    pub own: bool,
    /// Number of findings.
    pub findings: u64,
}
