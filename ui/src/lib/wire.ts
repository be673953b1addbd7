// Generated from crates/wire by `cargo xtask types`. Do not edit.

/**
 * What this program is.
 */
export type About = { 
/**
 * Version of the program.
 */
version: string, 
/**
 * Id of the store to show first; `null` for the start page.
 */
open: string | null, 
/**
 * Whether the demonstration store is shown.
 */
demo: boolean, 
/**
 * Operating system: `linux`, `macos` or `windows`.
 */
platform: string, };

/**
 * One action that was done or refused.
 */
export type ActivityEntry = { 
/**
 * When, RFC 3339 UTC.
 */
at: string, 
/**
 * `suppress`, `allow`, `purge`, `redact`, `erase` or `delete-backup`.
 */
action: string, 
/**
 * Path of the store, for people.
 */
store: string, 
/**
 * The task; empty for what is about a whole file.
 */
taskCorrelation: string, 
/**
 * The epoch; 0 for what is about a whole file.
 */
epoch: number, 
/**
 * Revision of the body, for a purge; for a redaction that was done, the new one.
 */
revision: JsonNumber | null, 
/**
 * `done`, `unchanged`, or the code of the refusal.
 */
outcome: string, 
/**
 * For a purge, a redaction or an erasing: whether nothing was left. For a backup: whether its bytes were overwritten.
 */
erased: boolean | null, 
/**
 * For a redaction: what was taken out, and where. Never a value.
 */
redacted?: Array<RedactedPlace>, };

/**
 * The newest entries.
 */
export type ActivityPage = { 
/**
 * Newest first.
 */
entries: Array<ActivityEntry>, 
/**
 * Where the log lies, for people; `null` when nothing was ever written.
 */
path: string | null, };

/**
 * Asks for the newest activity.
 */
export type ActivityRequest = { 
/**
 * Number of entries, at most 500.
 */
limit: number, };

/**
 * Lets a finding pass from now on, in every store.
 */
export type AllowFinding = { 
/**
 * Name of the scan.
 */
scan: string, 
/**
 * Id of the finding.
 */
finding: string, 
/**
 * Why, for people; it must not repeat the value.
 */
reason: string | null, };

/**
 * One entry: everything that is set must fit. A value is named by a keyed hash that stays in the list.
 */
export type AllowedEntry = { 
/**
 * Whether it names a value.
 */
value: boolean, 
/**
 * The rules' ids, as a pattern.
 */
rule: string | null, 
/**
 * The places, as a pattern: database/table/column/pointer.
 */
path: string | null, 
/**
 * Why.
 */
reason: string | null, 
/**
 * When it was added, RFC 3339 text.
 */
added: string | null, };

/**
 * What is let pass.
 */
export type AllowedList = { 
/**
 * Where the list lies; `null` where the system names no folder for it.
 */
path: string | null, 
/**
 * The entries, the oldest first.
 */
entries: Array<AllowedEntry>, };

/**
 * A backup file that was deleted.
 */
export type BackupDeleted = { 
/**
 * Always true.
 */
ok: boolean, 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * Whether its bytes were overwritten before it was removed; false when it has other names.
 */
overwritten: boolean, };

/**
 * A backup file that would be deleted.
 */
export type BackupPlan = { 
/**
 * Always true.
 */
dryRun: boolean, 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * Size in bytes.
 */
bytes: number, 
/**
 * Number of tasks in it; `null` when it cannot be read.
 */
tasks: number | null, 
/**
 * Number of bodies in it; `null` when it cannot be read.
 */
bodies: number | null, 
/**
 * Other names of the same file: hard links. Their number where their paths are not known.
 */
otherNames: number, 
/**
 * What has to be typed to confirm in the window.
 */
confirmation: string, };

/**
 * Names a file in the folder of backups.
 */
export type BackupRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * What the user typed; empty to ask for the plan.
 */
confirmation: string, };

/**
 * JSON text that came out of a body, kept as text: lone surrogates stay escaped and numbers keep their digits, which
 * no value type of the usual libraries manages. Its `Debug` output is the length only.
 */
export type BodyJson = unknown;

/**
 * A stretch of the stored bytes, as text.
 */
export type BodyPage = { 
/**
 * Byte offset of the first byte shown; a page starts and ends at whole characters.
 */
offset: number, 
/**
 * Number of stored bytes shown.
 */
length: number, 
/**
 * Size of the stored text in bytes.
 */
total: number, 
/**
 * The bytes as text; those that are not UTF-8 are shown as U+FFFD.
 */
text: BodyText, 
/**
 * Whether every byte shown is valid UTF-8.
 */
exact: boolean, };

/**
 * Asks for a stretch of the stored bytes.
 */
export type BodyRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision, to name another than the stored body.
 */
revision?: JsonNumber, 
/**
 * Digest, where several bodies have the revision.
 */
digest?: string, 
/**
 * Byte offset.
 */
offset: number, 
/**
 * Number of bytes, at most 65,536.
 */
limit: number, };

/**
 * Text of a stored body, or made from one. A plain string in JSON; its `Debug` output is the length only, so that
 * it never reaches a log line, a panic message or a test snapshot.
 */
export type BodyText = string;

/**
 * What bytes are for.
 */
export type BytesKind = "structure" | "row" | "page-slack" | "free-page" | "log" | "log-leftover" | "journal" | "other";

/**
 * Asks for bytes of one of a store's files.
 */
export type BytesRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * The file as a place of a revision names it, relative to the store's folder.
 */
file: string, 
/**
 * Offset of the first byte.
 */
offset: number, 
/**
 * Number of bytes, at most 65,536.
 */
limit: number, };

/**
 * What a run of bytes is for.
 */
export type BytesSpan = { 
/**
 * Offset of the first byte in the file.
 */
offset: number, 
/**
 * Number of bytes, as far as they are shown.
 */
length: number, 
/**
 * Page that they belong to, from 1; `null` for headers of the log and the like.
 */
page: number | null, 
/**
 * Number of the commit in the log, from 1, where they belong to one.
 */
commit: number | null, 
/**
 * What they are for.
 */
kind: BytesKind, 
/**
 * Whether the newest state uses them.
 */
live: boolean, };

/**
 * A stretch of a file.
 */
export type BytesView = { 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * Offset of the first byte shown.
 */
offset: number, 
/**
 * Number of bytes shown.
 */
length: number, 
/**
 * Size of the file in bytes.
 */
total: number, 
/**
 * Page size of the database in bytes.
 */
pageSize: number, 
/**
 * The bytes as hexadecimal digits, two for each, lowercase.
 */
hex: BodyText, 
/**
 * What the bytes shown are for, in order and without gaps.
 */
spans: Array<BytesSpan>, };

/**
 * What `inspect_context` and `load_context` would answer, and why.
 */
export type Candidate = { 
/**
 * `DEFER` or `REJECT`; `null` when the tool would fail.
 */
decision: string | null, 
/**
 * Reason codes of the decision; empty when the tool would fail.
 */
reasonCodes: Array<string>, 
/**
 * The summary that would be offered.
 */
summary: BodyJson | null, 
/**
 * The error that the tool would answer instead.
 */
error: CandidateError | null, 
/**
 * The checks behind it; always the same nine ids.
 */
checks: Array<Check>, 
/**
 * What `load_context` would answer to a fresh token; `null` when nothing is offered.
 */
load: LoadAnswer | null, 
/**
 * What a compact hook would do with the marker now, as a kebab-case code.
 */
compact: string, 
/**
 * Remarks about the task as kebab-case codes, for example `receiver-state`.
 */
remarks: Array<string>, };

/**
 * An error of the real tools.
 */
export type CandidateError = { 
/**
 * For example `CONTINUITY_UNAVAILABLE`.
 */
code: string, };

/**
 * One check with both values.
 */
export type Check = { 
/**
 * Stable id, for example `column-digest`.
 */
id: string, 
/**
 * `null` where the check does not apply.
 */
pass: boolean | null, 
/**
 * What it should be.
 */
expected: string | null, 
/**
 * What it is.
 */
actual: string | null, };

/**
 * Empties the recorded history: of everything, of one store, or of one task.
 */
export type ClearHistory = { 
/**
 * Id of the store.
 */
source?: string, 
/**
 * Correlation of the task; needs the store.
 */
taskCorrelation?: string, };

/**
 * A comparison in pages of rows, for the window.
 */
export type ComparePage = { 
/**
 * The older side.
 */
from: DiffSide, 
/**
 * The newer side.
 */
to: DiffSide, 
/**
 * The first dropped items (at most 200).
 */
dropped: Array<Dropped>, 
/**
 * Number of dropped items in all.
 */
droppedCount: number, 
/**
 * Number of rows that are not kept.
 */
changes: number, 
/**
 * Number of rows in all.
 */
total: number, 
/**
 * Index of the first row of this page.
 */
offset: number, 
/**
 * The rows of this page.
 */
rows: Array<CompareRow>, 
/**
 * Remarks as in [`DiffDocument::notes`].
 */
notes: Array<string>, };

/**
 * Asks for rows of a comparison.
 */
export type CompareRequest = { 
/**
 * The older side.
 */
from: SideRequest, 
/**
 * The newer side.
 */
to: SideRequest, 
/**
 * Index of the first row.
 */
offset: number, 
/**
 * Number of rows, at most 500.
 */
limit: number, };

/**
 * One row of a comparison: an item or value with its marked words.
 */
export type CompareRow = { 
/**
 * Path of the field; rows of one field follow each other.
 */
path: string, 
/**
 * What became of it.
 */
op: DiffOp, 
/**
 * The older side in pieces; `null` when it is not there.
 */
from: Array<Piece> | null, 
/**
 * The newer side in pieces; `null` when it is not there.
 */
to: Array<Piece> | null, 
/**
 * Index on the older side.
 */
fromIndex: number | null, 
/**
 * Index on the newer side.
 */
toIndex: number | null, 
/**
 * Path of the list that it went to.
 */
movedTo: string | null, 
/**
 * Path of the list that it came from.
 */
movedFrom: string | null, 
/**
 * Whether the texts were cut because they are very long.
 */
cut: boolean, 
/**
 * Whether a found value is masked in it; left out when none is.
 */
masked?: boolean, };

/**
 * One field of a body that breaks the contract of a snapshot.
 */
export type ContractFault = { 
/**
 * Path such as `core.constraints[3]`.
 */
path: string, 
/**
 * Kebab-case reason, for example `missing`, `wrong-type`, `too-long`.
 */
reason: string, };

/**
 * What could not be read, beside what could.
 */
export type Damage = { 
/**
 * Table name, or a file part such as `log`.
 */
table: string, 
/**
 * Kebab-case reason.
 */
reason: string, 
/**
 * Number of rows concerned where it can be counted, else `null`.
 */
count: number | null, };

/**
 * A store as it was read.
 */
export type Database = { 
/**
 * Path for people.
 */
path: string, 
/**
 * Schema version; 0 for an empty store.
 */
schemaVersion: number, 
/**
 * `AGSN` for the shared file, else `null`.
 */
applicationId: string | null, 
/**
 * `wal` or `delete`, as the header says.
 */
journalMode: string, 
/**
 * Size of the main file in bytes.
 */
sizeBytes: number, 
/**
 * Size of the write-ahead log in bytes, 0 when there is none.
 */
logBytes: number, 
/**
 * Tables and rows that cannot be read.
 */
damage: Array<Damage>, };

/**
 * A body that was deleted.
 */
export type DeletedBody = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * What was written.
 */
result: PurgeResult, };

/**
 * What became of an item.
 */
export type DiffOp = "kept" | "moved" | "changed" | "added" | "removed";

/**
 * One side of a comparison.
 */
export type DiffSide = { 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision in the JSON.
 */
revision: JsonNumber | null, 
/**
 * Digest in the JSON.
 */
digest: string | null, 
/**
 * Where the body comes from.
 */
source: RevisionSource, };

/**
 * An item that vanished without a successor.
 */
export type Dropped = { 
/**
 * Path of the list it was in.
 */
path: string, 
/**
 * Its text.
 */
text: BodyText, 
/**
 * Whether a found value is masked in it; left out when none is.
 */
masked?: boolean, };

/**
 * One epoch of a task.
 */
export type EpochEntry = { 
/**
 * Epoch number, from 1.
 */
epoch: number, 
/**
 * Whether restore looks at this epoch.
 */
current: boolean, 
/**
 * Whether a candidate would offer this epoch's body now.
 */
offered: boolean, 
/**
 * The stored body, `null` when there is none.
 */
snapshot: SnapshotEntry | null, 
/**
 * The tombstone, `null` when there is none.
 */
tombstone: TombstoneEntry | null, };

/**
 * What bringing a store to a state without left-over text did.
 */
export type EraseDone = { 
/**
 * Always true.
 */
ok: boolean, 
/**
 * What is left. Here `found` counts bytes, pages or frames that hold anything at all, whatever it is.
 */
proof: Proof, };

/**
 * What bringing a store to a state without left-over text would do.
 */
export type ErasePlan = { 
/**
 * Always true.
 */
dryRun: boolean, 
/**
 * Bytes that hold something and that nothing uses: in pages that are in use.
 */
pageSlack: number, 
/**
 * Pages that no table uses and that hold something.
 */
freePages: number, 
/**
 * Size of the log in bytes.
 */
logBytes: number, 
/**
 * Size of a rollback journal that is not in use, in bytes.
 */
journalBytes: number, 
/**
 * Revisions that can be read now and would be gone.
 */
lost: LostRevisions, 
/**
 * What has to be typed to confirm in the window.
 */
confirmation: string, };

/**
 * Erases what is left over in a store.
 */
export type EraseRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * What the user typed; compared with the plan's confirmation.
 */
confirmation: string, };

/**
 * A failed call: a stable code for programs, a sentence for people and, where there is one, the next step.
 */
export type ErrorBody = { 
/**
 * Stable kebab-case code, for example `unsupported-schema`.
 */
code: string, 
/**
 * One sentence that says what happened. Never holds body text.
 */
message: string, 
/**
 * What to do next, or `null` when nothing can be done.
 */
next: string | null, 
/**
 * Correlations that an ambiguous task name matches; empty otherwise.
 */
matches: Array<string>, 
/**
 * What can still be said about an input that cannot be read; `null` otherwise.
 */
known: KnownInput | null, };

/**
 * An evidence reference.
 */
export type EvidenceView = { 
/**
 * Artifact id.
 */
artifactId: BodyText, 
/**
 * Locator, for example a path.
 */
locator: BodyText, 
/**
 * Digest as stored.
 */
digest: string | null, 
/**
 * Whether the agent marked it verified.
 */
verified: boolean | null, };

/**
 * Writes a scan to a file, without any value.
 */
export type ExportScan = { 
/**
 * Name of the scan.
 */
scan: string, 
/**
 * Which findings are written.
 */
filter: ScanFilter, 
/**
 * The shape of the file.
 */
format: ScanFormat, };

/**
 * A file that was written for the user.
 */
export type Exported = { 
/**
 * Where, for people.
 */
path: string, 
/**
 * Size in bytes.
 */
bytes: number, };

/**
 * One field of a body.
 */
export type FieldView = { 
/**
 * Path such as `core.constraints`.
 */
path: string, 
/**
 * Whether the contract of a snapshot knows the field.
 */
known: boolean, 
/**
 * `text`, `list`, `number`, `boolean`, `null` or `object`.
 */
kind: string, 
/**
 * Number of items of a list or members of an object; 1 for others.
 */
count: number, 
/**
 * The first items.
 */
items: Array<ItemView>, };

/**
 * Takes an entry back.
 */
export type ForgetAllowed = { 
/**
 * Index in [`AllowedList::entries`].
 */
index: number, 
/**
 * When that entry was added, so that another one is not taken instead.
 */
added: string | null, };

/**
 * Forgets a store that was opened before; the file is not touched.
 */
export type ForgetRequest = { 
/**
 * Id of the store.
 */
source: string, };

/**
 * Whether revisions are recorded, and how much is kept.
 */
export type HistorySettings = { 
/**
 * Whether new revisions are recorded. Off until it is turned on.
 */
record: boolean, 
/**
 * Days after which a copy is removed, from 1 to 3,650.
 */
keepDays: number, 
/**
 * Most bytes of bodies that are kept, from 1 MiB to 64 GiB; the oldest go first.
 */
keepBytes: number, };

/**
 * The recorded history as it is now.
 */
export type HistoryState = { 
/**
 * The settings.
 */
settings: HistorySettings, 
/**
 * Where the copies lie, for people; `null` where the system names no folder for them.
 */
path: string | null, 
/**
 * Number of bodies kept.
 */
bodies: number, 
/**
 * Bytes of these bodies.
 */
bytes: number, 
/**
 * What is kept, by store.
 */
stores: Array<HistoryStore>, 
/**
 * Why the history cannot be read, or nothing was recorded the last time; `null` when all is well. While it cannot
 * be read, the counts are 0.
 */
problem: ErrorBody | null, };

/**
 * What is kept of one store.
 */
export type HistoryStore = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Path of the store, for people.
 */
path: string, 
/**
 * Number of tasks.
 */
tasks: number, 
/**
 * Number of bodies.
 */
bodies: number, 
/**
 * Bytes of these bodies.
 */
bytes: number, 
/**
 * When the oldest copy was made, RFC 3339 UTC.
 */
oldest: string, 
/**
 * When the newest copy was made, RFC 3339 UTC.
 */
newest: string, };

/**
 * More items of one field.
 */
export type ItemPage = { 
/**
 * Path of the field.
 */
path: string, 
/**
 * Number of items in all.
 */
count: number, 
/**
 * Index of the first item of this page.
 */
offset: number, 
/**
 * The items.
 */
items: Array<ItemView>, };

/**
 * Asks for a stretch of one long item.
 */
export type ItemRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision, to name another than the stored body.
 */
revision?: JsonNumber, 
/**
 * Digest, where several bodies have the revision.
 */
digest?: string, 
/**
 * Path of the field.
 */
path: string, 
/**
 * Index of the item in its field.
 */
index: number, 
/**
 * Offset in UTF-16 units.
 */
offset: number, 
/**
 * Number of UTF-16 units, at most 65,536.
 */
limit: number, };

/**
 * A stretch of one long item.
 */
export type ItemText = { 
/**
 * Offset of the first UTF-16 unit; a stretch starts and ends at whole characters.
 */
offset: number, 
/**
 * Number of UTF-16 units in the stretch.
 */
length: number, 
/**
 * Length of the whole text in UTF-16 units.
 */
total: number, 
/**
 * The stretch.
 */
text: BodyText, 
/**
 * What is masked in `text`; left out when nothing is.
 */
masked?: Array<MaskedSpan>, };

/**
 * One item of a list, or a single value.
 */
export type ItemView = { 
/**
 * Index in the list, from 0.
 */
index: number, 
/**
 * The text, cut at a whole character when it is very long.
 */
text: BodyText, 
/**
 * Length of the whole text in UTF-16 units.
 */
utf16Length: number, 
/**
 * Whether `text` was cut.
 */
cut: boolean, 
/**
 * The evidence reference behind the item, where it is one.
 */
evidence: EvidenceView | null, 
/**
 * What is masked in `text`; left out when nothing is.
 */
masked?: Array<MaskedSpan>, };

/**
 * Asks for more items of one field of a body.
 */
export type ItemsRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision, to name another than the stored body.
 */
revision?: JsonNumber, 
/**
 * Digest, where several bodies have the revision.
 */
digest?: string, 
/**
 * Path of the field.
 */
path: string, 
/**
 * Index of the first item.
 */
offset: number, 
/**
 * Number of items, at most 500.
 */
limit: number, };

/**
 * A number that a body's JSON holds: an ECMAScript double. Whole numbers are written without a fraction, so that
 * revision 5 is `5` on every edge. Not a number and infinities cannot come from JSON and are written as `null`.
 */
export type JsonNumber = number;

/**
 * What is known of a file that cannot be read as a store.
 */
export type KnownInput = { 
/**
 * Schema version found, where it could be read.
 */
schemaVersion: number | null, 
/**
 * Names of the tables found, in file order.
 */
tables: Array<string>, 
/**
 * Size of the main file in bytes.
 */
sizeBytes: number | null, };

/**
 * Asks for everything that was found on this machine.
 */
export type ListSources = Record<symbol, never>;

/**
 * Asks for one page of a store's tasks.
 */
export type ListTasks = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Text to look for in titles, correlations, roots and stored text; empty for all.
 */
query: string, 
/**
 * Which tasks.
 */
filter: TaskFilter, 
/**
 * Index of the first row.
 */
offset: number, 
/**
 * Number of rows, at most 500.
 */
limit: number, };

/**
 * The answer of `load_context`.
 */
export type LoadAnswer = { 
/**
 * Whether it would hand out the body.
 */
ok: boolean, 
/**
 * The error code when it would not.
 */
code: string | null, };

/**
 * A place where a store could be and is not.
 */
export type LookedAt = { 
/**
 * Why the place was looked at.
 */
origin: SourceOrigin, 
/**
 * Path for people; bytes that are not UTF-8 are shown as U+FFFD.
 */
path: string, };

/**
 * One of them.
 */
export type LostRevision = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, 
/**
 * The revision.
 */
revision: JsonNumber | null, 
/**
 * The digest as stated.
 */
digest: string | null, 
/**
 * Where it is read now.
 */
source: RevisionSource, 
/**
 * Size in bytes.
 */
bytes: number, };

/**
 * Older revisions that erasing takes away for good, because log and unused pages belong to all tasks.
 */
export type LostRevisions = { 
/**
 * Number of revisions whose whole body can be read now and could not be afterwards.
 */
revisions: number, 
/**
 * Number of tasks that they belong to.
 */
tasks: number, 
/**
 * Number of those that belong to tasks the plan does not name.
 */
ofOtherTasks: number, 
/**
 * Size of their bodies in bytes.
 */
bytes: number, 
/**
 * The first of them, at most 200.
 */
entries: Array<LostRevision>, };

/**
 * A found value that is masked in the text beside this: a secret, or something about a person.
 */
export type MaskedSpan = { 
/**
 * Id of the rule that found it.
 */
rule: string, 
/**
 * Start and length of the mask in UTF-16 units of the text that is shown.
 */
utf16: [number, number], };

/**
 * Tells the window to show a store: dropped on it, given as argument, or chosen in the open dialog.
 */
export type OpenRequested = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task to show, from a deep link; `null` for the task list.
 */
taskCorrelation: string | null, };

/**
 * The marker that a pre-compact hook left.
 */
export type PendingMarker = { 
/**
 * `direct` or `workflow`.
 */
source: string, 
/**
 * Revision of the candidate at that time.
 */
revision: number | null, 
/**
 * Digest of the candidate at that time.
 */
digest: string | null, 
/**
 * Root of the task at that time.
 */
rootId: string | null, 
/**
 * Whether the compact hook already used it.
 */
consumed: boolean, };

/**
 * A stretch of text, marked when the other side does not have it.
 */
export type Piece = { 
/**
 * The text.
 */
text: BodyText, 
/**
 * Whether it differs.
 */
marked: boolean, };

/**
 * Whether a place still holds text.
 */
export type PlaceState = "gone" | "remains" | "unknown";

/**
 * A stored body that a plan deletes, as it was seen.
 */
export type PlanBody = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, 
/**
 * Revision as seen.
 */
revision: JsonNumber, 
/**
 * Digest as seen (`bytes:` form).
 */
digest: string, 
/**
 * Size in bytes.
 */
bytes: number, 
/**
 * Whether it is what restore would offer now.
 */
offered: boolean, };

/**
 * What would become of a row or place.
 */
export type PlanEffect = "delete" | "scrub" | "write" | "keep" | "not-touched" | "same-file";

/**
 * One row or place of a plan.
 */
export type PlanItem = { 
/**
 * What becomes of it.
 */
effect: PlanEffect, 
/**
 * Kind: `body`, `tombstone`, `request`, `delta`, `workflow`, `backup`, `log`, `free-page`, `page-slack`,
 * `schema-object`, `symbolic-link`, `hard-link`.
 */
kind: string, 
/**
 * Number of rows or places.
 */
count: number, 
/**
 * File, relative to the store's folder, where it is a file; else `null`.
 */
file: string | null, };

/**
 * Asks what deleting the stored bodies of many tasks would do.
 */
export type PlanManyRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Text as in [`ListTasks`].
 */
query: string, 
/**
 * Which tasks.
 */
filter: TaskFilter, 
/**
 * Only these of them, by correlation; all where it is empty.
 */
tasks: Array<string>, 
/**
 * `body` for the current epochs, `task` for all epochs.
 */
scope: PurgeScope, };

/**
 * Asks what taking findings out of stored bodies would do.
 */
export type PlanRedactRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Which findings.
 */
pick: RedactPick, 
/**
 * Only the bodies of this task; `null` for all.
 */
taskCorrelation?: string, 
/**
 * Only the body of this epoch; needs the task.
 */
epoch?: number, 
/**
 * Also in epochs that no rule of AGS writes to any more: the stored text is changed in its place.
 */
inPlace: boolean, };

/**
 * Asks what deleting the stored body of an epoch would do.
 */
export type PlanRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * How much of the past goes with it.
 */
scope: PurgeScope, };

/**
 * What was searched for pieces of the deleted text, and what was found.
 */
export type Proof = { 
/**
 * True only when every place is gone.
 */
erased: boolean, 
/**
 * Every place that was searched.
 */
places: Array<ProofPlace>, 
/**
 * Whether another stored body holds parts of the text too. Those parts are searched for nowhere: they are not gone.
 */
sharesText: boolean, 
/**
 * What no search of files can reach, as kebab-case codes: `file-system` (journals, copies on write, snapshots),
 * `device` (wear levelling), `other-copies` (files that this program was not told of).
 */
outOfReach: Array<string>, };

/**
 * One place and what was found in it.
 */
export type ProofPlace = { 
/**
 * Kind of place.
 */
place: ProofPlaceKind, 
/**
 * File, relative to the store's folder.
 */
file: string, 
/**
 * Whether text remains.
 */
state: PlaceState, 
/**
 * Number of pieces found.
 */
found: number, 
/**
 * Why it remains or could not be searched, as a kebab-case code; `null` when gone.
 */
code: string | null, 
/**
 * Processes that hold it, where the system tells.
 */
processes: Array<number>, 
/**
 * Why it remains or could not be searched; `null` when gone.
 */
reason: string | null, 
/**
 * What to do; `null` when nothing is needed.
 */
next: string | null, };

/**
 * A kind of place that can hold text of a body.
 */
export type ProofPlaceKind = "row" | "page-slack" | "free-page" | "log" | "shared-memory" | "journal" | "receipt" | "delta" | "backup" | "workflow" | "history" | "schema-object";

/**
 * The steps of a delete.
 */
export type PurgePhase = "delete" | "erase" | "search";

/**
 * What a delete would touch, and what it would not.
 */
export type PurgePlan = { 
/**
 * Always true.
 */
dryRun: boolean, 
/**
 * Name of this plan, given back with the delete. Only the newest plan can be carried out.
 */
id: string, 
/**
 * The task; of the first body where there are bodies of several tasks.
 */
taskCorrelation: string, 
/**
 * The epoch whose body would be deleted; of the first body where there are several.
 */
epoch: number, 
/**
 * Revision as seen, of the first body; compared again inside the write transaction.
 */
revision: JsonNumber, 
/**
 * Digest as seen (`bytes:` form, which names this very body), of the first body; compared again too.
 */
digest: string, 
/**
 * How much of the past goes with it.
 */
scope: PurgeScope, 
/**
 * The stored bodies that would be deleted; at most 500 are listed.
 */
bodies: Array<PlanBody>, 
/**
 * Number of stored bodies that would be deleted.
 */
bodyCount: number, 
/**
 * Number of tasks that they belong to.
 */
taskCount: number, 
/**
 * Whether one of them is what restore would offer now.
 */
offered: boolean, 
/**
 * Rows and places, one by one.
 */
plan: Array<PlanItem>, 
/**
 * Revisions that no row holds, can be read now, and would be gone with what is erased.
 */
lost: LostRevisions, 
/**
 * What has to be typed to confirm in the window.
 */
confirmation: string, };

/**
 * Names the newest plan.
 */
export type PurgePlanName = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Name of the plan.
 */
plan: string, };

/**
 * How far a delete is, for the window.
 */
export type PurgeProgress = { 
/**
 * What is being done.
 */
phase: PurgePhase, 
/**
 * Bodies or pages done.
 */
done: number, 
/**
 * Bodies or pages in all; 0 while that is not known.
 */
total: number, };

/**
 * Deletes what the newest plan names.
 */
export type PurgeRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Name of the plan.
 */
plan: string, 
/**
 * What the user typed; compared with the plan's confirmation.
 */
confirmation: string, 
/**
 * Whether what others hold up is finished later without asking again.
 */
finish: boolean, };

/**
 * What `purge_direct_context` answers.
 */
export type PurgeResult = { 
/**
 * Always `1.0.0`.
 */
schemaVersion: string, 
/**
 * Always true.
 */
purged: boolean, 
/**
 * Epoch of the deleted body.
 */
epoch: number, 
/**
 * Revision of the deleted body.
 */
revision: JsonNumber, 
/**
 * Digest of the tombstone.
 */
tombstoneDigest: string, 
/**
 * When it was deleted.
 */
purgedAt: string, };

/**
 * How much of the past a delete takes with it.
 */
export type PurgeScope = "body" | "epoch" | "task";

/**
 * What a delete of one or more bodies did.
 */
export type PurgeSummary = { 
/**
 * Always true.
 */
ok: boolean, 
/**
 * The bodies that were deleted; at most 500 are listed.
 */
deleted: Array<DeletedBody>, 
/**
 * Number of bodies that were deleted.
 */
deletedCount: number, 
/**
 * The bodies that were not, each with its reason; at most 500 are listed.
 */
refused: Array<RefusedBody>, 
/**
 * Number of bodies that were not deleted because something moved or a rule forbids it.
 */
refusedCount: number, 
/**
 * Number of bodies that were left alone because the user stopped.
 */
stopped: number, 
/**
 * What was searched and found afterwards.
 */
proof: Proof, };

/**
 * A stored body that would be replaced, as it was seen.
 */
export type RedactBody = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, 
/**
 * Revision as seen; compared again inside the write transaction.
 */
revision: JsonNumber, 
/**
 * Digest as seen (`bytes:` form, which names this very body); compared again too.
 */
digest: string, 
/**
 * How it is replaced.
 */
how: RedactHow, 
/**
 * Revision afterwards.
 */
newRevision: JsonNumber, 
/**
 * Whether it is what restore would offer now.
 */
offered: boolean, 
/**
 * The places that are replaced, in the order of the text; at most 200 are listed.
 */
spots: Array<RedactSpot>, 
/**
 * Number of places.
 */
spotCount: number, };

/**
 * What a redaction did.
 */
export type RedactDone = { 
/**
 * Always true.
 */
ok: boolean, 
/**
 * The bodies that were replaced; at most 500 are listed.
 */
result: Array<RedactedBody>, 
/**
 * Number of bodies that were replaced.
 */
redactedCount: number, 
/**
 * The bodies that were not, each with its reason; at most 500 are listed.
 */
refused: Array<RefusedBody>, 
/**
 * Number of bodies that were not replaced because something moved or a rule forbids it.
 */
refusedCount: number, 
/**
 * Number of bodies that were left alone because the user stopped.
 */
stopped: number, 
/**
 * What to do about the values themselves now, by rule.
 */
rotate: Array<RotateAdvice>, 
/**
 * What was searched for the values and found afterwards.
 */
proof: Proof, };

/**
 * How a stored body is replaced.
 */
export type RedactHow = "checkpoint" | "in-place";

/**
 * Which findings are taken out: those of the rules and those that are named. Everything where `all` is set.
 */
export type RedactPick = { 
/**
 * Everything that is found and not let pass.
 */
all: boolean, 
/**
 * Everything that these rules find, by id.
 */
rules: Array<string>, 
/**
 * These findings, by their ids in the newest scan.
 */
findings: Array<string>, };

/**
 * What a redaction would change, and what it would not. It cannot be undone.
 */
export type RedactPlan = { 
/**
 * Always true.
 */
dryRun: boolean, 
/**
 * Name of this plan, given back with the redaction. Only the newest plan can be carried out.
 */
id: string, 
/**
 * The stored bodies that would be replaced; at most 500 are listed.
 */
bodies: Array<RedactBody>, 
/**
 * Number of stored bodies that would be replaced.
 */
bodyCount: number, 
/**
 * Number of tasks that they belong to.
 */
taskCount: number, 
/**
 * Number of places that would be replaced in all of them.
 */
spotCount: number, 
/**
 * The stored bodies that hold picked findings and cannot be redacted, each with its reason and what can be done
 * instead; at most 500 are listed.
 */
refused: Array<RefusedBody>, 
/**
 * Number of these.
 */
refusedCount: number, 
/**
 * Rows and places, one by one: what is written, what goes with the erasing, what also holds a picked value and is not
 * touched.
 */
plan: Array<PlanItem>, 
/**
 * Revisions that no row holds, can be read now, and would be gone with what is erased.
 */
lost: LostRevisions, 
/**
 * What to do about the values themselves afterwards, by rule.
 */
rotate: Array<RotateAdvice>, 
/**
 * What has to be typed to confirm in the window; empty when there is nothing to do.
 */
confirmation: string, };

/**
 * Carries out the newest plan.
 */
export type RedactRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Name of the plan.
 */
plan: string, 
/**
 * What the user typed; compared with the plan's confirmation.
 */
confirmation: string, 
/**
 * Whether what others hold up is finished later without asking again.
 */
finish: boolean, };

/**
 * One place before and after.
 */
export type RedactSpot = { 
/**
 * Id of the rule that found it.
 */
rule: string, 
/**
 * What the rule finds, in a few words.
 */
title: string, 
/**
 * The value masked.
 */
masked: string, 
/**
 * JSON pointer (RFC 6901) to the string.
 */
pointer: string, 
/**
 * Start and length in bytes of the decoded string as UTF-8.
 */
bytes: [number, number], 
/**
 * Start and length in UTF-16 units of the decoded string.
 */
utf16: [number, number], 
/**
 * What stands there afterwards.
 */
marker: string, 
/**
 * The text round it as it is, found values masked.
 */
before: BodyText, 
/**
 * The text round it as it will be, found values masked.
 */
after: BodyText, 
/**
 * Whether no rule found it here: it is the same value as one that was picked in this body.
 */
repeat: boolean, };

/**
 * A body that was replaced.
 */
export type RedactedBody = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, 
/**
 * How it was replaced.
 */
how: RedactHow, 
/**
 * Its revision before.
 */
fromRevision: JsonNumber, 
/**
 * Its revision now.
 */
revision: JsonNumber, 
/**
 * Its digest now.
 */
snapshotDigest: string, 
/**
 * Its `updatedAt` now.
 */
updatedAt: string, 
/**
 * Number of places that were replaced.
 */
spots: number, };

/**
 * Where a redaction took something out.
 */
export type RedactedPlace = { 
/**
 * Id of the rule that found it.
 */
rule: string, 
/**
 * JSON pointer to the string; `*` for names that are not AGS's own.
 */
pointer: string, 
/**
 * How many times.
 */
count: number, };

/**
 * A body that was not deleted.
 */
export type RefusedBody = { 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, 
/**
 * Why.
 */
error: ErrorBody, };

/**
 * One request row, without anything that could be a body.
 */
export type RequestEntry = { 
/**
 * Epoch of the request.
 */
epoch: number, 
/**
 * `checkpoint`, `purge`, `purged-request`, or `may-hold-body`.
 */
kind: string, 
/**
 * Revision that the receipt names.
 */
revision: number | null, 
/**
 * Digest that the receipt names (snapshot or tombstone).
 */
digest: string | null, 
/**
 * When the request was made.
 */
createdAt: string, };

/**
 * The answer of `continuity residue`.
 */
export type ResidueDocument = { 
/**
 * One for each occurrence, in the order of the files; at most 10,000.
 */
hits: Array<ResidueHit>, 
/**
 * Occurrences that the end of a page cuts in two; `offset` is where the first part begins.
 */
split: Array<ResidueHit>, 
/**
 * Number of occurrences in all, cut ones among them.
 */
total: number, 
/**
 * Every file that was searched.
 */
files: Array<ResidueFile>, 
/**
 * What the store's own files hold besides the rows, whether or not it could be told whose it is; `null` when a text
 * was searched for.
 */
unused: UnusedBytes | null, };

/**
 * A file that was searched.
 */
export type ResidueFile = { 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * Number of bytes searched.
 */
bytes: number, 
/**
 * Number of occurrences, cut ones among them.
 */
found: number, 
/**
 * Why it could not be searched; `null` when it was.
 */
reason: string | null, };

/**
 * One occurrence.
 */
export type ResidueHit = { 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * Byte offset in the file.
 */
offset: number, 
/**
 * Page number from 1, where the place is a page.
 */
page: number | null, 
/**
 * What the bytes there are for.
 */
region: ResidueRegion, 
/**
 * Whether it stands inside a row of the newest state.
 */
live: boolean, 
/**
 * The task, where the occurrence is a row of one.
 */
taskCorrelation: string | null, 
/**
 * The epoch, where it is known.
 */
epoch: number | null, 
/**
 * The revision, where it is known.
 */
revision: JsonNumber | null, 
/**
 * Whether the whole body can be read there; `null` where it is none.
 */
complete: boolean | null, };

/**
 * What the bytes of an occurrence are for.
 */
export type ResidueRegion = "live-row" | "page-slack" | "free-page" | "log" | "log-leftover" | "journal" | "backup";

/**
 * Asks where a text can still be read.
 */
export type ResidueRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * The text, at least 4 bytes.
 */
text: BodyText, };

/**
 * Asks for the value of one finding, for a person who looks at it.
 */
export type RevealRequest = { 
/**
 * Name of the scan.
 */
scan: string, 
/**
 * Id of the finding.
 */
finding: string, };

/**
 * One revision of a task.
 */
export type RevisionEntry = { 
/**
 * Epoch it belongs to; 0 for a fragment that does not say.
 */
epoch: number, 
/**
 * Revision number; `null` when the body does not say.
 */
revision: JsonNumber | null, 
/**
 * Snapshot digest as stated; `null` when the body does not say.
 */
digest: string | null, 
/**
 * Time of the revision, RFC 3339 text as stored.
 */
at: string | null, 
/**
 * Size of the body in bytes; `null` when the body is gone.
 */
bytes: number | null, 
/**
 * The best place it was found in.
 */
source: RevisionSource, 
/**
 * Every place it was found in.
 */
places: Array<RevisionPlace>, 
/**
 * Whether the whole body is there.
 */
complete: boolean, 
/**
 * Whether its digest verifies; `null` when there is nothing to verify.
 */
digestValid: boolean | null, 
/**
 * Whether a request receipt names this revision and digest.
 */
receipt: boolean, 
/**
 * Whether a delete took this epoch's body, so that what is left here was meant to be gone.
 */
deleted: boolean, };

/**
 * One place where a revision was found.
 */
export type RevisionPlace = { 
/**
 * Kind of place.
 */
source: RevisionSource, 
/**
 * File, relative to the store's folder.
 */
file: string, 
/**
 * Page number from 1, where the place is a page.
 */
page: number | null, 
/**
 * Byte offset in the file, where it is known.
 */
offset: number | null, 
/**
 * Number of the commit in the log, from 1, where the place is a log.
 */
commit: number | null, };

/**
 * Where a revision was found.
 */
export type RevisionSource = "live" | "earlier-epoch" | "log" | "log-leftover" | "free-page" | "page-slack" | "delta" | "backup" | "other-file" | "receipt" | "history";

/**
 * What to do about values of a rule after they were taken out.
 */
export type RotateAdvice = { 
/**
 * Id of the rule.
 */
rule: string, 
/**
 * What the rule finds, in a few words.
 */
title: string, 
/**
 * Where to revoke or rotate it.
 */
help: string, 
/**
 * Number of different values.
 */
values: number, };

/**
 * What kind of thing a finding is.
 */
export type ScanClass = "secret" | "personal" | "network";

/**
 * How sure a finding is, the least first.
 */
export type ScanConfidence = "low" | "medium" | "high";

/**
 * The answer of `continuity scan`.
 */
export type ScanDocument = { 
/**
 * One for each value, the most urgent first: what an agent would be offered next, then what a row holds now, then
 * by severity and confidence.
 */
findings: Array<ScanFinding>, 
/**
 * Counts over all of them.
 */
totals: ScanTotals, 
/**
 * What the rules that found something are, and what to do about their findings.
 */
rules: Array<ScanRule>, 
/**
 * What was searched.
 */
searched: ScanSearched, 
/**
 * What could not be searched.
 */
gaps: Array<ScanGap>, };

/**
 * Which findings are shown: those that fit everything that is set.
 */
export type ScanFilter = { 
/**
 * Only this class.
 */
class?: ScanClass, 
/**
 * Only this severity and higher ones.
 */
minSeverity?: ScanSeverity, 
/**
 * Only this confidence and higher ones.
 */
minConfidence?: ScanConfidence, 
/**
 * Only findings with a place in this task.
 */
taskCorrelation?: string, 
/**
 * Only findings of this rule.
 */
rule?: string, 
/**
 * Only findings that an agent would be offered next.
 */
offered?: boolean, };

/**
 * One secret, or one piece of personal data, wherever it stands.
 */
export type ScanFinding = { 
/**
 * Name of the finding: 16 hexadecimal digits, the same in every scan while its first place stays. It is made from
 * the rule and the place and says nothing about the value.
 */
id: string, 
/**
 * Id of the rule.
 */
rule: string, 
/**
 * What the rule finds, in a few words.
 */
title: string, 
/**
 * What kind of thing it is.
 */
class: ScanClass, 
/**
 * How much harm it can do.
 */
severity: ScanSeverity, 
/**
 * How sure it is that it is what the rule says.
 */
confidence: ScanConfidence, 
/**
 * Why it is that sure, as kebab-case codes.
 */
reasons: Array<string>, 
/**
 * The value masked: a public prefix at most, eight dots, the length where it is long.
 */
masked: string, 
/**
 * Whether an agent would be offered it next.
 */
offered: boolean, 
/**
 * Whether a row of the newest state holds it.
 */
live: boolean, 
/**
 * Where it stands, the most urgent first; at most 100 in one document.
 */
places: Array<ScanPlace>, 
/**
 * Number of places in all.
 */
placeCount: number, };

/**
 * The shape of a written scan.
 */
export type ScanFormat = "json" | "sarif" | "html" | "markdown" | "csv";

/**
 * What could not be searched.
 */
export type ScanGap = { 
/**
 * The file, relative to the store's folder.
 */
file: string, 
/**
 * The table, where it is one.
 */
table: string | null, 
/**
 * Why.
 */
error: ErrorBody, };

/**
 * What kind of text a finding stands in.
 */
export type ScanKind = "body" | "delta" | "receipt" | "ledger" | "column" | "fragment" | "session-log";

/**
 * A page of a scan.
 */
export type ScanPage = { 
/**
 * Name of the scan; the newest scan is the only one that is kept.
 */
scan: string, 
/**
 * Whether the store changed since.
 */
outdated: boolean, 
/**
 * Counts over what passes the filter.
 */
totals: ScanTotals, 
/**
 * The rules that found something.
 */
rules: Array<ScanRule>, 
/**
 * What was searched.
 */
searched: ScanSearched, 
/**
 * What could not be searched.
 */
gaps: Array<ScanGap>, 
/**
 * Index of the first finding.
 */
offset: number, 
/**
 * The findings, the most urgent first, each with its first five places.
 */
findings: Array<ScanFinding>, };

/**
 * Asks for a page of a scan.
 */
export type ScanPageRequest = { 
/**
 * Name of the scan.
 */
scan: string, 
/**
 * Which findings are shown.
 */
filter: ScanFilter, 
/**
 * Index of the first finding.
 */
offset: number, 
/**
 * Number of findings, at most 500.
 */
limit: number, };

/**
 * What a scan is doing.
 */
export type ScanPhase = "rows" | "leftovers" | "ledger" | "backups" | "history" | "logs";

/**
 * One place of a finding.
 */
export type ScanPlace = { 
/**
 * What kind of text it stands in.
 */
kind: ScanKind, 
/**
 * The file, relative to the store's folder.
 */
database: string, 
/**
 * The table, where it stands in a row.
 */
table: string | null, 
/**
 * The column, where it stands in a row.
 */
column: string | null, 
/**
 * The row's number in its table; `null` for snapshots and deltas, which task and epoch name.
 */
row: number | null, 
/**
 * The task, where it is known.
 */
taskCorrelation: string | null, 
/**
 * The workflow root, where the row is one's.
 */
rootId: string | null, 
/**
 * The epoch, where it is known.
 */
epoch: number | null, 
/**
 * The revision that the body states.
 */
revision: JsonNumber | null, 
/**
 * The digest that the body states, to name the revision with.
 */
digest: string | null, 
/**
 * Where the text comes from.
 */
source: ScanSource, 
/**
 * JSON pointer (RFC 6901) to the string; `null` where the text is no JSON, or only a piece of it.
 */
pointer: string | null, 
/**
 * Whether it stands in the name of the member that `pointer` leads to, and not in its value.
 */
inKey: boolean, 
/**
 * Start and length in UTF-16 units of the decoded string at `pointer`; of the whole text where that is `null`.
 */
utf16: [number, number], 
/**
 * Start and length in bytes of the same text as UTF-8.
 */
bytes: [number, number], 
/**
 * Page number from 1, where the place is a page.
 */
page: number | null, 
/**
 * Byte offset in the file of the text that the offsets count from, where it is known.
 */
offset: number | null, 
/**
 * Line number from 1, in a session log.
 */
line: number | null, 
/**
 * Whether an agent would be offered it next.
 */
offered: boolean, };

/**
 * A page of the places of one finding.
 */
export type ScanPlacePage = { 
/**
 * Number of places in all.
 */
total: number, 
/**
 * Index of the first place.
 */
offset: number, 
/**
 * The places, the most urgent first.
 */
places: Array<ScanPlace>, };

/**
 * Asks for more places of one finding.
 */
export type ScanPlacesRequest = { 
/**
 * Name of the scan.
 */
scan: string, 
/**
 * Id of the finding.
 */
finding: string, 
/**
 * Index of the first place.
 */
offset: number, 
/**
 * Number of places, at most 500.
 */
limit: number, };

/**
 * How far a scan is.
 */
export type ScanProgress = { 
/**
 * What is being searched.
 */
phase: ScanPhase, 
/**
 * Texts searched so far.
 */
texts: number, 
/**
 * Bytes searched so far.
 */
bytes: number, 
/**
 * Values found so far.
 */
findings: number, };

/**
 * Scans a store; the answer is the first page. A scan of the same state with the same rules is not run again.
 */
export type ScanRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Which findings are shown.
 */
filter: ScanFilter, 
/**
 * Number of findings of the first page, at most 500.
 */
limit: number, };

/**
 * A rule that found something.
 */
export type ScanRule = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it finds, in a few words.
 */
title: string, 
/**
 * What to do about a finding: where to revoke or rotate. Empty when the rule says nothing.
 */
help: string, 
/**
 * Whether it came from a file of the user.
 */
own: boolean, 
/**
 * Number of findings.
 */
findings: number, };

/**
 * What was searched.
 */
export type ScanSearched = { 
/**
 * The files, relative to the store's folder.
 */
files: Array<string>, 
/**
 * Number of texts (bodies, columns, pieces); those that are the same were searched once.
 */
texts: number, 
/**
 * Their size in bytes.
 */
bytes: number, };

/**
 * How much harm a finding can do when it is what it looks like, the least first.
 */
export type ScanSeverity = "low" | "medium" | "high" | "critical";

/**
 * Where a text comes from: the words of [`crate::revisions::RevisionSource`], and session logs. The more urgent first.
 */
export type ScanSource = "live" | "earlier-epoch" | "delta" | "receipt" | "log" | "log-leftover" | "free-page" | "page-slack" | "backup" | "history" | "session-log";

/**
 * Counts of a scan.
 */
export type ScanTotals = { 
/**
 * Findings that pass the filter.
 */
findings: number, 
/**
 * Of these, findings that an agent would be offered next.
 */
offered: number, 
/**
 * Findings that a row holds now, the offered ones among them.
 */
live: number, 
/**
 * Findings of this severity.
 */
critical: number, 
/**
 * Findings of this severity.
 */
high: number, 
/**
 * Findings of this severity.
 */
medium: number, 
/**
 * Findings of this severity.
 */
low: number, 
/**
 * Findings of this class.
 */
secret: number, 
/**
 * Findings of this class.
 */
personal: number, 
/**
 * Findings of this class.
 */
network: number, 
/**
 * Findings left out because an allow list or a baseline names them.
 */
allowed: number, 
/**
 * Places of all findings.
 */
places: number, };

/**
 * Names one side of a comparison.
 */
export type SideRequest = { 
/**
 * Id of the store; another than the first compares across files.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision, to name another than the stored body.
 */
revision?: JsonNumber, 
/**
 * Digest, where several bodies have the revision.
 */
digest?: string, };

/**
 * A stored body, without its text. Values are what the body's JSON says.
 */
export type SnapshotEntry = { 
/**
 * Revision in the JSON; `null` when it is missing or no number.
 */
revision: JsonNumber | null, 
/**
 * Revision column.
 */
columnRevision: number, 
/**
 * Digest in the JSON; `null` when it is missing or no text.
 */
digest: string | null, 
/**
 * Digest recomputed over the JSON; `null` when it cannot be digested.
 */
recomputedDigest: string | null, 
/**
 * Whether the two are equal; `null` when it cannot be digested.
 */
digestValid: boolean | null, 
/**
 * Status in the JSON.
 */
status: string | null, 
/**
 * Size of the stored text in bytes.
 */
bytes: number, 
/**
 * Creation time in the JSON.
 */
createdAt: string | null, 
/**
 * Time of the last change in the JSON.
 */
updatedAt: string | null, 
/**
 * Codes of what is wrong with it, worst first; empty when nothing is.
 */
problems: Array<string>, 
/**
 * What about the contract of a snapshot does not hold: JSON path and reason code.
 */
contractFaults: Array<ContractFault>, 
/**
 * Name of this very body for `purge --digest`: `bytes:` and the SHA-256 of the stored text.
 */
bytesDigest: string, };

/**
 * Names one stored body.
 */
export type SnapshotRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Revision, to name another than the stored body.
 */
revision?: JsonNumber, 
/**
 * Digest, where several bodies have the revision.
 */
digest?: string, };

/**
 * What a body holds: its fields with their sizes, and the first items of each list.
 */
export type SnapshotView = { 
/**
 * Epoch of the body.
 */
epoch: number, 
/**
 * Facts and verdicts about the body.
 */
entry: SnapshotEntry, 
/**
 * The fields, in the contract's order, then those that the contract does not know, in stored order.
 */
fields: Array<FieldView>, 
/**
 * Number of fields in all; more than `fields` holds when there are very many.
 */
fieldCount: number, 
/**
 * Whether the stored bytes hold values that views mask, wherever they stand in the body.
 */
masked: boolean, };

/**
 * One store: what it is, and whether it can be read.
 */
export type Source = { 
/**
 * Opaque name of the path in later calls; holds every byte of it.
 */
id: string, 
/**
 * Path for people; bytes that are not UTF-8 are shown as U+FFFD.
 */
path: string, 
/**
 * Short name for the list, for example the agent or the folder.
 */
label: string, 
/**
 * How it was found.
 */
origin: SourceOrigin, 
/**
 * Id of the store beside which this backup lies; `null` for others.
 */
backupOf: string | null, 
/**
 * `null` when the store can be read, else why not and what can still be said.
 */
error: ErrorBody | null, 
/**
 * Schema version (`user_version`, or the continuity entry of a shared file); `null` when unknown.
 */
schemaVersion: number | null, 
/**
 * `AGSN` for the shared file, else `null`.
 */
applicationId: string | null, 
/**
 * Number of tasks; `null` when they cannot be counted.
 */
tasks: number | null, 
/**
 * Number of stored bodies; `null` when they cannot be counted.
 */
bodies: number | null, 
/**
 * Number of tombstones without a body; `null` when they cannot be counted.
 */
deleted: number | null, 
/**
 * Size of the main file in bytes; `null` when it cannot be seen.
 */
sizeBytes: number | null, 
/**
 * Size of the write-ahead log in bytes; `null` when there is none.
 */
logBytes: number | null, 
/**
 * Time of the last change of main file or log, RFC 3339 UTC; `null` when unknown.
 */
changedAt: string | null, 
/**
 * Whether other users of this machine can read the file; `null` where the system does not say.
 */
othersCanRead: boolean | null, 
/**
 * When a delete was begun whose erasing is not finished, RFC 3339 UTC; `null` when none is.
 */
unfinishedSince: string | null, 
/**
 * Path of the workflow ledger beside it; `null` when there is none.
 */
workflows: string | null, };

/**
 * Every store that was found, in the order in which discovery looks.
 */
export type SourceList = { 
/**
 * The stores; a cleanup backup follows the store beside which it lies.
 */
sources: Array<Source>, 
/**
 * Places that were looked at and hold no store.
 */
lookedAt: Array<LookedAt>, };

/**
 * How a store was found.
 */
export type SourceOrigin = "environment" | "state-folder" | "claude-plugin" | "backup" | "opened" | "given" | "demo";

/**
 * Tells the window that a watched store changed on disk.
 */
export type StoreChanged = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * When the change was seen, RFC 3339 UTC.
 */
at: string, };

/**
 * Asks about a store.
 */
export type StoreRequest = { 
/**
 * Id of the store.
 */
source: string, };

/**
 * An item in one revision.
 */
export type StripCell = { 
/**
 * What became of it since the revision before: `added` where it came, `kept`, `moved` or `changed`.
 */
op: DiffOp, 
/**
 * The text as it was here, where it differs from the item's newest text.
 */
text: BodyText | null, 
/**
 * Path of the list that it came from in this revision.
 */
cameFrom: string | null, 
/**
 * Path of the list that it went to in the next revision.
 */
wentTo: string | null, };

/**
 * One item through the revisions.
 */
export type StripItem = { 
/**
 * The newest text of the item, cut at a whole character when it is very long.
 */
text: BodyText, 
/**
 * Whether the item is gone from the newest revision without having gone to another list.
 */
dropped: boolean, 
/**
 * One cell for each column; `null` where the item is not there.
 */
cells: Array<StripCell | null>, 
/**
 * Whether a found value is masked in it; left out when none is.
 */
masked?: boolean, };

/**
 * One list.
 */
export type StripList = { 
/**
 * Path such as `core.constraints`.
 */
path: string, 
/**
 * Its items, in the order in which they came.
 */
items: Array<StripItem>, };

/**
 * Asks for the lists of an epoch through all its revisions.
 */
export type StripRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * The epoch.
 */
epoch: number, };

/**
 * One column of a strip.
 */
export type StripRevision = { 
/**
 * Revision number; `null` when the body does not say.
 */
revision: JsonNumber | null, 
/**
 * Snapshot digest as stated.
 */
digest: string | null, 
/**
 * Time of the revision, RFC 3339 text as stored.
 */
at: string | null, 
/**
 * The best place it was found in.
 */
source: RevisionSource, };

/**
 * When each list item came, changed and went.
 */
export type StripView = { 
/**
 * Epoch of the revisions.
 */
epoch: number, 
/**
 * The revisions whose bodies can be compared, oldest first: the columns.
 */
revisions: Array<StripRevision>, 
/**
 * The lists, the most important first.
 */
lists: Array<StripList>, 
/**
 * Whether a limit of time or number left something out.
 */
cut: boolean, };

/**
 * The answer of `continuity suppress` and `continuity allow`.
 */
export type SuppressDocument = { 
/**
 * Always true; a refusal is an error document.
 */
ok: boolean, 
/**
 * Whether the row changed; false when it already was so, or in a dry run.
 */
changed: boolean, 
/**
 * The task.
 */
taskCorrelation: string, 
/**
 * The current epoch.
 */
epoch: number, 
/**
 * Whether auto-restore is stopped now.
 */
suppressed: boolean, 
/**
 * Whether nothing was written because `--yes` was not given.
 */
dryRun: boolean, };

/**
 * Stops auto-restore, or allows it again.
 */
export type SuppressRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * The current epoch as seen.
 */
epoch: number, };

/**
 * One task.
 */
export type TaskEntry = { 
/**
 * `hmac-sha256:` and 64 hex digits, or whatever the row holds.
 */
taskCorrelation: string, 
/**
 * How it stands.
 */
standing: TaskStanding, 
/**
 * First line of the newest readable objective; `null` when there is none.
 */
title: BodyText | null, 
/**
 * The epoch that restore looks at.
 */
currentEpoch: number, 
/**
 * Whether auto-restore is stopped.
 */
suppressed: boolean, 
/**
 * Workflow root bound to the task.
 */
rootId: string | null, 
/**
 * The pre-compact marker, `null` when there is none.
 */
pending: PendingMarker | null, 
/**
 * Last change of the task row.
 */
updatedAt: string, 
/**
 * Epochs that hold a body, a tombstone or a request, oldest first.
 */
epochs: Array<EpochEntry>, 
/**
 * What the real tools would answer now.
 */
candidate: Candidate, 
/**
 * The workflow card, `null` when no root is bound or it cannot be resolved.
 */
workflowCard: BodyJson | null, };

/**
 * Which tasks a list shows.
 */
export type TaskFilter = "all" | "offered" | "suppressed" | "broken" | "workflow" | "deleted";

/**
 * One page of the task list.
 */
export type TaskPage = { 
/**
 * The store that was read.
 */
database: Database, 
/**
 * When the shown state was read, RFC 3339 UTC.
 */
readAt: string, 
/**
 * When main file or log last changed on disk, RFC 3339 UTC.
 */
changedAt: string | null, 
/**
 * True totals of the store, whatever the filter.
 */
totals: TaskTotals, 
/**
 * Number of tasks that filter and search leave.
 */
matched: number, 
/**
 * Index of the first row among the matched.
 */
offset: number, 
/**
 * The rows of this page.
 */
rows: Array<TaskRow>, 
/**
 * Number that grows with each state read from this store; equal numbers mean an equal state.
 */
state: number, };

/**
 * Names one task of a store.
 */
export type TaskRequest = { 
/**
 * Id of the store.
 */
source: string, 
/**
 * Correlation of the task.
 */
taskCorrelation: string, };

/**
 * One row of the task list.
 */
export type TaskRow = { 
/**
 * Correlation of the task.
 */
taskCorrelation: string, 
/**
 * Title, `null` when no objective can be read.
 */
title: BodyText | null, 
/**
 * How it stands.
 */
standing: TaskStanding, 
/**
 * The most telling code behind the standing, for example `digest-mismatch`; `null` when all is well.
 */
reason: string | null, 
/**
 * Current epoch.
 */
currentEpoch: number, 
/**
 * Revision that is offered or stored in the current epoch; `null` when there is none.
 */
revision: JsonNumber | null, 
/**
 * State of the workflow root, where the ledger decides.
 */
rootState: string | null, 
/**
 * Last change: newest body or tombstone, else the task row.
 */
updatedAt: string, };

/**
 * How a task stands, for its icon and word in the list.
 */
export type TaskStanding = "offered" | "workflow" | "suppressed" | "broken" | "failing" | "deleted" | "empty";

/**
 * How many tasks each filter shows, and what the store holds in all.
 */
export type TaskTotals = { 
/**
 * Every task.
 */
all: number, 
/**
 * Tasks that [`TaskFilter::Offered`] shows.
 */
offered: number, 
/**
 * Tasks that [`TaskFilter::Suppressed`] shows.
 */
suppressed: number, 
/**
 * Tasks that [`TaskFilter::Broken`] shows.
 */
broken: number, 
/**
 * Tasks that [`TaskFilter::Workflow`] shows.
 */
workflow: number, 
/**
 * Tasks that [`TaskFilter::Deleted`] shows.
 */
deleted: number, 
/**
 * Stored bodies of all epochs.
 */
bodies: number, 
/**
 * Tombstones without a body, of all epochs.
 */
tombstones: number, };

/**
 * Everything about one task but its bodies.
 */
export type TaskView = { 
/**
 * The task as `continuity tasks` prints it.
 */
task: TaskEntry, 
/**
 * How it stands.
 */
standing: TaskStanding, 
/**
 * Revisions known of all epochs, newest first.
 */
revisions: Array<RevisionEntry>, 
/**
 * Frames behind the last commit of the log, which no state shows; `null` when there are none.
 */
uncommitted: UncommittedTail | null, 
/**
 * Request rows of all epochs, newest first.
 */
requests: Array<RequestEntry>, 
/**
 * Number of the state this was read from.
 */
state: number, };

/**
 * What stays of a deleted body.
 */
export type TombstoneEntry = { 
/**
 * Revision that was deleted.
 */
revision: number, 
/**
 * Digest that the tombstone keeps.
 */
payloadDigest: string, 
/**
 * When it was deleted.
 */
purgedAt: string, };

/**
 * Frames at the end of a log that no commit covers: a transaction that is going on, or was never finished.
 */
export type UncommittedTail = { 
/**
 * The log, relative to the store's folder.
 */
file: string, 
/**
 * Number of frames.
 */
frames: number, 
/**
 * Byte offset of the first of them in the file.
 */
offset: number, };

/**
 * What the files of a store hold that no row of the newest state needs.
 */
export type UnusedBytes = { 
/**
 * Unused bytes of pages in use, and behind the end of the database, that are not zero.
 */
pageSlack: number, 
/**
 * Pages that no table uses and that are not zero.
 */
freePages: number, 
/**
 * Bytes of the log.
 */
logBytes: number, 
/**
 * Bytes of the rollback journal that are not zero.
 */
journalBytes: number, };

/**
 * Watches one store for changes on disk, instead of the one before; an empty id watches none.
 */
export type WatchRequest = { 
/**
 * Id of the store.
 */
source: string, };

/** Every command of the window: its request and its answer. */
export type Commands = {
  about: { request: ListSources; answer: About };
  list_sources: { request: ListSources; answer: SourceList };
  choose_store: { request: ListSources; answer: Source | null };
  forget_store: { request: ForgetRequest; answer: SourceList };
  list_tasks: { request: ListTasks; answer: TaskPage };
  read_task: { request: TaskRequest; answer: TaskView };
  read_snapshot: { request: SnapshotRequest; answer: SnapshotView };
  read_items: { request: ItemsRequest; answer: ItemPage };
  read_item: { request: ItemRequest; answer: ItemText };
  read_body: { request: BodyRequest; answer: BodyPage };
  read_bytes: { request: BytesRequest; answer: BytesView };
  find_residue: { request: ResidueRequest; answer: ResidueDocument };
  read_strip: { request: StripRequest; answer: StripView };
  compare: { request: CompareRequest; answer: ComparePage };
  dropped_markdown: { request: CompareRequest; answer: BodyText };
  suppress: { request: SuppressRequest; answer: SuppressDocument };
  allow: { request: SuppressRequest; answer: SuppressDocument };
  plan_purge: { request: PlanRequest; answer: PurgePlan };
  plan_purge_many: { request: PlanManyRequest; answer: PurgePlan };
  purge: { request: PurgeRequest; answer: PurgeSummary };
  stop_purge: { request: ListSources; answer: boolean };
  export_lost: { request: PurgePlanName; answer: Exported | null };
  plan_erase: { request: StoreRequest; answer: ErasePlan };
  erase: { request: EraseRequest; answer: EraseDone };
  plan_delete_backup: { request: BackupRequest; answer: BackupPlan };
  delete_backup: { request: BackupRequest; answer: BackupDeleted };
  export_body: { request: SnapshotRequest; answer: Exported | null };
  list_activity: { request: ActivityRequest; answer: ActivityPage };
  watch_store: { request: WatchRequest; answer: boolean };
  read_history: { request: ListSources; answer: HistoryState };
  change_history: { request: HistorySettings; answer: HistoryState };
  clear_history: { request: ClearHistory; answer: HistoryState };
  scan_store: { request: ScanRequest; answer: ScanPage };
  scan_page: { request: ScanPageRequest; answer: ScanPage };
  scan_places: { request: ScanPlacesRequest; answer: ScanPlacePage };
  stop_scan: { request: ListSources; answer: boolean };
  reveal_finding: { request: RevealRequest; answer: BodyText };
  allow_finding: { request: AllowFinding; answer: AllowedList };
  list_allowed: { request: ListSources; answer: AllowedList };
  forget_allowed: { request: ForgetAllowed; answer: AllowedList };
  export_scan: { request: ExportScan; answer: Exported | null };
  reveal_item: { request: ItemRequest; answer: ItemText };
  reveal_compare: { request: CompareRequest; answer: ComparePage };
  plan_redact: { request: PlanRedactRequest; answer: RedactPlan };
  redact: { request: RedactRequest; answer: RedactDone };
};
