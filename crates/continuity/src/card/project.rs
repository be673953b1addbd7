//! Which fields of root and receipt a card takes, and how it bounds them.
//!
//! What JavaScript does with a missing or odd field decides whether there is a card: reading on from a missing object
//! or bounding something that is no text throws (a failure of the projection); a missing value that is only copied has
//! no digest. Arrays and objects in the place of a text are taken for failures of the projection, although JavaScript
//! would let a short array through.

use super::CardFailure;
use super::bounded::bounded;
use crate::canonical::{self, CanonicalError};
use crate::json::{Kind, ObjectText, Value};
use crate::records::TaskRow;

/// Projects a card without `snapshotDigest`.
pub(super) fn project(task: &TaskRow, root: Value<'_>, receipt: Option<Value<'_>>) -> Result<ObjectText, CardFailure> {
    let envelope = object(root, "taskEnvelope")?;
    let authorization = object(envelope, "authorization")?;
    let authorization = ObjectText::new()
        .raw("allowedActions", &texts(authorization, "allowedActions", 120)?)
        .raw("prohibitedActions", &texts(authorization, "prohibitedActions", 120)?)
        .raw("approvalRequired", &texts(authorization, "approvalRequired", 120)?)
        .finish();
    let root_id = text(root, "rootId", 160)?;
    let task_id = text(envelope, "taskId", 160)?;
    let objective = text(envelope, "objective", 800)?;
    let scope = texts(object(envelope, "scope")?, "included", 120)?;
    let criteria = texts(envelope, "acceptanceCriteria", 240)?;
    let constraints = texts(envelope, "constraints", 240)?;
    let run = Run::project(receipt)?;
    Ok(ObjectText::new()
        .text("schemaVersion", "1.0.0")
        .text("source", "workflow")
        .text("taskCorrelation", &task.correlation)
        .integer("epoch", task.current_epoch)
        .raw("revision", &copied(root.get("revision"))?)
        .raw("rootId", &root_id)
        .raw("rootState", &copied(root.get("state"))?)
        .raw("taskId", &task_id)
        .raw("objective", &objective)
        .raw("includedScope", &scope)
        .raw("acceptanceCriteria", &criteria)
        .raw("constraints", &constraints)
        .raw("authorization", &authorization)
        .raw("workflowState", &run.state)
        .raw("currentStageId", &run.current_stage)
        .raw("nextStageId", &run.next_stage)
        .raw("blockers", &run.blockers)
        .raw("unresolved", &run.unresolved)
        .raw("evidenceRefs", &run.evidence)
        .raw("updatedAt", &copied(root.get("updatedAt"))?))
}

/// What a card takes from a receipt, as JSON text.
struct Run {
    state: String,
    current_stage: String,
    next_stage: String,
    blockers: String,
    unresolved: String,
    evidence: String,
}

impl Run {
    fn project(receipt: Option<Value<'_>>) -> Result<Self, CardFailure> {
        let Some(receipt) = receipt else {
            let null = || "null".to_owned();
            let empty = || "[]".to_owned();
            return Ok(Self {
                state: null(),
                current_stage: null(),
                next_stage: null(),
                blockers: empty(),
                unresolved: empty(),
                evidence: empty(),
            });
        };
        let plan = receipt.get("plan").filter(|plan| !plan.is_null()).ok_or(CardFailure::Projection)?;
        let listed = |name: &str| match present(receipt.get(name)) {
            Some(list) => bounded_list(list, 200),
            None => Ok("[]".to_owned()),
        };
        let (blockers, unresolved) = (listed("blockers")?, listed("unresolved")?);
        Ok(Self {
            evidence: evidence(present(receipt.get("stageResults")))?,
            state: or_null(receipt.get("state"))?,
            current_stage: or_null(plan.get("currentStageId"))?,
            next_stage: or_null(plan.get("nextStageId"))?,
            blockers,
            unresolved,
        })
    }
}

/// The first six artifacts of all stages; every artifact is projected before the list is cut, so a broken later one
/// still fails.
fn evidence(stages: Option<Value<'_>>) -> Result<String, CardFailure> {
    let mut projected = Vec::new();
    if let Some(stages) = stages {
        for stage in array(stages)? {
            let artifacts = object(stage, "output")?.get("artifacts").ok_or(CardFailure::Projection)?;
            for artifact in array(artifacts)? {
                let (id, locator) = (text(artifact, "artifactId", 80)?, text(artifact, "locator", 160)?);
                projected.push((artifact, id, locator));
            }
        }
    }
    let mut items = Vec::new();
    for (artifact, id, locator) in projected.into_iter().take(6) {
        let item = ObjectText::new()
            .raw("artifactId", &id)
            .raw("locator", &locator)
            .raw("digest", &copied(artifact.get("digest"))?)
            .raw("verified", &copied(artifact.get("verified"))?);
        items.push(item.finish());
    }
    Ok(format!("[{}]", items.join(",")))
}

fn present(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.is_null())
}

fn object<'d>(of: Value<'d>, name: &str) -> Result<Value<'d>, CardFailure> {
    of.get(name).filter(|value| value.is_object()).ok_or(CardFailure::Projection)
}

fn array(value: Value<'_>) -> Result<impl Iterator<Item = Value<'_>>, CardFailure> {
    if value.kind() == Kind::Array { Ok(value.items()) } else { Err(CardFailure::Projection) }
}

fn text(of: Value<'_>, name: &str, most: usize) -> Result<String, CardFailure> {
    let text = of.get(name).and_then(Value::as_str).ok_or(CardFailure::Projection)?;
    Ok(bounded(text, most))
}

fn texts(of: Value<'_>, name: &str, most: usize) -> Result<String, CardFailure> {
    bounded_list(of.get(name).ok_or(CardFailure::Projection)?, most)
}

/// The first four texts of a list.
fn bounded_list(list: Value<'_>, most: usize) -> Result<String, CardFailure> {
    let mut items = Vec::new();
    for item in array(list)?.take(4) {
        items.push(bounded(item.as_str().ok_or(CardFailure::Projection)?, most));
    }
    Ok(format!("[{}]", items.join(",")))
}

/// A value as it is; a missing one has no digest.
fn copied(value: Option<Value<'_>>) -> Result<String, CardFailure> {
    let value = value.ok_or(CardFailure::NotDigestible)?;
    // The card adds a level or two; the exact depth is judged on the whole card.
    match canonical::digest(value, &[]) {
        Ok(_) => Ok(value.to_json_text()),
        Err(CanonicalError::NonFinite) => Err(CardFailure::NotDigestible),
        Err(CanonicalError::TooDeep) => Err(CardFailure::TooDeep),
    }
}

fn or_null(value: Option<Value<'_>>) -> Result<String, CardFailure> {
    match present(value) {
        Some(value) => copied(Some(value)),
        None => Ok("null".to_owned()),
    }
}
