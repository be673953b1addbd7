// Deleting one stored body, step by step: plan, typed confirmation, receipt.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, Exported, PurgeDone, PurgePlan, SnapshotRequest } from "../lib/wire";

/** Refusals that say the store moved. */
const MOVED = new Set(["changed-since-read", "stale-revision"]);

export type Stage = "closed" | "reading" | "plan" | "deleting" | "done";

/** What is different now from what the user saw. */
export type Moved = "revision" | "digest" | "gone" | "nothing";

class DeleteFlow {
  stage = $state<Stage>("closed");
  request = $state.raw<SnapshotRequest | null>(null);
  /** Title of the task, for the dialog only. */
  title = $state("");
  plan = $state.raw<PurgePlan | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  typed = $state("");
  exported = $state.raw<Exported | null>(null);
  exporting = $state(false);
  done = $state.raw<PurgeDone | null>(null);
  /** After a refusal: how the new plan differs from the one before. */
  moved = $state<{ what: Moved; before: number; after: number | null } | null>(null);

  ready = $derived(
    this.stage === "plan" &&
      this.plan !== null &&
      this.error === null &&
      this.typed === this.plan.confirmation,
  );

  get open(): boolean {
    return this.stage !== "closed";
  }

  async begin(request: SnapshotRequest, title: string): Promise<void> {
    this.request = request;
    this.title = title;
    this.plan = null;
    this.error = null;
    this.typed = "";
    this.exported = null;
    this.done = null;
    this.moved = null;
    await this.#readPlan();
  }

  /** Reads the plan again after a refusal and says what moved. */
  async readAgain(): Promise<void> {
    const before = this.plan;
    this.typed = "";
    this.error = null;
    await this.#readPlan();
    const after = this.plan as PurgePlan | null;
    if (before !== null) this.moved = difference(before, after);
  }

  async exportFirst(): Promise<void> {
    if (this.request === null || this.exporting) return;
    this.exporting = true;
    try {
      const exported = await call("export_body", this.request);
      if (exported !== null) this.exported = exported;
    } catch (thrown) {
      // The plan still holds; only the copy was not made.
      toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
    } finally {
      this.exporting = false;
    }
  }

  /** Deletes the body that the plan names; a refusal keeps the dialog open and the plan on the screen. */
  async confirm(): Promise<void> {
    const { plan, request, typed } = this;
    if (!this.ready || plan === null || request === null) return;
    this.stage = "deleting";
    this.moved = null;
    try {
      const { revision, digest } = plan;
      this.done = await call("purge", { ...request, revision, digest, confirmation: typed });
      this.stage = "done";
    } catch (thrown) {
      this.error = errorBody(thrown);
      this.stage = "plan";
      if (MOVED.has(this.error.code)) await this.#sayWhatMoved(plan, request);
    }
  }

  /** Looks at the store once more to say what is different; the plan on the screen stays what the user saw. */
  async #sayWhatMoved(before: PurgePlan, request: SnapshotRequest): Promise<void> {
    let after: PurgePlan | null = null;
    try {
      after = await call("plan_purge", request);
    } catch {
      // No plan can be made any more: the body is gone.
    }
    if (request === this.request && this.error !== null) this.moved = difference(before, after);
  }

  /** Closes the dialog; not while a delete is being written. */
  close(): void {
    if (this.stage === "deleting") return;
    this.stage = "closed";
    this.typed = "";
  }

  async #readPlan(): Promise<void> {
    const { request } = this;
    if (request === null) return;
    this.stage = "reading";
    try {
      const plan = await call("plan_purge", request);
      if (request === this.request) this.plan = plan;
    } catch (thrown) {
      this.plan = null;
      this.error = errorBody(thrown);
    }
    // Closed while reading stays closed.
    if (this.open && request === this.request) this.stage = "plan";
  }
}

/** Returns how a plan differs from the one that the user saw. */
export function difference(before: PurgePlan, after: PurgePlan | null): NonNullable<DeleteFlow["moved"]> {
  if (after === null) return { what: "gone", before: before.revision, after: null };
  if (after.revision !== before.revision) {
    return { what: "revision", before: before.revision, after: after.revision };
  }
  const what = after.digest === before.digest ? "nothing" : "digest";
  return { what, before: before.revision, after: after.revision };
}

export const deleteFlow = new DeleteFlow();
