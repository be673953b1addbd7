// The stored bytes of one body, page by page.
import { call, errorBody } from "../lib/ipc";
import type { BodyPage, ErrorBody, SnapshotRequest } from "../lib/wire";

/** Bytes of the first page. */
export const FIRST_PAGE = 4096;
/** Bytes of every later page; the core allows 65,536. */
export const NEXT_PAGE = 32_768;

export class RawBytes {
  readonly request: SnapshotRequest;
  pages = $state.raw<BodyPage[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  loading = $state(false);
  total = $derived(this.pages[0]?.total ?? null);
  /** Byte offset of the first byte shown. */
  start = $derived(this.pages[0]?.offset ?? 0);
  /** Byte offset behind the last byte shown. */
  end = $derived(endOf(this.pages.at(-1)));
  exact = $derived(this.pages.every((page) => page.exact));

  constructor(request: SnapshotRequest) {
    this.request = request;
  }

  /** Shows the bytes from the start. */
  first(): Promise<void> {
    return this.#read(0, FIRST_PAGE, true);
  }

  /** Adds the next page. */
  async more(): Promise<void> {
    if (this.total === null || this.end >= this.total) return;
    await this.#read(this.end, NEXT_PAGE, false);
  }

  /** Shows the last page only. */
  async last(): Promise<void> {
    if (this.total === null) return;
    await this.#read(Math.max(0, this.total - FIRST_PAGE), FIRST_PAGE, true);
  }

  text(): string {
    return this.pages.map((page) => page.text).join("");
  }

  async #read(offset: number, limit: number, replace: boolean): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      const page = await call("read_body", { ...this.request, offset, limit });
      this.pages = replace ? [page] : [...this.pages, page];
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }
}

function endOf(page: BodyPage | undefined): number {
  return page === undefined ? 0 : page.offset + page.length;
}
