// The stores on this machine.
import { call, errorBody, NOTHING } from "../lib/ipc";
import type { ErrorBody, Source, SourceList } from "../lib/wire";

class Sources {
  list = $state.raw<SourceList | null>(null);
  loading = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  #again = false;

  /** Looks for stores again; calls while one is running are joined into one more. */
  async load(): Promise<void> {
    if (this.loading) {
      this.#again = true;
      return;
    }
    this.loading = true;
    try {
      do {
        this.#again = false;
        this.list = await call("list_sources", NOTHING);
        this.error = null;
      } while (this.#again);
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }

  /** Asks the user for a file; returns the store, or `null` when the dialog was closed. */
  async choose(): Promise<Source | null> {
    const source = await call("choose_store", NOTHING);
    if (source !== null) await this.load();
    return source;
  }

  async forget(source: string): Promise<void> {
    this.list = await call("forget_store", { source });
  }

  byId(id: string | null): Source | null {
    if (id === null) return null;
    return this.list?.sources.find((source) => source.id === id) ?? null;
  }
}

export const sources = new Sources();
