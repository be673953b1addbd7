// What a redaction does and refuses, in words.
import { effectName, planWords } from "../delete/plan-words";
import { errorNext, errorSentence } from "../lib/codes";
import { num } from "../lib/phrases";
import type { ErrorBody, PlanItem, PurgePhase, RedactHow } from "../lib/wire";
import * as m from "../paraglide/messages";

const RULES: Record<string, [why: () => string, next: () => string]> = {
  "root-bound": [m.refused_root_bound, m.refused_root_bound_next],
  "not-a-snapshot": [m.refused_not_a_snapshot, m.refused_delete_instead],
  "digest-mismatch": [m.refused_digest_mismatch, m.refused_delete_instead],
  "other-body": [m.refused_other_body, m.refused_delete_instead],
  "secret-in-key": [m.refused_secret_in_key, m.refused_delete_instead],
  "fixed-field": [m.refused_fixed_field, m.refused_delete_instead],
  contract: [m.refused_contract, m.refused_delete_instead],
};

/** Returns the rule that forbids a redaction, as the core names it at the end of its sentence; `null` for none. */
export function refusedRule({ code, message }: ErrorBody): string | null {
  if (code !== "refused-by-rules") return null;
  return /\(([a-z-]+)\)\.?$/.exec(message)?.[1] ?? null;
}

/** Returns why a body is not redacted. */
export function refusedWhy(error: ErrorBody): string {
  const rule = refusedRule(error);
  const known = rule !== null && Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
  return known ? known[0]() : errorSentence(error);
}

/** Returns what can be done about such a body instead. */
export function refusedNext(error: ErrorBody): string {
  const rule = refusedRule(error);
  const known = rule !== null && Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
  return known ? known[1]() : (errorNext(error) ?? "");
}

export function howName(how: RedactHow): string {
  return how === "checkpoint" ? m.how_checkpoint() : m.how_in_place();
}

export function howSentence(how: RedactHow): string {
  return how === "checkpoint" ? m.how_checkpoint_means() : m.how_in_place_means();
}

/** Returns what a line of the plan is about; a redaction writes other rows than a delete. */
export function redactWords(item: PlanItem): string {
  const counted = { count: item.count, n: num(item.count) };
  if (item.kind === "body" && item.effect === "scrub") return m.plan_redact_body(counted);
  if (item.kind === "request" && item.effect === "write") return m.plan_redact_request(counted);
  return planWords(item);
}

/** Returns what becomes of a row or place. */
export function redactEffect(item: PlanItem): string {
  return item.kind === "body" && item.effect === "scrub" ? m.effect_replace() : effectName(item);
}

const PHASES: Record<PurgePhase, () => string> = {
  delete: m.phase_replace,
  erase: m.phase_erase,
  search: m.phase_search,
};

export function redactPhase(phase: PurgePhase): string {
  return PHASES[phase]?.() ?? phase;
}

const STOPS: Record<PurgePhase, () => string> = {
  delete: m.stop_replace,
  erase: m.stop_replace_erase,
  search: m.stop_search,
};

/** Returns what stopping means in a phase. */
export function redactStop(phase: PurgePhase): string {
  return STOPS[phase]?.() ?? "";
}
