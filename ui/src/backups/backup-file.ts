// The name of a backup, as the core takes it: relative to the folder of its store.
import type { Source } from "../lib/wire";

/** Returns the last two parts of a path with what stands between them: `backups/NAME`, on every system. */
export function backupFile({ path }: Pick<Source, "path">): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  const before = Math.max(path.lastIndexOf("/", end - 1), path.lastIndexOf("\\", end - 1));
  return path.slice(before + 1);
}

/** Returns the backup of a store that has this name, where it can be opened. */
export function backupNamed(sources: readonly Source[], store: string, file: string): Source | null {
  const found = sources.find((source) => source.backupOf === store && backupFile(source) === file);
  return found && found.error === null ? found : null;
}
