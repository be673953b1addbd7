//! Generates the TypeScript side: every type of this crate and the table of commands.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use crate::Text;
use crate::actions::{
    BackupDeleted, BackupPlan, EraseDone, ErasePlan, PurgePlan, PurgeProgress, PurgeSummary, SuppressDocument,
};
use crate::activity::ActivityPage;
use crate::bytes::BytesView;
use crate::commands::*;
use crate::compare::ComparePage;
use crate::error::ErrorBody;
use crate::history::{HistorySettings, HistoryState};
use crate::redact::{PlanRedactRequest, RedactDone, RedactPlan, RedactRequest};
use crate::residue::ResidueDocument;
use crate::scan::{
    AllowFinding, AllowedList, ExportScan, ForgetAllowed, RevealRequest, ScanDocument, ScanPage, ScanPageRequest,
    ScanPlacePage, ScanPlacesRequest, ScanProgress, ScanRequest,
};
use crate::snapshot::{BodyPage, ItemPage, ItemText, SnapshotView};
use crate::sources::{Source, SourceList};
use crate::strip::StripView;
use crate::tasks::{TaskPage, TaskView};

/// Collects declarations by name, so that the output does not depend on the order of discovery.
struct Declarations<'a> {
    config: &'a Config,
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.by_name.insert(T::ident(self.config), format!("{docs}export {}", T::decl(self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Returns the generated TypeScript file: types first, then `Commands`, which maps each command's name to its request
/// and answer. Equal for equal source, so that a stale copy can be told by comparing bytes.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config: &config, seen: HashSet::new(), by_name: BTreeMap::new() };
    found.visit::<ErrorBody>();
    found.visit::<StoreChanged>();
    found.visit::<OpenRequested>();
    found.visit::<PurgeProgress>();
    found.visit::<ScanDocument>();
    found.visit::<ScanProgress>();
    let mut table = String::new();
    macro_rules! entries {
        ($($name:ident: $request:ty => $answer:ty,)*) => {
            $(
                found.visit::<$request>();
                found.visit::<$answer>();
                table.push_str(&format!(
                    "  {}: {{ request: {}; answer: {} }};\n",
                    stringify!($name),
                    <$request as TS>::name(&config),
                    <$answer as TS>::name(&config),
                ));
            )*
        };
    }
    crate::for_each_command!(entries);
    let mut out = String::from("// Generated from crates/wire by `cargo xtask types`. Do not edit.\n\n");
    for declaration in found.by_name.values() {
        out.push_str(declaration);
        out.push_str("\n\n");
    }
    out.push_str("/** Every command of the window: its request and its answer. */\nexport type Commands = {\n");
    out.push_str(&table);
    out.push_str("};\n");
    out
}

#[cfg(test)]
mod tests {
    use super::typescript;

    #[test]
    fn every_command_and_its_types_are_declared() {
        let text = typescript();
        assert!(text.contains("list_tasks: { request: ListTasks; answer: TaskPage };"));
        assert!(text.contains("choose_store: { request: ListSources; answer: Source | null };"));
        assert!(text.contains("export type TaskPage ="));
        assert!(!text.contains("bigint"), "64-bit integers are numbers on our edges");
    }
}
