//! Pieces of bodies without a record: the text in bytes that nothing else accounts for.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Range;

use sqlite_pages::{FileRole, PageVersion, Standing};

use super::fragments::Lead;
use super::owners;
use super::place::{self, FoundIn, Place};
use super::regions::{Divided, divide};
use super::rows::Rows;
use super::schema::SchemaText;
use super::states::{Stands, VersionNo, View};
use super::{Found, Piece, facts, others, rest, stated, text};

/// Least bytes of text, facts left out, that make a run a piece. Fewer cannot be told from chance: the words that other
/// tables store (`post-compact`) are shorter.
pub const LEAST_TEXT: usize = 16;

/// Most places that one piece lists.
const MOST_PLACES: usize = 50;

/// Where the bytes of a piece are read.
#[derive(Clone)]
pub(super) enum Spot {
    /// In a version of a page.
    Page(VersionNo, Range<usize>),
    /// In what a file holds beside pages.
    Rest(FileRole, Range<usize>),
}

/// A run of text that is no part of a record.
pub(super) struct Orphan {
    pub(super) spot: Spot,
    pub(super) places: Vec<Place>,
}

/// Pieces, and how overflow pages lead from one to the next.
#[derive(Default)]
pub(super) struct Orphans {
    pub(super) pieces: Vec<Orphan>,
    /// Piece with which the content of a possible overflow page begins, by the page's version.
    pub(super) heads: HashMap<VersionNo, usize>,
    /// Piece behind which such a page or a cell ends, and the version of the page that it leads to, written by the same
    /// transaction.
    pub(super) tails: Vec<(usize, VersionNo)>,
    by_text: HashMap<u64, usize>,
    hasher: std::collections::hash_map::RandomState,
}

/// Finds the pieces and hands them to the caller: those of the wanted task, or all.
pub(super) fn find(rows: &mut Rows<'_, '_>, leads: &[Lead], wanted: Option<&str>, each: &mut dyn FnMut(Found)) {
    others::cover(rows);
    let known = SchemaText::of(rows.locator.map().schema());
    let mut orphans = Orphans::default();
    for version in rows.locator.history().all_versions() {
        orphans.search_page(rows, &version, &known);
    }
    for (file, offset, bytes) in rest::stretches(rows.image) {
        orphans.search_rest(file, offset, bytes, &known);
    }
    let owners = owners::of(rows, &orphans, leads);
    for (orphan, owner) in orphans.pieces.into_iter().zip(owners) {
        if wanted.is_some_and(|wanted| owner.correlation.as_deref() != Some(wanted)) {
            continue;
        }
        let bytes = bytes_of(rows, &orphan.spot).to_vec();
        let stated = stated::stated(&bytes);
        each(Found::Piece(Piece {
            correlation: owner.correlation,
            epoch: owner.epoch,
            revision: stated.revision,
            digest: stated.digest,
            in_whole: owner.in_whole,
            bytes,
            places: orphan.places,
        }));
    }
}

/// Returns the bytes of a piece.
pub(super) fn bytes_of<'s>(rows: &Rows<'s, '_>, spot: &Spot) -> &'s [u8] {
    let found = match spot {
        Spot::Page(version, range) => {
            rows.states.version(*version).and_then(|version| version.bytes.get(range.clone()))
        }
        Spot::Rest(file, range) => rest::bytes(rows.image, *file, range.clone()),
    };
    found.unwrap_or_default()
}

impl Orphans {
    fn search_page(&mut self, rows: &Rows<'_, '_>, version: &PageVersion<'_>, known: &SchemaText) {
        let stands = rows.states.stands(version);
        let view = match stands {
            Stands::From(first, _) => View::State(first),
            Stands::OnTheWayTo(state) => View::State(state),
            Stands::Earlier(slot) => View::Earlier(slot),
            Stands::Nowhere => return,
        };
        let (number, original) = (rows.states.number(version), rows.states.original(version));
        if original != number && is_live_page(rows, original) {
            return;
        }
        let divided = divide(rows.image, rows.locator, version);
        let used = rows.chains.used(version);
        let cells = others::Cells::of(version, used.len());
        for range in divided.unused(|position| cells.is_other(position)) {
            for free in rows.cover.rest(original, range) {
                let bytes = version.bytes.get(free.clone()).unwrap_or_default();
                for run in text::runs(bytes, LEAST_TEXT) {
                    if !is_piece(bytes.get(run.clone()).unwrap_or_default(), known) {
                        continue;
                    }
                    let at = free.start + run.start..free.start + run.end;
                    let commit = rows.states.commit(version);
                    let found_in = found_in(version, &divided, at.start);
                    let Some(place) = place::name(rows.locator.history(), version, at.start, found_in, commit) else {
                        continue;
                    };
                    let text = bytes.get(run).unwrap_or_default();
                    let piece = self.add(text, Spot::Page(number, at.clone()), place);
                    if divided.may_be_overflow() && at.start == 4 {
                        self.heads.insert(original, piece);
                    }
                    // An overflow page begins with the number of the next, a cell ends with that of its first.
                    let next = match divided.may_be_overflow() {
                        true if at.end == used.len() => used.first_chunk(),
                        true => None,
                        false => used.get(at.end..).and_then(|behind| behind.first_chunk()),
                    };
                    let next = next.and_then(|number| rows.states.page(u32::from_be_bytes(*number), view));
                    let certain = next.filter(|next| rows.states.same_transaction(version, next));
                    self.tails.extend(certain.map(|next| (piece, rows.states.original(&next))));
                }
            }
        }
    }

    fn search_rest(&mut self, file: FileRole, offset: usize, bytes: &[u8], known: &SchemaText) {
        for run in text::runs(bytes, LEAST_TEXT) {
            let text = bytes.get(run.clone()).unwrap_or_default();
            if is_piece(text, known) {
                let found_in = if file == FileRole::Main { FoundIn::FreePage } else { FoundIn::LogLeftover };
                let at = offset + run.start..offset + run.end;
                let place = Place { found_in, file, page: None, offset: at.start as u64, commit: None };
                self.add(text, Spot::Rest(file, at), place);
            }
        }
    }

    /// Adds a piece, or a place of one that is known; returns its position.
    fn add(&mut self, text: &[u8], spot: Spot, place: Place) -> usize {
        let at = *self.by_text.entry(self.hasher.hash_one(text)).or_insert(self.pieces.len());
        match self.pieces.get_mut(at) {
            Some(known) if known.places.len() < MOST_PLACES => known.places.push(place),
            Some(_) => {}
            None => self.pieces.push(Orphan { spot, places: vec![place] }),
        }
        at
    }
}

/// Whether a run holds text enough beside facts and what the schema says.
fn is_piece(run: &[u8], schema: &SchemaText) -> bool {
    let texts = facts::texts(run);
    texts.iter().map(Range::len).sum::<usize>() >= LEAST_TEXT && schema.others(run, &texts) >= LEAST_TEXT
}

/// Whether a version is a page that rows of the newest state use; then another one with the same bytes says nothing new.
fn is_live_page(rows: &Rows<'_, '_>, version: VersionNo) -> bool {
    let Some(version) = rows.states.version(version) else { return false };
    version.standing == Standing::Newest && divide(rows.image, rows.locator, &version).is_in_use()
}

fn found_in(version: &PageVersion<'_>, divided: &Divided, at: usize) -> FoundIn {
    match version.standing {
        Standing::Leftover | Standing::Ignored => FoundIn::LogLeftover,
        Standing::Newest => divided.found_in(at),
        Standing::BehindEnd => FoundIn::FreePage,
        Standing::Superseded | Standing::Uncommitted => FoundIn::Log,
    }
}
