// Deleting stored bodies, step by step: scope and plan, typed confirmation, progress, receipt.
import { toasts } from "../app/toasts.svelte";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, PurgePlan, PurgeProgress, PurgeScope, PurgeSummary } from "../lib/wire";
import { Exports } from "./exports.svelte";
import { difference, type Moved } from "./moved";
import { Latest } from "./latest.svelte";
import { stopWriting } from "./stop";
import { askPlan, scopesOf, type Target } from "./target";

/** Refusals that say the store moved. */
const MOVED = new Set(["changed-since-read", "stale-revision"]);

/** Refusals of a plan that say there is no such body; others say nothing about it. */
const GONE = new Set(["changed-since-read", "no-body", "not-found"]);

export type Stage = "closed" | "plan" | "deleting" | "done";

class DeleteFlow {
  stage = $state<Stage>("closed");
  target = $state.raw<Target | null>(null);
  scope = $state<PurgeScope>("body");
  /** The plan on the screen; while another one is on its way, the one before it. */
  plan = $state.raw<PurgePlan | null>(null);
  readonly #latest = new Latest();
  error = $state.raw<ErrorBody | null>(null);
  typed = $state("");
  /** Whether what others hold up is finished later without asking again. */
  finish = $state(false);
  /** Copies made before the delete. */
  readonly exports = new Exports();
  progress = $state.raw<PurgeProgress | null>(null);
  /** Whether the user asked to stop. */
  stopping = $state(false);
  summary = $state.raw<PurgeSummary | null>(null);
  /** After a refusal: how the new plan differs from the one before. */
  moved = $state.raw<Moved | null>(null);

  ready = $derived(
    this.stage === "plan" &&
      !this.asking &&
      this.plan !== null &&
      this.error === null &&
      this.typed === this.plan.confirmation,
  );

  /** Whether a plan is on its way. */
  get asking(): boolean {
    return this.#latest.asking;
  }

  get open(): boolean {
    return this.stage !== "closed";
  }

  async begin(target: Target): Promise<void> {
    // An older note would lie over the dialog.
    toasts.clear();
    if (this.stage === "deleting") return;
    this.target = target;
    this.scope = scopesOf(target)[0] ?? "body";
    this.plan = null;
    this.finish = false;
    this.exports.forget();
    this.progress = null;
    this.stopping = false;
    this.summary = null;
    this.stage = "plan";
    await this.#ask();
  }

  /** Asks for the plan of another scope. */
  async choose(scope: PurgeScope): Promise<void> {
    if (this.stage !== "plan" || scope === this.scope) return;
    this.scope = scope;
    await this.#ask();
  }

  /** Asks for the plan again after a refusal and says what moved. */
  async readAgain(): Promise<void> {
    const before = this.plan;
    await this.#ask();
    if (before !== null) this.#compare(before, this.plan, this.error);
  }

  /** Carries the plan out; a refusal keeps the dialog open and the plan on the screen. */
  async confirm(): Promise<void> {
    const { plan, target, typed, finish } = this;
    if (!this.ready || plan === null || target === null) return;
    this.stage = "deleting";
    this.progress = null;
    this.stopping = false;
    this.moved = null;
    try {
      const request = { source: target.source, plan: plan.id, confirmation: typed, finish };
      this.summary = await call("purge", request);
      this.stage = "done";
    } catch (thrown) {
      this.error = errorBody(thrown);
      this.stage = "plan";
      if (MOVED.has(this.error.code)) await this.#sayWhatMoved(plan, target);
    }
  }

  /** Stops the delete that is going on; what is deleted by then stays deleted. */
  async stop(): Promise<void> {
    if (this.stage === "deleting") await stopWriting(this);
  }

  /** Closes the dialog; not while a delete is being written. */
  close(): void {
    if (this.stage === "deleting") return;
    this.stage = "closed";
    this.typed = "";
  }

  /** Asks for the plan of what is chosen now. */
  async #ask(): Promise<void> {
    this.typed = "";
    this.error = null;
    this.moved = null;
    await this.#latest.ask(() => this.#askOnce());
  }

  async #askOnce(): Promise<void> {
    const { target, scope } = this;
    if (target === null) return;
    try {
      const plan = await askPlan(target, scope);
      if (!this.#latest.isOutdated) this.plan = plan;
    } catch (thrown) {
      if (this.#latest.isOutdated) return;
      this.plan = null;
      this.error = errorBody(thrown);
    }
  }

  /** Looks at the store once more to say what is different; the plan on the screen stays what the user saw. */
  async #sayWhatMoved(before: PurgePlan, target: Target): Promise<void> {
    let after: PurgePlan | null = null;
    let error: ErrorBody | null = null;
    await this.#latest.ask(async () => {
      // Something else was chosen meanwhile: that is asked for instead.
      if (target !== this.target || before.scope !== this.scope) return this.#askOnce();
      try {
        after = await askPlan(target, before.scope);
      } catch (thrown) {
        error = errorBody(thrown);
      }
    });
    if (before.scope === this.scope && target === this.target && this.error !== null)
      this.#compare(before, after, error);
  }

  /** Says what moved, as far as the new plan or its refusal tells. */
  #compare(before: PurgePlan, after: PurgePlan | null, error: ErrorBody | null): void {
    const told = after !== null || (error !== null && GONE.has(error.code));
    this.moved = told ? difference(before, after) : null;
  }
}

export const deleteFlow = new DeleteFlow();
