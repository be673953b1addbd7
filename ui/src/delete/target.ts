// What a delete is about, and the plan that the core makes of it.
import { call } from "../lib/ipc";
import type { PurgePlan, PurgeScope, SnapshotRequest, TaskFilter } from "../lib/wire";

/** The stored body of an epoch, whose past or whole task may go with it. */
export interface OneBody {
  kind: "one";
  source: string;
  taskCorrelation: string;
  epoch: number;
  /** Title of the task, for the dialog only. */
  title: string;
}

/** The stored bodies of many tasks. */
export interface ManyTasks {
  kind: "many";
  source: string;
  query: string;
  filter: TaskFilter;
  /** Correlations; empty for everything that filter and search show. */
  tasks: string[];
  /** Number of tasks that were chosen. */
  count: number;
}

export type Target = OneBody | ManyTasks;

/** Returns the scopes that make sense for a target, the narrowest first. */
export function scopesOf(target: Target): readonly PurgeScope[] {
  return target.kind === "one" ? ["body", "epoch", "task"] : ["body", "task"];
}

/** Asks what a delete would do. The core carries out only the plan that it made last. */
export function askPlan(target: Target, scope: PurgeScope): Promise<PurgePlan> {
  if (target.kind === "one") {
    const { source, taskCorrelation, epoch } = target;
    return call("plan_purge", { source, taskCorrelation, epoch, scope });
  }
  const { source, query, filter, tasks } = target;
  return call("plan_purge_many", { source, query, filter, tasks, scope });
}

/** Returns the request that names the stored body of a target; `null` for many. */
export function bodyOf(target: Target): SnapshotRequest | null {
  if (target.kind !== "one") return null;
  const { source, taskCorrelation, epoch } = target;
  return { source, taskCorrelation, epoch };
}
