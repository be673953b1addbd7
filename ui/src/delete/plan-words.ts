// The lines of a plan, in words.
import { num } from "../lib/phrases";
import type { PlanItem } from "../lib/wire";
import * as m from "../paraglide/messages";
import { isPlace, placeName } from "../proof/place-words";

const EFFECTS: Record<PlanItem["effect"], () => string> = {
  delete: m.effect_delete,
  scrub: m.effect_scrub,
  write: m.effect_write,
  keep: m.effect_keep,
  "not-touched": m.effect_not_touched,
  "same-file": m.effect_same_file,
};

/** Kinds of places whose unused bytes are overwritten; the rest of the file stays. */
const ERASED = new Set(["log", "page-slack", "free-page", "journal"]);

/** Returns what becomes of a row or place. */
export function effectName({ effect, kind }: Pick<PlanItem, "effect" | "kind">): string {
  if (effect === "delete" && ERASED.has(kind)) return m.effect_erase();
  return EFFECTS[effect]?.() ?? effect;
}

/** Returns what a line of the plan is about. */
export function planWords({ kind, effect, count }: PlanItem): string {
  const counted = { count, n: num(count) };
  if (effect === "not-touched") return copyWords(kind, count);
  if (effect === "same-file") return kind === "hard-link" ? m.plan_hard_link(counted) : sameFile(kind, count);
  if (ERASED.has(kind)) return pieces(kind, count);
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
    case "history":
      return m.plan_history(counted);
    case "workflow":
      return m.plan_workflow();
    default:
      return m.plan_other({ kind, n: num(count) });
  }
}

function sameFile(kind: string, count: number): string {
  return kind === "symbolic-link" ? m.plan_symbolic_link() : m.plan_other({ kind, n: num(count) });
}

/** A copy that stays: named by its place, with what was found in it. */
function copyWords(kind: string, count: number): string {
  if (kind === "schema-object") return m.plan_foreign({ count, n: num(count) });
  return count > 0 ? pieces(kind, count) : m.plan_not_searched({ place: nameOf(kind) });
}

function pieces(kind: string, count: number): string {
  return m.plan_pieces({ place: nameOf(kind), found: m.found_pieces({ count, n: num(count) }) });
}

function nameOf(kind: string): string {
  return isPlace(kind) ? placeName(kind) : kind;
}
