// Made-up deletes: a plan that can be carried out once, told step by step, and stopped.
import type { Commands, PurgePhase, PurgeProgress, PurgeScope, PurgeSummary } from "../lib/wire";
import { aimsOf, type Aim, planOf } from "./plans";
import { deleteProof, type Outcome } from "./proofs";
import { hex } from "./random";
import { refuse } from "./refuse";
import type { MockTask } from "./tasks";

/** What tests change about deletes. */
export interface DeleteControls {
  /** How the erasing ends. */
  outcome: Outcome;
  /** A phase that does not end before this is taken back or the user stops. */
  hold: PurgePhase | null;
  /** Codes of the refusals that the first bodies get. */
  refusals: string[];
}

export class MockDeletes {
  readonly controls: DeleteControls = { outcome: "remains", hold: null, refusals: [] };
  #plan: { id: string; aims: Aim[]; scope: PurgeScope; confirmation: string } | null = null;
  #plans = 0;
  #stopped = false;

  constructor(readonly tell: (progress: PurgeProgress) => Promise<unknown>) {}

  planOne(task: MockTask, epoch: number, scope: PurgeScope, all: readonly MockTask[]) {
    const aims = aimsOf(task, epoch, scope);
    if (aims.length === 0) throw refuse("changed-since-read");
    return this.#remember(aims, scope, all.filter((other) => other !== task).slice(2, 7));
  }

  planMany(tasks: readonly MockTask[], scope: PurgeScope, all: readonly MockTask[]) {
    const aims = tasks.flatMap((task) => aimsOf(task, task.currentEpoch, scope));
    if (aims.length === 0) throw refuse("no-body");
    return this.#remember(aims, scope, all.filter((other) => !tasks.includes(other)).slice(0, 3));
  }

  /** Carries the newest plan out. */
  async purge({ plan: id, confirmation }: Commands["purge"]["request"]): Promise<PurgeSummary> {
    const plan = this.#plan;
    if (plan === null || plan.id !== id) throw refuse("changed-since-read");
    if (plan.confirmation !== confirmation) throw refuse("not-confirmed");
    this.#stopped = false;
    const summary = await this.#delete(plan.aims);
    if (summary.deletedCount === 0) throw summary.refused[0]?.error ?? refuse("stopped");
    for (const done of [0, 400, 812]) await this.#step({ phase: "erase", done, total: 812 });
    await this.#step({ phase: "search", done: 0, total: 0 });
    return { ...summary, proof: deleteProof(this.#stopped ? "held" : this.controls.outcome) };
  }

  stop(): boolean {
    this.#stopped = true;
    return true;
  }

  /** Whether a plan of this name can be carried out. */
  has(id: string): boolean {
    return this.#plan?.id === id;
  }

  async #delete(aims: readonly Aim[]): Promise<PurgeSummary> {
    const summary: PurgeSummary = {
      ok: true,
      deleted: [],
      deletedCount: 0,
      refused: [],
      refusedCount: 0,
      stopped: 0,
      proof: deleteProof("clean"),
    };
    for (const [at, aim] of aims.entries()) {
      await this.#step({ phase: "delete", done: at, total: aims.length });
      if (this.#stopped && at > 0) {
        summary.stopped = aims.length - at;
        break;
      }
      const code = this.controls.refusals[at] ?? (moved(aim) ? "changed-since-read" : null);
      const taskCorrelation = aim.task.correlation;
      if (code !== null) {
        summary.refused.push({ taskCorrelation, epoch: aim.entry.epoch, error: refuse(code) });
        summary.refusedCount += 1;
        if (code === "busy") {
          summary.stopped = aims.length - at - 1;
          break;
        }
        continue;
      }
      summary.deleted.push({ taskCorrelation, result: take(aim) });
      summary.deletedCount += 1;
    }
    summary.deleted = summary.deleted.slice(0, 500);
    return summary;
  }

  async #step(progress: PurgeProgress): Promise<void> {
    await this.tell(progress);
    while (this.controls.hold === progress.phase && !this.#stopped) {
      await new Promise((later) => setTimeout(later, 20));
    }
  }

  #remember(aims: Aim[], scope: PurgeScope, others: readonly MockTask[]) {
    this.#plans += 1;
    const plan = planOf(`plan-${this.#plans}`, aims, scope, others);
    this.#plan = { id: plan.id, aims, scope, confirmation: plan.confirmation };
    return plan;
  }
}

function moved({ entry, revision }: Aim): boolean {
  return entry.body?.revision !== revision;
}

/** Takes the body away and leaves a tombstone, as AGS does. */
function take({ task, entry, revision }: Aim) {
  const purgedAt = new Date().toISOString();
  const tombstoneDigest = `sha256:${hex(revision + entry.epoch)}`;
  entry.tombstone = { revision, payloadDigest: tombstoneDigest, purgedAt };
  entry.body = null;
  if (entry.epoch === task.currentEpoch) task.standing = "deleted";
  return {
    schemaVersion: "1.0.0",
    purged: true,
    epoch: entry.epoch,
    revision,
    tombstoneDigest,
    purgedAt,
  };
}
