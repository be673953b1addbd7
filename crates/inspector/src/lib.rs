//! The use cases: sources, tasks, snapshots, compare, actions, activity, watch, recorded history.
//!
//! [`Inspector`] is what the window holds; the command uses the same methods. One module for each use case; what two of
//! them share (a store as it was read) is [`loaded`]. Answers and errors are the types of `wire`.
//!
//! Nothing here prints, reads the process environment or asks a clock: that comes in as [`Environment`].

mod actions;
mod activity;
mod backups;
mod body;
mod bytes;
mod clock;
mod compare;
mod entry;
mod environment;
mod erasing;
mod export;
mod export_target;
mod failure;
mod finding;
mod history;
mod inspector;
mod loaded;
mod locations;
mod lock;
mod masking;
mod memory;
mod naming;
mod opened;
mod own_files;
mod own_records;
mod progress;
mod proof;
mod readers;
mod residue;
mod revision_name;
mod revisions;
mod scan;
mod search;
mod show;
mod snapshot;
mod source_id;
mod sources;
mod strip;
mod tasks;
mod utf16;
mod watch;

pub use actions::SeenBody;
pub use clock::parse as parse_time;
pub use compare::{Comparison, DiffFormat};
pub use environment::{Environment, Platform};
pub use erasing::Finisher;
pub use export_target::Existing;
pub use inspector::Inspector;
pub use naming::TaskName;
pub use progress::Observer;
pub use residue::Sought;
pub use revision_name::RevisionName;
pub use scan::{ScanObserver, ScanOptions, Scanned};
pub use show::usage;
pub use source_id::{of as source_id, path as source_path};
pub use tasks::passes;
pub use watch::{Watch, Way};
