// Revisions and tombstones of a task as dots on a line, grouped by epoch.
import type { EpochEntry, RevisionEntry, RevisionSource, TaskView, TombstoneEntry } from "../lib/wire";

/** How a dot is drawn. */
export type DotKind = "stored" | "kept" | "elsewhere" | "receipt" | "deleted";

export interface Dot {
  key: string;
  epoch: number;
  revision: number | null;
  kind: DotKind;
  /** Where it was found; `null` for a tombstone without any other trace. */
  source: RevisionSource | null;
  entry: RevisionEntry | null;
  tombstone: TombstoneEntry | null;
  /** Whether the body can be opened from here. */
  opens: boolean;
}

export interface EpochDots {
  epoch: number;
  current: boolean;
  /** What is left of the epoch. */
  state: "offered" | "stored" | "kept" | "deleted" | "empty";
  dots: Dot[];
}

/** Returns the epochs of a task, oldest first, each with its revisions in rising order. */
export function timeline(view: TaskView): EpochDots[] {
  const entries = new Map(view.task.epochs.map((entry) => [entry.epoch, entry]));
  const numbers = new Set([
    ...entries.keys(),
    ...view.revisions.map((revision) => revision.epoch),
    view.task.currentEpoch,
  ]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((epoch) => {
      const entry = entries.get(epoch) ?? null;
      const current = epoch === view.task.currentEpoch;
      return {
        epoch,
        current,
        state: stateOf(entry, current),
        dots: dotsOf(epoch, entry, view.revisions),
      };
    });
}

function stateOf(entry: EpochEntry | null, current: boolean): EpochDots["state"] {
  if (entry?.offered) return "offered";
  if (entry?.snapshot) return current ? "stored" : "kept";
  return entry?.tombstone ? "deleted" : "empty";
}

function dotsOf(epoch: number, entry: EpochEntry | null, revisions: readonly RevisionEntry[]): Dot[] {
  const tombstone = entry?.tombstone ?? null;
  const dots: Dot[] = revisions
    .filter((revision) => revision.epoch === epoch)
    .map((revision, index) => {
      const opens = revision.source === "live" || revision.source === "earlier-epoch";
      const buried = !opens && revision.bytes === null && tombstone?.revision === revision.revision;
      return {
        key: `${epoch}.${revision.revision ?? "x"}.${revision.source}.${index}`,
        epoch,
        revision: revision.revision,
        kind: buried ? "deleted" : kindOf(revision.source),
        source: revision.source,
        entry: revision,
        tombstone: buried ? tombstone : null,
        opens,
      };
    });
  if (tombstone !== null && !dots.some((dot) => dot.tombstone !== null)) {
    const key = `${epoch}.tombstone`;
    const { revision } = tombstone;
    dots.push({ key, epoch, revision, kind: "deleted", source: null, entry: null, tombstone, opens: false });
  }
  // A body that no revision entry names (its JSON cannot be read) still stands on the line.
  if (entry?.snapshot && !dots.some((dot) => dot.opens)) {
    const revision = entry.snapshot.revision ?? entry.snapshot.columnRevision;
    const source = entry.current ? "live" : "earlier-epoch";
    const kind = kindOf(source);
    dots.push({
      key: `${epoch}.body`,
      epoch,
      revision,
      kind,
      source,
      entry: null,
      tombstone: null,
      opens: true,
    });
  }
  return dots.sort((a, b) => rank(a) - rank(b));
}

function rank(dot: Dot): number {
  return (dot.revision ?? Number.MAX_SAFE_INTEGER) + (dot.opens ? 0.5 : 0);
}

function kindOf(source: RevisionSource): DotKind {
  switch (source) {
    case "live":
      return "stored";
    case "earlier-epoch":
      return "kept";
    case "receipt":
      return "receipt";
    default:
      return "elsewhere";
  }
}

/** Returns the dot that stands for the shown body, or for the marked trace. */
export function markedDot(epochs: readonly EpochDots[], epoch: number, key: string | null): Dot | null {
  const all = epochs.flatMap((group) => group.dots);
  const marked = key === null ? undefined : all.find((dot) => dot.key === key);
  return (
    marked ??
    all.find((dot) => dot.epoch === epoch && dot.opens) ??
    all.findLast((dot) => dot.epoch === epoch) ??
    null
  );
}
