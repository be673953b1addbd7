// Copies that are made before a delete: of the body, and of the revisions that go with it.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import type { Exported, PurgePlanName, SnapshotRequest } from "../lib/wire";

export class Exports {
  body = $state.raw<Exported | null>(null);
  running = $state(false);
  #lost = $state.raw<{ plan: string; file: Exported } | null>(null);

  /** Returns the file with the revisions that a plan takes away; those of another plan are others. */
  lostOf(plan: string): Exported | null {
    return this.#lost?.plan === plan ? this.#lost.file : null;
  }

  forget(): void {
    this.body = null;
    this.#lost = null;
  }

  async keepBody(request: SnapshotRequest): Promise<void> {
    const file = await this.#run(() => call("export_body", request));
    if (file !== null) this.body = file;
  }

  async keepLost(request: PurgePlanName): Promise<void> {
    const file = await this.#run(() => call("export_lost", request));
    if (file !== null) this.#lost = { plan: request.plan, file };
  }

  /** Returns `null` when the user chose no file, or when it failed: the plan still holds, only the copy was not made. */
  async #run(write: () => Promise<Exported | null>): Promise<Exported | null> {
    if (this.running) return null;
    this.running = true;
    try {
      return await write();
    } catch (thrown) {
      toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
      return null;
    } finally {
      this.running = false;
    }
  }
}
