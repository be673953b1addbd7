//! The copies that this program recorded.

use wire::scan::{ScanGap, ScanKind, ScanSource};

use super::Folder;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::scan::origin::Origin;
use crate::scan::texts::Texts;

/// Hands over every copy of the store's bodies, task by task.
pub(super) fn history(inspector: &Inspector, loaded: &Loaded, folder: &Folder, texts: &mut Texts<'_, '_>) {
    let Some(file) = inspector.history_file().filter(|file| file.exists()) else { return };
    let database = folder.name(file.path());
    let tasks = match inspector.recorded_tasks(&loaded.path) {
        Ok(tasks) => tasks,
        Err(error) => return texts.gaps.push(ScanGap { file: database.to_string(), table: None, error }),
    };
    texts.file(&database);
    for task in tasks {
        if texts.stopped() {
            return;
        }
        match inspector.recorded(&loaded.path, &task) {
            Ok(recorded) => {
                for copy in recorded.copies {
                    let mut origin = Origin::new(ScanKind::Body, ScanSource::History, database.clone());
                    origin.task = Some(task.as_str().into());
                    origin.epoch = Some(copy.epoch);
                    origin.revision = copy.revision;
                    origin.digest = copy.digest.as_deref().map(Into::into);
                    texts.add(origin, copy.body.bytes(), false);
                }
            }
            Err(error) => texts.gaps.push(ScanGap { file: database.to_string(), table: None, error }),
        }
    }
}
