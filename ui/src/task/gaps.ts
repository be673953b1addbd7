// Revision numbers that nothing names: AGS numbers each epoch from 1 without leaving one out.

/** A run of numbers, both ends included. */
export interface Gap {
  from: number;
  to: number;
}

/**
 * Returns the whole numbers from 1 up to the highest known one that are not known, as runs, lowest first. What is no
 * revision number (a fraction, zero, beyond what a double counts exactly) is left out of account.
 */
export function gaps(known: Iterable<number>): Gap[] {
  const numbers = [...new Set(known)]
    .filter((number) => Number.isSafeInteger(number) && number >= 1)
    .sort((a, b) => a - b);
  const out: Gap[] = [];
  let next = 1;
  for (const number of numbers) {
    if (number > next) out.push({ from: next, to: number - 1 });
    next = number + 1;
  }
  return out;
}

/** Returns how many numbers lie in all runs. */
export function missing(runs: readonly Gap[]): number {
  return runs.reduce((sum, { from, to }) => sum + (to - from + 1), 0);
}
