// What an action is.
import type { Keys } from "./keys";

export type Group = "go" | "list" | "store" | "task" | "audit" | "compare" | "view";

export interface Action {
  /** Stable id; the native menu sends it back. */
  id: string;
  group: Group;
  title: () => string;
  /** Keys that start it, the first one is shown. */
  keys: Keys[];
  /** Whether it can be done now. */
  when: () => boolean;
  run: () => void;
}

export const always = () => true;

export function action(
  group: Group,
  id: string,
  title: () => string,
  keys: Keys[],
  when: () => boolean,
  run: () => void,
): Action {
  return { group, id, title: () => title(), keys, when, run };
}
