// Letting a finding pass: asked once, with a reason, and taken back from the list.
import { toasts } from "../app/toasts.svelte";
import { errorNext, errorSentence } from "../lib/codes";
import { call, errorBody, NOTHING } from "../lib/ipc";
import type { AllowedEntry, AllowedList, ErrorBody, ScanFinding } from "../lib/wire";
import * as m from "../paraglide/messages";
import { openedAudit } from "./opened-audit.svelte";

class AllowFlow {
  /** The finding that is about to pass; `null` while the dialog is closed. */
  finding = $state.raw<ScanFinding | null>(null);
  reason = $state("");
  working = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  list = $state.raw<AllowedList | null>(null);
  listError = $state.raw<ErrorBody | null>(null);
  #scan = "";

  begin(scan: string, finding: ScanFinding): void {
    toasts.clear();
    this.#scan = scan;
    this.finding = finding;
    this.reason = "";
    this.error = null;
  }

  close(): void {
    if (!this.working) this.finding = null;
  }

  async confirm(): Promise<void> {
    const { finding, working } = this;
    if (finding === null || working) return;
    this.working = true;
    try {
      const reason = this.reason.trim();
      const request = { scan: this.#scan, finding: finding.id, reason: reason === "" ? null : reason };
      this.list = await call("allow_finding", request);
      const index = this.list.entries.length - 1;
      const entry = this.list.entries[index];
      this.finding = null;
      const back = () => void this.forget(index, entry);
      toasts.show(m.allowed_done(), { action: { label: m.undo(), run: back } });
      openedAudit.again();
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.working = false;
    }
  }

  async read(): Promise<void> {
    try {
      this.list = await call("list_allowed", NOTHING);
      this.listError = null;
    } catch (thrown) {
      this.listError = errorBody(thrown);
    }
  }

  /** Takes an entry of the list back. */
  async forget(index: number, entry: AllowedEntry | undefined): Promise<void> {
    try {
      this.list = await call("forget_allowed", { index, added: entry?.added ?? null });
      toasts.show(m.allowed_forgotten());
      openedAudit.again();
    } catch (thrown) {
      const error = errorBody(thrown);
      toasts.show([errorSentence(error), errorNext(error)].filter(Boolean).join(" "), { tone: "bad" });
      void this.read();
    }
  }
}

export const allowFlow = new AllowFlow();
