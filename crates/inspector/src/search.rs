//! Which tasks hold a text.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use regex::bytes::{Regex, RegexBuilder};

use crate::inspector::Inspector;
use crate::loaded::Loaded;

/// Tasks (by index) that hold the text.
pub(crate) type Found = Arc<HashSet<usize>>;

/// The last answer, for the further pages of the same search.
pub(crate) struct Answer {
    path: PathBuf,
    state: u64,
    query: String,
    found: Found,
}

impl Inspector {
    /// Finds the tasks whose title, correlation, root or stored text holds the query, whatever its case. `None` when
    /// the query is blank: every task passes.
    pub(crate) fn search(&self, loaded: &Loaded, query: &str) -> Option<Found> {
        let query = query.trim();
        if query.is_empty() {
            return None;
        }
        if let Some(last) = &*self.memory.last::<Answer>()
            && (last.state, last.query.as_str(), &last.path) == (loaded.state, query, &loaded.path)
        {
            return Some(last.found.clone());
        }
        let found = Arc::new(find(loaded, query));
        let answer =
            Answer { path: loaded.path.clone(), state: loaded.state, query: query.to_owned(), found: found.clone() };
        *self.memory.last::<Answer>() = Some(answer);
        Some(found)
    }
}

fn find(loaded: &Loaded, query: &str) -> HashSet<usize> {
    let Some(pattern) = pattern(query) else { return HashSet::new() };
    let mut found = HashSet::new();
    for listed in &loaded.listing {
        let Some(task) = loaded.tasks.get(listed.task) else { continue };
        let texts = [Some(task.row.correlation.as_str()), listed.title.as_deref(), task.row.root_id.as_deref()];
        if texts.into_iter().flatten().any(|text| pattern.is_match(text.as_bytes())) {
            found.insert(listed.task);
        }
    }
    // A body is searched as stored, so the query is looked for as JSON writes it too.
    let stored = self::pattern(escaped(query)).unwrap_or(pattern);
    loaded.store().each_snapshot(|_, row| {
        let Some(at) = loaded.by_name.get(&row.correlation) else { return };
        if !found.contains(at) && stored.is_match(row.body.bytes()) {
            found.insert(*at);
        }
    });
    found
}

/// The query as it stands inside a JSON string.
fn escaped(query: &str) -> String {
    let quoted = serde_json::to_string(query).unwrap_or_default();
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(query).to_owned()
}

fn pattern(query: impl AsRef<str>) -> Option<Regex> {
    RegexBuilder::new(&regex::escape(query.as_ref())).case_insensitive(true).size_limit(1 << 20).build().ok()
}
