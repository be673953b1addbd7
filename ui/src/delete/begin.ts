// The body that the page shows, for the actions on it.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { shortCorrelation } from "../lib/format";
import { call, errorBody } from "../lib/ipc";
import { bytes } from "../lib/phrases";
import { visible } from "../lib/visible-text";
import type { SnapshotRequest } from "../lib/wire";
import * as m from "../paraglide/messages";
import { openedTask } from "../task/opened-task.svelte";
import { opened } from "../tasks/opened-store.svelte";
import { selection } from "../tasks/selection.svelte";
import { deleteFlow } from "./delete-flow.svelte";

/** Returns the stored body that the page shows, or `null` when the shown epoch holds none or a recovered body is shown. */
export function bodyOnScreen(): SnapshotRequest | null {
  const task = openedTask.current;
  return task?.found === null && task.entry?.snapshot ? task.request : null;
}

/** Returns the body that the page shows, stored or recovered, or `null` when it shows none. */
export function anyBodyOnScreen(): SnapshotRequest | null {
  const task = openedTask.current;
  return task !== null && (task.found !== null || task.entry?.snapshot) ? task.request : null;
}

/** Opens the dialog; deletes nothing. */
export function beginDelete(): void {
  const request = bodyOnScreen();
  const task = openedTask.current?.view?.task;
  if (request === null || !task) return;
  const { source, taskCorrelation, epoch } = request;
  const title = task.title ?? shortCorrelation(taskCorrelation);
  void deleteFlow.begin({ kind: "one", source, taskCorrelation, epoch, title });
}

/** Opens the dialog for the tasks that are selected in the list. */
export function beginDeleteSelected(): void {
  const { list } = opened;
  if (list === null || selection.count(list) === 0) return;
  if (selection.all) {
    beginDeleteShown();
    return;
  }
  // Tasks that were selected under another filter count too.
  const tasks = selection.chosen();
  const { source } = list;
  void deleteFlow.begin({ kind: "many", source, query: "", filter: "all", tasks, count: tasks.length });
}

/** Opens the dialog for everything that filter and search show. */
export function beginDeleteShown(): void {
  const { list } = opened;
  if (list === null || list.matched === 0) return;
  const { source, query, filter, matched: count } = list;
  void deleteFlow.begin({ kind: "many", source, query, filter, tasks: [], count });
}

/** Writes the shown body to a file that the user chooses. */
export async function exportBody(): Promise<void> {
  const request = anyBodyOnScreen();
  if (request === null) return;
  try {
    const exported = await call("export_body", request);
    if (exported === null) return;
    toasts.show(m.export_done({ path: visible(exported.path), size: bytes(exported.bytes) }));
  } catch (thrown) {
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
  }
}
