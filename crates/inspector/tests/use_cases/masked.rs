//! Found values masked wherever a body's text is shown, and shown when somebody asks.

use fixtures::{BuiltStore, Snapshot, StoreBuilder};
use inspector::{Comparison, DiffFormat, Inspector, RevisionName};
use wire::commands::{CompareRequest, ItemRequest, SideRequest, SnapshotRequest, StripRequest};
use wire::compare::FieldDiff;
use wire::snapshot::ItemView;

use crate::common::{Machine, open};

fn token(end: &str) -> String {
    ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nH", end].concat()
}

struct Told {
    _machine: Machine,
    built: BuiltStore,
    inspector: Inspector,
    source: String,
}

impl Told {
    /// Two revisions: a token in the objective, an item that changes from one token to another, an untouched item.
    fn new() -> Self {
        let machine = Machine::new();
        let snapshot = |end: &str| {
            Snapshot::new(&format!("한글 😀 deploy with {} now", token("o")))
                .constraint(&format!("use {} for the upload of the report", token(end)))
                .constraint("Keep the order")
        };
        let built = StoreBuilder::new()
            .journal(fixtures::Journal::KEPT_LOG)
            .task("s", |t| t.checkpoint(snapshot("a")).checkpoint(snapshot("b")))
            .build(&machine.path("store"))
            .unwrap();
        let inspector = machine.inspector();
        let source = open(&inspector, &built.path);
        Self { _machine: machine, built, inspector, source }
    }

    fn task(&self) -> &str {
        self.built.tasks[0].correlation.as_str()
    }

    fn side(&self, revision: f64) -> SideRequest {
        SideRequest {
            source: self.source.clone(),
            task_correlation: self.task().to_owned(),
            epoch: 1,
            revision: Some(wire::Number(revision)),
            digest: None,
        }
    }

    fn compare(&self) -> CompareRequest {
        CompareRequest { from: self.side(1.0), to: self.side(2.0), offset: 0, limit: 100 }
    }
}

/// No letter of a token behind its public prefix.
fn hides(text: &str) -> bool {
    !text.contains("Zk3vQ9") && !text.contains("5nH")
}

#[test]
fn titles_are_masked_before_they_are_cut() {
    let told = Told::new();
    let document = told.inspector.tasks_document(&told.built.path).unwrap();
    let title = document.tasks[0].title.as_ref().unwrap().as_str();
    assert!(hides(title) && title.starts_with("한글 😀 deploy with glpat-••••••••"), "{title}");
    let machine = Machine::new();
    let long = format!("{} {} end", "word ".repeat(37), token("x"));
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new(&long))).build(&machine.path("s")).unwrap();
    let document = machine.inspector().tasks_document(&built.path).unwrap();
    assert!(hides(document.tasks[0].title.as_ref().unwrap().as_str()), "a token that the cut goes through");
}

#[test]
fn a_body_is_shown_masked_unless_somebody_asks() {
    let told = Told::new();
    let show = |raw, reveal| told.inspector.show_document(&told.built.path, told.task(), None, raw, reveal).unwrap();
    let masked = show(true, false);
    assert!(masked.masked && hides(masked.snapshot.as_ref().unwrap().as_text()));
    let stored = &told.built.tasks[0].last().unwrap().body;
    assert_eq!(masked.stored_text.unwrap().as_str(), stored, "the stored text stays exact");
    let plain = show(false, true);
    assert!(!plain.masked && plain.snapshot.unwrap().as_text().contains(&token("o")));

    let request = SnapshotRequest {
        source: told.source.clone(),
        task_correlation: told.task().to_owned(),
        epoch: 1,
        revision: None,
        digest: None,
    };
    let view = told.inspector.read_snapshot(request).unwrap();
    assert!(hides(&serde_json::to_string(&view).unwrap()));
    let objective = view.fields.iter().find(|field| field.path == "core.objective").unwrap();
    let ItemView { text, masked, .. } = &objective.items[0];
    let units: Vec<u16> = text.as_str().encode_utf16().collect();
    let [start, length] = masked[0].utf16.map(|number| number as usize);
    assert_eq!(String::from_utf16(&units[start..start + length]).unwrap(), "glpat-•••••••• (26)");

    let item = |limit| ItemRequest {
        source: told.source.clone(),
        task_correlation: told.task().to_owned(),
        epoch: 1,
        revision: None,
        digest: None,
        path: "core.objective".to_owned(),
        index: 0,
        offset: 3,
        limit,
    };
    let stretch = told.inspector.read_item(item(1_000)).unwrap();
    assert!(hides(stretch.text.as_str()) && stretch.masked[0].utf16[0] == masked[0].utf16[0] - 3);
    assert!(told.inspector.reveal_item(item(1_000)).unwrap().text.as_str().contains(&token("o")));
}

#[test]
fn comparisons_are_masked_in_every_format() {
    let told = Told::new();
    let page = told.inspector.compare(told.compare()).unwrap();
    assert!(hides(&serde_json::to_string(&page).unwrap()));
    let row = page.rows.iter().find(|row| row.path == "core.constraints" && row.masked).unwrap();
    assert!(row.from.is_some() && row.to.is_some());
    assert!(page.rows.iter().any(|row| !row.masked));
    let shown = serde_json::to_string(&told.inspector.reveal_compare(told.compare()).unwrap()).unwrap();
    // The words that differ are marked, so a token may come in pieces.
    assert!(shown.contains("Zk3vQ9") && !shown.contains("masked"));

    let (from, to): (RevisionName, RevisionName) = ("1.1".parse().unwrap(), "1.2".parse().unwrap());
    let comparison = |reveal| Comparison {
        store: &told.built.path,
        correlation: told.task(),
        to_task: None,
        from: &from,
        to: &to,
        against: None,
        reveal,
    };
    let document = told.inspector.diff_document(comparison(false)).unwrap();
    assert!(hides(&serde_json::to_string(&document).unwrap()));
    let list = document.fields.iter().find_map(|field| match field {
        FieldDiff::List(list) if list.path == "core.constraints" => Some(list),
        _ => None,
    });
    let items = &list.unwrap().items;
    assert!(items.iter().any(|item| item.masked) && items.iter().any(|item| !item.masked));
    let plain = serde_json::to_string(&told.inspector.diff_document(comparison(true)).unwrap()).unwrap();
    assert!(plain.contains(&token("a")) && plain.contains(&token("b")) && !plain.contains("masked"));
    for format in [DiffFormat::Text, DiffFormat::Unified, DiffFormat::Markdown, DiffFormat::Patch] {
        let lines =
            |reveal| serde_json::to_string(&told.inspector.diff_lines(comparison(reveal), format).unwrap()).unwrap();
        assert!(hides(&lines(false)), "{format:?}");
        assert!(!hides(&lines(true)), "{format:?}");
    }
}

#[test]
fn a_key_over_several_lines_is_masked_in_lines() {
    let machine = Machine::new();
    let line = |fill: &str| {
        format!("{}{fill}", ["MIIEvQIBADAN", "BgkqhkiG9w0BAQEF", "AASCBKcwggSjAgEA", "AoIBAQC7VJTUt9Us8cK"].concat())
    };
    let (begin, end) = (["-----BEGIN PRIV", "ATE KEY-----"].concat(), ["-----END PRIV", "ATE KEY-----"].concat());
    let key = format!("{begin}\n{}\n{}\n{end}", line("a"), line("b"));
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("x").constraint(&key)).checkpoint(Snapshot::new("x")))
        .build(&machine.path("store"))
        .unwrap();
    let (from, to): (RevisionName, RevisionName) = ("1.1".parse().unwrap(), "1.2".parse().unwrap());
    let comparison = Comparison {
        store: &built.path,
        correlation: built.tasks[0].correlation.as_str(),
        to_task: None,
        from: &from,
        to: &to,
        against: None,
        reveal: false,
    };
    for format in [DiffFormat::Text, DiffFormat::Unified, DiffFormat::Markdown, DiffFormat::Patch] {
        let lines = serde_json::to_string(&machine.inspector().diff_lines(comparison, format).unwrap()).unwrap();
        assert!(!lines.contains("MIIEvQIBADAN"), "{format:?}");
    }
}

#[test]
fn a_strip_is_masked() {
    let told = Told::new();
    let request = StripRequest { source: told.source.clone(), task_correlation: told.task().to_owned(), epoch: 1 };
    let strip = told.inspector.read_strip(request).unwrap();
    assert!(hides(&serde_json::to_string(&strip).unwrap()));
    let items: Vec<_> = strip.lists.iter().flat_map(|list| &list.items).collect();
    assert!(items.iter().any(|item| item.masked) && items.iter().any(|item| !item.masked));
}

#[test]
fn a_value_that_only_its_fields_name_tells_is_masked() {
    let machine = Machine::new();
    let value = ["tr0ub4dor", "&3xQ9"].concat();
    let field = format!("\"{value}\"");
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::KEPT_LOG)
        .task("s", |t| {
            t.checkpoint(Snapshot::new("x")).checkpoint(Snapshot::new("x").unknown_field("password", &field))
        })
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let task = built.tasks[0].correlation.as_str();
    let shown = inspector.show_document(&built.path, task, None, false, false).unwrap();
    assert!(shown.masked && !shown.snapshot.unwrap().as_text().contains(&value));
    let (from, to): (RevisionName, RevisionName) = ("1.1".parse().unwrap(), "1.2".parse().unwrap());
    let comparison = |reveal| Comparison {
        store: &built.path,
        correlation: task,
        to_task: None,
        from: &from,
        to: &to,
        against: None,
        reveal,
    };
    let document = serde_json::to_string(&inspector.diff_document(comparison(false)).unwrap()).unwrap();
    assert!(!document.contains(&value));
    for format in [DiffFormat::Text, DiffFormat::Unified, DiffFormat::Markdown] {
        let lines = |reveal| serde_json::to_string(&inspector.diff_lines(comparison(reveal), format).unwrap()).unwrap();
        assert!(!lines(false).contains("tr0ub4dor") && lines(true).contains("tr0ub4dor"), "{format:?}");
    }
}

#[test]
fn a_value_behind_the_items_that_come_first_is_told_of_the_whole_body() {
    let machine = Machine::new();
    let plain = (0..60).fold(Snapshot::new("a long list"), |snapshot, n| snapshot.progress(&format!("step {n}")));
    let told = plain.clone().progress(&format!("pushed with {}", token("q")));
    let built = StoreBuilder::new()
        .task("plain", |t| t.checkpoint(plain))
        .task("told", |t| t.checkpoint(told))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let view = |at: usize| {
        let task_correlation = built.tasks[at].correlation.as_str().to_owned();
        let request =
            SnapshotRequest { source: source.clone(), task_correlation, epoch: 1, revision: None, digest: None };
        inspector.read_snapshot(request).unwrap()
    };
    assert!(!view(0).masked && view(1).masked);
    assert!(view(1).fields.iter().flat_map(|field| &field.items).all(|item| item.masked.is_empty()));
}

#[test]
fn a_value_told_in_one_item_is_masked_in_the_others() {
    let machine = Machine::new();
    let value = ["VkqT7r", "Wm2Zp!7"].concat();
    let snapshot = |more: &str| {
        Snapshot::new("set up the server")
            .decision(&format!("비밀번호: {value}"))
            .progress(&format!("root {value} logs in{more}"))
    };
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(snapshot("")).checkpoint(snapshot(" twice")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str().to_owned();
    let hides = |text: &str| !text.contains(&value) && text.contains("logs in");
    let side = |revision: f64| SideRequest {
        source: source.clone(),
        task_correlation: task.clone(),
        epoch: 1,
        revision: Some(wire::Number(revision)),
        digest: None,
    };
    let request = SnapshotRequest {
        source: source.clone(),
        task_correlation: task.clone(),
        epoch: 1,
        revision: None,
        digest: None,
    };
    let view = inspector.read_snapshot(request).unwrap();
    assert!(hides(&serde_json::to_string(&view).unwrap()));
    let request = CompareRequest { from: side(1.0), to: side(2.0), offset: 0, limit: 100 };
    assert!(hides(&serde_json::to_string(&inspector.compare(request).unwrap()).unwrap()));
    let request = StripRequest { source: source.clone(), task_correlation: task.clone(), epoch: 1 };
    assert!(hides(&serde_json::to_string(&inspector.read_strip(request).unwrap()).unwrap()));
    let name = |revision: &str| revision.parse::<RevisionName>().unwrap();
    let (from, to) = (name("1.1"), name("1.2"));
    let comparison = Comparison {
        store: &built.path,
        correlation: &task,
        to_task: None,
        from: &from,
        to: &to,
        against: None,
        reveal: false,
    };
    for format in [DiffFormat::Text, DiffFormat::Unified, DiffFormat::Markdown, DiffFormat::Patch] {
        let lines = inspector.diff_lines(comparison, format).unwrap();
        let text = serde_json::to_string(&lines).unwrap();
        assert!(!text.contains(&value), "{format:?}");
    }
    let shown = inspector.show_document(&built.path, &task, None, false, false).unwrap();
    assert!(hides(&serde_json::to_string(&shown).unwrap()));
}
