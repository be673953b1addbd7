//! Debug output of types whose fields are texts that a store holds: the name of the type and nothing else, so that no
//! log line, panic message or failed assertion repeats what somebody stored.

use std::fmt;

macro_rules! name_only {
    ($($type:ty),* $(,)?) => {
        $(
            impl fmt::Debug for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(stringify!($type)).finish_non_exhaustive()
                }
            }
        )*
    };
}

use crate::actions::{DeletedBody, LostRevision, PlanBody, RefusedBody};
use crate::compare::{CompareRow, DiffSide, Dropped, ItemDiff, ListDiff, ValueDiff};
use crate::redact::{RedactBody, RedactSpot, RedactedBody};
use crate::residue::ResidueHit;
use crate::revisions::RevisionEntry;
use crate::scan::{ScanFinding, ScanPlace};
use crate::snapshot::{FieldView, ItemPage};
use crate::strip::{StripCell, StripList, StripRevision};
use crate::tasks::{Check, ContractFault, PendingMarker, SnapshotEntry, TaskEntry, TaskRow, TombstoneEntry};

name_only!(
    Check,
    CompareRow,
    ContractFault,
    DeletedBody,
    DiffSide,
    Dropped,
    FieldView,
    ItemDiff,
    ItemPage,
    ListDiff,
    LostRevision,
    PendingMarker,
    PlanBody,
    RedactBody,
    RedactSpot,
    RedactedBody,
    RefusedBody,
    ResidueHit,
    RevisionEntry,
    ScanFinding,
    ScanPlace,
    SnapshotEntry,
    StripCell,
    StripList,
    StripRevision,
    TaskEntry,
    TaskRow,
    TombstoneEntry,
    ValueDiff,
);
