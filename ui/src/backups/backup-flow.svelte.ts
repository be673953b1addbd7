// Deleting a backup file as a whole: what is in it, typed confirmation, what became of its bytes.
import { call, errorBody } from "../lib/ipc";
import type { BackupDeleted, BackupPlan, ErrorBody } from "../lib/wire";

export type Stage = "closed" | "plan" | "deleting" | "done";

/** A file in the folder of backups of a store. */
export interface BackupName {
  /** Id of the store. */
  source: string;
  /** The file, relative to the folder of the store. */
  file: string;
}

class BackupFlow {
  stage = $state<Stage>("closed");
  backup = $state.raw<BackupName | null>(null);
  plan = $state.raw<BackupPlan | null>(null);
  asking = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  typed = $state("");
  done = $state.raw<BackupDeleted | null>(null);

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

  async begin(backup: BackupName): Promise<void> {
    if (this.stage === "deleting") return;
    this.backup = backup;
    this.plan = null;
    this.done = null;
    this.stage = "plan";
    await this.ask();
  }

  async ask(): Promise<void> {
    const { backup } = this;
    if (backup === null) return;
    this.typed = "";
    this.error = null;
    this.asking = true;
    try {
      const plan = await call("plan_delete_backup", { ...backup, confirmation: "" });
      if (backup === this.backup) this.plan = plan;
    } catch (thrown) {
      if (backup !== this.backup) return;
      this.plan = null;
      this.error = errorBody(thrown);
    } finally {
      if (backup === this.backup) this.asking = false;
    }
  }

  async confirm(): Promise<void> {
    const { backup, typed } = this;
    if (!this.ready || backup === null) return;
    this.stage = "deleting";
    try {
      this.done = await call("delete_backup", { ...backup, confirmation: typed });
      this.stage = "done";
    } catch (thrown) {
      this.error = errorBody(thrown);
      this.stage = "plan";
    }
  }

  /** Closes the dialog; not while something is written. */
  close(): void {
    if (this.stage === "deleting") return;
    this.stage = "closed";
    this.typed = "";
  }
}

export const backupFlow = new BackupFlow();
