//! No error and no debug output holds text of a body.

use fixtures::{Delta, Evidence, Root, SchemaVersion, Snapshot, StoreBuilder};
use inspector::{Comparison, SeenBody, TaskName};
use wire::ErrorBody;
use wire::commands::{
    BodyRequest, CompareRequest, ItemRequest, ItemsRequest, ListSources, ListTasks, PurgeRequest, SideRequest,
    SuppressRequest, TaskRequest,
};
use wire::tasks::TaskFilter;

use crate::common::{Machine, open, plan_request, snapshot};

const MARKER: &str = "MARKER-9d41";

fn marked(suffix: &str) -> Snapshot {
    let text = |what: &str| format!("{MARKER} {what} {suffix}");
    Snapshot::new(&text("objective"))
        .criterion(&text("criterion"))
        .constraint(&text("constraint"))
        .decision(&text("decision"))
        .progress(&text("progress"))
        .blocker(&text("blocker"))
        .next_action(&text("next action"))
        .evidence(Evidence::new(&text("artifact"), &text("locator")))
        .unknown_field("extra", &format!("{{\"in\":[\"{MARKER}\"]}}"))
}

#[test]
fn a_marker_in_every_body_comes_out_of_no_error_and_no_debug_output() {
    let machine = Machine::new();
    let spoil =
        |sql: &str| format!("UPDATE continuity_snapshots SET snapshot_json = {sql} WHERE task_correlation = :task");
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .workflows([Root::new("root-1", "task", &format!("{MARKER} root")).constraint(MARKER).allow(MARKER)])
        .task("good", |t| {
            t.checkpoint(marked("1")).clear().checkpoint_with_bare_body(marked("2")).delta(Delta::new(marked("3")))
        })
        .task("bound", |t| t.checkpoint(marked("4")).bind_root("root-1"))
        .task("cut", |t| t.checkpoint(marked("5")).sql(&spoil("substr(snapshot_json, 1, 300)")))
        .task("array", |t| t.checkpoint(marked("6")).sql(&spoil(&format!("'[\"{MARKER}\"]'"))))
        .task("odd types", |t| {
            t.checkpoint(marked("7")).sql(&spoil(&format!(
                "'{{\"revision\":\"{MARKER}\",\"snapshotDigest\":5,\"core\":\"{MARKER}\",\"{MARKER} key\":1e400}}'"
            )))
        })
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let mut errors: Vec<ErrorBody> = Vec::new();
    let mut shown = String::new();
    macro_rules! look {
        ($call:expr) => {
            match $call {
                Ok(answer) => shown.push_str(&format!("{answer:?}\n")),
                Err(error) => errors.push(error),
            }
        };
    }
    look!(inspector.list_sources(ListSources {}));
    look!(inspector.tasks_document(&built.path));
    for query in ["", MARKER] {
        let query = query.to_owned();
        let filter = TaskFilter::All;
        look!(inspector.list_tasks(ListTasks { source: source.clone(), query, filter, offset: 0, limit: 50 }));
    }
    look!(inspector.find_task(MARKER));
    look!(inspector.resolve_task(&built.path, TaskName::Session(MARKER)));
    for task in &built.tasks {
        let name = task.correlation.as_str().to_owned();
        look!(inspector.read_task(TaskRequest { source: source.clone(), task_correlation: name.clone() }));
        look!(inspector.show_document(&built.path, &name, None, true, false));
        for epoch in [1, 2, 3] {
            let (source, task_correlation) = (source.clone(), name.clone());
            look!(inspector.read_snapshot(snapshot(&source, &name, epoch)));
            look!(inspector.plan_purge(plan_request(&source, &name, epoch)));
            for path in ["core.objective", "core.constraints", "evidenceRefs", "extra", "nothing", "core"] {
                let (source, task_correlation, path) = (source.clone(), task_correlation.clone(), path.to_owned());
                look!(inspector.read_items(ItemsRequest {
                    source: source.clone(),
                    task_correlation: task_correlation.clone(),
                    epoch,
                    revision: None,
                    digest: None,
                    path: path.clone(),
                    offset: 0,
                    limit: 9
                }));
                look!(inspector.read_item(ItemRequest {
                    source,
                    task_correlation,
                    epoch,
                    revision: None,
                    digest: None,
                    path,
                    index: 0,
                    offset: 0,
                    limit: 99
                }));
            }
            look!(inspector.read_body(BodyRequest {
                source: source.clone(),
                task_correlation: task_correlation.clone(),
                epoch,
                revision: None,
                digest: None,
                offset: 0,
                limit: 999
            }));
            let side = |epoch| SideRequest {
                source: source.clone(),
                task_correlation: task_correlation.clone(),
                epoch,
                revision: None,
                digest: None,
            };
            look!(inspector.compare(CompareRequest { from: side(1), to: side(epoch), offset: 0, limit: 99 }));
            let from = "1".parse().unwrap();
            let to = epoch.to_string().parse().unwrap();
            look!(inspector.diff_document(Comparison {
                store: &built.path,
                correlation: &name,
                to_task: None,
                from: &from,
                to: &to,
                against: None,
                reveal: false
            }));
            look!(inspector.suppress(SuppressRequest {
                source: source.clone(),
                task_correlation: name.clone(),
                epoch: epoch + 7
            }));
            for digest in ["", "sha256:00", "bytes:0000000000000000000000000000000000000000000000000000000000000000"] {
                let digest = Some(digest.to_owned());
                look!(inspector.purge_body(&built.path, &name, &SeenBody { epoch, revision: 1, digest }));
            }
            let plan = inspector.plan_purge(plan_request(&source, &name, epoch)).map(|plan| plan.id);
            for confirmation in ["", "delete epoch 77"] {
                let (plan, confirmation) = (plan.clone().unwrap_or_default(), confirmation.to_owned());
                let request = PurgeRequest { source: source.clone(), plan, confirmation, finish: false };
                look!(inspector.purge(request, &|_| true));
            }
        }
    }
    assert!(errors.len() > 60, "only {} calls failed", errors.len());
    for error in &errors {
        let whole = format!("{error:?} {}", serde_json::to_string(error).unwrap());
        // What the caller typed may come back; nothing of it was a body here.
        assert!(!whole.contains(MARKER), "{whole}");
        assert!(!error.message.is_empty() && error.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
    }
    let at = shown.find(MARKER).map(|at| shown[at.saturating_sub(120)..at + 20].to_owned());
    assert_eq!(at, None, "debug output shows text of a body");
}
