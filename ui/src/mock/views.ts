// Made-up tasks as the core would describe them.
import type {
  Candidate,
  Check,
  FieldView,
  ItemView,
  RequestEntry,
  SnapshotEntry,
  SnapshotView,
  TaskRow,
  TaskView,
} from "../lib/wire";
import { LISTS, storedText, type Body } from "./bodies";
import { hex } from "./random";
import { revisionsOf, type MockRevision } from "./revisions";
import { maskText } from "./secrets";
import type { MockEpoch, MockTask } from "./tasks";

/** Items that come with a snapshot; the rest is read in pages. */
const FIRST_ITEMS = 20;
/** UTF-16 units after which an item is cut. */
const CUT = 2000;

export function rowOf(task: MockTask): TaskRow {
  const current = task.epochs.find((entry) => entry.epoch === task.currentEpoch);
  return {
    taskCorrelation: task.correlation,
    title: task.title,
    standing: task.standing,
    reason: task.reason,
    currentEpoch: task.currentEpoch,
    revision: current?.body?.revision ?? null,
    rootState: task.rootState,
    updatedAt: task.updatedAt,
  };
}

export function textOf(task: MockTask, entry: MockEpoch): string {
  if (entry.text !== null) return entry.text;
  return entry.body ? storedText(entry.body, task.correlation, entry.epoch, entry.digest) : "";
}

export function bytesOf(task: MockTask, entry: MockEpoch): Uint8Array {
  return new TextEncoder().encode(textOf(task, entry));
}

export function snapshotEntry(task: MockTask, entry: MockEpoch): SnapshotEntry | null {
  if (!entry.body) return null;
  const parsed = entry.text === null;
  return {
    revision: parsed ? entry.body.revision : null,
    columnRevision: entry.columnRevision,
    digest: parsed ? entry.digest : null,
    recomputedDigest: entry.recomputed,
    digestValid: entry.recomputed === null ? null : entry.recomputed === entry.digest,
    status: parsed ? entry.body.status : null,
    bytes: bytesOf(task, entry).length,
    createdAt: parsed ? entry.body.createdAt : null,
    updatedAt: parsed ? entry.body.updatedAt : null,
    problems: entry.problems,
    contractFaults: entry.faults,
    bytesDigest: `bytes:${hex(entry.body.revision + entry.epoch * 100 + task.correlation.length)}`,
  };
}

function check(id: string, pass: boolean | null, expected: string | null, actual: string | null): Check {
  return { id, pass, expected, actual };
}

function checks(task: MockTask, entry: MockEpoch | undefined): Check[] {
  const body = entry?.body ?? null;
  const parsed = body !== null && entry?.text === null;
  const problems = entry?.problems ?? [];
  return [
    check(
      "epoch-current",
      parsed ? true : null,
      String(task.currentEpoch),
      body ? String(entry?.epoch) : null,
    ),
    check("revision", parsed ? true : null, "an integer from 1 on", parsed ? String(body.revision) : null),
    check(
      "digest",
      parsed ? entry?.recomputed === entry?.digest : null,
      entry?.digest ?? null,
      entry?.recomputed ?? null,
    ),
    check(
      "column-digest",
      parsed ? !problems.includes("column-digest") : null,
      entry?.digest ?? null,
      problems.includes("column-digest") ? `sha256:${hex(5)}` : (entry?.digest ?? null),
    ),
    check(
      "column-revision",
      parsed ? !problems.includes("column-revision") : null,
      String(body?.revision ?? ""),
      String(entry?.columnRevision ?? ""),
    ),
    check(
      "contract",
      body ? parsed && !problems.includes("contract") : null,
      "every field as the contract says",
      null,
    ),
    check("not-suppressed", !task.suppressed, "0", task.suppressed ? "1" : "0"),
    check(
      "marker",
      task.pending ? task.pending.revision === body?.revision : null,
      body ? String(body.revision) : null,
      task.pending ? String(task.pending.revision) : null,
    ),
    check("workflow-root", task.rootId === null ? null : true, task.rootId, task.rootId),
  ];
}

function candidate(task: MockTask): Candidate {
  const entry = task.epochs.find((one) => one.epoch === task.currentEpoch);
  const base = {
    checks: checks(task, entry),
    compact: task.suppressed ? "suppressed" : task.pending ? "stale" : "nothing-pending",
    remarks: entry?.tombstone && entry.body ? ["purged-before"] : [],
    error: null,
    summary: null,
    load: null,
  };
  if (task.suppressed) return { ...base, decision: "REJECT", reasonCodes: ["RESTORE_SUPPRESSED"] };
  if (task.standing === "failing") {
    return { ...base, decision: null, reasonCodes: [], error: { code: "CONTINUITY_UNAVAILABLE" } };
  }
  if (task.rootId === null && !entry?.body)
    return { ...base, decision: "REJECT", reasonCodes: ["NO_RESTORE_CANDIDATE"] };
  const valid = entry?.recomputed === entry?.digest;
  return {
    ...base,
    decision: "DEFER",
    reasonCodes: ["EXPLICIT_LOAD_REQUIRED"],
    summary: { source: task.rootId === null ? "direct" : "workflow" },
    load: valid ? { ok: true, code: null } : { ok: false, code: "INTEGRITY_FAILED" },
  };
}

function requests(task: MockTask): RequestEntry[] {
  return revisionsOf(task)
    .map(({ entry }) => entry)
    .filter((entry) => entry.receipt && entry.revision !== null)
    .map((revision) => ({
      epoch: revision.epoch,
      kind: revision.revision === 2 && revision.epoch === 1 ? "may-hold-body" : "checkpoint",
      revision: revision.revision,
      digest: revision.digest,
      createdAt: revision.at ?? task.updatedAt,
    }));
}

export function viewOf(task: MockTask, state: number): TaskView {
  const offered = candidate(task);
  return {
    task: {
      taskCorrelation: task.correlation,
      title: task.title,
      standing: task.standing,
      currentEpoch: task.currentEpoch,
      suppressed: task.suppressed,
      rootId: task.rootId,
      pending: task.pending,
      updatedAt: task.updatedAt,
      epochs: task.epochs.map((entry) => ({
        epoch: entry.epoch,
        current: entry.epoch === task.currentEpoch,
        offered: entry.epoch === task.currentEpoch && offered.decision === "DEFER" && task.rootId === null,
        snapshot: snapshotEntry(task, entry),
        tombstone: entry.tombstone,
      })),
      candidate: offered,
      workflowCard: task.rootId === null ? null : { rootId: task.rootId },
    },
    standing: task.standing,
    revisions: revisionsOf(task).map(({ entry }) => entry),
    uncommitted: task.uncommitted,
    requests: requests(task),
    state,
  };
}

function item(index: number, plain: string): ItemView {
  const { text, masked } = maskText(plain);
  return {
    index,
    text: text.slice(0, CUT),
    utf16Length: text.length,
    cut: text.length > CUT,
    evidence: null,
    ...(masked.length > 0 ? { masked } : {}),
  };
}

/** Returns every item of a field, cut where it is long. */
export function itemsOf(body: Body, path: string): ItemView[] {
  if (path === "evidenceRefs") {
    return body.evidence.map((evidence, index) => ({ ...item(index, evidence.locator), evidence }));
  }
  return textsOf(body, path).map((text, index) => item(index, text));
}

/** Returns the whole text of every item of a field. */
export function textsOf(body: Body, path: string): string[] {
  const name = path.replace(/^core\./, "");
  if (name === "objective") return [body.objective];
  const list = LISTS.find((known) => known === name);
  return list ? body[list] : [String(body.extra[path] ?? "")];
}

export function snapshotView(task: MockTask, entry: MockEpoch): SnapshotView | null {
  const facts = snapshotEntry(task, entry);
  if (!facts || !entry.body) return null;
  return viewOfBody(entry.epoch, facts, entry.body, entry.text === null);
}

/** Returns a body that was found outside the stored rows, field by field. */
export function foundView(task: MockTask, { entry, body }: MockRevision): SnapshotView | null {
  if (!body) return null;
  const facts: SnapshotEntry = {
    revision: body.revision,
    columnRevision: body.revision,
    digest: entry.digest,
    recomputedDigest: entry.digest,
    digestValid: entry.digestValid,
    status: body.status,
    bytes: foundBytes(task, { entry, body }).length,
    createdAt: body.createdAt,
    updatedAt: body.updatedAt,
    problems: [],
    contractFaults: [],
    bytesDigest: `bytes:${hex(body.revision + 7)}`,
  };
  return viewOfBody(entry.epoch, facts, body, true);
}

export function foundBytes(task: MockTask, { entry, body }: MockRevision): Uint8Array {
  const text = body ? storedText(body, task.correlation, entry.epoch, entry.digest ?? "") : "";
  return new TextEncoder().encode(text);
}

function viewOfBody(epoch: number, entry: SnapshotEntry, body: Body, parsed: boolean): SnapshotView {
  const field = (path: string, kind: string, known: boolean): FieldView => {
    const items = itemsOf(body, path);
    return { path, known, kind, count: items.length, items: items.slice(0, FIRST_ITEMS) };
  };
  const fields = !parsed
    ? []
    : [
        field("core.objective", "text", true),
        ...LISTS.map((list) => field(`core.${list}`, "list", true)),
        field("evidenceRefs", "list", true),
        ...Object.keys(body.extra).map((path) => field(path, "text", false)),
      ];
  const masked = fields.some((field) => field.items.some((item) => item.masked !== undefined));
  return { epoch, entry, fields: fields.slice(0, 24), fieldCount: fields.length, masked };
}
