// Every revision of a made-up task, as the core would list and find them.
import type { RevisionEntry, SideRequest } from "../lib/wire";
import type { Body } from "./bodies";
import { FILE, inRow, type MockFound } from "./found";
import { hex } from "./random";
import type { MockEpoch, MockTask } from "./tasks";

/** A revision with its body, where that is still there. */
export interface MockRevision {
  entry: RevisionEntry;
  body: Body | null;
}

/** Returns all revisions of a task, newest first. */
export function revisionsOf(task: MockTask): MockRevision[] {
  const out = task.epochs.flatMap((entry) => [
    ...stored(task, entry),
    ...entry.found.map((one) => describe(entry, one)),
    ...byReceipt(task, entry),
  ]);
  return out.sort(
    (a, b) => b.entry.epoch - a.entry.epoch || (b.entry.revision ?? -1) - (a.entry.revision ?? -1),
  );
}

/** Returns the body that a request names; without a revision and digest the stored one. */
export function bodyNamed(
  task: MockTask,
  entry: MockEpoch,
  { revision, digest }: Partial<SideRequest>,
): MockRevision | null {
  if (revision === undefined && digest === undefined) {
    return stored(task, entry)[0] ?? null;
  }
  const named = revisionsOf(task).find(
    (one) =>
      one.entry.epoch === entry.epoch &&
      one.entry.complete &&
      (revision === undefined || one.entry.revision === revision) &&
      (digest === undefined || one.entry.digest === digest),
  );
  return named ?? null;
}

export function digestOf(entry: MockEpoch, revision: number, salt: number): string {
  return `sha256:${hex(revision + entry.epoch * 50 + salt * 1000)}`;
}

function stored(task: MockTask, entry: MockEpoch): MockRevision[] {
  const { body } = entry;
  if (!body || entry.text !== null) return [];
  const source = entry.epoch === task.currentEpoch ? "live" : "earlier-epoch";
  const own = ["live", "earlier-epoch"];
  return [
    {
      body,
      entry: {
        epoch: entry.epoch,
        revision: body.revision,
        digest: entry.digest,
        at: body.updatedAt,
        bytes: 1200,
        source,
        places: entry.places.map((place) => (own.includes(place.source) ? { ...place, source } : place)),
        complete: true,
        digestValid: entry.recomputed === entry.digest,
        receipt: true,
        deleted: false,
      },
    },
  ];
}

function describe(entry: MockEpoch, one: MockFound): MockRevision {
  const { body, complete } = one;
  const digest = complete ? digestOf(entry, body.revision, one.salt) : null;
  return {
    body,
    entry: {
      epoch: entry.epoch,
      // The beginning of a fragment that was cut off in front is gone, and its number with it.
      revision: complete || one.source === "free-page" ? body.revision : null,
      digest,
      at: complete ? body.updatedAt : null,
      bytes: one.left ?? 1100,
      source: one.source,
      places: one.places,
      complete,
      digestValid: one.digestValid,
      receipt: one.receipt,
      deleted: one.deleted,
    },
  };
}

function byReceipt(task: MockTask, entry: MockEpoch): MockRevision[] {
  const known = new Set([
    entry.body?.revision,
    ...entry.found.filter((one) => one.complete).map((one) => one.body.revision),
  ]);
  return [...new Set(entry.receipts)]
    .filter((revision) => !known.has(revision))
    .map((revision) => ({
      body: null,
      entry: {
        epoch: entry.epoch,
        revision,
        digest: digestOf(entry, revision, 0),
        at: new Date(Date.parse(task.updatedAt) - (60 - revision) * 600_000).toISOString(),
        bytes: null,
        source: "receipt",
        places: [inRow("receipt", FILE)],
        complete: false,
        digestValid: null,
        receipt: true,
        deleted: false,
      },
    }));
}
