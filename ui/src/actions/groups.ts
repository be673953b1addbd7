// The groups of the action table, in the order in which people see them.
import * as m from "../paraglide/messages";
import type { Group } from "./action";

export const GROUPS: readonly [Group, () => string][] = [
  ["go", () => m.group_go()],
  ["list", () => m.group_list()],
  ["store", () => m.group_store()],
  ["task", () => m.group_task()],
  ["audit", () => m.group_audit()],
  ["compare", () => m.group_compare()],
  ["view", () => m.group_view()],
];
