// Builders of what the core answers about deleting and erasing.
import type {
  ErasePlan,
  ErrorBody,
  LostRevision,
  LostRevisions,
  PlanBody,
  Proof,
  ProofPlace,
  PurgePlan,
  PurgeSummary,
} from "../../src/lib/wire";

export const TASK = "hmac-sha256:00";

export function lost(
  entries: Partial<LostRevision>[] = [],
  more: Partial<LostRevisions> = {},
): LostRevisions {
  return {
    revisions: entries.length,
    tasks: new Set(entries.map((entry) => entry.taskCorrelation)).size,
    ofOtherTasks: 0,
    bytes: 100 * entries.length,
    entries: entries.map((entry) => ({
      taskCorrelation: TASK,
      epoch: 1,
      revision: 1,
      digest: null,
      source: "log",
      bytes: 100,
      ...entry,
    })),
    ...more,
  };
}

export function planBody(epoch: number, revision: number, more: Partial<PlanBody> = {}): PlanBody {
  return {
    taskCorrelation: TASK,
    epoch,
    revision,
    digest: `bytes:${epoch}.${revision}`,
    bytes: 100,
    offered: false,
    ...more,
  };
}

export function plan(id: string, more: Partial<PurgePlan> = {}): PurgePlan {
  const bodies = more.bodies ?? [planBody(3, more.revision ?? 5)];
  return {
    dryRun: true,
    id,
    taskCorrelation: TASK,
    epoch: 3,
    revision: 5,
    digest: bodies[0]?.digest ?? "",
    scope: "body",
    bodies,
    bodyCount: bodies.length,
    taskCount: new Set(bodies.map((body) => body.taskCorrelation)).size,
    offered: true,
    plan: [],
    lost: lost(),
    confirmation: "delete epoch 3",
    ...more,
  };
}

export function place(
  kind: ProofPlace["place"],
  state: ProofPlace["state"],
  more: Partial<ProofPlace> = {},
): ProofPlace {
  return {
    place: kind,
    file: "c.sqlite3",
    state,
    found: 0,
    code: null,
    processes: [],
    reason: null,
    next: null,
    ...more,
  };
}

export function proof(places: ProofPlace[] = [], more: Partial<Proof> = {}): Proof {
  return {
    erased: places.every((one) => one.state === "gone"),
    places,
    sharesText: false,
    outOfReach: ["file-system", "device", "other-copies"],
    ...more,
  };
}

export function summary(more: Partial<PurgeSummary> = {}): PurgeSummary {
  const deleted = more.deleted ?? [deletedBody(3, 5)];
  return {
    ok: true,
    deleted,
    deletedCount: deleted.length,
    refused: [],
    refusedCount: more.refused?.length ?? 0,
    stopped: 0,
    proof: proof([place("row", "gone")]),
    ...more,
  };
}

export function deletedBody(epoch: number, revision: number, taskCorrelation = TASK) {
  return {
    taskCorrelation,
    result: {
      schemaVersion: "1.0.0",
      purged: true,
      epoch,
      revision,
      tombstoneDigest: "sha256:dd",
      purgedAt: "2026-09-20T05:00:00Z",
    },
  };
}

export function refusedBody(code: string, taskCorrelation = TASK) {
  const error: ErrorBody = { code, message: "", next: null, matches: [], known: null };
  return { taskCorrelation, epoch: 1, error };
}

export function erasePlan(more: Partial<ErasePlan> = {}): ErasePlan {
  return {
    dryRun: true,
    pageSlack: 10,
    freePages: 2,
    logBytes: 4096,
    journalBytes: 0,
    lost: lost(),
    confirmation: "erase leftovers",
    ...more,
  };
}
