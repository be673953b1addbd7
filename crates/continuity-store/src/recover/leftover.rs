//! Pages as an earlier generation of the log left them.

use sqlite_pages::PageImage;

/// Frames that are part of no state, by generation. What was overwritten since is missing from a generation, so what is
/// read through this is believed only when its digest verifies.
pub(super) struct Leftovers {
    /// Number of the first slot below.
    first: u32,
    /// For each slot from the first on: its generation, and the last slot of its transaction.
    slots: Vec<(Salts, u32)>,
    /// Generation, page and slot, ascending.
    pages: Vec<(Salts, u32, u32)>,
}

type Salts = [u32; 2];

impl Leftovers {
    pub(super) fn of(image: &PageImage) -> Self {
        let mut found: Vec<(u32, u32, Salts, bool)> = Vec::new();
        if let Some(log) = image.log() {
            // All frames of a log that SQLite ignores are left over.
            let salts = log.header().map_or([0, 0], |header| header.salts);
            let ignored = if log.is_used() { &[][..] } else { log.frames() };
            found.extend(ignored.iter().map(|frame| (frame.number, frame.page, salts, frame.is_commit())));
            let left = log.leftovers().iter();
            found.extend(left.map(|left| (left.number, left.page, left.salts, left.db_size != 0)));
        }
        let mut slots: Vec<(Salts, u32)> = found.iter().map(|(number, _, salts, _)| (*salts, *number)).collect();
        // From behind: a slot that commits ends its transaction, any other one ends with the next of its generation.
        let mut behind: Option<(Salts, u32)> = None;
        for (slot, (_, _, salts, commits)) in slots.iter_mut().zip(&found).rev() {
            match behind {
                Some((same, end)) if same == *salts && !commits => slot.1 = end,
                _ => {}
            }
            behind = Some(*slot);
        }
        let mut pages: Vec<_> = found.iter().map(|(number, page, salts, _)| (*salts, *page, *number)).collect();
        pages.sort_unstable();
        Self { first: found.first().map_or(0, |(number, ..)| *number), slots, pages }
    }

    /// Returns the last slot of the transaction that wrote a slot.
    pub(super) fn end(&self, slot: u32) -> Option<u32> {
        self.slots.get(slot.checked_sub(self.first)? as usize).map(|(_, end)| *end)
    }

    /// Returns the slot that holds a page as of the transaction that wrote another slot.
    pub(super) fn page(&self, page: u32, slot: u32) -> Option<u32> {
        let (salts, end) = *self.slots.get(slot.checked_sub(self.first)? as usize)?;
        let behind = self.pages.partition_point(|entry| *entry <= (salts, page, end));
        let (generation, found, number) = *self.pages.get(behind.checked_sub(1)?)?;
        (generation == salts && found == page).then_some(number)
    }
}
