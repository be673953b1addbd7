// What became of a row, in words and as a sign.
import { fieldName } from "../lib/codes";
import { num } from "../lib/phrases";
import type { CompareRow, DiffOp } from "../lib/wire";
import * as m from "../paraglide/messages";

const OPS: Record<DiffOp, () => string> = {
  kept: m.op_kept,
  moved: m.op_moved,
  changed: m.op_changed,
  added: m.op_added,
  removed: m.op_removed,
};

export function opName(op: DiffOp): string {
  return OPS[op]?.() ?? op;
}

/** Returns where a row came from or went to; `null` when it stayed. */
export function moveWords(row: CompareRow): string | null {
  if (row.movedFrom !== null) return m.compare_moved_from({ field: fieldName(row.movedFrom) });
  if (row.movedTo !== null) return m.compare_moved_to({ field: fieldName(row.movedTo) });
  if (row.op !== "moved" || row.fromIndex === null || row.toIndex === null) return null;
  return m.compare_moved_place({ from: num(row.fromIndex + 1), to: num(row.toIndex + 1) });
}

/** How a side of a row is drawn. */
export type SideTone = "plain" | "del" | "add" | "move" | "void";

export function sideTone(row: CompareRow, side: "from" | "to"): SideTone {
  if ((side === "from" ? row.from : row.to) === null) return "void";
  if (row.op === "kept") return "plain";
  if (row.op === "moved" || row.movedFrom !== null || row.movedTo !== null) return "move";
  return side === "from" ? "del" : "add";
}
