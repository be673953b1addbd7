// Moving along the timeline with the keyboard.
import { openedTask } from "./opened-task.svelte";
import { markedDot, timeline } from "./timeline";

/** Marks the dot `by` places further, staying on the line. */
export function stepRevision(by: number): void {
  const task = openedTask.current;
  if (!task?.view) return;
  const epochs = timeline(task.view);
  const dots = epochs.flatMap((group) => group.dots);
  const marked = markedDot(epochs, task.epoch, task.dot);
  const at = marked === null ? -1 : dots.indexOf(marked);
  const next = dots[Math.max(0, Math.min(dots.length - 1, at + by))];
  if (next) task.select(next.epoch, next.key);
}
