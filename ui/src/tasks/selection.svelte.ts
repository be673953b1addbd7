// Tasks that are selected in the list, one by one or everything that filter and search show.
import { SvelteMap } from "svelte/reactivity";
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { errorBody } from "../lib/ipc";
import { num } from "../lib/phrases";
import type { TaskRow } from "../lib/wire";
import * as m from "../paraglide/messages";
import { rowsBetween } from "./rows-between";
import type { TaskList } from "./task-list.svelte";

/** Most tasks that are selected one by one. */
export const MOST_BY_HAND = 5000;

class Selection {
  /** Whether the list shows check boxes. */
  active = $state(false);
  /** Whether everything is selected that filter and search show. */
  all = $state(false);
  /** Correlations of the tasks that are selected one by one. */
  readonly #chosen = new SvelteMap<string, true>();
  /** Index of the row from which the keyboard extends, and what was selected before that. */
  #anchor: number | null = null;
  #before: readonly string[] = [];
  #extended = 0;

  /** Number of selected tasks; for everything shown, what the list counts. */
  count(list: TaskList): number {
    return this.all ? list.matched : this.#chosen.size;
  }

  has(correlation: string): boolean {
    return this.all || this.#chosen.has(correlation);
  }

  /** Correlations of the tasks that are selected one by one; empty when all are. */
  chosen(): string[] {
    return this.all ? [] : [...this.#chosen.keys()];
  }

  enter(): void {
    this.active = true;
  }

  leave(): void {
    this.active = false;
    this.none();
  }

  none(): void {
    this.all = false;
    this.#chosen.clear();
    this.#anchor = null;
  }

  /** Another filter or search shows other tasks: what was all of them is nothing any more. */
  shownChanged(): void {
    if (this.all) this.none();
    this.#anchor = null;
  }

  chooseAll(): void {
    this.active = true;
    this.#chosen.clear();
    this.#anchor = null;
    this.all = true;
  }

  /** Selects a row or takes it out again. */
  async toggle(list: TaskList, row: TaskRow): Promise<void> {
    this.active = true;
    this.#anchor = null;
    if (this.all && !(await this.#nameAll(list))) return;
    if (!this.#chosen.delete(row.taskCorrelation)) this.#choose([row.taskCorrelation]);
  }

  /** Selects the rows between the one where extending began and another; the rows of a longer reach before are let go. */
  async extend(list: TaskList, from: number, to: number): Promise<void> {
    this.active = true;
    if (this.all) return;
    if (this.#anchor === null) {
      this.#anchor = from;
      this.#before = [...this.#chosen.keys()];
    }
    const turn = ++this.#extended;
    const [first, last] = [Math.min(this.#anchor, to), Math.max(this.#anchor, to)];
    const rows = await this.#rows(list, first, last);
    // A later step has said more.
    if (rows === null || turn !== this.#extended || this.all) return;
    this.#chosen.clear();
    this.#choose([...this.#before, ...rows]);
  }

  /** A plain move of the keyboard ends what shift began. */
  endExtend(): void {
    this.#anchor = null;
  }

  /** Puts names in the place of "everything shown", so that one can be taken out. */
  async #nameAll(list: TaskList): Promise<boolean> {
    const rows = await this.#rows(list, 0, list.matched - 1);
    if (rows === null) return false;
    this.all = false;
    this.#choose(rows);
    return true;
  }

  #choose(correlations: readonly string[]): void {
    for (const correlation of correlations) {
      if (this.#chosen.size >= MOST_BY_HAND && !this.#chosen.has(correlation)) {
        toasts.show(m.choose_too_many({ n: num(MOST_BY_HAND) }), { tone: "bad" });
        return;
      }
      this.#chosen.set(correlation, true);
    }
  }

  /** Returns the correlations of rows, `null` when they cannot all be told; says why. */
  async #rows(list: TaskList, first: number, last: number): Promise<string[] | null> {
    if (last - first + 1 > MOST_BY_HAND) {
      toasts.show(m.choose_too_many({ n: num(MOST_BY_HAND) }), { tone: "bad" });
      return null;
    }
    const here = list.rowsHere(first, last);
    if (here !== null) return here.map((row) => row.taskCorrelation);
    try {
      const rows = await rowsBetween(list, first, last);
      if (rows === null) toasts.show(m.choose_changed(), { tone: "bad" });
      return rows?.map((row) => row.taskCorrelation) ?? null;
    } catch (thrown) {
      toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
      return null;
    }
  }
}

export const selection = new Selection();
