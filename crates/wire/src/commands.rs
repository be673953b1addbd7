//! The window's commands: one declaration each, from which the TypeScript table is generated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Number, Text};

use crate::actions::PurgeScope;
use crate::tasks::TaskFilter;

/// Declares request types that the window sends.
macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $ty:ty),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            #[ts(export_to = "wire.ts")]
            pub struct $name { $($(#[$fdoc])* pub $field: $ty),* }
        )*
    };
}

requests! {
    /// Asks for everything that was found on this machine.
    ListSources {}
    /// Asks for one page of a store's tasks.
    ListTasks {
        /// Id of the store.
        source: String,
        /// Text to look for in titles, correlations, roots and stored text; empty for all.
        query: String,
        /// Which tasks.
        filter: TaskFilter,
        /// Index of the first row.
        offset: u64,
        /// Number of rows, at most 500.
        limit: u64,
    }
    /// Names one task of a store.
    TaskRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
    }
    /// Names one stored body.
    SnapshotRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// Revision, to name another than the stored body.
        #[serde(default)]
        #[ts(optional)]
        revision: Option<Number>,
        /// Digest, where several bodies have the revision.
        #[serde(default)]
        #[ts(optional)]
        digest: Option<String>,
    }
    /// Asks what deleting the stored body of an epoch would do.
    PlanRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// How much of the past goes with it.
        #[serde(default)]
        scope: PurgeScope,
    }
    /// Asks what deleting the stored bodies of many tasks would do.
    PlanManyRequest {
        /// Id of the store.
        source: String,
        /// Text as in [`ListTasks`].
        query: String,
        /// Which tasks.
        filter: TaskFilter,
        /// Only these of them, by correlation; all where it is empty.
        tasks: Vec<String>,
        /// `body` for the current epochs, `task` for all epochs.
        scope: PurgeScope,
    }
    /// Names the newest plan.
    PurgePlanName {
        /// Id of the store.
        source: String,
        /// Name of the plan.
        plan: String,
    }
    /// Asks about a store.
    StoreRequest {
        /// Id of the store.
        source: String,
    }
    /// Erases what is left over in a store.
    EraseRequest {
        /// Id of the store.
        source: String,
        /// What the user typed; compared with the plan's confirmation.
        confirmation: String,
    }
    /// Names a file in the folder of backups.
    BackupRequest {
        /// Id of the store.
        source: String,
        /// The file, relative to the store's folder.
        file: String,
        /// What the user typed; empty to ask for the plan.
        confirmation: String,
    }
    /// Asks for bytes of one of a store's files.
    BytesRequest {
        /// Id of the store.
        source: String,
        /// The file as a place of a revision names it, relative to the store's folder.
        file: String,
        /// Offset of the first byte.
        offset: u64,
        /// Number of bytes, at most 65,536.
        limit: u64,
    }
    /// Asks for the lists of an epoch through all its revisions.
    StripRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// The epoch.
        epoch: i64,
    }
    /// Asks where a text can still be read.
    ResidueRequest {
        /// Id of the store.
        source: String,
        /// The text, at least 4 bytes.
        text: Text,
    }
    /// Empties the recorded history: of everything, of one store, or of one task.
    ClearHistory {
        /// Id of the store.
        #[serde(default)]
        #[ts(optional)]
        source: Option<String>,
        /// Correlation of the task; needs the store.
        #[serde(default)]
        #[ts(optional)]
        task_correlation: Option<String>,
    }
    /// Asks for more items of one field of a body.
    ItemsRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// Revision, to name another than the stored body.
        #[serde(default)]
        #[ts(optional)]
        revision: Option<Number>,
        /// Digest, where several bodies have the revision.
        #[serde(default)]
        #[ts(optional)]
        digest: Option<String>,
        /// Path of the field.
        path: String,
        /// Index of the first item.
        offset: u64,
        /// Number of items, at most 500.
        limit: u64,
    }
    /// Asks for a stretch of one long item.
    ItemRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// Revision, to name another than the stored body.
        #[serde(default)]
        #[ts(optional)]
        revision: Option<Number>,
        /// Digest, where several bodies have the revision.
        #[serde(default)]
        #[ts(optional)]
        digest: Option<String>,
        /// Path of the field.
        path: String,
        /// Index of the item in its field.
        index: u64,
        /// Offset in UTF-16 units.
        offset: u64,
        /// Number of UTF-16 units, at most 65,536.
        limit: u64,
    }
    /// Asks for a stretch of the stored bytes.
    BodyRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// Revision, to name another than the stored body.
        #[serde(default)]
        #[ts(optional)]
        revision: Option<Number>,
        /// Digest, where several bodies have the revision.
        #[serde(default)]
        #[ts(optional)]
        digest: Option<String>,
        /// Byte offset.
        offset: u64,
        /// Number of bytes, at most 65,536.
        limit: u64,
    }
    /// Names one side of a comparison.
    SideRequest {
        /// Id of the store; another than the first compares across files.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// Epoch of the body.
        epoch: i64,
        /// Revision, to name another than the stored body.
        #[serde(default)]
        #[ts(optional)]
        revision: Option<Number>,
        /// Digest, where several bodies have the revision.
        #[serde(default)]
        #[ts(optional)]
        digest: Option<String>,
    }
    /// Asks for rows of a comparison.
    CompareRequest {
        /// The older side.
        from: SideRequest,
        /// The newer side.
        to: SideRequest,
        /// Index of the first row.
        offset: u64,
        /// Number of rows, at most 500.
        limit: u64,
    }
    /// Stops auto-restore, or allows it again.
    SuppressRequest {
        /// Id of the store.
        source: String,
        /// Correlation of the task.
        task_correlation: String,
        /// The current epoch as seen.
        epoch: i64,
    }
    /// Deletes what the newest plan names.
    PurgeRequest {
        /// Id of the store.
        source: String,
        /// Name of the plan.
        plan: String,
        /// What the user typed; compared with the plan's confirmation.
        confirmation: String,
        /// Whether what others hold up is finished later without asking again.
        finish: bool,
    }
    /// Watches one store for changes on disk, instead of the one before; an empty id watches none.
    WatchRequest {
        /// Id of the store.
        source: String,
    }
    /// Forgets a store that was opened before; the file is not touched.
    ForgetRequest {
        /// Id of the store.
        source: String,
    }
    /// Asks for the newest activity.
    ActivityRequest {
        /// Number of entries, at most 500.
        limit: u64,
    }
}

/// Tells the window that a watched store changed on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StoreChanged {
    /// Id of the store.
    pub source: String,
    /// When the change was seen, RFC 3339 UTC.
    pub at: String,
}

/// Tells the window to show a store: dropped on it, given as argument, or chosen in the open dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct OpenRequested {
    /// Id of the store.
    pub source: String,
    /// Correlation of the task to show, from a deep link; `null` for the task list.
    pub task_correlation: Option<String>,
}

/// A file that was written for the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Exported {
    /// Where, for people.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// What this program is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct About {
    /// Version of the program.
    pub version: String,
    /// Id of the store to show first; `null` for the start page.
    pub open: Option<String>,
    /// Whether the demonstration store is shown.
    pub demo: bool,
    /// Operating system: `linux`, `macos` or `windows`.
    pub platform: String,
}

/// Calls `$each!` with every command: name, request type, answer type.
///
/// This is the only list of the window's commands; the TypeScript table, the handlers and the permissions follow it.
#[macro_export]
macro_rules! for_each_command {
    ($each:ident) => {
        $each! {
            about: ListSources => About,
            list_sources: ListSources => SourceList,
            choose_store: ListSources => Option<Source>,
            forget_store: ForgetRequest => SourceList,
            list_tasks: ListTasks => TaskPage,
            read_task: TaskRequest => TaskView,
            read_snapshot: SnapshotRequest => SnapshotView,
            read_items: ItemsRequest => ItemPage,
            read_item: ItemRequest => ItemText,
            read_body: BodyRequest => BodyPage,
            read_bytes: BytesRequest => BytesView,
            find_residue: ResidueRequest => ResidueDocument,
            read_strip: StripRequest => StripView,
            compare: CompareRequest => ComparePage,
            dropped_markdown: CompareRequest => Text,
            suppress: SuppressRequest => SuppressDocument,
            allow: SuppressRequest => SuppressDocument,
            plan_purge: PlanRequest => PurgePlan,
            plan_purge_many: PlanManyRequest => PurgePlan,
            purge: PurgeRequest => PurgeSummary,
            stop_purge: ListSources => bool,
            export_lost: PurgePlanName => Option<Exported>,
            plan_erase: StoreRequest => ErasePlan,
            erase: EraseRequest => EraseDone,
            plan_delete_backup: BackupRequest => BackupPlan,
            delete_backup: BackupRequest => BackupDeleted,
            export_body: SnapshotRequest => Option<Exported>,
            list_activity: ActivityRequest => ActivityPage,
            watch_store: WatchRequest => bool,
            read_history: ListSources => HistoryState,
            change_history: HistorySettings => HistoryState,
            clear_history: ClearHistory => HistoryState,
            scan_store: ScanRequest => ScanPage,
            scan_page: ScanPageRequest => ScanPage,
            scan_places: ScanPlacesRequest => ScanPlacePage,
            stop_scan: ListSources => bool,
            reveal_finding: RevealRequest => Text,
            allow_finding: AllowFinding => AllowedList,
            list_allowed: ListSources => AllowedList,
            forget_allowed: ForgetAllowed => AllowedList,
            export_scan: ExportScan => Option<Exported>,
            reveal_item: ItemRequest => ItemText,
            reveal_compare: CompareRequest => ComparePage,
            plan_redact: PlanRedactRequest => RedactPlan,
            redact: RedactRequest => RedactDone,
        }
    };
}
