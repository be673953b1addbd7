// The whole text of one long item, read stretch by stretch.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, ItemView, SnapshotRequest } from "../lib/wire";

/** UTF-16 units of one stretch; the core allows 65,536. */
const STRETCH = 32_768;

export class LongText {
  readonly request: SnapshotRequest;
  readonly path: string;
  readonly item: ItemView;
  text = $state("");
  loading = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  constructor(request: SnapshotRequest, path: string, item: ItemView) {
    this.request = request;
    this.path = path;
    this.item = item;
    this.text = item.text;
  }

  get complete(): boolean {
    return !this.item.cut || this.text.length >= this.item.utf16Length;
  }

  /** Adds the next stretch. */
  async more(): Promise<void> {
    if (this.loading || this.complete) return;
    this.loading = true;
    try {
      const { path, request } = this;
      const stretch = await call("read_item", {
        ...request,
        path,
        index: this.item.index,
        offset: this.text.length,
        limit: STRETCH,
      });
      this.text += stretch.text;
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }
}
