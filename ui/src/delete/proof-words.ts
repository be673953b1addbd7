// Places and states of a proof, in words.
import type { PlaceState, PlanItem, ProofPlace, ProofPlaceKind } from "../lib/wire";
import { language } from "../app/language.svelte";
import { num } from "../lib/phrases";
import * as m from "../paraglide/messages";

const PLACES: Record<ProofPlaceKind, () => string> = {
  row: m.place_row,
  "page-slack": m.place_page_slack,
  "free-page": m.place_free_page,
  log: m.place_log,
  "shared-memory": m.place_shared_memory,
  journal: m.place_journal,
  receipt: m.place_receipt,
  delta: m.place_delta,
  backup: m.place_backup,
  workflow: m.place_workflow,
  history: m.place_history,
  "schema-object": m.place_schema_object,
};

const STATES: Record<PlaceState, () => string> = {
  gone: m.state_gone,
  remains: m.state_remains,
  unknown: m.state_unknown,
};

export function placeName(place: ProofPlaceKind): string {
  return PLACES[place]?.() ?? place;
}

export function stateName(state: PlaceState): string {
  return STATES[state]?.() ?? state;
}

const EFFECTS: Record<PlanItem["effect"], () => string> = {
  delete: m.effect_delete,
  scrub: m.effect_scrub,
  write: m.effect_write,
  keep: m.effect_keep,
  "not-touched": m.effect_not_touched,
};

export function effectName(effect: PlanItem["effect"]): string {
  return EFFECTS[effect]?.() ?? effect;
}

/** Returns what a line of the plan is about. */
export function planWords({ kind, effect, count }: PlanItem): string {
  const counted = { count, n: num(count) };
  if (effect === "not-touched") return copyWords(kind, count);
  switch (kind) {
    case "body":
      return m.plan_body(counted);
    case "tombstone":
      return m.plan_tombstone(counted);
    case "request":
      if (effect === "scrub" || effect === "delete") return m.plan_request_scrub(counted);
      return effect === "write" ? m.plan_request_write(counted) : m.plan_request_keep(counted);
    case "delta":
      return m.plan_delta(counted);
    case "workflow":
      return m.plan_workflow();
    default:
      return m.plan_other({ kind, n: num(count) });
  }
}

/** A copy that stays: named by its place, with what was found in it. */
function copyWords(kind: string, count: number): string {
  const place = isPlace(kind) ? placeName(kind) : kind;
  return count > 0 ? m.plan_also_holds({ place }) : m.plan_not_searched({ place });
}

function isPlace(kind: string): kind is ProofPlaceKind {
  return Object.hasOwn(PLACES, kind);
}

const WHY: Record<ProofPlaceKind, [why: () => string, then: () => string]> = {
  row: [m.why_row, m.then_row],
  "page-slack": [m.why_page_slack, m.then_pages],
  "free-page": [m.why_free_page, m.then_pages],
  log: [m.why_log, m.then_log],
  "shared-memory": [m.why_shared_memory, m.then_log],
  journal: [m.why_journal, m.then_log],
  receipt: [m.why_receipt, m.then_epoch],
  delta: [m.why_delta, m.then_epoch],
  backup: [m.why_backup, m.then_backup],
  workflow: [m.why_workflow, m.then_workflow],
  history: [m.why_history, m.then_history],
  "schema-object": [m.why_schema_object, m.then_schema_object],
};

/**
 * Returns why text remains in a place and what to do; `null` for each where nothing is needed. The core says both in
 * English; other languages have their own sentences for the same places.
 */
export function whyAndThen(place: ProofPlace): [string | null, string | null] {
  if (place.state === "gone") return [null, null];
  if (language.current === "en") return [place.reason, place.next];
  if (place.state === "unknown") return [m.why_unknown(), m.then_unknown()];
  const [why, then] = WHY[place.place] ?? [() => place.reason, () => place.next];
  return [why(), then()];
}
