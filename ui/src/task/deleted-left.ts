// What a delete was meant to take and can still be read.
import type { RevisionSource, TaskView } from "../lib/wire";

/** What is left of one epoch whose body was deleted. */
export interface Left {
  epoch: number;
  /** When the body was deleted, RFC 3339; `null` when the tombstone is gone too. */
  purgedAt: string | null;
  /** Whole bodies that can still be read. */
  bodies: number;
  /** Pieces of bodies. */
  pieces: number;
  /** Kinds of places with the number of bodies and pieces found there, most first. */
  places: { source: RevisionSource; count: number }[];
}

/** Returns what is left of each epoch that a delete has emptied, newest epoch first. */
export function deletedLeft(view: TaskView): Left[] {
  const byEpoch = new Map<number, Left & { counts: Map<RevisionSource, number> }>();
  for (const revision of view.revisions) {
    if (!revision.deleted || revision.bytes === null) continue;
    let left = byEpoch.get(revision.epoch);
    if (!left) {
      const entry = view.task.epochs.find((epoch) => epoch.epoch === revision.epoch);
      const purgedAt = entry?.tombstone?.purgedAt ?? null;
      left = { epoch: revision.epoch, purgedAt, bodies: 0, pieces: 0, places: [], counts: new Map() };
      byEpoch.set(revision.epoch, left);
    }
    if (revision.complete) left.bodies += 1;
    else left.pieces += 1;
    // Several copies in one log are one reason to look at the log.
    const kinds = new Set([revision.source, ...revision.places.map((place) => place.source)]);
    for (const kind of kinds) left.counts.set(kind, (left.counts.get(kind) ?? 0) + 1);
  }
  return [...byEpoch.values()]
    .sort((a, b) => b.epoch - a.epoch)
    .map(({ counts, ...left }) => {
      const places = [...counts].map(([source, count]) => ({ source, count }));
      return { ...left, places: places.sort((a, b) => b.count - a.count) };
    });
}
