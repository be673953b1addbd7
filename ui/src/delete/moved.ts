// How a plan differs from the one that the user saw.
import type { PurgePlan } from "../lib/wire";

export type What = "revision" | "digest" | "bodies" | "gone" | "nothing";

/** What moved; the revisions are those of the first body. */
export interface Moved {
  what: What;
  before: number;
  after: number | null;
}

/** Compares a plan with the one before it; `null` when no plan can be made any more. */
export function difference(before: PurgePlan, after: PurgePlan | null): Moved {
  const from = before.revision;
  if (after === null) return { what: "gone", before: from, after: null };
  const moved = { before: from, after: after.revision };
  if (names(before) === names(after)) return { what: "nothing", ...moved };
  if (before.bodyCount > 1 || after.bodyCount > 1) return { what: "bodies", ...moved };
  return { what: after.revision === from ? "digest" : "revision", ...moved };
}

/** Every body of a plan by its name. */
function names({ bodies, bodyCount, taskCorrelation, epoch, revision, digest }: PurgePlan): string {
  const first = { taskCorrelation, epoch, revision, digest };
  const all = [first, ...bodies].map((body) => [
    body.taskCorrelation,
    body.epoch,
    body.revision,
    body.digest,
  ]);
  return JSON.stringify([bodyCount, all]);
}
