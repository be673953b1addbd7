// How much a delete takes with it, in words.
import { num } from "../lib/phrases";
import type { PurgeScope } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { Target } from "./target";

/** Returns a scope in a few words. */
export function scopeName(target: Target, scope: PurgeScope): string {
  if (target.kind === "many") return scope === "task" ? m.scope_tasks() : m.scope_current();
  return { body: m.scope_body, epoch: m.scope_epoch, task: m.scope_task }[scope]();
}

/** Returns what a scope takes, and what it leaves. */
export function scopeText(target: Target, scope: PurgeScope): string {
  if (target.kind === "many") return scope === "task" ? m.scope_tasks_text() : m.scope_current_text();
  const epoch = num(target.epoch);
  return { body: m.scope_body_text, epoch: m.scope_epoch_text, task: m.scope_task_text }[scope]({ epoch });
}
