// The task that is shown: its facts, the epoch that is looked at, and a newer state that waits to be shown.
import { call, errorBody } from "../lib/ipc";
import type { EpochEntry, ErrorBody, SnapshotView, TaskView } from "../lib/wire";

export class OpenTask {
  readonly source: string;
  readonly correlation: string;
  view = $state.raw<TaskView | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  /** A newer state that would move what the user is reading. */
  waiting = $state.raw<TaskView | null>(null);
  /** Epoch whose body is shown. */
  epoch = $state(0);
  /** Key of the marked dot of the timeline; `null` marks the shown epoch's body. */
  dot = $state<string | null>(null);
  snapshot = $state.raw<SnapshotView | null>(null);
  snapshotError = $state.raw<ErrorBody | null>(null);
  /** Counts shown states, so that parts with their own pages start again. */
  shown = $state(0);

  constructor(source: string, correlation: string) {
    this.source = source;
    this.correlation = correlation;
  }

  entry: EpochEntry | null = $derived(
    this.view?.task.epochs.find((entry) => entry.epoch === this.epoch) ?? null,
  );

  /** Reads the task for the first time. */
  async load(): Promise<void> {
    try {
      this.#show(await this.#read());
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    }
  }

  /** Reads the task again; shows it at once, or lets it wait when the user is in the middle of reading. */
  async refresh(reading: () => boolean): Promise<void> {
    try {
      const fresh = await this.#read();
      this.error = null;
      if (this.view === null) this.#show(fresh);
      else if (same(fresh, this.view)) this.waiting = null;
      else if (reading()) this.waiting = fresh;
      else this.#show(fresh);
    } catch (thrown) {
      this.error = errorBody(thrown);
    }
  }

  /** Shows the state that waits. */
  showWaiting(): void {
    if (this.waiting !== null) this.#show(this.waiting);
  }

  select(epoch: number, dot: string | null = null): void {
    this.dot = dot;
    if (epoch === this.epoch) return;
    this.epoch = epoch;
    void this.#readSnapshot();
  }

  #read(): Promise<TaskView> {
    return call("read_task", { source: this.source, taskCorrelation: this.correlation });
  }

  #show(view: TaskView): void {
    const first = this.view === null;
    this.view = view;
    this.waiting = null;
    this.shown += 1;
    const still = view.task.epochs.some((entry) => entry.epoch === this.epoch);
    if (first || !still) {
      this.epoch = firstEpoch(view);
      this.dot = null;
    }
    void this.#readSnapshot();
  }

  async #readSnapshot(): Promise<void> {
    const { epoch, shown } = this;
    if (this.entry === null || this.entry.snapshot === null) {
      this.snapshot = null;
      this.snapshotError = null;
      return;
    }
    try {
      const snapshot = await call("read_snapshot", {
        source: this.source,
        taskCorrelation: this.correlation,
        epoch,
      });
      if (epoch !== this.epoch || shown !== this.shown) return;
      this.snapshot = snapshot;
      this.snapshotError = null;
    } catch (thrown) {
      if (epoch !== this.epoch || shown !== this.shown) return;
      this.snapshot = null;
      this.snapshotError = errorBody(thrown);
    }
  }
}

/** Returns whether two states of a task say the same, whatever the number of the state. */
function same(a: TaskView, b: TaskView): boolean {
  return JSON.stringify({ ...a, state: 0 }) === JSON.stringify({ ...b, state: 0 });
}

/** Returns the epoch to show first: the current one when it has a body, else the newest that has one. */
export function firstEpoch(view: TaskView): number {
  const { currentEpoch, epochs } = view.task;
  const current = epochs.find((entry) => entry.epoch === currentEpoch);
  if (current?.snapshot) return currentEpoch;
  return epochs.findLast((entry) => entry.snapshot !== null)?.epoch ?? currentEpoch;
}
