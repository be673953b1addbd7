//! Where something can still be read.

use std::fmt::Write;

use wire::residue::{ResidueDocument, ResidueHit, UnusedBytes};

use super::style::{label, short, size, table, visible};

/// Most occurrences that are listed for people.
const MOST: usize = 200;

/// Each occurrence with its place, then the files that were searched.
pub(crate) fn residue(document: &ResidueDocument) -> String {
    let mut out = String::new();
    if !document.hits.is_empty() || !document.split.is_empty() {
        let mut rows = table(["file", "offset", "page", "region", "is", "task", "revision"]);
        let hits = document.hits.iter().map(|hit| (hit, false)).chain(document.split.iter().map(|hit| (hit, true)));
        for (hit, split) in hits.take(MOST) {
            rows.add_row(row(hit, split));
        }
        let _ = writeln!(out, "{rows}\n");
    }
    let listed = document.hits.len() + document.split.len();
    if listed > MOST || document.total > listed as u64 {
        let _ = writeln!(out, "{} occurrences in all; the first are listed.\n", document.total);
    }
    for file in &document.files {
        let name = visible(&file.file);
        let _ = match &file.reason {
            Some(reason) => writeln!(out, "{name}: could not be searched: {}", visible(reason)),
            None => writeln!(out, "{name}: {} found in {}", file.found, size(file.bytes)),
        };
    }
    let dead = document.hits.iter().chain(&document.split).filter(|hit| !hit.live).count();
    let unused = document.unused.filter(|unused| !unused.is_empty());
    match (document.total, unused) {
        (0, None) => out.push_str("Nothing was found in any of these files.\n"),
        (0, Some(_)) => out.push_str("No row and no piece of a body was recognised.\n"),
        _ if dead > 0 => {
            let _ = writeln!(out, "{dead} of these are in no row that is stored now and can still be read.");
        }
        _ => {}
    }
    if let Some(unused) = unused {
        out.push_str(&besides(&unused));
    }
    out
}

/// What else the files hold, in which something may stand that was not recognised.
fn besides(unused: &UnusedBytes) -> String {
    let of = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let parts = [
        of(unused.page_slack, "unused bytes inside pages"),
        of(unused.free_pages, "free pages"),
        of(unused.log_bytes, "bytes of log"),
        of(unused.journal_bytes, "bytes of journal"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!(
        "Besides the rows that are stored now the files hold {}, and parts of deleted text may be in them; `continuity \
         erase` overwrites them all.\n",
        parts.join(", ")
    )
}

fn row(hit: &ResidueHit, split: bool) -> [String; 7] {
    let state = match (hit.live, split, hit.complete) {
        (true, true, _) => "stored now, across pages",
        (true, false, _) => "stored now",
        (false, true, _) => "left over, across pages",
        (false, false, Some(true)) => "left over, whole body",
        (false, false, Some(false)) => "left over, fragment",
        (false, false, None) => "left over",
    };
    let epoch = hit.epoch.map(|epoch| epoch.to_string()).unwrap_or_default();
    let revision = hit.revision.map(|revision| format!(".{revision}")).unwrap_or_default();
    [
        visible(&hit.file),
        hit.offset.to_string(),
        hit.page.map(|page| page.to_string()).unwrap_or_default(),
        label(&hit.region),
        state.to_owned(),
        hit.task_correlation.as_deref().map(short).unwrap_or_default(),
        epoch + &revision,
    ]
}
