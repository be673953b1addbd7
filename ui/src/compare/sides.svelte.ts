// The bodies that can be compared: those of the task, and those of the same task in other stores, read when asked.
import { SvelteMap } from "svelte/reactivity";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, SideRequest, Source, TaskView } from "../lib/wire";

/** One body that can stand on a side. */
export interface Side {
  key: string;
  request: SideRequest;
  epoch: number;
  revision: number | null;
  current: boolean;
}

/** What is known of the task in another store. */
export type OtherStore =
  { state: "reading" } | { state: "read"; sides: Side[] } | { state: "failed"; error: ErrorBody };

/** Returns the bodies of a task, newest first. */
export function sidesOf(source: string, view: TaskView): Side[] {
  return view.task.epochs
    .filter((entry) => entry.snapshot !== null)
    .map((entry) => ({
      key: sideKey({ source, taskCorrelation: view.task.taskCorrelation, epoch: entry.epoch }),
      request: { source, taskCorrelation: view.task.taskCorrelation, epoch: entry.epoch },
      epoch: entry.epoch,
      revision: entry.snapshot?.revision ?? entry.snapshot?.columnRevision ?? null,
      current: entry.current,
    }))
    .reverse();
}

/** Returns a name for a side that is unique in the choice. */
export function sideKey(side: SideRequest): string {
  return `${side.epoch}@${side.source}`;
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

/** Returns the two sides to start with: the newest two bodies, or the only one with nothing before it. */
export function firstSides(sides: readonly Side[], shownEpoch: number): [Side | null, Side | null] {
  const shown = sides.find((side) => side.epoch === shownEpoch) ?? sides[0] ?? null;
  if (shown === null) return [null, null];
  const older = sides.find((side) => side.epoch < shown.epoch);
  if (older) return [older, shown];
  const newer = sides.findLast((side) => side.epoch > shown.epoch);
  return newer ? [shown, newer] : [null, shown];
}
