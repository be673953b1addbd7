// The bodies that can be compared: those of the task, and those of the same task in other stores, read when asked.
import { SvelteMap } from "svelte/reactivity";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, RevisionSource, SideRequest, Source, TaskView } from "../lib/wire";
import { revisionRequest } from "../task/revision-request";
import { isRecovered } from "../task/timeline";

/** One body that can stand on a side. */
export interface Side {
  key: string;
  request: SideRequest;
  epoch: number;
  revision: number | null;
  /** Where it was found; `null` for the stored body of its epoch. */
  found: RevisionSource | null;
}

/** What is known of the task in another store. */
export type OtherStore =
  { state: "reading" } | { state: "read"; sides: Side[] } | { state: "failed"; error: ErrorBody };

/** Returns the bodies of a task, newest first: the stored ones, and whole ones that were found elsewhere. */
export function sidesOf(source: string, view: TaskView): Side[] {
  const { epochs, taskCorrelation } = view.task;
  const stored = epochs
    .filter((entry) => entry.snapshot !== null)
    .map((entry) => {
      const request = { source, taskCorrelation, epoch: entry.epoch };
      const revision = entry.snapshot?.revision ?? entry.snapshot?.columnRevision ?? null;
      return { key: sideKey(request), request, epoch: entry.epoch, revision, found: null };
    });
  const found = view.revisions.filter(isRecovered).map((entry) => {
    const request = revisionRequest(source, taskCorrelation, entry);
    return {
      key: sideKey(request),
      request,
      epoch: entry.epoch,
      revision: entry.revision,
      found: entry.source,
    };
  });
  return [...stored, ...found].sort(newestFirst);
}

function newestFirst(a: Side, b: Side): number {
  if (a.epoch !== b.epoch) return b.epoch - a.epoch;
  // A stored body comes before another of the same revision.
  return (b.revision ?? 0) - (a.revision ?? 0) || Number(a.found !== null) - Number(b.found !== null);
}

/** Returns a name for a side that is unique in the choice. */
export function sideKey({ epoch, revision, digest, source, taskCorrelation }: SideRequest): string {
  return [epoch, revision ?? "", digest ?? "", source, taskCorrelation].join("@");
}

/** Bodies of one task in other stores. */
export class OtherStores {
  readonly known = new SvelteMap<string, OtherStore>();

  /** Looks for the task in another store; returns its bodies, none when it is not there. */
  async read(store: Source, taskCorrelation: string): Promise<Side[]> {
    const known = this.known.get(store.id);
    if (known?.state === "read") return known.sides;
    this.known.set(store.id, { state: "reading" });
    try {
      const view = await call("read_task", { source: store.id, taskCorrelation });
      const sides = sidesOf(store.id, view);
      this.known.set(store.id, { state: "read", sides });
      return sides;
    } catch (thrown) {
      const error = errorBody(thrown);
      if (error.code === "not-found") this.known.set(store.id, { state: "read", sides: [] });
      else this.known.set(store.id, { state: "failed", error });
      return [];
    }
  }
}

/**
 * Returns the two sides to start with: the stored body of the shown epoch and what came before it. With nothing before
 * it, the next one after it takes the newer side; a single body leaves the older side open.
 */
export function firstSides(sides: readonly Side[], shownEpoch: number): [Side | null, Side | null] {
  const stored = sides.filter((side) => side.found === null);
  const here = (side: Side) => side.epoch === shownEpoch;
  const shown = stored.find(here) ?? sides.find(here) ?? stored[0] ?? sides[0] ?? null;
  if (shown === null) return [null, null];
  const older = sides.find((side) => before(side, shown));
  if (older) return [older, shown];
  const newer = stored.findLast((side) => before(shown, side));
  return newer ? [shown, newer] : [null, shown];
}

function before(a: Side, b: Side): boolean {
  return a.epoch < b.epoch || (a.epoch === b.epoch && (a.revision ?? 0) < (b.revision ?? 0));
}
