//! Every store of a machine is found, and what cannot be read is listed with its reason.

use fixtures::{Journal, Root, SchemaVersion, Snapshot, StoreBuilder};
use wire::commands::ListSources;
use wire::sources::{Source, SourceOrigin};

use crate::common::{Machine, tree};

const SUITE: &str = "agent-governance-suite";

fn build(folder: &std::path::Path) -> fixtures::BuiltStore {
    StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(folder).unwrap()
}

fn listed(machine: &Machine) -> Vec<Source> {
    machine.inspector().list_sources(ListSources {}).unwrap().sources
}

fn paths(sources: &[Source]) -> Vec<(SourceOrigin, &str)> {
    sources.iter().map(|source| (source.origin, source.path.as_str())).collect()
}

#[test]
fn a_machine_without_stores_says_where_it_looked_and_stays_as_it_was() {
    let machine = Machine::new();
    let list = machine.inspector().list_sources(ListSources {}).unwrap();
    assert_eq!(list.sources, []);
    let looked: Vec<&str> = list.looked_at.iter().map(|place| place.path.as_str()).collect();
    let state = machine.path(".local/state/agent-governance-suite/continuity.sqlite3");
    let claude = machine.path(".claude/plugins/data/agent-governance-suite-agent-governance-claude/continuity.sqlite3");
    assert_eq!(looked, [state.to_str().unwrap(), claude.to_str().unwrap()]);
    assert_eq!(tree(machine.home.path()), []);
}

#[test]
fn every_place_is_found_in_the_order_ags_would_look() {
    let mut machine = Machine::new();
    let by_variable = build(&machine.path("somewhere/by variable"));
    machine.environment.continuity_db = Some("  by variable/continuity.sqlite3 ".into());
    let xdg = build(&machine.path("xdg").join(SUITE));
    machine.environment.xdg_state_home = Some(machine.path("xdg").into());
    let home = build(&machine.path(".local/state").join(SUITE));
    let running = build(&machine.path("plugin data"));
    machine.environment.claude_plugin_data = Some(machine.path("plugin data").into());
    let moved = build(&machine.path("claude config/plugins/data/other-inline"));
    machine.environment.claude_config_dir = Some(machine.path("claude config").into());
    let plugin = build(&machine.path(".claude/plugins/data/agent-governance-suite-agent-governance-claude"));
    let another = build(&machine.path(".claude/plugins/data/a-fork-of-it"));
    std::fs::create_dir_all(machine.path(".claude/plugins/data/without-a-store")).unwrap();

    let sources = listed(&machine);
    let expected = [
        (SourceOrigin::Environment, &by_variable),
        (SourceOrigin::StateFolder, &xdg),
        (SourceOrigin::StateFolder, &home),
        (SourceOrigin::ClaudePlugin, &running),
        (SourceOrigin::ClaudePlugin, &moved),
        (SourceOrigin::ClaudePlugin, &plugin),
        (SourceOrigin::ClaudePlugin, &another),
    ];
    let expected: Vec<_> = expected.iter().map(|(origin, built)| (*origin, built.path.to_str().unwrap())).collect();
    assert_eq!(paths(&sources), expected);
    for source in &sources {
        assert_eq!(
            (source.tasks, source.bodies, source.deleted, source.schema_version),
            (Some(1), Some(1), Some(0), Some(2))
        );
        assert_eq!(source.error, None);
    }
    let first = machine.inspector().choose_store_file(None).unwrap();
    assert_eq!(first, by_variable.path);
}

#[test]
fn the_sibling_of_the_ledger_is_meant_when_only_the_ledger_is_named() {
    let mut machine = Machine::new();
    let built = StoreBuilder::new().workflows([Root::new("r", "t", "o")]).build(&machine.path("elsewhere")).unwrap();
    machine.environment.workflow_db = Some(machine.path("elsewhere/workflows.sqlite3").into());
    machine.environment.continuity_db = Some("   ".into());
    let sources = listed(&machine);
    assert_eq!(paths(&sources), [(SourceOrigin::Environment, built.path.to_str().unwrap())]);
    assert_eq!(sources[0].workflows.as_deref(), built.workflows.as_deref().and_then(|path| path.to_str()));
}

#[test]
fn a_folder_named_twice_is_listed_once() {
    let mut machine = Machine::new();
    build(&machine.path(".local/state").join(SUITE));
    let mut again = machine.path(".local/state").into_os_string();
    again.push("/");
    machine.environment.xdg_state_home = Some(again);
    machine.environment.continuity_db =
        Some(machine.path(".local/state").join(SUITE).join("continuity.sqlite3").into());
    assert_eq!(listed(&machine).len(), 1);
}

#[test]
fn backups_follow_their_store() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("old", |t| t.at("2026-01-01T00:00:00Z").checkpoint(Snapshot::new("x").status("completed")))
        .task("new", |t| t.at("2026-09-20T00:00:00Z").checkpoint(Snapshot::new("y")))
        .cleanup("0b8f8a60-1111-4222-8333-444455556666")
        .build(&machine.path(".local/state").join(SUITE))
        .unwrap();
    std::fs::write(machine.path(".local/state").join(SUITE).join("backups/notes.txt"), b"not one").unwrap();
    let sources = listed(&machine);
    let backup = built.backups.iter().find(|path| path.to_string_lossy().contains("continuity-before")).unwrap();
    assert_eq!(
        paths(&sources),
        [(SourceOrigin::StateFolder, built.path.to_str().unwrap()), (SourceOrigin::Backup, backup.to_str().unwrap())]
    );
    assert_eq!(sources[1].backup_of.as_ref(), Some(&sources[0].id));
    assert_eq!((sources[0].backup_of.as_ref(), sources[1].bodies), (None, Some(2)));
}

#[test]
fn what_cannot_be_read_is_listed_with_its_reason() {
    let mut machine = Machine::new();
    let folder = machine.path(".local/state").join(SUITE).join("continuity.sqlite3");
    std::fs::create_dir_all(&folder).unwrap();
    let text = machine.path("claude/continuity.sqlite3");
    std::fs::create_dir_all(text.parent().unwrap()).unwrap();
    std::fs::write(&text, "no database ".repeat(50)).unwrap();
    machine.environment.claude_plugin_data = Some(machine.path("claude").into());
    let newer = StoreBuilder::new().schema(SchemaVersion::Future(12)).build(&machine.path("newer")).unwrap();
    machine.environment.continuity_db = Some(newer.path.clone().into());
    let sources = listed(&machine);
    let codes: Vec<&str> = sources.iter().map(|source| source.error.as_ref().unwrap().code.as_str()).collect();
    assert_eq!(codes, ["unsupported-schema", "not-a-file", "not-a-database"]);
    assert_eq!((sources[0].schema_version, sources[0].tasks), (Some(12), None));
    assert_eq!(sources[0].size_bytes, Some(std::fs::metadata(&newer.path).unwrap().len()));
    assert_eq!((sources[1].size_bytes, sources[1].schema_version), (None, None));
    assert!(sources.iter().all(|source| source.error.as_ref().unwrap().next.is_some()));
}

#[test]
fn given_files_come_with_counts_size_and_log() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("a", |t| t.checkpoint(Snapshot::new("1")).clear().checkpoint(Snapshot::new("2")))
        .task("b", |t| t.checkpoint(Snapshot::new("1")).purge())
        .file_name("odd name % # ?.db")
        .build(&machine.path("given"))
        .unwrap();
    let inspector = machine.inspector();
    let source = inspector.open_path(&built.path).unwrap();
    let log = std::fs::metadata(machine.path("given/odd name % # ?.db-wal")).unwrap().len();
    assert_eq!((source.tasks, source.bodies, source.deleted, source.log_bytes), (Some(2), Some(2), Some(1), Some(log)));
    assert!(source.changed_at.as_ref().unwrap().ends_with('Z'));
    let list = inspector.list_sources(ListSources {}).unwrap();
    assert_eq!(list.sources, [source]);
    assert_eq!(list.sources[0].origin, SourceOrigin::Given);
}

#[test]
fn what_is_not_there_or_no_file_is_not_opened() {
    let machine = Machine::new();
    let inspector = machine.inspector();
    assert_eq!(inspector.open_path(&machine.path("none")).unwrap_err().code, "missing");
    assert_eq!(inspector.open_path(machine.home.path()).unwrap_err().code, "not-a-file");
    assert_eq!(inspector.open_path("/dev/null".as_ref()).unwrap_err().code, "not-a-file");
    assert_eq!(inspector.list_sources(ListSources {}).unwrap().sources, []);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn set_mode(path: &std::path::Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_path_that_is_no_utf_8_leads_back_to_its_file() {
        let machine = Machine::new();
        let folder = machine.home.path().join(OsStr::from_bytes(b"caf\xe9 \xff"));
        let built = build(&folder);
        let inspector = machine.inspector();
        let source = inspector.open_path(&built.path).unwrap();
        assert!(source.path.contains('\u{FFFD}'));
        assert!(source.id.is_ascii());
        let view =
            inspector.plan_purge(crate::common::plan_request(&source.id, built.tasks[0].correlation.as_str(), 1));
        assert_eq!(view.unwrap().epoch, 1);
    }

    #[test]
    fn a_store_that_other_users_can_read_is_remarked() {
        let machine = Machine::new();
        let built = build(&machine.path("store"));
        set_mode(machine.home.path(), 0o755);
        set_mode(&machine.path("store"), 0o755);
        let others = |mode| {
            set_mode(&built.path, mode);
            machine.inspector().open_path(&built.path).unwrap().others_can_read
        };
        assert_eq!(others(0o600), Some(false));
        assert_eq!(others(0o644), Some(true));
        assert_eq!(others(0o640), Some(true), "the group are other users");
    }

    #[test]
    fn a_store_in_a_folder_that_nobody_else_can_enter_is_not_remarked() {
        let machine = Machine::new();
        let built = build(&machine.path("store"));
        set_mode(machine.home.path(), 0o700);
        set_mode(&built.path, 0o644);
        assert_eq!(machine.inspector().open_path(&built.path).unwrap().others_can_read, Some(false));
    }

    #[test]
    fn a_log_that_other_users_can_read_is_remarked_too() {
        let machine = Machine::new();
        let built = StoreBuilder::new()
            .journal(Journal::KEPT_LOG)
            .task("s", |t| t.checkpoint(Snapshot::new("x")))
            .build(&machine.path("store"))
            .unwrap();
        set_mode(machine.home.path(), 0o755);
        set_mode(&machine.path("store"), 0o755);
        set_mode(&built.path, 0o600);
        set_mode(&machine.path("store/continuity.sqlite3-wal"), 0o644);
        assert_eq!(machine.inspector().open_path(&built.path).unwrap().others_can_read, Some(true));
    }

    #[test]
    fn a_broken_link_is_something_that_cannot_be_read() {
        let machine = Machine::new();
        let folder = machine.path(".local/state").join(SUITE);
        std::fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink("gone", folder.join("continuity.sqlite3")).unwrap();
        let sources = listed(&machine);
        assert_eq!(sources[0].error.as_ref().unwrap().code, "missing");
    }
}
