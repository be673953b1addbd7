// Builders of what the core answers about one task.
import type {
  Candidate,
  Check,
  EpochEntry,
  RevisionEntry,
  RevisionSource,
  SnapshotEntry,
  TaskView,
} from "../../src/lib/wire";

export function snapshot(revision: number, more: Partial<SnapshotEntry> = {}): SnapshotEntry {
  return {
    revision,
    columnRevision: revision,
    digest: null,
    recomputedDigest: null,
    digestValid: true,
    status: "active",
    bytes: 100,
    createdAt: null,
    updatedAt: null,
    problems: [],
    contractFaults: [],
    bytesDigest: "bytes:00",
    ...more,
  };
}

export function epoch(number: number, more: Partial<EpochEntry> = {}): EpochEntry {
  return { epoch: number, current: false, offered: false, snapshot: null, tombstone: null, ...more };
}

export function revision(inEpoch: number, number: number, source: RevisionSource): RevisionEntry {
  const body = source === "live" || source === "earlier-epoch";
  return {
    epoch: inEpoch,
    revision: number,
    digest: null,
    at: null,
    bytes: body ? 100 : null,
    source,
    places: [],
    complete: body,
    digestValid: body ? true : null,
    receipt: true,
    deleted: false,
  };
}

/** A whole body outside the stored rows. */
export function found(inEpoch: number, number: number, source: RevisionSource): RevisionEntry {
  return {
    ...revision(inEpoch, number, source),
    digest: `sha256:${String(number).repeat(8)}`,
    bytes: 90,
    complete: true,
    digestValid: true,
  };
}

/** A piece of a body. */
export function fragment(inEpoch: number, source: RevisionSource, number = 1): RevisionEntry {
  return { ...revision(inEpoch, number, source), bytes: 40, receipt: false };
}

export function check(
  id: string,
  pass: boolean | null,
  expected: string | null,
  actual: string | null,
): Check {
  return { id, pass, expected, actual };
}

export function candidate(more: Partial<Candidate> = {}): Candidate {
  return {
    decision: "DEFER",
    reasonCodes: ["EXPLICIT_LOAD_REQUIRED"],
    summary: { source: "direct", revision: 5 },
    error: null,
    checks: [],
    load: { ok: true, code: null },
    compact: "nothing-pending",
    remarks: [],
    ...more,
  };
}

export function view(more: Partial<TaskView["task"]> = {}, rest: Partial<TaskView> = {}): TaskView {
  return {
    task: {
      taskCorrelation: "hmac-sha256:00",
      title: "A task",
      standing: "offered",
      currentEpoch: 2,
      suppressed: false,
      rootId: null,
      pending: null,
      updatedAt: "2026-09-20T01:00:00Z",
      epochs: [],
      candidate: candidate(),
      workflowCard: null,
      ...more,
    },
    standing: "offered",
    revisions: [],
    uncommitted: null,
    requests: [],
    state: 1,
    ...rest,
  };
}
