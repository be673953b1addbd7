// Rows of a list that are not all on the screen.
import { call } from "../lib/ipc";
import type { TaskRow } from "../lib/wire";
import type { TaskList } from "./task-list.svelte";

/** Rows of one page; the core allows as many. */
const PAGE = 500;

/**
 * Returns the rows from one index of a list to another, both included, as the list is filtered now; `null` when the
 * store or the list changed meanwhile, because rows of two states do not fit together.
 */
export async function rowsBetween(list: TaskList, first: number, last: number): Promise<TaskRow[] | null> {
  const { source, query, filter } = list;
  const rows: TaskRow[] = [];
  let state: number | null = null;
  for (let offset = first; offset <= last; offset += PAGE) {
    const limit = Math.min(PAGE, last - offset + 1);
    const page = await call("list_tasks", { source, query, filter, offset, limit });
    if (query !== list.query || filter !== list.filter) return null;
    if (state !== null && page.state !== state) return null;
    if (page.rows.length < limit) return null;
    state = page.state;
    rows.push(...page.rows);
  }
  return rows;
}
