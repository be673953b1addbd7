//! The inside of a body, in pages that fit together.

use fixtures::{BuiltStore, Evidence, Snapshot, StoreBuilder};
use proptest::prelude::*;
use wire::commands::{BodyRequest, ItemRequest, ItemsRequest};
use wire::snapshot::{BodyPage, SnapshotView};

use crate::common::{Machine, code, open, snapshot};

const TEXT: &str = "한글 a🙂b é\u{0301} \"q\" \\ 끝";

struct Opened {
    _machine: Machine,
    inspector: inspector::Inspector,
    built: BuiltStore,
    source: String,
    task: String,
}

fn opened(body: Snapshot) -> Opened {
    let machine = Machine::new();
    let built = StoreBuilder::new().task("s", |t| t.checkpoint(body)).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str().to_owned();
    Opened { _machine: machine, inspector, built, source, task }
}

impl Opened {
    fn view(&self) -> SnapshotView {
        self.inspector.read_snapshot(snapshot(&self.source, &self.task, 1)).unwrap()
    }

    fn body(&self, offset: u64, limit: u64) -> BodyPage {
        let (source, task_correlation) = (self.source.clone(), self.task.clone());
        self.inspector
            .read_body(BodyRequest { source, task_correlation, epoch: 1, revision: None, digest: None, offset, limit })
            .unwrap()
    }

    fn items(&self, path: &str, offset: u64, limit: u64) -> Result<wire::snapshot::ItemPage, wire::ErrorBody> {
        let (source, task_correlation) = (self.source.clone(), self.task.clone());
        let path = path.to_owned();
        self.inspector.read_items(ItemsRequest {
            source,
            task_correlation,
            epoch: 1,
            revision: None,
            digest: None,
            path,
            offset,
            limit,
        })
    }

    fn item(
        &self,
        path: &str,
        index: u64,
        offset: u64,
        limit: u64,
    ) -> Result<wire::snapshot::ItemText, wire::ErrorBody> {
        let (source, task_correlation) = (self.source.clone(), self.task.clone());
        let path = path.to_owned();
        self.inspector.read_item(ItemRequest {
            source,
            task_correlation,
            epoch: 1,
            revision: None,
            digest: None,
            path,
            index,
            offset,
            limit,
        })
    }

    fn set_body(&self, sql: &str) {
        let connection = self.built.connect().unwrap();
        connection.execute(&format!("UPDATE continuity_snapshots SET snapshot_json = {sql}"), []).unwrap();
    }
}

#[test]
fn pages_of_the_stored_text_are_the_stored_text() {
    let opened = opened(Snapshot::new(&TEXT.repeat(40)));
    let stored = opened.built.tasks[0].history[0].body.clone();
    for limit in [4, 5, 7, 64, 1_000, 65_536, u64::MAX] {
        let mut shown = String::new();
        while shown.len() < stored.len() {
            let page = opened.body(shown.len() as u64, limit);
            assert_eq!((page.offset, page.total), (shown.len() as u64, stored.len() as u64));
            assert!(page.exact && page.length > 0 && page.length <= limit.min(65_536));
            assert_eq!(page.text.as_str().len() as u64, page.length);
            shown.push_str(page.text.as_str());
        }
        assert_eq!(shown, stored);
    }
    for offset in [stored.len() as u64, stored.len() as u64 + 1, u64::MAX] {
        let page = opened.body(offset, 100);
        assert_eq!((page.offset, page.length, page.text.as_str()), (stored.len() as u64, 0, ""));
    }
    assert_eq!(opened.body(0, 0).length, 0);
}

#[test]
fn an_offset_inside_a_character_moves_to_its_start() {
    let opened = opened(Snapshot::new(TEXT));
    let stored = opened.built.tasks[0].history[0].body.clone();
    let face = stored.find('🙂').unwrap() as u64;
    for inside in 0..4 {
        let page = opened.body(face + inside, 10);
        assert_eq!(page.offset, face);
        assert!(page.text.as_str().starts_with('🙂') && page.exact);
    }
    assert_eq!(opened.body(face, 5).text.as_str(), "🙂b");
    assert_eq!(opened.body(face - 1, 4).text.as_str(), "a", "the end does not cut a character");
}

#[test]
fn bytes_that_are_no_utf_8_are_shown_and_counted() {
    let opened = opened(Snapshot::new("x"));
    opened.set_body("CAST(x'7b22ff80808080808022' AS TEXT)");
    let page = opened.body(0, 100);
    assert_eq!((page.length, page.total, page.exact), (10, 10, false));
    let mut at = 0;
    while at < 10 {
        let page = opened.body(at, 4);
        assert!(page.length > 0, "no progress at {at}");
        at = page.offset + page.length;
    }
    opened.set_body("x'7b7d'");
    assert_eq!((opened.body(0, 9).text.as_str(), opened.body(0, 9).exact), ("{}", true));
}

#[test]
fn fields_come_in_the_contracts_order_with_true_counts() {
    let mut body = Snapshot::new("objective").evidence(Evidence::new("artifact-1", "path/to").unverified());
    for number in 0..120 {
        body = body.constraint(&format!("constraint {number}"));
    }
    let opened = opened(body.unknown_field("x", r#"{"deep":[1,null,true]}"#).unknown_field("n", "1e40"));
    let view = opened.view();
    let paths: Vec<&str> = view.fields.iter().map(|field| field.path.as_str()).collect();
    let at = |path: &str| paths.iter().position(|found| *found == path).unwrap();
    assert!(at("core.objective") < at("core.constraints") && at("core.constraints") < at("evidenceRefs"));
    assert_eq!(view.field_count as usize, paths.len());
    let constraints = &view.fields[at("core.constraints")];
    assert_eq!((constraints.count, constraints.items.len(), constraints.known), (120, 50, true));
    let evidence = view.fields[at("evidenceRefs")].items[0].evidence.as_ref().unwrap();
    assert_eq!(
        (evidence.artifact_id.as_str(), evidence.locator.as_str(), evidence.verified),
        ("artifact-1", "path/to", Some(false))
    );
    assert!(view.fields.iter().any(|field| !field.known), "unknown fields are shown");

    let page = opened.items("core.constraints", 50, 500).unwrap();
    assert_eq!((page.count, page.offset, page.items.len()), (120, 50, 70));
    assert_eq!((page.items[0].index, page.items[0].text.as_str()), (50, "constraint 50"));
    assert_eq!(opened.items("core.constraints", 120, 5).unwrap().items.len(), 0);
    assert_eq!(opened.items("core.constraints", u64::MAX, u64::MAX).unwrap().items.len(), 0);
    assert_eq!(opened.items("core.objective", 0, 5).unwrap().items[0].text.as_str(), "objective");
    assert_eq!(code(opened.items("core.nothing", 0, 5)), "no-field");
    assert_eq!(code(opened.item("core.constraints", 120, 0, 5)), "no-field");
    assert_eq!(code(opened.inspector.read_snapshot(snapshot(&opened.source, &opened.task, 2))), "no-body");
    assert_eq!(code(opened.inspector.read_snapshot(snapshot(&opened.source, "nobody", 1))), "not-found");
}

#[test]
fn a_long_item_is_cut_at_a_character_and_read_on() {
    let long = "🙂".repeat(3_000);
    let opened = opened(Snapshot::new("o").decision(&long));
    let view = opened.view();
    let field = view.fields.iter().find(|field| field.path == "core.decisions").unwrap();
    let item = &field.items[0];
    assert!(item.cut && long.starts_with(item.text.as_str()));
    assert_eq!(item.utf16_length, 6_000);
    let mut whole = String::new();
    let mut at = 0;
    while at < 6_000 {
        let part = opened.item("core.decisions", 0, at, 333).unwrap();
        assert_eq!((part.offset, part.total), (at, 6_000));
        assert!(part.length > 0 && part.length <= 333);
        whole.push_str(part.text.as_str());
        at += part.length;
    }
    assert_eq!(whole, long);
    assert_eq!(opened.item("core.decisions", 0, 6_000, 10).unwrap().length, 0);
    assert_eq!(opened.item("core.decisions", 0, u64::MAX, u64::MAX).unwrap().length, 0);
}

#[test]
fn a_body_that_is_no_object_has_no_fields_and_its_text_can_be_read() {
    for text in ["{cut", "42", "[]", "null", ""] {
        let opened = opened(Snapshot::new("x"));
        opened.set_body(&format!("'{text}'"));
        let view = opened.view();
        assert_eq!((view.fields.len(), view.field_count), (0, 0), "{text}");
        assert_eq!(opened.body(0, 100).text.as_str(), text);
        assert_eq!(code(opened.items("core.objective", 0, 1)), "no-field", "{text}");
    }
}

#[test]
fn a_lone_surrogate_is_shown_and_not_a_failure() {
    let opened = opened(Snapshot::new("plain"));
    opened.set_body(r#"replace(snapshot_json, 'plain', 'a\ud83d b')"#);
    let view = opened.view();
    let objective = view.fields.iter().find(|field| field.path == "core.objective").unwrap();
    assert!(objective.items[0].text.as_str().starts_with('a'));
    assert!(opened.item("core.objective", 0, 0, 100).unwrap().length > 0);
}

#[test]
fn ten_thousand_fields_come_in_one_bounded_answer() {
    let opened = opened(Snapshot::new("x"));
    let fields: Vec<String> = (0..10_000).map(|n| format!("\"f{n}\":{n}")).collect();
    opened.set_body(&format!("'{{{}}}'", fields.join(",")));
    let view = opened.view();
    assert_eq!(view.field_count, 10_000);
    assert!(view.fields.len() <= 500);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_stretch_of_any_text_is_a_part_of_it(text in "\\PC{0,60}", offset in 0_u64..80, limit in 2_u64..40) {
        let opened = opened(Snapshot::new("o").blocker(&format!("{text}.")));
        let whole: Vec<u16> = format!("{text}.").encode_utf16().collect();
        let part = opened.item("core.blockers", 0, offset, limit).unwrap();
        prop_assert_eq!(part.total, whole.len() as u64);
        prop_assert!(part.length <= limit);
        let (start, end) = (part.offset as usize, (part.offset + part.length) as usize);
        let shown: Vec<u16> = part.text.as_str().encode_utf16().collect();
        prop_assert_eq!(&whole[start..end], shown.as_slice());
    }
}
