// Revisions, tombstones and gaps of a task as dots on a line, grouped by epoch.
import type { EpochEntry, RevisionEntry, RevisionSource, TaskView, TombstoneEntry } from "../lib/wire";
import { type Gap, gaps } from "./gaps";

/**
 * How a dot is drawn: the stored body, the last body of an earlier epoch, a whole body found elsewhere, a piece of one,
 * a receipt without a body, a tombstone, or numbers that nothing names.
 */
export type DotKind = "stored" | "kept" | "elsewhere" | "fragment" | "receipt" | "deleted" | "gap";

export interface Dot {
  key: string;
  epoch: number;
  revision: number | null;
  kind: DotKind;
  /** Where it was found; `null` for a tombstone without any other trace and for a gap. */
  source: RevisionSource | null;
  entry: RevisionEntry | null;
  tombstone: TombstoneEntry | null;
  /** The numbers of a gap. */
  gap: Gap | null;
  /** Whether it is the stored body of its epoch. */
  opens: boolean;
}

export interface EpochDots {
  epoch: number;
  current: boolean;
  /** What is left of the epoch in its row. */
  state: "offered" | "stored" | "kept" | "deleted" | "empty";
  dots: Dot[];
}

/** Returns the epochs of a task, oldest first, each with its revisions in rising order. */
export function timeline(view: TaskView): EpochDots[] {
  const entries = new Map(view.task.epochs.map((entry) => [entry.epoch, entry]));
  const revisions = new Map<number, RevisionEntry[]>();
  for (const revision of view.revisions) {
    const own = revisions.get(revision.epoch);
    if (own) own.push(revision);
    else revisions.set(revision.epoch, [revision]);
  }
  const numbers = new Set([...entries.keys(), ...revisions.keys(), view.task.currentEpoch]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((epoch) => {
      const entry = entries.get(epoch) ?? null;
      const current = epoch === view.task.currentEpoch;
      return {
        epoch,
        current,
        state: stateOf(entry, current),
        dots: dotsOf(epoch, entry, revisions.get(epoch) ?? []),
      };
    });
}

/** Whether a revision's whole body lies outside the stored rows, and can be named to the core. */
export function isRecovered(entry: RevisionEntry): boolean {
  const named = entry.revision !== null || entry.digest !== null;
  return entry.complete && named && !isRow(entry.source);
}

/** Whether a source is the row of its epoch. */
export function isRow(source: RevisionSource): boolean {
  return source === "live" || source === "earlier-epoch";
}

function stateOf(entry: EpochEntry | null, current: boolean): EpochDots["state"] {
  if (entry?.offered) return "offered";
  if (entry?.snapshot) return current ? "stored" : "kept";
  return entry?.tombstone ? "deleted" : "empty";
}

function dotsOf(epoch: number, entry: EpochEntry | null, revisions: readonly RevisionEntry[]): Dot[] {
  const tombstone = entry?.tombstone ?? null;
  const blank = { epoch, source: null, entry: null, tombstone: null, gap: null, opens: false };
  const seen = new Map<string, number>();
  const dots: Dot[] = revisions.map((revision) => {
    const opens = isRow(revision.source);
    const buried = !opens && revision.bytes === null && tombstone?.revision === revision.revision;
    return {
      ...blank,
      key: keyOf(revision, seen),
      revision: revision.revision,
      kind: buried ? "deleted" : kindOf(revision),
      source: revision.source,
      entry: revision,
      tombstone: buried ? tombstone : null,
      opens,
    };
  });
  if (tombstone !== null && !dots.some((dot) => dot.tombstone !== null)) {
    const key = `${epoch}.tombstone`;
    dots.push({ ...blank, key, revision: tombstone.revision, kind: "deleted", tombstone });
  }
  // A body that no revision entry names (its JSON cannot be read) still stands on the line.
  if (entry?.snapshot && !dots.some((dot) => dot.opens)) {
    const revision = entry.snapshot.revision ?? entry.snapshot.columnRevision;
    const source = entry.current ? "live" : "earlier-epoch";
    const kind = entry.current ? "stored" : "kept";
    dots.push({ ...blank, key: `${epoch}.body`, revision, kind, source, opens: true });
  }
  for (const gap of gaps(dots.flatMap((dot) => (dot.revision === null ? [] : [dot.revision])))) {
    dots.push({ ...blank, key: `${epoch}.gap.${gap.from}`, revision: gap.from, kind: "gap", gap });
  }
  return dots.sort((a, b) => compare(number(a), number(b)) || rank(a) - rank(b));
}

/** A name that stays the same when other revisions come or go. */
function keyOf(revision: RevisionEntry, seen: Map<string, number>): string {
  const { epoch, source, digest, places } = revision;
  const place = places[0];
  const trace = digest ?? `${place?.file ?? ""}:${place?.offset ?? ""}`;
  const name = [epoch, revision.revision ?? "x", source, trace].join(".");
  const count = seen.get(name) ?? 0;
  seen.set(name, count + 1);
  return count === 0 ? name : `${name}.${count}`;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** What has no number stands before those that have one. */
function number(dot: Dot): number {
  return dot.revision ?? Number.NEGATIVE_INFINITY;
}

/** Of one number: pieces first, then what was found, the tombstone, and the stored body last. */
function rank(dot: Dot): number {
  return ["fragment", "receipt", "elsewhere", "deleted", "kept", "stored"].indexOf(dot.kind);
}

function kindOf({ source, complete, bytes }: RevisionEntry): DotKind {
  if (source === "live") return "stored";
  if (source === "earlier-epoch") return "kept";
  if (complete) return "elsewhere";
  return bytes === null ? "receipt" : "fragment";
}

/** Returns the dot that stands for the shown body, or for the marked trace. */
export function markedDot(epochs: readonly EpochDots[], epoch: number, key: string | null): Dot | null {
  const all = epochs.flatMap((group) => group.dots);
  const marked = key === null ? undefined : all.find((dot) => dot.key === key);
  const here = all.filter((dot) => dot.epoch === epoch);
  return (
    marked ??
    here.find((dot) => dot.opens) ??
    here.find((dot) => dot.kind === "deleted") ??
    here.at(-1) ??
    null
  );
}
