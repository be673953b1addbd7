// The tasks of one store: pages fetched on demand, with true totals from the core.
import { SvelteMap } from "svelte/reactivity";
import { call, errorBody } from "../lib/ipc";
import type { Database, ErrorBody, TaskFilter, TaskPage, TaskRow, TaskTotals } from "../lib/wire";

/** Rows of one page. */
export const PAGE = 200;

export class TaskList {
  readonly source: string;
  query = $state("");
  filter = $state<TaskFilter>("all");
  matched = $state(0);
  totals = $state.raw<TaskTotals | null>(null);
  database = $state.raw<Database | null>(null);
  readAt = $state<string | null>(null);
  changedAt = $state<string | null>(null);
  /** Whether the first answer has come. */
  ready = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  readonly #pages = new SvelteMap<number, TaskRow[]>();
  // Nothing on the screen depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Set<number>();
  #generation = 0;
  #state: number | null = null;
  #seen: [first: number, last: number] = [0, 0];
  #running = false;
  #again = false;

  constructor(source: string) {
    this.source = source;
  }

  /** Returns the row at an index of the matched rows; `null` when it is not there yet. */
  row(index: number): TaskRow | null {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null;
  }

  /** Returns the rows from one index to another, both included, when all of them are there; else `null`. */
  rowsHere(first: number, last: number): TaskRow[] | null {
    const rows: TaskRow[] = [];
    for (let index = first; index <= last; index += 1) {
      const row = this.row(index);
      if (row === null) return null;
      rows.push(row);
    }
    return rows;
  }

  /** Returns the index of a task among the rows that were fetched, or -1. */
  indexOf(correlation: string): number {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex((row) => row.taskCorrelation === correlation);
      if (at >= 0) return page * PAGE + at;
    }
    return -1;
  }

  /** Fetches what is missing of the rows that are on the screen. */
  show(first: number, last: number): void {
    this.#seen = [first, last];
    if (!this.ready) return;
    const end = Math.min(last, this.matched - 1);
    for (let page = Math.floor(first / PAGE); page * PAGE <= end; page += 1) {
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  search(query: string): void {
    this.query = query;
    this.#seen = [0, 0];
    void this.refresh();
  }

  choose(filter: TaskFilter): void {
    this.filter = filter;
    this.#seen = [0, 0];
    void this.refresh();
  }

  /**
   * Reads the shown pages again and swaps them in at once, so that nothing flickers. While one refresh is running,
   * later ones are joined into one.
   */
  async refresh(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      do {
        this.#again = false;
        await this.#readAgain();
      } while (this.#again);
    } finally {
      this.#running = false;
    }
  }

  async #readAgain(): Promise<void> {
    const generation = ++this.#generation;
    this.#asked.clear();
    const first = Math.floor(this.#seen[0] / PAGE);
    const last = Math.max(first, Math.floor(this.#seen[1] / PAGE));
    try {
      const fresh: [number, TaskPage][] = [];
      for (let page = first; page <= last; page += 1) {
        const answer = await this.#ask(page);
        if (generation !== this.#generation) return;
        fresh.push([page, answer]);
        if ((page + 1) * PAGE >= answer.matched) break;
      }
      this.#pages.clear();
      for (const [page, answer] of fresh) {
        this.#pages.set(page, answer.rows);
        this.#adopt(answer);
      }
      this.error = null;
      this.ready = true;
      this.show(...this.#seen);
    } catch (thrown) {
      if (generation === this.#generation) this.error = errorBody(thrown);
    }
  }

  async #fetch(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    try {
      const answer = await this.#ask(page);
      if (generation !== this.#generation) return;
      // Pages of two states do not fit together: read all that is shown again.
      if (this.#state !== null && answer.state !== this.#state) {
        await this.refresh();
        return;
      }
      this.#pages.set(page, answer.rows);
      this.#adopt(answer);
    } catch (thrown) {
      if (generation === this.#generation) this.error = errorBody(thrown);
    } finally {
      if (generation === this.#generation) this.#asked.delete(page);
    }
  }

  #ask(page: number): Promise<TaskPage> {
    const { source, query, filter } = this;
    return call("list_tasks", { source, query, filter, offset: page * PAGE, limit: PAGE });
  }

  #adopt(answer: TaskPage): void {
    this.#state = answer.state;
    this.matched = answer.matched;
    this.totals = answer.totals;
    this.database = answer.database;
    this.readAt = answer.readAt;
    this.changedAt = answer.changedAt;
  }
}
