// Backups under the store beside which they lie.
import type { Source } from "../lib/wire";

/** A store with the backups that lie beside it. */
export interface SourceGroup {
  store: Source;
  backups: Source[];
}

/** Puts backups under their store; a backup whose store is not listed stands alone. */
export function grouped(list: readonly Source[]): SourceGroup[] {
  const groups = new Map<string, SourceGroup>();
  for (const source of list) {
    if (source.backupOf === null) groups.set(source.id, { store: source, backups: [] });
  }
  for (const source of list) {
    if (source.backupOf === null) continue;
    const group = groups.get(source.backupOf);
    if (group) group.backups.push(source);
    else groups.set(source.id, { store: source, backups: [] });
  }
  return [...groups.values()];
}
