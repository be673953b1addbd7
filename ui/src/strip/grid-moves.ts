// Moving in the grid of the strip. Row 0 is the head, column 0 holds the items.

export interface Place {
  row: number;
  column: number;
}

/** Rows that a page key goes. */
const PAGE = 10;

/** Returns where a key goes from a place, or `null` when it is no key for moving. Counts include head and item column. */
export function moved(
  { row, column }: Place,
  key: string,
  mod: boolean,
  rows: number,
  columns: number,
): Place | null {
  const to = (newRow: number, newColumn: number) => ({
    row: Math.max(0, Math.min(rows - 1, newRow)),
    column: Math.max(0, Math.min(columns - 1, newColumn)),
  });
  switch (key) {
    case "ArrowDown":
      return to(row + 1, column);
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowRight":
      return to(row, column + 1);
    case "ArrowLeft":
      return to(row, column - 1);
    case "PageDown":
      return to(row + PAGE, column);
    case "PageUp":
      return to(row - PAGE, column);
    case "Home":
      return mod ? to(0, 0) : to(row, 0);
    case "End":
      return mod ? to(rows - 1, columns - 1) : to(row, columns - 1);
    default:
      return null;
  }
}
