// The store that is open: its list, the marked row, and what changed on disk.
import { call } from "../lib/ipc";
import { selection } from "./selection.svelte";
import { TaskList } from "./task-list.svelte";

class OpenedStore {
  list = $state.raw<TaskList | null>(null);
  /** Index of the row that the keyboard is on. */
  cursor = $state(0);

  /** Opens a store; a repeated call for the same store changes nothing. */
  open(source: string | null): void {
    if (source === (this.list?.source ?? null)) return;
    this.cursor = 0;
    selection.leave();
    this.list = source === null ? null : new TaskList(source);
    void this.list?.refresh();
    // Without a watch the window still works; it then shows the state that it read.
    call("watch_store", { source: source ?? "" }).catch(() => {});
  }

  move(by: number): void {
    const rows = this.list?.matched ?? 0;
    if (rows === 0) return;
    this.cursor = Math.max(0, Math.min(rows - 1, this.cursor + by));
  }
}

export const opened = new OpenedStore();
