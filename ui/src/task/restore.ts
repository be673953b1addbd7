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

/** Stops auto-restore of many tasks, as their current epochs were seen; says how many changed, with a way back. */
export async function suppressAll(
  source: string,
  bodies: readonly Pick<SuppressRequest, "taskCorrelation" | "epoch">[],
): Promise<void> {
  const requests = bodies.map(({ taskCorrelation, epoch }) => ({ source, taskCorrelation, epoch }));
  const [only] = requests;
  if (only !== undefined && requests.length === 1) await change(only, true);
  else await changeAll(requests, true);
}

async function changeAll(requests: readonly SuppressRequest[], suppressed: boolean): Promise<void> {
  const changed: SuppressRequest[] = [];
  let failed: string | null = null;
  for (const request of requests) {
    try {
      const done = await call(suppressed ? "suppress" : "allow", request);
      if (done.changed) changed.push(request);
    } catch (thrown) {
      failed = errorSentence(errorBody(thrown));
    }
  }
  const counted = { count: changed.length, n: num(changed.length) };
  const words = suppressed ? m.suppressed_many(counted) : m.allowed_many(counted);
  const back = () => void changeAll(changed, !suppressed);
  toasts.show([words, failed].filter(Boolean).join(" "), {
    tone: failed === null ? "plain" : "bad",
    action: changed.length > 0 ? { label: m.undo(), run: back } : null,
  });
  openedTask.refreshNow();
  void opened.list?.refresh();
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
