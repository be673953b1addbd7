// Maps rows of a file of any size to a scroll bar. Engines limit the height of an element to some 16 to 33 million
// CSS pixels, so that rows of large files share pixels.

/** Height in CSS pixels that every engine can do. */
export const MOST = 8_000_000;

export interface Scale {
  /** Height of the scrolled content in CSS pixels. */
  height: number;
  /** Whether a row has less than its own height on the scroll bar. */
  shared: boolean;
  /** Number of the last row that can stand at the top. */
  lastTop: number;
  /** Returns the row at the top for a scroll position, with a fraction where rows have their own height. */
  rowAt: (scrollTop: number) => number;
  /** Returns the scroll position that puts a row at the top. */
  positionOf: (row: number) => number;
}

/** Sizes are in CSS pixels; `view` is the visible height. */
export function scale(rows: number, rowHeight: number, view: number): Scale {
  const full = rows * rowHeight;
  const lastTop = Math.max(0, rows - Math.floor(view / rowHeight));
  if (full <= MOST) {
    const rowAt = (scrollTop: number) => Math.max(0, scrollTop) / rowHeight;
    const positionOf = (row: number) => Math.max(0, row) * rowHeight;
    return { height: full, shared: false, lastTop, rowAt, positionOf };
  }
  const way = Math.max(1, MOST - view);
  const rowAt = (scrollTop: number) => Math.round((Math.min(way, Math.max(0, scrollTop)) / way) * lastTop);
  const positionOf = (row: number) => (Math.min(lastTop, Math.max(0, row)) / lastTop) * way;
  return { height: MOST, shared: true, lastTop, rowAt, positionOf };
}
