// Suppress and allow: done at once, with a way back.
import { toasts } from "../app/toasts.svelte";
import { errorNext, errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import { num } from "../lib/phrases";
import type { SuppressRequest } from "../lib/wire";
import * as m from "../paraglide/messages";
import { opened } from "../tasks/opened-store.svelte";
import { openedTask } from "./opened-task.svelte";

/** Stops auto-restore of the shown task, or allows it again. */
export async function setSuppressed(suppressed: boolean): Promise<void> {
  const task = openedTask.current;
  if (!task?.view) return;
  await change(
    { source: task.source, taskCorrelation: task.correlation, epoch: task.view.task.currentEpoch },
    suppressed,
  );
}

async function change(request: SuppressRequest, suppressed: boolean): Promise<void> {
  try {
    const done = await call(suppressed ? "suppress" : "allow", request);
    const words = suppressed ? m.suppressed_toast : m.allowed_toast;
    const text = done.changed ? words({ epoch: num(done.epoch) }) : m.suppress_unchanged();
    const back = () => void change(request, !suppressed);
    toasts.show(text, { action: done.changed ? { label: m.undo(), run: back } : null });
  } catch (thrown) {
    const error = errorBody(thrown);
    const text = [errorSentence(error), errorNext(error)].filter(Boolean).join(" ");
    toasts.show(text, { tone: "bad" });
  }
  openedTask.refreshNow();
  void opened.list?.refresh();
}
