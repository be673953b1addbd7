// Taking findings out of stored bodies, step by step: plan, typed confirmation, progress, receipt.
import { toasts } from "../app/toasts.svelte";
import { Exports } from "../delete/exports.svelte";
import { Latest } from "../delete/latest.svelte";
import { stopWriting } from "../delete/stop";
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, PurgeProgress, RedactDone, RedactPick, RedactPlan } from "../lib/wire";

export interface RedactTarget {
  source: string;
  pick: RedactPick;
  /** Number of findings that were picked. */
  count: number;
  /** Title of the only finding; empty for many. */
  title: string;
}

export type Stage = "closed" | "plan" | "redacting" | "done";

class RedactFlow {
  stage = $state<Stage>("closed");
  target = $state.raw<RedactTarget | null>(null);
  /** Whether bodies of ended epochs are changed in their place. */
  inPlace = $state(false);
  plan = $state.raw<RedactPlan | null>(null);
  readonly #latest = new Latest();
  error = $state.raw<ErrorBody | null>(null);
  typed = $state("");
  finish = $state(false);
  /** Copies of what goes with the erasing. */
  readonly exports = new Exports();
  progress = $state.raw<PurgeProgress | null>(null);
  stopping = $state(false);
  done = $state.raw<RedactDone | null>(null);

  ready = $derived(
    this.stage === "plan" &&
      !this.asking &&
      this.error === null &&
      this.plan !== null &&
      this.plan.confirmation !== "" &&
      this.typed === this.plan.confirmation,
  );

  /** Whether a plan is on its way. */
  get asking(): boolean {
    return this.#latest.asking;
  }

  get open(): boolean {
    return this.stage !== "closed";
  }

  async begin(target: RedactTarget): Promise<void> {
    // An older note would lie over the dialog.
    toasts.clear();
    if (this.stage === "redacting") return;
    this.target = target;
    this.inPlace = false;
    this.plan = null;
    this.finish = false;
    this.exports.forget();
    this.progress = null;
    this.stopping = false;
    this.done = null;
    this.stage = "plan";
    await this.ask();
  }

  /** Asks for the plan again, with or without the bodies of ended epochs. */
  async chooseInPlace(inPlace: boolean): Promise<void> {
    if (this.stage !== "plan" || inPlace === this.inPlace) return;
    this.inPlace = inPlace;
    await this.ask();
  }

  /** Asks what would be changed. */
  async ask(): Promise<void> {
    this.typed = "";
    this.error = null;
    await this.#latest.ask(() => this.#askOnce());
  }

  async #askOnce(): Promise<void> {
    const { target, inPlace } = this;
    if (target === null) return;
    try {
      const plan = await call("plan_redact", { source: target.source, pick: target.pick, inPlace });
      if (!this.#latest.isOutdated) this.plan = plan;
    } catch (thrown) {
      if (this.#latest.isOutdated) return;
      this.plan = null;
      this.error = errorBody(thrown);
    }
  }

  /** Carries the plan out; a refusal keeps the dialog open and the plan on the screen. */
  async confirm(): Promise<void> {
    const { plan, target, typed, finish } = this;
    if (!this.ready || plan === null || target === null) return;
    this.stage = "redacting";
    this.progress = null;
    this.stopping = false;
    try {
      const request = { source: target.source, plan: plan.id, confirmation: typed, finish };
      this.done = await call("redact", request);
      this.stage = "done";
    } catch (thrown) {
      this.error = errorBody(thrown);
      this.stage = "plan";
    }
  }

  /** Stops the redaction that is going on; what is replaced by then stays replaced. */
  async stop(): Promise<void> {
    if (this.stage === "redacting") await stopWriting(this);
  }

  /** Closes the dialog; not while something is being written. */
  close(): void {
    if (this.stage === "redacting") return;
    this.stage = "closed";
    this.typed = "";
  }
}

export const redactFlow = new RedactFlow();
