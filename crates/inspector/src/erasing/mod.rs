//! Bringing a store to a state without left-over text, whatever it was: what finishes a delete that something held up.

mod finisher;
pub(crate) mod unfinished;

use std::collections::HashSet;
use std::path::Path;

use continuity_store::write::{self, What};
use sqlite_pages::Unused;
use wire::ErrorBody;
use wire::actions::{EraseDone, ErasePlan, Proof, ProofPlaceKind};
use wire::activity::ActivityEntry;
use wire::commands::{EraseRequest, StoreRequest};

use crate::actions::{confirm, lost};
use crate::inspector::Inspector;
use crate::locations::beside;
use crate::progress::{Observer, watched};
use crate::proof::{self, Folder, Reason};
use crate::{clock, failure};

pub use finisher::Finisher;

impl Inspector {
    /// Says what erasing everything that is left over in a store would do. Nothing is written.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn plan_erase(&self, request: StoreRequest) -> Result<ErasePlan, ErrorBody> {
        self.plan_erase_store(&self.path_of(&request.source)?)
    }

    /// Erases everything that is left over in a store, after its confirmation was typed.
    ///
    /// # Errors
    /// `not-confirmed`, and as [`Inspector::erase_store`].
    pub fn erase(&self, request: EraseRequest) -> Result<EraseDone, ErrorBody> {
        confirm::check(confirm::ERASE, &request.confirmation)?;
        self.erase_store(&self.path_of(&request.source)?, &|_| true)
    }

    /// As [`Inspector::plan_erase`], for the command.
    ///
    /// # Errors
    /// As [`Inspector::plan_erase`].
    pub fn plan_erase_store(&self, path: &Path) -> Result<ErasePlan, ErrorBody> {
        let loaded = self.load(path)?;
        let unused = write::unused(path).map_err(failure::store)?;
        Ok(ErasePlan {
            dry_run: true,
            page_slack: unused.slack_bytes + unused.behind_end_bytes,
            free_pages: unused.free_pages + unused.unreachable_pages,
            log_bytes: unused.log_bytes,
            journal_bytes: unused.journal_bytes,
            lost: lost::find(&loaded.store(), &HashSet::new(), &HashSet::new()),
            confirmation: confirm::ERASE.to_owned(),
        })
    }

    /// Overwrites every unused byte of a store, cuts its log, and says what is left. Others go on using the store: the
    /// write lock is held for a moment at a time.
    ///
    /// # Errors
    /// Everything of reading and writing.
    pub fn erase_store(&self, path: &Path, observer: Observer<'_>) -> Result<EraseDone, ErrorBody> {
        let done = self.erase_once(path, observer);
        self.record_erase(path, &done);
        done
    }

    /// As [`Inspector::erase_store`], without an entry in the activity log.
    fn erase_once(&self, path: &Path, observer: Observer<'_>) -> Result<EraseDone, ErrorBody> {
        // What cannot be merged is the index's own and no reason not to erase the rest.
        let indexes = proof::left_in_indexes(path);
        write::erase(path, What::AllUnused, &mut watched(observer)).map_err(failure::store)?;
        let mut unused = write::unused(path).map_err(failure::store)?;
        // Bytes behind the end of the database and damaged pages are nothing that overwriting can reach.
        let unreached = unused.behind_end_bytes + unused.unreachable_pages + unused.unclear_pages;
        if unreached > 0 && proof::rewrite(path, observer) {
            unused = write::unused(path).map_err(failure::store)?;
        }
        let mut proof = proof_of(path, &unused);
        if indexes > 0 {
            proof.places.push(proof::indexes_place(path));
            proof.erased = false;
        }
        if proof.erased {
            unfinished::clear(&self.environment, path);
        }
        Ok(EraseDone { ok: true, proof })
    }

    fn record_erase(&self, path: &Path, done: &Result<EraseDone, ErrorBody>) {
        self.record(&ActivityEntry {
            at: clock::iso(clock::now(&self.environment)),
            action: "erase".to_owned(),
            store: path.display().to_string(),
            task_correlation: String::new(),
            epoch: 0,
            revision: None,
            outcome: done.as_ref().map_or_else(|error| error.code.clone(), |_| "done".to_owned()),
            erased: done.as_ref().ok().map(|done| done.proof.erased),
            redacted: Vec::new(),
        });
    }
}

/// What is left besides the rows, place by place.
fn proof_of(path: &Path, unused: &Unused) -> Proof {
    use ProofPlaceKind::{FreePage, Journal, PageSlack};
    let folder = Folder::of(path);
    let main = folder.real();
    let free = unused.free_pages + unused.unreachable_pages;
    let mut places = vec![
        folder.found(PageSlack, &main, unused.slack_bytes, Reason::UnusedBytes),
        folder.found(FreePage, &main, free, Reason::FreePages),
        proof::log_place(&folder, unused.log_frames),
        folder.found(Journal, &beside(&main, "-journal"), unused.journal_bytes, Reason::Journal),
    ];
    places.extend(proof::behind_end(&folder, unused.behind_end_bytes));
    if unused.replaced_pages > 0 {
        // The newer versions are in the log, and a reader of the older ones keeps them from being written back.
        places.push(folder.found(PageSlack, &main, unused.replaced_pages, Reason::LogHeld));
    }
    if unused.unclear_pages > 0 {
        // Of damaged pages it cannot be told which bytes nobody uses.
        let why = format!("{} damaged pages", unused.unclear_pages);
        places.push(folder.unreadable(PageSlack, &main, &why));
    }
    proof::of_places(places, false)
}
