//! Files that are generated from `wire`, held fresh. `cargo xtask types` writes them with these same tests.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use wire::Text;
use wire::actions::{
    BackupDeleted, BackupPlan, EraseDone, ErasePlan, PurgePlan, PurgeProgress, PurgeSummary, SuppressDocument,
};
use wire::activity::ActivityPage;
use wire::bytes::BytesView;
use wire::commands::*;
use wire::compare::ComparePage;
use wire::history::{HistorySettings, HistoryState};
use wire::redact::{PlanRedactRequest, RedactDone, RedactPlan, RedactRequest};
use wire::residue::ResidueDocument;
use wire::scan::{
    AllowFinding, AllowedList, ExportScan, ForgetAllowed, RevealRequest, ScanDocument, ScanPage, ScanPageRequest,
    ScanPlacePage, ScanPlacesRequest, ScanProgress, ScanRequest,
};
use wire::snapshot::{BodyPage, ItemPage, ItemText, SnapshotView};
use wire::sources::{Source, SourceList};
use wire::strip::StripView;
use wire::tasks::{TaskPage, TaskView};

/// Compares a file of the repository with what it should hold; writes it instead when asked to.
fn hold_fresh(path: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    if std::env::var_os("CONTINUITY_WRITE_GENERATED").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, expected).unwrap();
        return;
    }
    // Git may have given the file the line ends of the system.
    let found = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == expected, "{path} is stale: run `cargo xtask types`");
}

#[test]
fn the_page_speaks_the_types_of_the_core() {
    hold_fresh("ui/src/lib/wire.ts", &wire::typescript());
}

#[test]
fn the_schema_describes_every_message() {
    let mut generator = SchemaGenerator::default();
    let mut commands = Map::new();
    macro_rules! entries {
        ($($name:ident: $request:ty => $answer:ty,)*) => {
            $(
                let request = generator.subschema_for::<$request>();
                let answer = generator.subschema_for::<$answer>();
                commands.insert(stringify!($name).to_owned(), json!({ "request": request, "answer": answer }));
            )*
        };
    }
    wire::for_each_command!(entries);
    for schema in [
        generator.subschema_for::<wire::ErrorDocument>(),
        generator.subschema_for::<StoreChanged>(),
        generator.subschema_for::<OpenRequested>(),
        generator.subschema_for::<PurgeProgress>(),
        generator.subschema_for::<ScanDocument>(),
        generator.subschema_for::<ScanProgress>(),
        generator.subschema_for::<PlanRedactRequest>(),
        generator.subschema_for::<RedactRequest>(),
        generator.subschema_for::<RedactPlan>(),
        generator.subschema_for::<RedactDone>(),
    ] {
        assert!(schema.get("$ref").is_some(), "every document has a name");
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages and documents of Continuity Inspector",
        "description": "Generated from crates/wire by `cargo xtask types`. Do not edit.",
        "commands": commands,
        "$defs": Value::Object(generator.take_definitions(true)),
    });
    hold_fresh("docs/schema/wire.json", &format!("{schema:#}\n"));
}
