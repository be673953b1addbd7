//! The pages of a store inside an open transaction, read and written through SQLite's own pager (`sqlite_dbpage`): what
//! is read is the state that the transaction sees, and what is written goes the way of every other write.

use std::cell::RefCell;

use elsa::FrozenMap;
use rusqlite::{Connection, OptionalExtension, params};
use sqlite_pages::{Header, PageView, Pages};

use crate::error::StoreError;

/// The pages of a store inside an open write transaction.
pub(super) struct TransactionPages<'c> {
    connection: &'c Connection,
    header: Header,
    page_count: u32,
    /// Pages that structure was read from.
    kept: FrozenMap<u32, Vec<u8>>,
    /// Why a page of those could not be read.
    failed: RefCell<Option<StoreError>>,
}

impl<'c> TransactionPages<'c> {
    /// Takes the pages of the transaction that is open on the connection; `None` for a store without any page.
    ///
    /// # Errors
    /// When the first page cannot be read or is no header.
    pub(super) fn of(connection: &'c Connection) -> Result<Option<Self>, StoreError> {
        let Some(first) = read(connection, 1)? else { return Ok(None) };
        let header = Header::parse(&first)
            .map_err(|fault| StoreError::Corrupt { what: fault.to_string(), known: Box::default() })?;
        let count: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
        let page_count = u32::try_from(count).unwrap_or(u32::MAX);
        let kept = FrozenMap::new();
        kept.insert(1, first);
        Ok(Some(Self { connection, header, page_count, kept, failed: RefCell::new(None) }))
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// Reads a page as the transaction sees it now, and does not keep it; `None` when there is no such page.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(&self, page: u32) -> Result<Option<Vec<u8>>, StoreError> {
        read(self.connection, page)
    }

    /// Replaces a page that exists.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, page: u32, bytes: &[u8]) -> Result<(), StoreError> {
        // An update, not an insert: it cannot make the file longer.
        let mut statement = self.connection.prepare_cached("UPDATE sqlite_dbpage SET data = ?2 WHERE pgno = ?1")?;
        let changed = statement.execute(params![page, bytes])?;
        if changed == 1 { Ok(()) } else { Err(StoreError::Replaced) }
    }

    /// Returns why a page could not be read since the last call, if one could not.
    ///
    /// # Errors
    /// That reason.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.failed.borrow_mut().take().map_or(Ok(()), Err)
    }
}

impl Pages for TransactionPages<'_> {
    fn page_size(&self) -> u32 {
        self.header.page_size
    }

    fn usable_size(&self) -> u32 {
        self.header.usable_size()
    }

    fn page_count(&self) -> u32 {
        self.page_count
    }

    fn view(&self, page: u32) -> PageView<'_> {
        if let Some(bytes) = self.kept.get(&page) {
            return PageView::Known(bytes);
        }
        match self.read(page) {
            Ok(Some(bytes)) => PageView::Known(self.kept.insert(page, bytes)),
            Ok(None) => PageView::Missing,
            Err(error) => {
                self.failed.borrow_mut().get_or_insert(error);
                PageView::Missing
            }
        }
    }
}

fn read(connection: &Connection, page: u32) -> Result<Option<Vec<u8>>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT data FROM sqlite_dbpage WHERE pgno = ?1")?;
    Ok(statement.query_row([page], |row| row.get(0)).optional()?)
}
