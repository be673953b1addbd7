// Titles of tasks, where the window knows them.
import { openedTask } from "../task/opened-task.svelte";
import { opened } from "./opened-store.svelte";

/** Returns the title of a task of a store, or `null` when it has none or was not read yet. */
export function titleOf(source: string, correlation: string): string | null {
  const task = openedTask.current;
  if (task?.source === source && task.correlation === correlation) return task.view?.task.title ?? null;
  const { list } = opened;
  if (list?.source !== source) return null;
  return list.row(list.indexOf(correlation))?.title ?? null;
}
