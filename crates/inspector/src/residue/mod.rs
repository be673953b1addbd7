//! Where a text, a task or anything that was deleted can still be read: the search alone, without a delete.

mod file_names;
mod found;
mod rows;
mod text;

use std::path::Path;

use wire::ErrorBody;
use wire::commands::ResidueRequest;
use wire::residue::ResidueDocument;

use crate::failure;
use crate::inspector::Inspector;

/// Shortest text that is searched for, in bytes: shorter ones stand everywhere.
const SHORTEST: usize = 4;
/// Longest text that is searched for, in bytes.
const LONGEST: usize = 1 << 20;

/// What is looked for.
#[derive(Clone, Copy)]
pub enum Sought<'a> {
    /// A text, in every form in which a store can hold it.
    Text(&'a [u8]),
    /// Every row of a task, stored or left over.
    Task(&'a str),
    /// Every row that is left over.
    Deleted,
}

impl Inspector {
    /// Finds every place where a text can be read: in the store, its log and journal, the backups beside it and the
    /// workflow ledger.
    ///
    /// # Errors
    /// When the store cannot be read, or `usage` for a text that is too short or too long. No error repeats the text.
    pub fn find_residue(&self, request: ResidueRequest) -> Result<ResidueDocument, ErrorBody> {
        let path = self.path_of(&request.source)?;
        self.residue_document(&path, Sought::Text(request.text.as_str().as_bytes()))
    }

    /// As [`Inspector::find_residue`], for a text, a task or everything that was deleted.
    ///
    /// # Errors
    /// As [`Inspector::find_residue`], and `not-found` for a task that the store does not hold.
    pub fn residue_document(&self, store: &Path, sought: Sought<'_>) -> Result<ResidueDocument, ErrorBody> {
        match sought {
            Sought::Text(text) if text.len() < SHORTEST => Err(failure::error(
                "usage",
                format!("The text is shorter than {SHORTEST} bytes."),
                Some("Give a longer part of it."),
            )),
            Sought::Text(text) if text.len() > LONGEST => {
                Err(failure::error("usage", "The text is longer than 1 MiB.", Some("Give a part of it.")))
            }
            Sought::Text(text) => text::find(self, &*self.load(store)?, text),
            Sought::Task(correlation) => {
                let loaded = self.load(store)?;
                crate::body::task(&loaded, correlation)?;
                Ok(rows::find(&loaded, Some(correlation)))
            }
            Sought::Deleted => Ok(rows::find(&*self.load(store)?, None)),
        }
    }
}
