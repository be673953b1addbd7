// A body that was asked for before the task was read.
import type { RevisionEntry, TaskView } from "../lib/wire";
import { isRecovered } from "./timeline";

export interface Goal {
  epoch: number;
  revision: number | null;
  digest: string | null;
  /** Whether the stored body of the epoch is meant. */
  stored: boolean;
}

/** Returns the recovered revision that is meant, or `null` for the stored body of the epoch. */
export function goalEntry(view: TaskView, goal: Goal): RevisionEntry | null {
  if (goal.stored) return null;
  const own = view.revisions.filter((entry) => entry.epoch === goal.epoch && isRecovered(entry));
  const same = own.find((entry) => goal.digest !== null && entry.digest === goal.digest);
  return same ?? own.find((entry) => goal.revision !== null && entry.revision === goal.revision) ?? null;
}
