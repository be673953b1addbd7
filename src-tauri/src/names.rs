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
    "read_bytes",
    "find_residue",
    "read_strip",
    "compare",
    "dropped_markdown",
    "suppress",
    "allow",
    "plan_purge",
    "plan_purge_many",
    "purge",
    "stop_purge",
    "export_lost",
    "plan_erase",
    "erase",
    "plan_delete_backup",
    "delete_backup",
    "export_body",
    "list_activity",
    "watch_store",
    "read_history",
    "change_history",
    "clear_history",
];
