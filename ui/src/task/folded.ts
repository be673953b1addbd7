// Which dots of a very long epoch are drawn.

/** Dots of one epoch that are drawn before the user asks for more, the newest ones. */
export const FEW = 60;

/**
 * Returns the index of the first dot that is drawn. `asked` is the number of older dots that the user asked for; `marked`
 * is the index of the marked dot, which is always drawn with a few before it, or -1.
 */
export function firstDrawn(count: number, marked: number, asked: number): number {
  const few = Math.max(0, count - FEW - asked);
  return marked < 0 ? few : Math.min(few, Math.max(0, marked - 5));
}
