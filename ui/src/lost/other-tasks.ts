// How many other tasks lose revisions, as far as a plan tells.
import type { PurgePlan } from "../lib/wire";

/** Returns the number of tasks that a plan does not name and that lose revisions; `null` when it lists too few to tell. */
export function otherTasks({ lost, bodies, bodyCount, taskCount }: PurgePlan): number | null {
  if (lost.ofOtherTasks === 0) return 0;
  if (lost.ofOtherTasks === lost.revisions) return lost.tasks;
  if (taskCount === 1) return lost.tasks - 1;
  if (lost.entries.length < lost.revisions || bodies.length < bodyCount) return null;
  const named = new Set(bodies.map((body) => body.taskCorrelation));
  const others = lost.entries.map((entry) => entry.taskCorrelation).filter((task) => !named.has(task));
  return new Set(others).size;
}
