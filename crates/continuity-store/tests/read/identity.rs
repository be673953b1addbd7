//! What a file is, and what can still be said of one that cannot be read.

use std::path::PathBuf;

use continuity_store::StoreError;
use continuity_store::read::Store;
use fixtures::{SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;
use rusqlite::Connection;
use tempfile::TempDir;

fn file(content: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("continuity.sqlite3");
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

fn database(sql: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("continuity.sqlite3");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    (folder, path)
}

fn refusal(path: &std::path::Path) -> StoreError {
    Store::read(path).err().expect("the file is refused")
}

#[rstest]
#[case::first(SchemaVersion::V1First, 1, 6)]
#[case::one(SchemaVersion::V1, 1, 6)]
#[case::two(SchemaVersion::V2, 2, 6)]
#[case::three(SchemaVersion::V3, 3, 7)]
fn each_schema_version_is_told_by_its_number(
    #[case] schema: SchemaVersion,
    #[case] number: i64,
    #[case] tables: usize,
) {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new().schema(schema).build(folder.path()).unwrap();
    let store = Store::read(&built.path).unwrap();
    let identity = store.identity();
    assert_eq!((identity.schema_version, identity.shared_file), (number, false));
    assert_eq!(identity.tables.iter().filter(|name| name.starts_with("continuity_")).count(), tables);
    assert_eq!(identity.foreign_objects, []);
    assert!(identity.wal);
}

#[test]
fn the_shared_file_is_told_by_its_modules_not_by_user_version() {
    let folder = tempfile::tempdir().unwrap();
    let story = StoreBuilder::new().schema(SchemaVersion::V2).shared_file();
    let built = story.task("s", |t| t.checkpoint(Snapshot::new("shared"))).build(folder.path()).unwrap();
    let store = Store::read(&built.path).unwrap();
    assert_eq!((store.identity().schema_version, store.identity().shared_file), (2, true));
    assert_eq!(store.tasks().unwrap().0.len(), 1);
    assert_eq!(store.identity().foreign_objects, [], "other modules' tables are not foreign there");
}

#[test]
fn a_shared_file_with_a_newer_module_or_none_is_unsupported() {
    for change in [
        "UPDATE shared_module_schema SET version = 4 WHERE module = 'continuity'",
        "DELETE FROM shared_module_schema WHERE module = 'continuity'",
        "DROP TABLE shared_module_schema",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let built = StoreBuilder::new().shared_file().raw_sql(change).build(folder.path()).unwrap();
        assert_eq!(refusal(&built.path).code(), "unsupported-schema", "{change}");
    }
}

#[test]
fn the_generic_record_file_is_named_although_its_version_looks_known() {
    let (_folder, path) = database(
        "PRAGMA application_id = 0x41475355; PRAGMA user_version = 1;
         CREATE TABLE records (scope_key, module, source_id, table_name, key_json, revision, epoch, payload_digest, row_json);",
    );
    let error = refusal(&path);
    assert_eq!(error.code(), "unsupported-schema");
    assert_eq!(error.known().unwrap().tables, ["records"]);
}

#[test]
fn a_newer_schema_is_named_with_version_tables_and_size() {
    let folder = tempfile::tempdir().unwrap();
    let story = StoreBuilder::new().schema(SchemaVersion::Future(99));
    let built = story.task("s", |t| t.checkpoint(Snapshot::new("x"))).build(folder.path()).unwrap();
    let error = refusal(&built.path);
    assert_eq!(error.code(), "unsupported-schema");
    assert!(error.to_string().contains("99"), "{error}");
    let known = error.known().unwrap();
    assert_eq!(known.schema_version, Some(99));
    assert!(known.tables.iter().any(|name| name == "continuity_snapshots"));
    assert_eq!(known.size, Some(std::fs::metadata(&built.path).unwrap().len()));
}

#[test]
fn a_negative_version_is_no_version() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new().raw_sql("PRAGMA user_version = -1").build(folder.path()).unwrap();
    assert_eq!(refusal(&built.path).code(), "unsupported-schema");
}

#[test]
fn another_database_is_no_store_and_its_tables_are_named() {
    let (_folder, path) = database("CREATE TABLE places (id); CREATE TABLE visits (id); PRAGMA user_version = 7;");
    let error = refusal(&path);
    assert_eq!(error.code(), "not-a-continuity-store");
    let known = error.known().unwrap();
    assert_eq!(
        (known.schema_version, known.tables.as_slice()),
        (Some(7), &["places".to_owned(), "visits".to_owned()][..])
    );
    assert_eq!(known.size, Some(std::fs::metadata(&path).unwrap().len()));
}

#[test]
fn an_empty_database_with_a_version_is_no_store() {
    let (_folder, path) = database("PRAGMA user_version = 2");
    assert_eq!(refusal(&path).code(), "not-a-continuity-store");
}

#[test]
fn a_file_of_no_bytes_is_an_empty_store() {
    let (_folder, path) = file(b"");
    let store = Store::read(&path).unwrap();
    assert_eq!(store.identity().schema_version, 0);
    assert_eq!(store.tasks().unwrap(), (Vec::new(), Vec::new()));
    assert_eq!(store.each_snapshot(|_, _| panic!("there is no body")), []);
    assert_eq!(store.tombstones(), (Vec::new(), Vec::new()));
    assert_eq!(store.signing_secret().unwrap(), None);
}

#[test]
fn a_text_or_a_picture_is_no_database() {
    for content in [&b"# notes\nnot a database at all, and longer than one hundred bytes, so that it could hold a header of one, if it were one."[..], b"short", b"\x89PNG\r\n\x1a\n"] {
        let (_folder, path) = file(content);
        assert_eq!(refusal(&path).code(), "not-a-database");
    }
}

#[test]
fn an_encrypted_looking_file_is_no_database() {
    let noise: Vec<u8> = (0..8192_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 19) as u8).collect();
    let (_folder, path) = file(&noise);
    assert_eq!(refusal(&path).code(), "not-a-database");
}

fn stored() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let story = StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new(&"long objective ".repeat(200))));
    std::fs::read(story.build(folder.path()).unwrap().path).unwrap()
}

#[test]
fn a_header_alone_or_a_cut_file_is_corrupt_with_version_and_size() {
    let whole = stored();
    for length in [100, 4096, 4096 + 2000, whole.len() - 4096, whole.len() - 1] {
        let (_folder, path) = file(&whole[..length]);
        let error = refusal(&path);
        assert_eq!(error.code(), "corrupt", "{length} bytes");
        let known = error.known().unwrap();
        assert_eq!((known.schema_version, known.size), (Some(2), Some(length as u64)), "{length} bytes");
    }
    let (_folder, path) = file(&whole[..60]);
    assert_eq!(refusal(&path).code(), "not-a-database");
}

#[test]
fn a_spoilt_schema_page_is_corrupt() {
    let mut bytes = stored();
    bytes[100..140].fill(0xEE);
    let (_folder, path) = file(&bytes);
    assert_eq!(refusal(&path).code(), "corrupt");
}

#[test]
fn bytes_after_the_last_page_do_no_harm() {
    let mut bytes = stored();
    bytes.extend_from_slice(&[0; 1234]);
    let (_folder, path) = file(&bytes);
    assert_eq!(Store::read(&path).unwrap().tasks().unwrap().0.len(), 1);
}
