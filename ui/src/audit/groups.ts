// The findings in groups of urgency, and where their rows lie in the scrolled list.
import type { ScanTotals } from "../lib/wire";

/** What an agent would be offered next, what else a row holds, and what only leftovers, copies and logs hold. */
export type Urgency = "offered" | "live" | "left";

export interface Group {
  urgency: Urgency;
  /** Index of the first finding. */
  first: number;
  count: number;
}

/** Heights in CSS pixels, as in FindingRow and FindingList. */
export const ROW = 78;
export const HEAD = 30;
/** Rows kept ready above and below the visible ones. */
const SPARE = 6;

/** Returns the groups that have findings. The core ranks by urgency first, so that each is one stretch. */
export function groupsOf({
  findings,
  offered,
  live,
}: Pick<ScanTotals, "findings" | "offered" | "live">): Group[] {
  const groups: Group[] = [
    { urgency: "offered", first: 0, count: offered },
    { urgency: "live", first: offered, count: live - offered },
    { urgency: "left", first: live, count: findings - live },
  ];
  return groups.filter(({ count }) => count > 0);
}

/** Returns the height of the whole list in CSS pixels. */
export function heightOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + HEAD + count * ROW, 0);
}

/** Returns where a group's heading starts in CSS pixels. */
export function headTop(groups: readonly Group[], at: number): number {
  return heightOf(groups.slice(0, at));
}

/** Returns where the row of a finding starts in CSS pixels. */
export function rowTop(groups: readonly Group[], index: number): number {
  const heads = groups.filter(({ first }) => first <= index).length;
  return heads * HEAD + index * ROW;
}

/** Returns the findings to render for a scroll position; `last` is -1 when there are none. */
export function visibleRows(
  groups: readonly Group[],
  scrollTop: number,
  height: number,
): { first: number; last: number } {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return { first: 0, last: -1 };
  const heads = groups.length * HEAD;
  // Headings above a row move it down by at most all of them.
  const first = Math.max(0, Math.floor((scrollTop - heads) / ROW) - SPARE);
  const last = Math.min(all - 1, Math.ceil((scrollTop + height) / ROW) + SPARE);
  return { first: Math.min(first, all - 1), last };
}

/** Returns the scroll position that shows a row wholly, with its group's heading where it is the first. */
export function scrollTo(groups: readonly Group[], index: number, scrollTop: number, height: number): number {
  const bottom = rowTop(groups, index) + ROW;
  const heads = groups.some(({ first }) => first === index);
  const top = bottom - ROW - (heads ? HEAD : 0);
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}
