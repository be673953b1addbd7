// The whole text of one long item, read stretch by stretch.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, ItemView, MaskedSpan, SnapshotRequest } from "../lib/wire";

/** UTF-16 units of one stretch; the core allows 65,536. */
const STRETCH = 32_768;

export class LongText {
  readonly request: SnapshotRequest;
  readonly path: string;
  readonly item: ItemView;
  text = $state("");
  /** What is masked in the text. */
  masked = $state.raw<readonly MaskedSpan[]>([]);
  loading = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  constructor(request: SnapshotRequest, path: string, item: ItemView) {
    this.request = request;
    this.path = path;
    this.item = item;
    this.text = item.text;
    this.masked = item.masked ?? [];
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
      const before = this.text.length;
      const more = (stretch.masked ?? []).map(({ rule, utf16: [start, length] }): MaskedSpan => ({
        rule,
        utf16: [before + start, length],
      }));
      this.masked = [...this.masked, ...more];
      this.text += stretch.text;
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }
}
