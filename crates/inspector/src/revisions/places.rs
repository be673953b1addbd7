//! Places as they cross our edges.

use continuity_store::read::Store;
use continuity_store::recover::{FoundIn, Piece, Place};
use sqlite_pages::FileRole;
use wire::revisions::{RevisionPlace, RevisionSource};

use super::collect::file_name;

/// The files of a store, by their names relative to its folder.
pub(super) struct Files {
    main: String,
    is_backup: bool,
}

impl Files {
    /// Names the files of a store; `backup` is the name of the file where it is a backup of another one.
    pub(super) fn of(store: &Store, backup: Option<&str>) -> Self {
        let main = backup.map_or_else(|| file_name(store.path()), str::to_owned);
        Self { main, is_backup: backup.is_some() }
    }

    /// Names a place of a body of an epoch. `current` is the task's current epoch, `None` where the task has no row.
    pub(super) fn place(&self, place: &Place, epoch: i64, current: Option<i64>) -> RevisionPlace {
        let source = match place.found_in {
            _ if self.is_backup => RevisionSource::Backup,
            FoundIn::Row if current == Some(epoch) => RevisionSource::Live,
            FoundIn::Row => RevisionSource::EarlierEpoch,
            FoundIn::Log => RevisionSource::Log,
            FoundIn::LogLeftover => RevisionSource::LogLeftover,
            FoundIn::FreePage => RevisionSource::FreePage,
            FoundIn::PageSlack => RevisionSource::PageSlack,
        };
        let suffix = match place.file {
            FileRole::Main => "",
            FileRole::Log => "-wal",
            FileRole::Journal => "-journal",
        };
        RevisionPlace {
            source,
            file: format!("{}{suffix}", self.main),
            page: place.page,
            offset: Some(place.offset),
            commit: place.commit,
        }
    }

    /// Names every place of a piece.
    pub(super) fn places(&self, piece: &Piece, current: Option<i64>) -> Vec<RevisionPlace> {
        piece.places.iter().map(|place| self.place(place, piece.epoch.unwrap_or(0), current)).collect()
    }
}
