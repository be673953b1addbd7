// The filters of the task list, in the order of their chips.
import type { TaskFilter, TaskTotals } from "../lib/wire";
import * as m from "../paraglide/messages";

export const FILTERS: readonly TaskFilter[] = [
  "all",
  "offered",
  "suppressed",
  "broken",
  "workflow",
  "deleted",
];

const NAMES: Record<TaskFilter, () => string> = {
  all: m.filter_all,
  offered: m.filter_offered,
  suppressed: m.filter_suppressed,
  broken: m.filter_broken,
  workflow: m.filter_workflow,
  deleted: m.filter_deleted,
};

export function filterName(filter: TaskFilter): string {
  return NAMES[filter]();
}

/** Returns how many tasks a filter shows, whatever is searched for. */
export function filterTotal(filter: TaskFilter, totals: TaskTotals): number {
  return totals[filter];
}
