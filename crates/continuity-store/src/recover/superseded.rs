//! Rows that were committed and have been replaced since, as far as the log still holds them.

use continuity::records::SnapshotRow;
use sqlite_pages::{History, PageImage, Standing, VersionSource};

use super::chain::{self, Chains};
use super::head;
use super::states::{Stands, States, View};

/// How far a log was looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogMark {
    /// The salts of its generation.
    salts: [u32; 2],
    /// Number of its last committed frame.
    frame: u32,
}

impl LogMark {
    /// Marks the end of the log of an image; `None` where no log is in use.
    pub fn of(image: &PageImage) -> Option<Self> {
        let log = image.log().filter(|log| log.is_used())?;
        Some(Self { salts: log.header()?.salts, frame: log.commits().last()?.frame })
    }
}

/// Calls `each` with every whole row of a committed state that a later one has replaced, of every task whose correlation
/// AGS made, oldest first. What was the newest state when `since` was marked is left out, and everything before it.
/// Whether a row is what was stored, only its digest says.
pub fn superseded(image: &PageImage, since: Option<LogMark>, mut each: impl FnMut(SnapshotRow)) {
    let Some(now) = LogMark::of(image) else { return };
    // Frames are only ever added to a generation; a new one begins with other salts.
    let after = since.filter(|since| since.salts == now.salts).map(|since| since.frame);
    if after == Some(now.frame) {
        return;
    }
    let encoding = image.header().text_encoding;
    let history = History::of(image);
    let states = States::of(image, &history);
    let mut chains = Chains::new(&states, image.header().usable_size() as usize);
    let needle = head::needle(None, encoding);
    let mut bytes = Vec::new();
    for version in history.all_versions().filter(|version| version.standing == Standing::Superseded) {
        let is_new = match version.source {
            VersionSource::Frame(number) => after.is_none_or(|after| number > after),
            VersionSource::Main => after.is_none(),
            _ => false,
        };
        let state = match states.stands(&version) {
            Stands::From(first, _) => first,
            Stands::OnTheWayTo(state) => state,
            Stands::Earlier(_) | Stands::Nowhere => continue,
        };
        for head in head::find(chains.used(&version), &needle).take_while(|_| is_new) {
            let payload = chains.follow(&version, head, View::State(state));
            if payload.whole {
                chains.read(&payload, &mut bytes);
                chain::row(&bytes, encoding).into_iter().for_each(&mut each);
            }
        }
    }
}
