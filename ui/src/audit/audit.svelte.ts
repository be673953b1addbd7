// The audit of one store: its newest scan, the filter, the findings fetched so far, and the one that is shown.
import { SvelteMap } from "svelte/reactivity";
import { toasts } from "../app/toasts.svelte";
import { call, errorBody, NOTHING } from "../lib/ipc";
import type { ErrorBody, ScanFilter, ScanFinding, ScanPage, ScanProgress, ScanTotals } from "../lib/wire";
import * as m from "../paraglide/messages";
import { Picked } from "./picked.svelte";

/** Findings of one page. */
export const PAGE = 200;
/** Findings that the core gives at once at most. */
const MOST = 500;

/** What a scan says as a whole, without any filter. */
export type Whole = Pick<ScanPage, "totals" | "rules" | "searched" | "gaps">;

export class Audit {
  readonly source: string;
  /** Name of the scan; `null` while this store was not scanned. */
  scan = $state<string | null>(null);
  scanning = $state(false);
  stopping = $state(false);
  progress = $state.raw<ScanProgress | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  /** Whether the store changed since the scan. */
  outdated = $state(false);
  whole = $state.raw<Whole | null>(null);
  filter = $state.raw<ScanFilter>({});
  /** Counts of what passes the filter. */
  totals = $state.raw<ScanTotals | null>(null);
  /** Index of the finding that the keyboard is on. */
  cursor = $state(0);
  /** The finding that is shown. */
  open = $state.raw<ScanFinding | null>(null);
  readonly picked = new Picked();

  readonly #pages = new SvelteMap<number, ScanFinding[]>();
  // Nothing on the screen depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Set<number>();
  #generation = 0;

  constructor(source: string) {
    this.source = source;
  }

  get matched(): number {
    return this.totals?.findings ?? 0;
  }

  /** Returns the finding at an index of those that pass the filter; `null` when it is not there yet. */
  row(index: number): ScanFinding | null {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null;
  }

  /** Scans the store; what was found before stays until the new scan is there. */
  async run(): Promise<void> {
    if (this.scanning) return;
    this.scanning = true;
    this.stopping = false;
    this.progress = null;
    this.error = null;
    try {
      const page = await call("scan_store", { source: this.source, filter: {}, limit: PAGE });
      const { totals, rules, searched, gaps } = page;
      this.whole = { totals, rules, searched, gaps };
      this.scan = page.scan;
      this.picked.none();
      if (isEmpty(this.filter)) this.#show(page);
      else await this.#readFirst();
      await this.#findOpenAgain();
    } catch (thrown) {
      const error = errorBody(thrown);
      if (error.code !== "stopped") this.error = error;
      else toasts.show(m.scan_stopped());
    } finally {
      this.scanning = false;
    }
  }

  /** Stops the scan that goes on. */
  async stop(): Promise<void> {
    if (!this.scanning || this.stopping) return;
    this.stopping = true;
    try {
      await call("stop_scan", NOTHING);
    } catch {
      this.stopping = false;
    }
  }

  /** Shows what passes another filter. */
  async choose(filter: ScanFilter): Promise<void> {
    this.filter = filter;
    this.cursor = 0;
    this.picked.none();
    if (this.scan !== null) await this.#readFirst();
  }

  /** Asks whether the store changed since the scan. */
  async check(): Promise<void> {
    const { scan } = this;
    if (scan === null || this.scanning) return;
    try {
      const page = await call("scan_page", { scan, filter: this.filter, offset: 0, limit: 1 });
      if (scan === this.scan) this.outdated = page.outdated;
    } catch {
      if (scan === this.scan) this.outdated = true;
    }
  }

  /** Fetches what is missing of the findings that are on the screen. */
  reach(first: number, last: number): void {
    const end = Math.min(last, this.matched - 1);
    for (let page = Math.floor(first / PAGE); page * PAGE <= end; page += 1) {
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  move(by: number): void {
    if (this.matched > 0) this.cursor = Math.max(0, Math.min(this.matched - 1, this.cursor + by));
  }

  /** Shows the finding that the keyboard is on. */
  openMarked(): void {
    const finding = this.row(this.cursor);
    if (finding !== null) this.open = finding;
  }

  async #readFirst(): Promise<void> {
    const { scan, filter } = this;
    if (scan === null) return;
    const generation = ++this.#generation;
    try {
      const page = await call("scan_page", { scan, filter, offset: 0, limit: PAGE });
      if (generation === this.#generation) this.#show(page);
    } catch (thrown) {
      if (generation === this.#generation) this.#failed(errorBody(thrown));
    }
  }

  async #fetch(page: number): Promise<void> {
    const { scan, filter } = this;
    if (scan === null) return;
    const generation = this.#generation;
    this.#asked.add(page);
    try {
      const answer = await call("scan_page", { scan, filter, offset: page * PAGE, limit: PAGE });
      if (generation === this.#generation) this.#pages.set(page, answer.findings);
    } catch (thrown) {
      if (generation === this.#generation) this.#failed(errorBody(thrown));
    } finally {
      this.#asked.delete(page);
    }
  }

  #show(page: ScanPage): void {
    this.#generation += 1;
    this.#asked.clear();
    this.#pages.clear();
    this.#pages.set(0, page.findings);
    this.totals = page.totals;
    this.outdated = page.outdated;
    this.error = null;
    this.cursor = Math.min(this.cursor, Math.max(0, page.totals.findings - 1));
  }

  /** A scan that is not kept any more says nothing about the store as it is. */
  #failed(error: ErrorBody): void {
    if (error.code === "no-scan") this.outdated = true;
    this.error = error;
  }

  /** After another scan the shown finding is the one of the same id, or none. */
  async #findOpenAgain(): Promise<void> {
    const { open, scan } = this;
    if (open === null || scan === null) return;
    const same = ({ id }: ScanFinding) => id === open.id;
    let again = [...this.#pages.values()].flat().find(same) ?? null;
    if (again === null) {
      const request = { scan, filter: { rule: open.rule }, offset: 0, limit: MOST };
      again = await call("scan_page", request).then((page) => page.findings.find(same) ?? null);
    }
    if (this.open === open) this.open = again;
  }
}

/** Whether a filter lets everything pass. */
export function isEmpty(filter: ScanFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
