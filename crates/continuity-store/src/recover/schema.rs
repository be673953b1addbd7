//! What the schema says, to tell its text from that of bodies: copies of it stand in unused bytes, and in earlier states.

use std::collections::HashSet;
use std::ops::Range;

use sqlite_pages::Schema;

/// Length of the stretches by which text is recognised, in bytes. Names of tables and columns are rarely longer, so the
/// lines of a statement are found piece by piece.
const STRETCH: usize = 12;

/// The text of a schema.
pub(super) struct SchemaText {
    stretches: HashSet<[u8; STRETCH]>,
}

impl SchemaText {
    pub(super) fn of(schema: &Schema) -> Self {
        let mut stretches = HashSet::new();
        for entry in &schema.entries {
            // As the row is stored: kind, name and table side by side, and behind a number the statement.
            let names = [entry.kind.as_bytes(), entry.name.as_bytes(), entry.table.as_bytes()].concat();
            for text in [names.as_slice(), entry.sql.as_deref().unwrap_or_default().as_bytes()] {
                stretches.extend(text.array_windows::<STRETCH>().copied());
            }
        }
        Self { stretches }
    }

    /// Returns how many bytes of some texts of a run are no text of the schema.
    pub(super) fn others(&self, run: &[u8], texts: &[Range<usize>]) -> usize {
        let mut count = 0;
        for text in texts {
            let text = run.get(text.clone()).unwrap_or_default();
            let mut known = 0;
            let mut end = 0;
            for (at, _) in
                text.array_windows::<STRETCH>().enumerate().filter(|(_, part)| self.stretches.contains(*part))
            {
                known += at + STRETCH - end.max(at);
                end = at + STRETCH;
            }
            count += text.len() - known;
        }
        count
    }
}
