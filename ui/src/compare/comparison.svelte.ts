// One comparison: its two sides, its rows read so far, and the change that the keyboard is on.
import { SvelteSet } from "svelte/reactivity";
import { call, errorBody } from "../lib/ipc";
import type { ComparePage, CompareRow, ErrorBody, SideRequest } from "../lib/wire";
import { changeNumber, nextChange } from "./folding";

/** Rows of one page. */
const PAGE = 200;

export class Comparison {
  from = $state.raw<SideRequest | null>(null);
  to = $state.raw<SideRequest | null>(null);
  /** The newest answer without its rows. */
  page = $state.raw<ComparePage | null>(null);
  rows = $state.raw<CompareRow[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  loading = $state(false);
  /** Index of the current change; -1 before the first jump. */
  at = $state(-1);
  readonly open = new SvelteSet<string>();
  position = $derived(this.at < 0 ? 0 : changeNumber(this.rows, this.at));

  #generation = 0;

  get complete(): boolean {
    return this.page !== null && this.rows.length >= this.page.total;
  }

  async choose(from: SideRequest | null, to: SideRequest | null): Promise<void> {
    this.from = from;
    this.to = to;
    this.at = -1;
    this.open.clear();
    await this.read();
  }

  swap(): Promise<void> {
    return this.choose(this.to, this.from);
  }

  /** Reads the first page again and keeps what is shown until it has come. */
  async read(): Promise<void> {
    const generation = ++this.#generation;
    const { from, to } = this;
    if (from === null || to === null) {
      this.page = null;
      this.rows = [];
      this.error = null;
      return;
    }
    this.loading = true;
    try {
      const page = await call("compare", { from, to, offset: 0, limit: PAGE });
      if (generation !== this.#generation) return;
      this.page = page;
      this.rows = page.rows;
      this.error = null;
    } catch (thrown) {
      if (generation !== this.#generation) return;
      this.page = null;
      this.rows = [];
      this.error = errorBody(thrown);
    } finally {
      if (generation === this.#generation) this.loading = false;
    }
  }

  /** Reads the next page; does nothing while one is on its way or when all rows are there. */
  async more(): Promise<void> {
    const generation = this.#generation;
    const { from, to } = this;
    if (from === null || to === null || this.loading || this.complete || this.page === null) return;
    this.loading = true;
    try {
      const page = await call("compare", { from, to, offset: this.rows.length, limit: PAGE });
      if (generation !== this.#generation) return;
      this.page = page;
      this.rows = [...this.rows, ...page.rows];
    } catch (thrown) {
      if (generation === this.#generation) this.error = errorBody(thrown);
    } finally {
      if (generation === this.#generation) this.loading = false;
    }
  }

  /** Goes to the next or previous change, reading more rows on the way; starts over at the ends. */
  async jump(step: 1 | -1): Promise<void> {
    if (this.page === null || this.page.changes === 0) return;
    let found = nextChange(this.rows, this.at < 0 && step < 0 ? this.rows.length : this.at, step);
    while (found < 0 && step > 0 && !this.complete && this.error === null) {
      const before = this.rows.length;
      await this.more();
      if (this.rows.length === before) break;
      found = nextChange(this.rows, this.at, step);
    }
    if (found < 0) found = nextChange(this.rows, step > 0 ? -1 : this.rows.length, step);
    if (found >= 0) this.at = found;
  }
}
