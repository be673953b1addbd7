// Erasing what is left over in a store, step by step: what is there, typed confirmation, what is left.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import { bytes } from "../lib/phrases";
import { visible } from "../lib/visible-text";
import type { EraseDone, ErasePlan, ErrorBody, LostRevision } from "../lib/wire";
import * as m from "../paraglide/messages";

export type Stage = "closed" | "plan" | "erasing" | "done";

class EraseFlow {
  stage = $state<Stage>("closed");
  source = $state<string | null>(null);
  plan = $state.raw<ErasePlan | null>(null);
  asking = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  typed = $state("");
  done = $state.raw<EraseDone | null>(null);

  ready = $derived(
    this.stage === "plan" &&
      !this.asking &&
      this.plan !== null &&
      this.error === null &&
      this.typed === this.plan.confirmation,
  );

  get open(): boolean {
    return this.stage !== "closed";
  }

  async begin(source: string): Promise<void> {
    if (this.stage === "erasing") return;
    this.source = source;
    this.plan = null;
    this.done = null;
    this.stage = "plan";
    await this.ask();
  }

  /** Counts what is left over. */
  async ask(): Promise<void> {
    const { source } = this;
    if (source === null) return;
    this.typed = "";
    this.error = null;
    this.asking = true;
    try {
      const plan = await call("plan_erase", { source });
      if (source === this.source) this.plan = plan;
    } catch (thrown) {
      if (source !== this.source) return;
      this.plan = null;
      this.error = errorBody(thrown);
    } finally {
      if (source === this.source) this.asking = false;
    }
  }

  /** Keeps one of the revisions that would be gone. */
  async exportOne({ taskCorrelation, epoch, revision, digest }: LostRevision): Promise<void> {
    const { source } = this;
    if (source === null) return;
    const named = { revision: revision ?? undefined, digest: digest ?? undefined };
    try {
      const file = await call("export_body", { source, taskCorrelation, epoch, ...named });
      if (file === null) return;
      toasts.show(m.export_done({ path: visible(file.path), size: bytes(file.bytes) }));
    } catch (thrown) {
      toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
    }
  }

  async confirm(): Promise<void> {
    const { source, typed } = this;
    if (!this.ready || source === null) return;
    this.stage = "erasing";
    try {
      this.done = await call("erase", { source, confirmation: typed });
      this.stage = "done";
    } catch (thrown) {
      this.error = errorBody(thrown);
      this.stage = "plan";
    }
  }

  /** Closes the dialog; not while something is written. */
  close(): void {
    if (this.stage === "erasing") return;
    this.stage = "closed";
    this.typed = "";
  }
}

export const eraseFlow = new EraseFlow();
