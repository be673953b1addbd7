// The steps of a delete, in order and in words.
import { num } from "../lib/phrases";
import type { PurgePhase, PurgeProgress } from "../lib/wire";
import * as m from "../paraglide/messages";

export const PHASES: readonly PurgePhase[] = ["delete", "erase", "search"];

const NAMES: Record<PurgePhase, () => string> = {
  delete: m.phase_delete,
  erase: m.phase_erase,
  search: m.phase_search,
};

const STOPS: Record<PurgePhase, () => string> = {
  delete: m.stop_delete,
  erase: m.stop_erase,
  search: m.stop_search,
};

export function phaseName(phase: PurgePhase): string {
  return NAMES[phase]?.() ?? phase;
}

/** Returns what stopping means in a phase of a delete of so many bodies. */
export function stopMeans(phase: PurgePhase, bodies: number): string {
  if (phase === "delete" && bodies === 1) return m.stop_one();
  return STOPS[phase]?.() ?? "";
}

/** Returns how a step stands while another is going on. */
export function phaseState(phase: PurgePhase, now: PurgePhase): "done" | "now" | "waits" {
  const [at, current] = [PHASES.indexOf(phase), PHASES.indexOf(now)];
  return at < current ? "done" : at === current ? "now" : "waits";
}

/** Returns how far a step is; empty while that is not known. */
export function phaseCount({ phase, done, total }: PurgeProgress): string {
  if (total === 0) return "";
  const counted = { count: total, done: num(done), total: num(total) };
  if (phase === "delete") return m.progress_bodies(counted);
  return phase === "erase" ? m.progress_pages(counted) : "";
}
