//! The search for records of snapshot rows, through every version of every page.

use continuity::json::Wtf8;
use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use sqlite_pages::{PageVersion, Record, Region, Standing};

use super::Found;
use super::chain::{self, Payload};
use super::head::{self, Head};
use super::known::Met;
use super::place::{self, FoundIn, Place};
use super::regions::{Divided, divide};
use super::rows::{Rows, Waiting, Whole};
use super::states::{Stands, StateNo, VersionNo, View};

/// Most places that are kept of a record that waits.
const MOST_PLACES: usize = 50;

/// A record in a version of a page, with what is known of both.
struct Site<'v, 's> {
    version: &'v PageVersion<'s>,
    divided: &'v Divided,
    head: Head,
    next: usize,
    key: u64,
    /// Whether the row can be of the wanted task.
    mine: bool,
}

impl<'s, 'a: 's> Rows<'s, 'a> {
    /// Searches all pages. What does not come out whole waits.
    pub(super) fn search(&mut self, each: &mut dyn FnMut(Found)) {
        let needle = head::needle(None, self.encoding);
        let other = self.wanted.map(|name| head::needle(Some(name), self.encoding));
        let other = other.filter(|own| own.needle() != needle.needle());
        for version in self.locator.history().all_versions() {
            let stands = self.states.stands(&version);
            if stands == Stands::Nowhere {
                continue;
            }
            let used = self.chains.used(&version);
            let mut heads: Vec<Head> = head::find(used, &needle).collect();
            if let Some(other) = &other {
                heads.extend(head::find(used, other));
                heads.sort_unstable_by_key(|head| head.start);
            }
            if heads.is_empty() {
                continue;
            }
            let divided = divide(self.image, self.locator, &version);
            for (at, head) in heads.iter().enumerate() {
                let next = heads.get(at + 1).map_or(used.len(), |next| head::cell_start(used, *next));
                let (local, goes_on) = self.chains.local(&version, *head);
                let behind = if goes_on { local.end.saturating_add(4).min(used.len()) } else { local.end };
                let key = self.known.key(used.get(local.start..behind).unwrap_or_default());
                let mine = self.may_be_mine(used.get(local.clone()).unwrap_or_default());
                self.site(&Site { version: &version, divided: &divided, head: *head, next, key, mine }, stands, each);
            }
        }
    }

    fn site(&mut self, site: &Site<'_, 's>, stands: Stands, each: &mut dyn FnMut(Found)) {
        let is_cell = matches!(site.divided.region(site.head.start), Some(Region::Cell(_)));
        let standing = site.version.standing;
        let is_live = site.divided.is_live(site.head.start);
        // Another table can have rows of the same columns: they are its own, and in use.
        if is_live && self.table.is_some_and(|table| !site.divided.is_of(table)) {
            return;
        }
        let newest = self.states.newest();
        match stands {
            Stands::From(first, last) if is_live || (is_cell && standing == Standing::Superseded) => {
                // Overflow pages are sometimes written while the page with the row stays: from the last state back.
                let mut state = last;
                loop {
                    let since = self.in_view(site, View::State(state), is_live && state == newest, each);
                    if since <= first || since > state {
                        return;
                    }
                    state = since - 1;
                }
            }
            Stands::From(first, _) => {
                // A deleted row's overflow pages are most likely what they were when its page was written.
                let before = self.waiting.len();
                self.in_view(site, View::State(first), false, each);
                if self.waiting.len() > before && newest > first {
                    self.in_view(site, View::State(newest), false, each);
                }
            }
            Stands::OnTheWayTo(state) => _ = self.in_view(site, View::State(state), false, each),
            Stands::Earlier(slot) => _ = self.in_view(site, View::Earlier(slot), false, each),
            Stands::Nowhere => {}
        }
    }

    /// Reads a record as one view has it. Returns the first state from which on it was the same.
    fn in_view(&mut self, site: &Site<'_, 's>, view: View, is_row: bool, each: &mut dyn FnMut(Found)) -> StateNo {
        // Where a row vouches for a body, it is whole whatever was thought of it elsewhere.
        let is_enough = |met: &Met| !is_row || !matches!(met, Met::Waiting(_));
        if let View::State(state) = view
            && let Some((met, since)) = self.known.in_state(site.key, state).filter(|(met, _)| is_enough(met))
        {
            self.again(site, view, met, each);
            return since;
        }
        let payload = self.chains.follow(site.version, site.head, view);
        let chain: Vec<VersionNo> = payload.chain.iter().map(|page| self.original(*page)).collect();
        let chain_key = self.known.chain_key(&chain);
        let before = self.known.with_chain(site.key, chain_key).filter(is_enough);
        let met = match before {
            Some(met) => {
                self.again(site, view, met, each);
                met
            }
            None => {
                let met = self.meet(site, view, is_row, &payload, each);
                if !matches!(met, Met::Waiting(_)) {
                    self.cover_record(&payload, payload.length);
                }
                met
            }
        };
        match view {
            View::State(_) => self.known.note(site.key, chain_key, payload.since, payload.until, met),
            // A view of leftovers is no state.
            View::Earlier(_) if before.is_none() => self.known.note(site.key, chain_key, 1, 0, met),
            View::Earlier(_) => {}
        }
        payload.since
    }

    /// Reads a record that was not met before.
    fn meet(
        &mut self,
        site: &Site<'_, 's>,
        view: View,
        is_row: bool,
        payload: &Payload,
        each: &mut dyn FnMut(Found),
    ) -> Met {
        let whole = Whole { version: payload.version, head: site.head, view };
        if is_row && !site.mine && payload.whole {
            self.whole.push(whole);
            return Met::Unasked;
        }
        let mut bytes = std::mem::take(&mut self.buffer);
        self.chains.read(payload, &mut bytes);
        let row = chain::row(&bytes, self.encoding);
        self.buffer = bytes;
        if let Some(mut row) = row.filter(|_| payload.whole) {
            let read = (!is_row).then(|| Body::read(&row.body));
            if read.as_ref().is_none_or(|body| is_as_stored(&mut row, body)) {
                self.whole.push(whole);
                if !self.is_mine(&row) {
                    return Met::Unasked;
                }
                let Some(place) = self.place(site, view) else { return Met::Unasked };
                return Met::Body(self.emit(row, read, true, place, each));
            }
        }
        let places = self.place(site, view).into_iter().collect();
        let Site { head, next, key, .. } = *site;
        let sites = vec![(self.states.original(site.version), head.start)];
        self.waiting.push(Waiting { version: payload.version, head, view, next, is_row, key, places, sites });
        Met::Waiting(self.waiting.len() - 1)
    }

    /// Notes one more place of a record.
    fn again(&mut self, site: &Site<'_, 's>, view: View, met: Met, each: &mut dyn FnMut(Found)) {
        let original = self.states.original(site.version);
        if !matches!(met, Met::Waiting(_)) {
            self.cover.add(original, &self.chains.local(site.version, site.head).0);
        }
        match met {
            Met::Unasked => {}
            Met::Body(number) => {
                if let Some(place) = self.place(site, view) {
                    each(Found::Again { number, place });
                }
            }
            Met::Waiting(at) => {
                let place = self.place(site, view);
                let Some(waiting) = self.waiting.get_mut(at) else { return };
                waiting.sites.push((original, site.head.start));
                if waiting.places.len() < MOST_PLACES {
                    waiting.places.extend(place);
                }
            }
        }
    }

    /// Whether a record can be of the wanted task, by as much of its first value as stands in its page.
    fn may_be_mine(&self, local: &[u8]) -> bool {
        let Some(wanted) = self.wanted else { return true };
        let Ok(record) = Record::parse(local) else { return false };
        self.encoding.encode(wanted).starts_with(record.available(0))
    }

    fn place(&self, site: &Site<'_, 's>, view: View) -> Option<Place> {
        let newest = self.states.newest();
        let (found_in, commit) = match (site.version.standing, view) {
            (Standing::Leftover | Standing::Ignored, _) | (_, View::Earlier(_)) => (FoundIn::LogLeftover, None),
            (Standing::BehindEnd, _) => (FoundIn::FreePage, self.states.commit(site.version)),
            (Standing::Newest, View::State(state)) => match site.divided.found_in(site.head.start) {
                FoundIn::Row if state < newest => (FoundIn::Log, (state > 0).then_some(state)),
                found_in => (found_in, self.states.commit(site.version)),
            },
            (_, View::State(state)) => (FoundIn::Log, (state > 0).then_some(state)),
        };
        place::name(self.locator.history(), site.version, site.head.start, found_in, commit)
    }
}

/// Whether the body of a record that may be overwritten in part is what was stored: its digest verifies, and it is of the
/// task of the record. The other columns are then what it says itself.
fn is_as_stored(row: &mut SnapshotRow, body: &Body) -> bool {
    let text = |value: Option<Wtf8<'_>>| value.map(|text| text.to_string_lossy().into_owned());
    if body.digest_valid() != Some(true) || text(body.correlation()).as_ref() != Some(&row.correlation) {
        return false;
    }
    row.epoch = body.epoch().unwrap_or(row.epoch);
    row.revision = body.revision().unwrap_or(row.revision);
    row.digest = text(body.stated_digest()).unwrap_or_default();
    true
}
