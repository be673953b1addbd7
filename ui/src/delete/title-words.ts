// Title and lead of the delete dialog.
import { bytes, num } from "../lib/phrases";
import type { PurgePlan, PurgeScope } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { Target } from "./target";

export function deleteTitle(target: Target, scope: PurgeScope): string {
  if (target.kind === "many") return m.delete_title_many({ count: target.count, n: num(target.count) });
  return scope === "task" ? m.delete_title_task() : m.delete_title({ epoch: num(target.epoch) });
}

/** Returns what goes, and that it goes for good. */
export function deleteLead(target: Target, plan: PurgePlan): string {
  const bodies = m.n_bodies({ count: plan.bodyCount, n: num(plan.bodyCount) });
  if (target.kind === "one") {
    const one = plan.bodyCount === 1 && plan.epoch === target.epoch;
    return one ? m.delete_lead({ revision: num(plan.revision) }) : m.delete_lead_bodies({ bodies });
  }
  const tasks = m.n_tasks({ count: plan.taskCount, n: num(plan.taskCount) });
  if (plan.bodies.length < plan.bodyCount) return m.delete_lead_listed({ bodies, tasks });
  const size = bytes(plan.bodies.reduce((sum, body) => sum + body.bytes, 0));
  return m.delete_lead_many({ bodies, tasks, size });
}

/** Returns what it means for auto-restore; empty when it means nothing. */
export function deleteOffered(target: Target, plan: PurgePlan): string {
  if (!plan.offered) return "";
  return target.kind === "one" ? m.delete_lead_offered() : m.delete_lead_offered_many();
}

/** Returns what the button does: verb and object. */
export function deleteButton(target: Target, scope: PurgeScope, plan: PurgePlan | null): string {
  if (target.kind === "one" && scope !== "task") return m.delete_button({ epoch: num(target.epoch) });
  const count = plan?.bodyCount ?? 0;
  return m.delete_button_many({ count, n: plan === null ? "…" : num(count) });
}
