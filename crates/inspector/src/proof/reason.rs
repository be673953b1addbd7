//! Why a text is still in a place, and what to do about it. The window has these in its own words, by their codes.

use wire::actions::{PlaceState, ProofPlace};

/// Why a place holds pieces, or could not be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    SameTextInRow,
    SameTextInReceipt,
    SameTextInDelta,
    ForeignObject,
    IndexWords,
    EarlierParts,
    UnusedBytes,
    FreePages,
    LogHeld,
    BehindEnd,
    LogBusy,
    SharedMemory,
    Journal,
    Backup,
    Ledger,
    OwnRecords,
    HistoryKept,
    HistoryOfOthers,
    OpenedCopy,
    CopyBeside,
    ShortTexts,
    Unreadable,
}

impl Reason {
    /// Says it of a place.
    pub(super) fn name(self, place: &mut ProofPlace, state: PlaceState) {
        place.state = state;
        place.code = Some(self.code().to_owned());
        place.reason = Some(self.sentence().to_owned());
        place.next = Some(self.next().to_owned());
    }

    /// The code that crosses our edges.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::SameTextInRow => "same-text-in-row",
            Self::SameTextInReceipt => "same-text-in-receipt",
            Self::SameTextInDelta => "same-text-in-delta",
            Self::ForeignObject => "foreign-object",
            Self::IndexWords => "index-words",
            Self::EarlierParts => "earlier-parts",
            Self::UnusedBytes => "unused-bytes",
            Self::FreePages => "free-pages",
            Self::LogHeld => "log-held",
            Self::BehindEnd => "behind-end",
            Self::LogBusy => "log-busy",
            Self::SharedMemory => "shared-memory",
            Self::Journal => "journal",
            Self::Backup => "backup",
            Self::Ledger => "ledger",
            Self::OwnRecords => "own-records",
            Self::HistoryKept => "history-kept",
            Self::HistoryOfOthers => "history-of-others",
            Self::OpenedCopy => "opened-copy",
            Self::CopyBeside => "copy-beside",
            Self::ShortTexts => "short-texts",
            Self::Unreadable => "unreadable",
        }
    }

    /// Why, as a sentence.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::SameTextInRow => "A row that AGS's tables hold has the same text.",
            Self::SameTextInReceipt => "The result of a request of another epoch or task holds the same text.",
            Self::SameTextInDelta => "A receiver's body holds the same text.",
            Self::ForeignObject => "An index, trigger or table that is not AGS's holds a copy.",
            Self::IndexWords => "A full-text index that is not AGS's may hold words of the text.",
            Self::EarlierParts => {
                "Not everything unused could be overwritten; parts of earlier revisions may be in it."
            }
            Self::UnusedBytes => "Unused bytes inside pages still hold pieces.",
            Self::FreePages => "Pages that no table uses still hold pieces.",
            Self::LogHeld => "Another process reads an earlier state, so the log cannot be cut.",
            Self::BehindEnd => {
                "Bytes behind the end of the database can only be removed while no other process has the store open."
            }
            Self::LogBusy => "The log still holds earlier states of pages.",
            Self::SharedMemory => "The shared memory file holds pieces.",
            Self::Journal => "A rollback journal holds earlier pages.",
            Self::Backup => "A backup is never changed without being told to.",
            Self::Ledger => "The workflow ledger holds the same text and is never changed.",
            Self::OwnRecords => "This program's own records hold the same text.",
            Self::HistoryKept => "The recorded copies of this task could not be removed.",
            Self::HistoryOfOthers => "Recorded copies of other bodies hold the same text.",
            Self::OpenedCopy => "Another file that you opened holds the same text.",
            Self::CopyBeside => "A file beside the store, named like it, holds the same text.",
            Self::ShortTexts => "No piece, but short texts that the body held too; they may be others'.",
            Self::Unreadable => "It could not be searched.",
        }
    }

    /// What to do.
    pub(super) fn next(self) -> &'static str {
        match self {
            Self::SameTextInRow => "`continuity residue --text -` finds the row.",
            Self::SameTextInReceipt => "Delete the bodies of that epoch too.",
            Self::SameTextInDelta => "Delete the body of its epoch too.",
            Self::ForeignObject => "Remove or rebuild what was added to the store.",
            Self::IndexWords => "Rebuild the index with the program that made it.",
            Self::UnusedBytes
            | Self::EarlierParts
            | Self::FreePages
            | Self::LogBusy
            | Self::Journal
            | Self::SharedMemory => "Erase again in a moment: `continuity erase --yes`.",
            Self::LogHeld => "When that process has ended or moved on: `continuity erase --yes`.",
            Self::BehindEnd => "When that process has ended: `continuity erase --yes`.",
            Self::Backup => "Delete the body in the backup with --db, or the backup file: `continuity delete-backup`.",
            Self::Ledger => "Use the tools of AGS to clean the ledger.",
            Self::OwnRecords => "Delete that file.",
            Self::HistoryKept | Self::HistoryOfOthers => "`continuity history --clear` empties the recorded history.",
            Self::OpenedCopy | Self::CopyBeside => "Delete the body in that file too, or the file.",
            Self::ShortTexts => "Search for them with `continuity residue --text -` if one is a secret.",
            Self::Unreadable => "Make it readable, then search again.",
        }
    }
}
