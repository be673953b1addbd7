// Moving along the timeline with the keyboard.
import { openedTask } from "./opened-task.svelte";
import { type Dot, markedDot, timeline } from "./timeline";

/** Returns the dot of the timeline that is marked now, or `null` when there is none. */
export function markedNow(): Dot | null {
  const task = openedTask.current;
  if (!task?.view) return null;
  return markedDot(timeline(task.view), task.epoch, task.dot);
}

/** Marks the dot `by` places further, staying on the line. */
export function stepRevision(by: number): void {
  const task = openedTask.current;
  if (!task?.view) return;
  const epochs = timeline(task.view);
  const dots = epochs.flatMap((group) => group.dots);
  const marked = markedDot(epochs, task.epoch, task.dot);
  const at = marked === null ? -1 : dots.indexOf(marked);
  const next = dots[Math.max(0, Math.min(dots.length - 1, at + by))];
  if (next) task.mark(next);
}
