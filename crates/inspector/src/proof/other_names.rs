//! Other names of a store's file.

use std::path::Path;

use wire::actions::{PlanEffect, PlanItem};

/// The file that a symbolic link leads to, and the number of further hard links.
pub(super) fn of(store: &Path) -> Vec<PlanItem> {
    let item = |kind: &str, count, file| PlanItem { effect: PlanEffect::SameFile, kind: kind.to_owned(), count, file };
    let mut items = Vec::new();
    if let Some(real) = store.canonicalize().ok().filter(|real| real != store) {
        items.push(item("symbolic-link", 1, Some(real.display().to_string())));
    }
    let links = hard_links(store);
    if links > 0 {
        items.push(item("hard-link", links, None));
    }
    items
}

/// Number of further names of a file; 0 where the system does not say.
#[cfg(unix)]
pub(crate) fn hard_links(file: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).map_or(0, |metadata| metadata.nlink().saturating_sub(1))
}

#[cfg(not(unix))]
pub(crate) fn hard_links(_: &Path) -> u64 {
    0
}
