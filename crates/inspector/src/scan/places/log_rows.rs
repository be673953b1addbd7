//! Rows of earlier states that the log still holds, of every table. Snapshot rows are found as revisions; what is the
//! same as a text that was handed over before is passed over.

use std::collections::HashSet;
use std::sync::Arc;

use sqlite_pages::{
    BTreePage, History, PageImage, PageKind, PageVersion, Pages, Record, Standing, TextEncoding, VersionSource,
    read_readable_payload,
};
use wire::scan::{ScanKind, ScanSource};

use super::columns;
use super::leftovers::Names;
use crate::scan::origin::Origin;
use crate::scan::texts::Texts;

/// Hands over the texts of rows in versions of pages that are not of the newest state. `kind` is what they are told as,
/// `backup` whether the file is a backup of another.
pub(super) fn log_rows(
    image: &Arc<PageImage>,
    database: &Arc<str>,
    kind: ScanKind,
    backup: bool,
    texts: &mut Texts<'_, '_>,
) {
    if image.is_empty() || (image.log().is_none() && image.journal().is_none()) {
        return;
    }
    let history = History::of(image);
    let names = Names::of(database);
    let encoding = image.header().text_encoding;
    let mut short: HashSet<Vec<u8>> = HashSet::new();
    for version in history.all_versions().filter(|version| version.standing != Standing::Newest) {
        if texts.stopped() {
            return;
        }
        let Ok(page) = BTreePage::parse(version.bytes, version.page, image.usable_size()) else { continue };
        if page.kind() != PageKind::LeafTable {
            continue;
        }
        let state = state_of(&history, &version);
        let (role, start) = history.file_offset(&version).unwrap_or((sqlite_pages::FileRole::Main, 0));
        let source = match version.standing {
            _ if backup => ScanSource::Backup,
            Standing::Superseded => ScanSource::Log,
            _ => ScanSource::LogLeftover,
        };
        for cell in page.cells().flatten() {
            let payload = match &state {
                Some(state) => read_readable_payload(state, &cell).0,
                None => cell.local.into(),
            };
            let Ok(record) = Record::parse(&payload) else { continue };
            if is_key(&record) {
                continue;
            }
            for at in 0..record.len() {
                let Some(serial @ 12..) = record.serial_type(at) else { continue };
                let stored = record.available(at);
                let decoded = match encoding {
                    TextEncoding::Utf8 => std::borrow::Cow::Borrowed(stored),
                    _ if serial % 2 == 0 => stored.into(),
                    _ => encoding.decode(stored).into_owned().into_bytes().into(),
                };
                let is_short = decoded.len() < Texts::SHORTEST_KEPT;
                let known = match is_short {
                    true => !short.insert(decoded.to_vec()),
                    false => texts.number_of(&decoded).is_some(),
                };
                if known || columns::is_digest(&decoded) {
                    continue;
                }
                let mut origin = Origin::new(kind, source, names.of_file(role));
                origin.page = Some(version.page);
                origin.offset = Some(start + u64::from(cell.start));
                texts.add(origin, &decoded, false);
            }
        }
    }
}

/// The state of which a version of a page is a part; `None` where it is of none.
fn state_of<'h>(history: &'h History<'_>, version: &PageVersion<'_>) -> Option<sqlite_pages::State<'h>> {
    match (version.standing, version.source) {
        (Standing::Superseded, VersionSource::Frame(number)) => {
            history.as_of(history.commits().partition_point(|commit| commit.frame < number))
        }
        (Standing::Superseded, _) => Some(history.before_log()),
        _ => None,
    }
}

/// Whether a row is one of AGS's own keys.
fn is_key(record: &Record<'_>) -> bool {
    record.len() <= 3 && (0..record.len()).any(|at| columns::is_key_name(record.available(at)))
}
