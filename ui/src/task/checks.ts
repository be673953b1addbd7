// The nine checks as sentences.
import { member } from "../lib/body-json";
import { cardFailure } from "../lib/codes";
import { shortDigest } from "../lib/format";
import { num, when } from "../lib/phrases";
import type { Check, TaskView } from "../lib/wire";
import * as m from "../paraglide/messages";

export interface CheckLine {
  id: string;
  name: string;
  pass: boolean | null;
  text: string;
}

const NAMES: Record<string, () => string> = {
  "epoch-current": m.check_epoch_current,
  revision: m.check_revision,
  digest: m.check_digest,
  "column-digest": m.check_column_digest,
  "column-revision": m.check_column_revision,
  contract: m.check_contract,
  "not-suppressed": m.check_not_suppressed,
  marker: m.check_marker,
  "workflow-root": m.check_workflow_root,
};

/** Returns the checks of a task, in the order of the core, as lines for people. */
export function checkLines(view: TaskView): CheckLine[] {
  return view.task.candidate.checks.map((check) => ({
    id: check.id,
    name: NAMES[check.id]?.() ?? check.id,
    pass: check.pass,
    text: sentence(check, view),
  }));
}

function sentence(check: Check, view: TaskView): string {
  if (check.pass === null) return notApplying(check, view);
  const expected = check.expected === null ? "" : shortDigest(check.expected);
  const actual = check.actual === null ? "" : shortDigest(check.actual);
  switch (check.id) {
    case "epoch-current":
      if (!isNumber(expected) || !isNumber(actual)) return plain(check);
      return check.pass ? m.check_epoch_ok({ actual, expected }) : m.check_epoch_bad({ actual, expected });
    case "revision":
      if (check.pass) return revision(actual, view);
      return check.actual === null ? m.check_revision_none() : m.check_revision_bad({ actual });
    case "digest":
      return check.pass ? m.check_digest_ok({ digest: actual || expected }) : digestDiffers(check);
    case "column-digest":
    case "column-revision":
      if (check.pass) return m.check_column_ok();
      return check.expected && check.actual ? m.check_column_bad({ expected, actual }) : plain(check);
    case "contract":
      return check.pass ? m.check_contract_ok() : contract(check, view);
    case "not-suppressed":
      return check.pass ? m.check_suppressed_ok() : m.check_suppressed_bad();
    case "marker":
      return check.pass ? m.check_marker_ok() : marker(view);
    case "workflow-root":
      return root(check, expected);
    default:
      return plain(check);
  }
}

function notApplying(check: Check, view: TaskView): string {
  if (check.id === "marker" && view.task.pending === null) return m.check_marker_na();
  if (check.id === "workflow-root" && view.task.rootId === null) return m.check_root_na();
  return "";
}

/** Both values as they came, for checks and values that have no sentence of their own. */
function plain(check: Check): string {
  const expected = check.expected === null ? null : shortDigest(check.expected);
  const actual = check.actual === null ? null : shortDigest(check.actual);
  if (expected !== null && actual !== null) {
    return expected === actual ? actual : m.check_expected({ expected, actual });
  }
  if (actual !== null) return m.check_found({ actual });
  return expected === null ? "" : m.check_wanted({ expected });
}

function digestDiffers(check: Check): string {
  if (check.expected === null || check.actual === null) return plain(check);
  return m.check_digest_bad({ expected: shortDigest(check.expected), actual: shortDigest(check.actual) });
}

function revision(value: string, view: TaskView): string {
  const { currentEpoch } = view.task;
  const receipt = view.requests.find(
    (request) =>
      request.epoch === currentEpoch && request.kind === "checkpoint" && String(request.revision) === value,
  );
  const confirmed = view.revisions.some(
    (entry) => entry.epoch === currentEpoch && String(entry.revision) === value && entry.receipt,
  );
  if (!receipt || !confirmed) return m.check_revision_ok({ actual: value });
  return m.check_revision_receipt({ actual: value, at: when(receipt.createdAt) });
}

function contract(check: Check, view: TaskView): string {
  const current = view.task.epochs.find((entry) => entry.epoch === view.task.currentEpoch);
  const faults = current?.snapshot?.contractFaults.length ?? 0;
  if (faults > 0) return m.check_contract_bad({ count: faults, n: num(faults) });
  return current?.snapshot?.problems.includes("malformed-json") ? m.check_contract_text() : plain(check);
}

function marker(view: TaskView): string {
  const revision = view.task.pending?.revision ?? null;
  const offered = member(view.task.candidate.summary, "revision");
  if (revision === null || revision === offered) return m.check_marker_bad();
  return m.check_marker_revision_bad({ revision: num(revision) });
}

function root(check: Check, root: string): string {
  if (check.pass) return m.check_root_ok({ root });
  const reason = check.actual === null ? null : cardFailure(check.actual);
  return reason === null ? m.check_root_bad({ root }) : m.check_root_failed({ root, reason });
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}
