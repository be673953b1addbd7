// What a cell of the strip says, in a word and in a sentence.
import { fieldName, revisionSource } from "../lib/codes";
import { num } from "../lib/phrases";
import type { StripRevision } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { Cell, CellState, Move } from "./rows";

const WORDS: Record<CellState, () => string> = {
  came: m.cell_came,
  kept: m.cell_kept,
  changed: m.cell_changed,
  moved: m.cell_moved,
  before: m.cell_before,
  dropped: m.cell_dropped,
  went: m.cell_went,
  away: m.cell_away,
  after: m.cell_after,
};

/** Whether a cell has nothing to show but a dash. */
export function quiet(state: CellState): boolean {
  return state === "before" || state === "after";
}

export function cellWord(state: CellState): string {
  return WORDS[state]();
}

/** Returns the word with the other list, where there is one. */
export function cellSentence({ state, list }: Cell): string {
  if (list === null) return cellWord(state);
  const field = fieldName(list);
  return state === "went" ? m.cell_went_to({ field }) : m.cell_came_from({ field });
}

export function moveSentence({ kind, list, column }: Move, revisions: readonly StripRevision[]): string {
  const field = fieldName(list);
  const revision = columnNumber(revisions[column]);
  return kind === "went" ? m.strip_went({ field, revision }) : m.strip_came({ field, revision });
}

export function columnNumber(revision: StripRevision | undefined): string {
  return num(revision?.revision ?? null);
}

export function columnName(revision: StripRevision | undefined): string {
  if (revision === undefined) return "";
  return m.strip_column({ revision: columnNumber(revision), source: revisionSource(revision.source) });
}
