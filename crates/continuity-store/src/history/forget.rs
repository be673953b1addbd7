//! Emptying the history, or the part of it that is about a store or a task.

use rusqlite::OptionalExtension;

use super::change::Change;
use super::error::HistoryError;

/// What is to be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope<'s> {
    /// Everything.
    All,
    /// Every copy of a store's bodies.
    Store(&'s [u8]),
    /// Every copy of a task's bodies, recorded from one store.
    Task(&'s [u8], &'s str),
    /// Every copy of a task's bodies, whatever the store was called when they were recorded.
    TaskAnywhere(&'s str),
}

impl Change<'_> {
    /// Removes copies. With `remember`, that their bodies were recorded stays known, so that they are not recorded again
    /// at the next look; else nothing about them stays. Returns how many copies were removed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn forget(&self, scopes: &[Scope<'_>], remember: bool) -> Result<u64, HistoryError> {
        let mut removed = 0;
        for scope in scopes {
            for id in self.copies_in(*scope)? {
                removed += if remember { self.remove(id)? } else { self.discard(id)? };
            }
        }
        self.forget_empty_stores()?;
        Ok(removed)
    }

    fn forget_empty_stores(&self) -> Result<(), HistoryError> {
        const EMPTY: &str = "DELETE FROM stores WHERE NOT EXISTS (SELECT 1 FROM copies WHERE copies.store = stores.id)";
        self.connection.execute(EMPTY, [])?;
        Ok(())
    }

    /// Does what [`Change::forget`] does with the copies whose body `holds` says is meant.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn forget_holding(
        &self,
        scopes: &[Scope<'_>],
        remember: bool,
        holds: impl Fn(&[u8]) -> bool,
    ) -> Result<u64, HistoryError> {
        let mut removed = 0;
        for scope in scopes {
            for id in self.copies_in(*scope)? {
                let body: Option<Vec<u8>> = self
                    .connection
                    .prepare_cached("SELECT body FROM bodies WHERE copy = ?1")?
                    .query_row([id], |row| row.get(0))
                    .optional()?;
                if body.is_some_and(|body| holds(&body)) {
                    removed += if remember { self.remove(id)? } else { self.discard(id)? };
                }
            }
        }
        self.forget_empty_stores()?;
        Ok(removed)
    }

    /// Finds the copies of a scope, also those whose body is gone. Each condition begins as the index of `copies` does.
    fn copies_in(&self, scope: Scope<'_>) -> Result<Vec<i64>, HistoryError> {
        const STORE: &str = "SELECT id FROM copies WHERE store = (SELECT id FROM stores WHERE name = ?1)";
        const TASK: &str = "SELECT id FROM copies WHERE store = (SELECT id FROM stores WHERE name = ?1) AND task = ?2";
        const ANYWHERE: &str = "SELECT id FROM copies WHERE store IN (SELECT id FROM stores) AND task = ?1";
        match scope {
            Scope::All => self.ids("SELECT id FROM copies", []),
            Scope::Store(name) => self.ids(STORE, [name]),
            Scope::Task(name, task) => self.ids(TASK, rusqlite::params![name, task]),
            Scope::TaskAnywhere(task) => self.ids(ANYWHERE, [task]),
        }
    }
}
