//! Emptying the history, or the part of it that is about a store or a task.

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
    pub fn forget(&self, scope: Scope<'_>, remember: bool) -> Result<u64, HistoryError> {
        let store = "store = (SELECT id FROM stores WHERE name = ?1)";
        let all = |condition: &str| format!("SELECT id FROM copies WHERE {condition}");
        let ids = match scope {
            Scope::All => self.ids(&all("true"), [])?,
            Scope::Store(name) => self.ids(&all(store), [name])?,
            Scope::Task(name, task) => {
                self.ids(&all(&format!("{store} AND task = ?2")), rusqlite::params![name, task])?
            }
            Scope::TaskAnywhere(task) => self.ids(&all("task = ?1"), [task])?,
        };
        let mut removed = 0;
        for id in ids {
            removed += if remember { self.remove(id)? } else { self.discard(id)? };
        }
        self.connection.execute("DELETE FROM stores WHERE id NOT IN (SELECT store FROM copies)", [])?;
        Ok(removed)
    }
}
