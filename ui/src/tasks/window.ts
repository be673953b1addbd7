// Which rows of a long list are on the screen.

/** A range of rows and where it starts, in CSS pixels. */
export interface Range {
  first: number;
  last: number;
  top: number;
}

/** Rows kept ready above and below the visible ones. */
const SPARE = 8;

/** Returns the rows to render for a scroll position; `last` is -1 when there are none. All sizes in CSS pixels. */
export function range(scrollTop: number, height: number, rowHeight: number, rows: number): Range {
  if (rows === 0) return { first: 0, last: -1, top: 0 };
  const first = Math.min(rows - 1, Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE));
  const last = Math.min(rows - 1, Math.ceil((scrollTop + height) / rowHeight) + SPARE);
  return { first, last, top: first * rowHeight };
}

/** Returns the scroll position that shows a row wholly, moving as little as possible. */
export function reveal(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
