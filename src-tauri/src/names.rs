//! Names of the commands that the window may call.
//!
//! The build script makes one permission of each, before any crate of the workspace is compiled for it; a test in
//! `commands.rs` holds this list equal to the table in `wire`.

pub(crate) const COMMANDS: &[&str] = &[
    "about",
    "list_sources",
    "choose_store",
    "forget_store",
    "list_tasks",
    "read_task",
    "read_snapshot",
    "read_items",
    "read_item",
    "read_body",
    "compare",
    "suppress",
    "allow",
    "plan_purge",
    "purge",
    "export_body",
    "list_activity",
    "watch_store",
];
