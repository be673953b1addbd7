// Searches the tasks of the shown store while the user types; only the newest answer counts.
import { call } from "../lib/ipc";
import type { TaskRow } from "../lib/wire";

/** Tasks offered at most. */
const LIMIT = 6;

export class TaskSearch {
  rows = $state.raw<TaskRow[]>([]);
  matched = $state(0);
  searching = $state(false);
  #wanted = "";
  #running = false;

  async search(source: string | null, query: string): Promise<void> {
    this.#wanted = query;
    if (source === null || query.trim() === "") {
      this.rows = [];
      this.matched = 0;
      return;
    }
    if (this.#running) return;
    this.#running = true;
    this.searching = true;
    try {
      let asked: string;
      do {
        asked = this.#wanted;
        const page = await call("list_tasks", {
          source,
          query: asked,
          filter: "all",
          offset: 0,
          limit: LIMIT,
        });
        if (this.#wanted.trim() !== "") {
          this.rows = page.rows;
          this.matched = page.matched;
        }
      } while (asked !== this.#wanted && this.#wanted.trim() !== "");
    } catch {
      // The list itself says why the store cannot be read; commands stay usable.
      this.rows = [];
      this.matched = 0;
    } finally {
      this.#running = false;
      this.searching = false;
    }
  }
}
