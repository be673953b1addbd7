// Reading again, everything that is on the screen.
import { openedAudit } from "../audit/opened-audit.svelte";
import { sources } from "../sources/sources.svelte";
import { opened } from "../tasks/opened-store.svelte";
import { openedTask } from "../task/opened-task.svelte";
import { navigation } from "./navigation.svelte";

/** Reads the shown state again because the user asked for it. */
export function refreshAll(): void {
  if (navigation.source === null) void sources.load();
  void opened.list?.refresh();
  openedTask.refreshNow();
  void openedAudit.current?.check();
}

/** Takes in a change that was seen on disk, without moving what the user reads. */
export function refreshQuietly(): void {
  void opened.list?.refresh();
  openedTask.refresh();
  void openedAudit.current?.check();
  // An erasing that was held up may have been finished meanwhile.
  if (sources.list?.sources.some((source) => source.unfinishedSince !== null)) void sources.load();
}

/** Takes in what this window wrote: the user expects to see it at once. */
export function refreshAfterWrite(): void {
  void sources.load();
  void opened.list?.refresh();
  openedTask.refreshNow();
  openedAudit.again();
}
