// Made-up plans: what deletes and erasing would do.
import type { ErasePlan, LostRevision, LostRevisions, PlanItem, PurgePlan, PurgeScope } from "../lib/wire";
import { BACKUP, FILE, LOG } from "./found";
import { hex } from "./random";
import type { MockEpoch, MockTask } from "./tasks";

/** A stored body that is to be deleted. */
export interface Aim {
  task: MockTask;
  entry: MockEpoch;
  revision: number;
}

/** Returns the bodies of a task that a scope takes. */
export function aimsOf(task: MockTask, epoch: number, scope: PurgeScope): Aim[] {
  return task.epochs
    .filter((entry) => scope === "task" || entry.epoch === epoch)
    .flatMap((entry) => (entry.body ? [{ task, entry, revision: entry.body.revision }] : []));
}

/** Returns what deleting bodies would do; `others` lose what the log and unused pages still hold of them. */
export function planOf(
  id: string,
  aims: readonly Aim[],
  scope: PurgeScope,
  others: readonly MockTask[],
): PurgePlan {
  const bodies = aims.map(({ task, entry, revision }) => ({
    taskCorrelation: task.correlation,
    epoch: entry.epoch,
    revision,
    digest: `bytes:${entry.digest.slice(7)}`,
    bytes: 900 + ((revision * 317) % 4000),
    offered: entry.epoch === task.currentEpoch && !task.suppressed,
  }));
  const [first] = bodies;
  const tasks = new Set(aims.map(({ task }) => task.correlation));
  const one = tasks.size === 1;
  return {
    dryRun: true,
    id,
    taskCorrelation: first?.taskCorrelation ?? "",
    epoch: first?.epoch ?? 0,
    revision: first?.revision ?? 0,
    digest: first?.digest ?? "",
    scope,
    bodies: bodies.slice(0, 500),
    bodyCount: bodies.length,
    taskCount: tasks.size,
    offered: bodies.some((body) => body.offered),
    plan: items(bodies.length, scope),
    lost: lostOf(aims[0]?.task ?? null, others, one),
    confirmation: confirmation(aims, scope, one),
  };
}

function confirmation(aims: readonly Aim[], scope: PurgeScope, one: boolean): string {
  const [first] = aims;
  if (first && aims.length === 1 && scope !== "task") return `delete epoch ${first.entry.epoch}`;
  if (first && one) return `delete task ${first.task.correlation.slice(12, 18)}`;
  return `delete ${aims.length} bodies`;
}

function items(bodies: number, scope: PurgeScope): PlanItem[] {
  const more: PlanItem[] =
    scope === "body" ? [] : [{ effect: "delete", kind: "history", count: 4, file: "history.sqlite3" }];
  return [
    { effect: "delete", kind: "body", count: bodies, file: null },
    { effect: "scrub", kind: "request", count: 2 * bodies, file: null },
    { effect: "write", kind: "tombstone", count: bodies, file: null },
    { effect: "keep", kind: "request", count: 4 * bodies, file: null },
    { effect: "keep", kind: "workflow", count: 1, file: "workflows.sqlite3" },
    { effect: "delete", kind: "log", count: 12 * bodies, file: LOG },
    { effect: "delete", kind: "page-slack", count: 3, file: FILE },
    ...more,
    { effect: "not-touched", kind: "backup", count: 7, file: BACKUP },
    { effect: "not-touched", kind: "workflow", count: 0, file: "workflows.sqlite3-wal" },
    { effect: "not-touched", kind: "schema-object", count: 2, file: null },
    { effect: "same-file", kind: "symbolic-link", count: 1, file: "/srv/agents/state/continuity.sqlite3" },
    { effect: "same-file", kind: "hard-link", count: 1, file: null },
  ];
}

function lostOf(own: MockTask | null, others: readonly MockTask[], one: boolean): LostRevisions {
  const entry = (task: MockTask, at: number): LostRevision => ({
    taskCorrelation: task.correlation,
    epoch: task.currentEpoch,
    revision: 1 + (at % 3),
    digest: `sha256:${hex(at * 13)}`,
    source: at % 2 ? "log" : "free-page",
    bytes: 800 + at * 91,
  });
  const entries = others.map((task, at) => entry(task, at));
  const mine = own !== null && one ? [entry(own, 40), entry(own, 41)] : [];
  const all = [...entries, ...mine];
  return {
    revisions: all.length,
    tasks: new Set(all.map((revision) => revision.taskCorrelation)).size,
    ofOtherTasks: entries.length,
    bytes: all.reduce((sum, revision) => sum + revision.bytes, 0),
    entries: all.slice(0, 200),
  };
}

/** Returns what erasing leftovers would do; nothing where a store has none. */
export function erasePlanOf(others: readonly MockTask[], clean: boolean): ErasePlan {
  return {
    dryRun: true,
    pageSlack: clean ? 0 : 18_432,
    freePages: clean ? 0 : 41,
    logBytes: clean ? 0 : 3_900_000,
    journalBytes: 0,
    lost: lostOf(null, clean ? [] : others, false),
    confirmation: "erase leftovers",
  };
}
