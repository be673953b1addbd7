//! Searching the stored text.

use fixtures::{BuiltStore, Encoding, Snapshot, StoreBuilder};
use rstest::rstest;
use wire::commands::ListTasks;
use wire::tasks::TaskFilter;

use crate::common::{Machine, open};

fn story() -> StoreBuilder {
    StoreBuilder::new()
        .task("english", |t| t.checkpoint(Snapshot::new("Ship the Parser").constraint("never touch C:\\temp (a.b*)")))
        .task("korean", |t| t.checkpoint(Snapshot::new("데이터베이스를 정리한다").decision("Éclair 🙂 oui")))
        .task("quotes", |t| t.checkpoint(Snapshot::new("say \"hello\"\nand\ttab").progress("done 100%")))
        .task("old", |t| t.checkpoint(Snapshot::new("an Earlier epoch")).clear().checkpoint(Snapshot::new("now")))
        .task("bound", |t| t.bind_root("Root-0077"))
        .task("spoilt", |t| {
            t.checkpoint(Snapshot::new("x"))
                .sql("UPDATE continuity_snapshots SET snapshot_json = '{\"half of it' WHERE task_correlation = :task")
        })
}

fn found(inspector: &inspector::Inspector, source: &str, built: &BuiltStore, query: &str) -> Vec<String> {
    let request = ListTasks {
        source: source.to_owned(),
        query: query.to_owned(),
        filter: TaskFilter::All,
        offset: 0,
        limit: 100,
    };
    let page = inspector.list_tasks(request).unwrap();
    assert_eq!(page.matched as usize, page.rows.len());
    assert_eq!(page.totals.all, 6);
    let session =
        |name: &str| built.tasks.iter().find(|task| task.correlation.as_str() == name).unwrap().session.clone();
    let mut sessions: Vec<String> = page.rows.iter().map(|row| session(&row.task_correlation)).collect();
    sessions.sort();
    sessions
}

#[rstest]
#[case::utf_8(Encoding::Utf8)]
#[case::utf_16(Encoding::Utf16Le)]
fn what_a_person_types_is_found_as_they_see_it(#[case] encoding: Encoding) {
    let machine = Machine::new();
    let built = story().encoding(encoding).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let digits = built.correlation("korean").as_str()[14..24].to_owned();
    for (query, expected) in [
        ("ship THE parser", &["english"][..]),
        ("  parser ", &["english"]),
        ("C:\\temp", &["english"]),
        ("(a.b*)", &["english"]),
        ("(axb*)", &[]),
        ("데이터베이스", &["korean"]),
        ("éCLAIR", &["korean"]),
        ("🙂", &["korean"]),
        ("say \"hello\"", &["quotes"]),
        ("100%", &["quotes"]),
        ("earlier EPOCH", &["old"]),
        ("root-0077", &["bound"]),
        ("half of it", &["spoilt"]),
        (&digits, &["korean"]),
        (&digits.to_uppercase(), &["korean"]),
        ("nobody wrote this", &[]),
        ("", &["bound", "english", "korean", "old", "quotes", "spoilt"]),
        (" \t ", &["bound", "english", "korean", "old", "quotes", "spoilt"]),
    ] {
        assert_eq!(found(&inspector, &source, &built, query), expected, "{query:?}");
    }
}

#[test]
fn a_search_sees_what_was_written_since() {
    let machine = Machine::new();
    let built = story().build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    assert_eq!(found(&inspector, &source, &built, "brand new words"), [""; 0]);
    let sql = "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, 'Ship the', 'Brand new words,')";
    built.connect().unwrap().execute(sql, []).unwrap();
    assert_eq!(found(&inspector, &source, &built, "brand new words"), ["english"]);
}

#[test]
fn escaped_text_is_found_by_what_it_reads() {
    let machine = Machine::new();
    let built = story()
        .raw_sql(
            "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, '데이터', '\\ub370\\uc774\\ud130')",
        )
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    assert_eq!(found(&inspector, &source, &built, "데이터베이스"), ["korean"]);
}

#[test]
fn a_very_long_query_is_no_failure() {
    let machine = Machine::new();
    let built = story().build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    assert_eq!(found(&inspector, &source, &built, &"very long ".repeat(20_000)), [""; 0]);
}
