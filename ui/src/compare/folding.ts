// Rows of a comparison as lines to show: headings of fields, folded runs of unchanged rows, and the rest.
import type { CompareRow } from "../lib/wire";

/** Unchanged rows in a row that are shown without folding. */
const SHOWN = 2;

export type Line =
  | { kind: "field"; key: string; path: string }
  | { kind: "fold"; key: string; rows: number; open: boolean }
  | { kind: "row"; key: string; index: number; row: CompareRow };

/**
 * Returns the lines for the rows read so far. `open` holds the keys of folds that the user opened. The last run is
 * folded too although more of it may follow: its key stays the same when it grows.
 */
export function lines(rows: readonly CompareRow[], open: ReadonlySet<string>): Line[] {
  const out: Line[] = [];
  let at = 0;
  while (at < rows.length) {
    const row = rows[at];
    if (row === undefined) break;
    if (at === 0 || rows[at - 1]?.path !== row.path)
      out.push({ kind: "field", key: `f${at}`, path: row.path });
    const run = row.op === "kept" ? keptRun(rows, at) : 1;
    if (run > SHOWN) {
      const key = `k${at}`;
      const isOpen = open.has(key);
      out.push({ kind: "fold", key, rows: run, open: isOpen });
      if (isOpen) pushRows(out, rows, at, run);
    } else {
      pushRows(out, rows, at, run);
    }
    at += run;
  }
  return out;
}

function keptRun(rows: readonly CompareRow[], from: number): number {
  const path = rows[from]?.path;
  let end = from;
  while (rows[end]?.op === "kept" && rows[end]?.path === path) end += 1;
  return end - from;
}

function pushRows(out: Line[], rows: readonly CompareRow[], from: number, run: number): void {
  for (let index = from; index < from + run; index += 1) {
    const row = rows[index];
    if (row !== undefined) out.push({ kind: "row", key: `r${index}`, index, row });
  }
}

/** Returns the index of the next row that is not kept, or -1. `step` is 1 or -1; `from` is not looked at itself. */
export function nextChange(rows: readonly CompareRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    if (rows[at]?.op !== "kept") return at;
  }
  return -1;
}

/** Returns which change a row is, from 1; 0 when there is none up to it. */
export function changeNumber(rows: readonly CompareRow[], index: number): number {
  let number = 0;
  for (let at = 0; at <= index; at += 1) if (rows[at] && rows[at]?.op !== "kept") number += 1;
  return number;
}
