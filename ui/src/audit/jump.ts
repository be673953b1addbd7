// From a place of a finding to what lies there: the body in its task, or the bytes of its file.
import { navigation } from "../app/navigation.svelte";
import type { ShownPlace } from "../bytes/place";
import { bytesSheet } from "../bytes/sheet.svelte";
import { fileName } from "../lib/format";
import type { ScanPlace } from "../lib/wire";
import { inBackups } from "../residue/region-words";
import { openedTask } from "../task/opened-task.svelte";
import { iconSource } from "./words";

/** Whether the task of a place can be opened at its epoch. */
export function canOpen({ taskCorrelation, epoch, kind }: ScanPlace): boolean {
  return taskCorrelation !== null && epoch !== null && kind !== "ledger";
}

/** Opens the body or revision that a place lies in. */
export function openPlace(source: string, place: ScanPlace): void {
  const { taskCorrelation, epoch, revision, digest } = place;
  if (taskCorrelation === null || epoch === null) return;
  navigation.openTask(taskCorrelation);
  openedTask.open(source, taskCorrelation);
  const stored = place.source === "live" || place.source === "earlier-epoch";
  openedTask.current?.goTo({ epoch, revision, digest: stored ? null : digest, stored });
}

/** Returns the place as the bytes view takes it; `null` where its bytes cannot be shown. */
export function bytesPlace(place: ScanPlace, storePath: string): ShownPlace | null {
  const { database, page, offset, source } = place;
  if (page === null && offset === null) return null;
  const main = fileName(storePath);
  const own = [main, `${main}-wal`, `${main}-journal`].includes(database);
  if (!own && !inBackups(database)) return null;
  return { file: database, page, offset, source: iconSource(source) };
}

export function showBytes(source: string, place: ShownPlace): void {
  bytesSheet.showFile(source, place);
}
