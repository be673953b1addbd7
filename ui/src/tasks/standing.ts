// How a task stands: one icon, one tone, and the words of its second line.
import { num } from "../lib/phrases";
import { problemShort, rootState } from "../lib/codes";
import type { TaskRow, TaskStanding } from "../lib/wire";
import * as m from "../paraglide/messages";

export type Tone = "ok" | "warn" | "bad" | "soft";

const TONES: Record<TaskStanding, Tone> = {
  offered: "ok",
  workflow: "soft",
  suppressed: "soft",
  broken: "bad",
  failing: "bad",
  deleted: "soft",
  empty: "soft",
};

const WORDS: Record<TaskStanding, () => string> = {
  offered: m.standing_offered,
  workflow: m.standing_workflow,
  suppressed: m.standing_suppressed,
  broken: m.standing_broken,
  failing: m.standing_failing,
  deleted: m.standing_deleted,
  empty: m.standing_empty,
};

export function toneOf(standing: TaskStanding): Tone {
  return TONES[standing] ?? "soft";
}

export function wordsOf(standing: TaskStanding): string {
  return WORDS[standing]?.() ?? standing;
}

/** Returns the two halves of a row's second line: how it stands, and what of. */
export function secondLine(row: TaskRow): [string, string] {
  const broken = row.standing === "broken" || row.standing === "failing";
  const first = broken && row.reason !== null ? problemShort(row.reason) : wordsOf(row.standing);
  return [first, secondHalf(row)];
}

function secondHalf(row: TaskRow): string {
  if (row.standing === "workflow" && row.rootState !== null) {
    return m.root_state({ state: rootState(row.rootState) });
  }
  const epoch = num(row.currentEpoch);
  if (row.revision === null) return m.epoch_n({ epoch });
  return m.epoch_revision({ epoch, revision: num(row.revision) });
}
