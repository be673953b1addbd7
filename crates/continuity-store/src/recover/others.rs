//! Rows of other tables in pages that are not of the newest state.

use sqlite_pages::{BTreePage, Cell, PageKind, PageVersion, Record, Standing};

use super::head::{Head, Shape, shape};
use super::rows::Rows;
use super::states::{Stands, View};

/// The cells of a version of a page, if it is a page of a b-tree.
pub(super) struct Cells<'p>(Option<BTreePage<'p>>);

impl<'p> Cells<'p> {
    /// `usable` is the page size less the reserved bytes.
    pub(super) fn of(version: &PageVersion<'p>, usable: usize) -> Self {
        Self(BTreePage::parse(version.bytes, version.page, u32::try_from(usable).unwrap_or(u32::MAX)).ok())
    }

    /// Whether the cell at a position is surely no row of a table that can hold a body.
    pub(super) fn is_other(&self, position: u16) -> bool {
        let Some(page) = &self.0 else { return false };
        if page.kind() != PageKind::LeafTable {
            return true;
        }
        page.cell(position).is_ok_and(|cell| is_other(&cell))
    }
}

fn is_other(cell: &Cell<'_>) -> bool {
    Record::parse(cell.local).is_ok_and(|record| shape(&record) == Shape::Other)
}

/// Notes the overflow pages of such rows, in states that the log still holds, as accounted for.
pub(super) fn cover(rows: &mut Rows<'_, '_>) {
    for version in rows.locator.history().all_versions() {
        if version.standing != Standing::Superseded {
            continue;
        }
        let Stands::From(_, last) = rows.states.stands(&version) else { continue };
        let usable = rows.chains.used(&version).len();
        let Some(page) = Cells::of(&version, usable).0.filter(|page| page.kind() == PageKind::LeafTable) else {
            continue;
        };
        for cell in page.cells().flatten().filter(|cell| cell.overflow.is_some() && is_other(cell)) {
            let behind = (cell.start + cell.len) as usize;
            // The payload is followed by the number of its first overflow page.
            let Some(start) = behind.checked_sub(cell.local.len() + 4) else { continue };
            let head = Head { start, length: cell.payload_len as usize };
            let payload = rows.chains.follow(&version, head, View::State(last));
            rows.cover_record(&payload, payload.length);
        }
    }
    rows.cover.sort();
}
