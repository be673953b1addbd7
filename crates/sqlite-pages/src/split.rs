//! Text that goes on from one page to the next: what a plain search cannot find.
//!
//! A payload that is longer than its page is cut (file format, section 1.6): its first part is followed by the number
//! of an overflow page, and each overflow page begins with the number of the next and goes on behind it (section 1.7).
//! A text across such a cut stands nowhere in one piece. Here the parts are put together by these numbers, between any
//! versions of the pages that the files still hold.

use std::collections::HashMap;

use memchr::memmem::Finder;

use crate::bytes::{be_u32, index};
use crate::locate::{Locator, Place};
use crate::versions::PageVersion;

/// Length of a page number in front of an overflow page's content.
const LINK: usize = 4;
/// Most bytes of the needle that are searched for to find where its first part stands.
const HEAD: usize = 8;
/// Most second parts whose first part is looked for; each costs one search of all pages.
const MOST_TAILS: usize = 256;

/// A place where a text is cut by the end of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Where its first part begins.
    pub head: Place,
    /// Length of its first part in bytes.
    pub head_len: u32,
    /// Where it goes on.
    pub tail: Place,
}

impl Locator<'_> {
    /// Finds the first places, at most `limit`, at which `needle` begins on one page and goes on over the overflow
    /// pages that follow it. Versions of different times are put together where the page numbers fit: a place found
    /// is a text that can be read, not a state that ever was.
    pub fn find_split(&self, needle: &[u8], limit: usize) -> Vec<Split> {
        if needle.len() < 2 || limit == 0 {
            return Vec::new();
        }
        let search = Search::of(self, needle);
        let head_len = HEAD.min(needle.len().div_ceil(2));
        let mut found = search.by_head(head_len);
        found.extend(search.by_tail(head_len));
        found.sort_by_key(|split| (split.head.file as u8, split.head.offset, split.tail.offset));
        found.dedup();
        found.truncate(limit);
        found
    }
}

/// One search: all versions by their page number.
struct Search<'s, 'a> {
    locator: &'s Locator<'a>,
    needle: &'s [u8],
    usable: usize,
    versions: Vec<PageVersion<'a>>,
    by_page: HashMap<u32, Vec<usize>>,
}

impl<'s, 'a> Search<'s, 'a> {
    fn of(locator: &'s Locator<'a>, needle: &'s [u8]) -> Self {
        let versions: Vec<PageVersion<'a>> = locator.history().all_versions().collect();
        let mut by_page: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, version) in versions.iter().enumerate() {
            by_page.entry(version.page).or_default().push(at);
        }
        let usable = index(u64::from(locator.usable_size()));
        Self { locator, needle, usable, versions, by_page }
    }

    fn used<'v>(&self, version: &PageVersion<'v>) -> &'v [u8] {
        version.bytes.get(..self.usable).unwrap_or(version.bytes)
    }

    /// Finds splits whose first part has at least `least` bytes.
    fn by_head(&self, least: usize) -> Vec<Split> {
        let Some(start) = self.needle.get(..least) else { return Vec::new() };
        let finder = Finder::new(start);
        let mut found = Vec::new();
        for version in &self.versions {
            let page = self.used(version);
            let mut from = 0;
            while let Some(at) = page.get(from..).and_then(|rest| finder.find(rest)).map(|at| from + at) {
                from = at + 1;
                let rest = page.get(at..).unwrap_or_default();
                let same = rest.iter().zip(self.needle).take_while(|(a, b)| a == b).count();
                // The bytes of a page number can look like the text that goes on behind it.
                for len in (same.saturating_sub(LINK - 1).max(least)..=same).filter(|len| *len < self.needle.len()) {
                    found.extend(self.going_on(version, at, len));
                }
            }
        }
        found
    }

    /// Finds splits whose first part is shorter than `below`: by what follows.
    fn by_tail(&self, below: usize) -> Vec<Split> {
        let mut tails: Vec<(u32, usize)> = Vec::new();
        for version in &self.versions {
            for len in 1..below {
                let tail = self.needle.get(len..).unwrap_or_default();
                if self.begins_with(version, tail) && !tails.contains(&(version.page, len)) && tails.len() < MOST_TAILS
                {
                    tails.push((version.page, len));
                }
            }
        }
        let mut found = Vec::new();
        for (page, len) in tails {
            let head = self.needle.get(..len).unwrap_or_default();
            let linked = [head, &page.to_be_bytes()].concat();
            let finder = Finder::new(&linked);
            for version in &self.versions {
                let used = self.used(version);
                let mut starts: Vec<usize> = finder.find_iter(used).collect();
                if used.ends_with(head) && be_u32(used, 0) == Some(page) {
                    starts.push(used.len() - len);
                }
                starts.into_iter().for_each(|at| found.extend(self.going_on(version, at, len)));
            }
        }
        found
    }

    /// The split of a text whose first part, of `len` bytes, begins at `at`, if any page behind it goes on with the rest.
    fn going_on(&self, version: &PageVersion<'_>, at: usize, len: usize) -> Option<Split> {
        let page = self.used(version);
        let end = at.checked_add(len)?;
        // A cell is followed by the number of its first overflow page; an overflow page begins with that of the next.
        let after_cell = be_u32(page, end);
        let at_end = (end == page.len()).then(|| be_u32(page, 0)).flatten();
        let rest = self.needle.get(len..)?;
        let next = [at_end, after_cell].into_iter().flatten().find_map(|next| {
            let versions = self.by_page.get(&next)?.iter().filter_map(|at| self.versions.get(*at));
            versions.into_iter().find(|version| self.begins_with(version, rest))
        })?;
        Some(Split {
            head: self.place(version, at)?,
            head_len: u32::try_from(len).ok()?,
            tail: self.place(next, LINK)?,
        })
    }

    /// Whether an overflow page goes on with `rest`, on through the pages behind it where the rest is longer.
    fn begins_with(&self, version: &PageVersion<'_>, mut rest: &[u8]) -> bool {
        let mut page = self.used(version);
        loop {
            let Some(content) = page.get(LINK..).filter(|content| !content.is_empty()) else { return false };
            let Some(behind) = rest.get(content.len()..).filter(|behind| !behind.is_empty()) else {
                return content.starts_with(rest);
            };
            let Some(next) = be_u32(page, 0).filter(|_| rest.starts_with(content)) else { return false };
            // One version is enough to go on with: a text over three pages is found by its newest ones.
            let found = self.by_page.get(&next).and_then(|all| all.iter().find_map(|at| self.versions.get(*at)));
            let Some(found) = found else { return false };
            (page, rest) = (self.used(found), behind);
        }
    }

    fn place(&self, version: &PageVersion<'_>, at: usize) -> Option<Place> {
        let (file, start) = self.locator.history().file_offset(version)?;
        self.locator.locate(file, start + at as u64)
    }
}
