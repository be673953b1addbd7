// Choosing a body of another task, in this store or in another one.
import { overlays } from "../app/overlays.svelte";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, SideRequest, TaskRow } from "../lib/wire";
import { type Side, sidesOf } from "./sides.svelte";

/** Tasks listed at once. */
export const LISTED = 50;

/** A body of another task, with a name for the choice. */
export interface NamedSide extends Side {
  /** Title of the task; `null` when it has none. */
  title: string | null;
}

class OtherSide {
  /** Which side is chosen, in words. */
  label = $state("");
  source = $state("");
  query = $state("");
  rows = $state.raw<TaskRow[]>([]);
  matched = $state(0);
  searching = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  /** The task whose bodies are listed; `null` while tasks are. */
  task = $state.raw<TaskRow | null>(null);
  /** Bodies of the task; `null` while they are read. */
  sides = $state.raw<Side[] | null>(null);

  #choose: ((side: NamedSide) => void) | null = null;
  #generation = 0;

  /** Opens the sheet for one side; `choose` gets the body that the user picks. */
  begin(label: string, source: string, choose: (side: NamedSide) => void): void {
    this.label = label;
    this.source = source;
    this.query = "";
    this.#choose = choose;
    this.back();
    overlays.show("other-side");
  }

  /** Looks in another store. */
  look(source: string): void {
    this.source = source;
    this.rows = [];
    this.back();
  }

  search(query: string): void {
    this.query = query;
    void this.#list();
  }

  /** Goes back from the bodies of a task to the tasks. */
  back(): void {
    this.task = null;
    this.sides = null;
    void this.#list();
  }

  /** Lists the bodies of a task. */
  async open(task: TaskRow): Promise<void> {
    const generation = ++this.#generation;
    this.task = task;
    this.sides = null;
    this.error = null;
    try {
      const { source } = this;
      const view = await call("read_task", { source, taskCorrelation: task.taskCorrelation });
      if (generation === this.#generation) this.sides = sidesOf(source, view);
    } catch (thrown) {
      if (generation === this.#generation) this.error = errorBody(thrown);
    }
  }

  choose(side: Side): void {
    const { task } = this;
    overlays.close();
    this.#choose?.({ ...side, title: task?.title ?? null });
  }

  async #list(): Promise<void> {
    const generation = ++this.#generation;
    const { source, query } = this;
    this.searching = true;
    this.error = null;
    try {
      const page = await call("list_tasks", {
        source,
        query: query.trim(),
        filter: "all",
        offset: 0,
        limit: LISTED,
      });
      if (generation !== this.#generation) return;
      this.rows = page.rows;
      this.matched = page.matched;
    } catch (thrown) {
      if (generation !== this.#generation) return;
      this.rows = [];
      this.matched = 0;
      this.error = errorBody(thrown);
    }
    this.searching = false;
  }
}

export const otherSide = new OtherSide();

/** Whether a side belongs to the task that is shown, in whatever store. */
export function ofTask(side: SideRequest, taskCorrelation: string): boolean {
  return side.taskCorrelation === taskCorrelation;
}
