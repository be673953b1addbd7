// The recorded history: whether revisions are recorded, how much is kept, and what is there.
import { call, errorBody, NOTHING } from "../lib/ipc";
import type { ClearHistory, ErrorBody, HistorySettings, HistoryState } from "../lib/wire";

class History {
  state = $state.raw<HistoryState | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  /** Whether a change is on its way. */
  working = $state(false);
  recording = $derived(this.state?.settings.record ?? false);

  async read(): Promise<void> {
    try {
      this.state = await call("read_history", NOTHING);
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    }
  }

  /** Changes the settings; returns whether it was done. */
  change(settings: HistorySettings): Promise<boolean> {
    return this.#do(() => call("change_history", settings));
  }

  /** Removes copies; returns whether it was done. */
  clear(what: ClearHistory): Promise<boolean> {
    return this.#do(() => call("clear_history", what));
  }

  async #do(act: () => Promise<HistoryState>): Promise<boolean> {
    if (this.working) return false;
    this.working = true;
    try {
      this.state = await act();
      this.error = null;
      return true;
    } catch (thrown) {
      this.error = errorBody(thrown);
      return false;
    } finally {
      this.working = false;
    }
  }
}

export const history = new History();
