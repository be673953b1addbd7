// The task that is shown: its facts, the epoch that is looked at, and a newer state that waits to be shown.
import { call, errorBody } from "../lib/ipc";
import type {
  EpochEntry,
  ErrorBody,
  RevisionEntry,
  SnapshotEntry,
  SnapshotRequest,
  SnapshotView,
  TaskView,
} from "../lib/wire";
import { type Goal, goalEntry } from "./goal";
import { revisionRequest } from "./revision-request";
import { type Dot, isRecovered } from "./timeline";

/** A body as it was read, with what it is. */
export interface ShownBody {
  view: SnapshotView;
  request: SnapshotRequest;
  /** The recovered revision; `null` for the stored body. */
  found: RevisionEntry | null;
}

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
  /** The recovered body that is shown in place of the epoch's stored one; `null` for the stored one. */
  found = $state.raw<RevisionEntry | null>(null);
  /** Whether a recovered body was shown that the newest state of the files does not hold any more. */
  lost = $state(false);
  /** The body that was read; the one before it while the next is on its way. */
  body = $state.raw<ShownBody | null>(null);
  /** Whether another body than `body` is on its way. */
  reading = $state(false);
  snapshotError = $state.raw<ErrorBody | null>(null);
  /** Counts shown states, so that parts with their own pages start again. */
  shown = $state(0);

  #goal: Goal | null = null;

  constructor(source: string, correlation: string) {
    this.source = source;
    this.correlation = correlation;
  }

  entry: EpochEntry | null = $derived(
    this.view?.task.epochs.find((entry) => entry.epoch === this.epoch) ?? null,
  );

  /** Facts of the shown body, stored or recovered; `null` when there is none or it is on its way. */
  facts: SnapshotEntry | null = $derived(
    this.found === null
      ? (this.entry?.snapshot ?? null)
      : sameRevision(this.found, this.body?.found ?? null)
        ? (this.body?.view.entry ?? null)
        : null,
  );

  get snapshot(): SnapshotView | null {
    return this.body?.view ?? null;
  }

  /** Names the shown body to the core. */
  get request(): SnapshotRequest {
    const { source, correlation, epoch, found } = this;
    if (found !== null) return revisionRequest(source, correlation, found);
    return { source, taskCorrelation: correlation, epoch };
  }

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

  /** Shows an epoch's stored body, and marks a dot that stands for it. */
  select(epoch: number, dot: string | null = null): void {
    this.#choose(epoch, dot, null);
  }

  /** Marks a dot of the timeline and shows what can be read there. */
  mark(dot: Dot): void {
    this.#choose(dot.epoch, dot.key, dot.entry !== null && isRecovered(dot.entry) ? dot.entry : null);
  }

  /** Goes back from a recovered body to the stored one: of the same epoch, or where it has none, the one to show first. */
  backToStored(): void {
    if (this.view === null) return;
    const epoch = this.entry?.snapshot ? this.epoch : firstEpoch(this.view);
    this.select(epoch);
  }

  /** Shows a body that was asked for from elsewhere, as soon as the task is read. */
  goTo(goal: Goal): void {
    this.#goal = goal;
    if (this.view !== null) this.#reachGoal(this.view);
  }

  #reachGoal(view: TaskView): void {
    const goal = this.#goal;
    this.#goal = null;
    if (goal !== null) this.#choose(goal.epoch, null, goalEntry(view, goal));
  }

  #choose(epoch: number, dot: string | null, found: RevisionEntry | null): void {
    this.dot = dot;
    this.lost = false;
    if (epoch === this.epoch && sameRevision(found, this.found)) return;
    this.epoch = epoch;
    this.found = found;
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
    if (this.found !== null) this.#findAgain(view, this.found);
    if (first || (!still && this.found === null)) {
      this.epoch = firstEpoch(view);
      this.dot = null;
    }
    void this.#readSnapshot();
    this.#reachGoal(view);
  }

  /** Keeps the recovered body that is shown while the files hold it; by now it may be the stored one. */
  #findAgain(view: TaskView, shown: RevisionEntry): void {
    const again = view.revisions.find((entry) => sameRevision(entry, shown) && entry.complete) ?? null;
    const recovered = again !== null && isRecovered(again);
    this.lost = again === null;
    this.found = recovered ? again : null;
    if (!recovered) this.dot = null;
  }

  async #readSnapshot(): Promise<void> {
    const { epoch, found, request, shown } = this;
    if (found === null && (this.entry === null || this.entry.snapshot === null)) {
      this.body = null;
      this.snapshotError = null;
      this.reading = false;
      return;
    }
    const current = () => epoch === this.epoch && found === this.found && shown === this.shown;
    this.reading = true;
    try {
      const view = await call("read_snapshot", request);
      if (!current()) return;
      this.body = { view, request, found };
      this.snapshotError = null;
    } catch (thrown) {
      if (!current()) return;
      this.body = null;
      this.snapshotError = errorBody(thrown);
    }
    this.reading = false;
  }
}

function sameRevision(a: RevisionEntry | null, b: RevisionEntry | null): boolean {
  if (a === null || b === null) return a === b;
  return a.epoch === b.epoch && a.revision === b.revision && a.digest === b.digest;
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
