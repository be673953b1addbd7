// The strip as rows to show: items grouped by list, what was dropped first, with what became of each in every revision.
import type { DiffOp, StripCell, StripItem, StripView } from "../lib/wire";

/**
 * What a cell says: the item came, stayed, changed, moved within its list; it is not there yet, it was dropped here, went
 * to another list here, or went away and came back later; or it is gone since an earlier revision.
 */
export type CellState =
  "came" | "kept" | "changed" | "moved" | "before" | "dropped" | "went" | "away" | "after";

export interface Cell {
  state: CellState;
  /** Text as it is in this revision; `null` where it is not there. */
  text: string | null;
  /** Text in the revision before, where it is another one, or where the item goes here. */
  earlier: string | null;
  /** Path of the other list, where the item came from or went to one. */
  list: string | null;
}

export interface Row {
  key: string;
  item: StripItem;
  cells: Cell[];
}

export interface Group {
  path: string;
  /** Rows, dropped ones first. */
  rows: Row[];
  /** Number of items that were dropped. */
  dropped: number;
}

const STATES: Record<DiffOp, CellState> = {
  added: "came",
  kept: "kept",
  changed: "changed",
  moved: "moved",
  removed: "dropped",
};

/** Returns the lists that have rows to show, in the order of the core. */
export function groups(view: StripView, droppedOnly: boolean): Group[] {
  const columns = view.revisions.length;
  return view.lists
    .map(({ path, items }) => {
      const rows = items
        .map((item, index) => ({ key: `${path} ${index}`, item, cells: cells(item, columns) }))
        .filter((row) => !droppedOnly || row.item.dropped);
      const sorted = [...rows.filter((row) => row.item.dropped), ...rows.filter((row) => !row.item.dropped)];
      return { path, rows: sorted, dropped: items.filter((item) => item.dropped).length };
    })
    .filter((group) => group.rows.length > 0);
}

/** Returns how many items were dropped in all lists. */
export function droppedCount(view: StripView): number {
  return view.lists.reduce((sum, list) => sum + list.items.filter((item) => item.dropped).length, 0);
}

function cells(item: StripItem, columns: number): Cell[] {
  const out: Cell[] = [];
  const textOf = (cell: StripCell) => cell.text ?? item.text;
  const last = item.cells.findLastIndex((cell) => cell !== null);
  let seen = false;
  for (let column = 0; column < columns; column += 1) {
    const cell = item.cells[column] ?? null;
    const before = column === 0 ? null : (item.cells[column - 1] ?? null);
    if (cell !== null) {
      seen = true;
      const text = textOf(cell);
      const earlier = before === null ? null : textOf(before);
      // In the first revision nothing can be said to have come or changed.
      const state = column === 0 ? "kept" : STATES[cell.op];
      out.push({ state, text, earlier: earlier === text ? null : earlier, list: cell.cameFrom });
    } else if (before !== null) {
      const state = before.wentTo !== null ? "went" : column <= last ? "away" : "dropped";
      out.push({ state, text: null, earlier: textOf(before), list: before.wentTo });
    } else {
      const state = !seen ? "before" : column > last ? "after" : "away";
      out.push({ state, text: null, earlier: null, list: null });
    }
  }
  return out;
}

/** Where an item came from another list, or went to one. */
export interface Move {
  kind: "came" | "went";
  list: string;
  column: number;
}

/** Returns the moves of a row between lists, oldest first. */
export function moves(row: Row): Move[] {
  return row.cells.flatMap((cell, column): Move[] => {
    if (cell.list === null) return [];
    return [{ kind: cell.state === "went" ? "went" : "came", list: cell.list, column }];
  });
}
