// The items of one field, read page by page.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, FieldView, ItemView, SnapshotRequest } from "../lib/wire";

/** Items of one page; the core allows 500. */
export const PAGE = 100;

export class FieldItems {
  readonly request: SnapshotRequest;
  readonly path: string;
  readonly count: number;
  items = $state.raw<ItemView[]>([]);
  loading = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  constructor(request: SnapshotRequest, field: FieldView) {
    this.request = request;
    this.path = field.path;
    // Objects count their members; only lists have more items to read.
    this.count = field.kind === "list" ? field.count : field.items.length;
    this.items = field.items;
  }

  /** Number of items that were not read yet. */
  get rest(): number {
    return this.count - this.items.length;
  }

  async more(): Promise<void> {
    if (this.loading || this.rest <= 0) return;
    this.loading = true;
    try {
      const { request, path } = this;
      const page = await call("read_items", { ...request, path, offset: this.items.length, limit: PAGE });
      this.items = [...this.items, ...page.items];
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }
}
