// What the command box offers for what is typed.
import type { Action } from "../actions/action";
import { ACTIONS } from "../actions/table";
import type { Source, TaskRow } from "../lib/wire";

export type Result =
  | { kind: "action"; key: string; action: Action }
  | { kind: "task"; key: string; row: TaskRow }
  | { kind: "store"; key: string; source: Source };

/** Returns whether every typed word occurs in a text, in any order. */
export function fits(text: string, query: string): boolean {
  const hay = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

/** Returns the actions that can be done now and fit; the box itself is not one of them. */
export function actionsFor(query: string): Result[] {
  return ACTIONS.filter(
    (action) => action.id !== "palette" && action.when() && fits(action.title(), query),
  ).map((action) => ({ kind: "action", key: `action ${action.id}`, action }));
}

/** Returns the stores whose name or path fits. */
export function storesFor(query: string, stores: readonly Source[], shown: string | null): Result[] {
  return stores
    .filter((source) => source.id !== shown && fits(`${source.label} ${source.path}`, query))
    .slice(0, 6)
    .map((source) => ({ kind: "store", key: `store ${source.id}`, source }));
}
