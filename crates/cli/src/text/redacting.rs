//! Plans and outcomes of redactions. No value is among them.

use std::fmt::Write;

use wire::actions::RefusedBody;
use wire::redact::{RedactBody, RedactDocument, RedactDone, RedactHow, RedactPlan, RotateAdvice};

use super::deleting::{lost, plan_items, proof};
use super::style::{short, visible};

/// What a redaction would change, or what it did and what was found afterwards.
pub(crate) fn redact(document: &RedactDocument) -> String {
    match document {
        RedactDocument::Plan(plan) => planned(plan),
        RedactDocument::Done(done) => what_was_done(done),
    }
}

fn planned(plan: &RedactPlan) -> String {
    let mut out = String::new();
    for body in &plan.bodies {
        out.push_str(&body_text(body));
    }
    refused(&mut out, &plan.refused, "CANNOT be redacted");
    let (places, bodies) = (plural(plan.spot_count, "place", "places"), plural(plan.body_count, "body", "bodies"));
    let _ = writeln!(out, "This would replace {places} in {bodies}. It cannot be undone.");
    out.push_str(&plan_items(&plan.plan));
    out.push_str(&lost(&plan.lost));
    rotate(&mut out, &plan.rotate);
    out.push_str(match plan.body_count {
        0 => "Nothing was written, and there is nothing to do.\n",
        _ => "Nothing was written. To do it: add --yes.\n",
    });
    out
}

fn body_text(body: &RedactBody) -> String {
    let how = match body.how {
        RedactHow::Checkpoint => format!("revision {} would follow revision {}", body.new_revision, body.revision),
        RedactHow::InPlace => format!("revision {} would be changed in its place", body.revision),
    };
    let offered = if body.offered { ", offered next" } else { "" };
    let mut out = format!("{}, epoch {}: {how}{offered}\n", short(&body.task_correlation), body.epoch);
    for spot in &body.spots {
        let repeat = if spot.repeat { " (the same value again)" } else { "" };
        let _ = writeln!(out, "  {}  {}{repeat}", visible(&spot.rule), visible(&spot.pointer));
        let _ = writeln!(out, "    - {}", visible(spot.before.as_str()));
        let _ = writeln!(out, "    + {}", visible(spot.after.as_str()));
    }
    let more = body.spot_count.saturating_sub(body.spots.len() as u64);
    if more > 0 {
        let _ = writeln!(out, "  … and {more} more places");
    }
    out
}

fn what_was_done(done: &RedactDone) -> String {
    let mut out = format!("Redacted {}.\n", plural(done.redacted_count, "body", "bodies"));
    for body in &done.result {
        let (task, spots) = (short(&body.task_correlation), plural(body.spots, "place", "places"));
        let _ = writeln!(out, "{task}, epoch {}: {spots}, now revision {}", body.epoch, body.revision);
    }
    refused(&mut out, &done.refused, "NOT redacted");
    if done.stopped > 0 {
        let _ = writeln!(out, "{} more were left alone.", done.stopped);
    }
    out.push_str(&proof(&done.proof));
    rotate(&mut out, &done.rotate);
    out
}

fn refused(out: &mut String, refused: &[RefusedBody], what: &str) {
    for body in refused {
        let (task, error) = (short(&body.task_correlation), &body.error);
        let next = error.next.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{what}: {task}, epoch {}: {} {next} [{}]", body.epoch, error.message, error.code);
    }
}

fn rotate(out: &mut String, advice: &[RotateAdvice]) {
    let mut helped = advice.iter().filter(|advice| !advice.help.is_empty()).peekable();
    if helped.peek().is_some() {
        out.push_str("What to rotate, where (taking a value out does not make it harmless):\n");
    }
    for advice in helped {
        let _ = writeln!(out, "  {} ({}): {}", visible(&advice.rule), advice.values, visible(&advice.help));
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
