// Actions on many tasks, and on a store as a whole.
import { navigation } from "../app/navigation.svelte";
import { overlays } from "../app/overlays.svelte";
import { backupFile } from "../backups/backup-file";
import { backupFlow } from "../backups/backup-flow.svelte";
import { beginDeleteSelected, beginDeleteShown } from "../delete/begin";
import { eraseFlow } from "../erasing/erase-flow.svelte";
import * as m from "../paraglide/messages";
import { sources } from "../sources/sources.svelte";
import { focusList } from "../tasks/list-focus";
import { opened } from "../tasks/opened-store.svelte";
import { selection } from "../tasks/selection.svelte";
import { type Action, action } from "./action";

const inStore = () => opened.list !== null;
const anyShown = () => navigation.inMemory && (opened.list?.matched ?? 0) > 0;
const anyReadable = () => (sources.list?.sources ?? []).some((source) => source.error === null);
const inBackup = () => sources.byId(navigation.source)?.backupOf != null;

/** Whether tasks are selected: then delete is about them. */
export function anySelected(): boolean {
  return navigation.inMemory && opened.list !== null && selection.active && selection.count(opened.list) > 0;
}

export const STORE_ACTIONS: readonly Action[] = [
  action("list", "choose-tasks", m.action_choose, [], anyShown, () => {
    selection.enter();
    focusList();
  }),
  action("list", "choose-all", m.action_choose_all, [], anyShown, () => {
    selection.chooseAll();
    focusList();
  }),
  action("list", "delete-chosen", m.action_delete_chosen, ["Shift+Delete"], anySelected, beginDeleteSelected),
  action("list", "delete-shown", m.action_delete_shown, [], anyShown, beginDeleteShown),
  action("store", "find-text", m.action_residue, ["Mod+Shift+f"], anyReadable, () =>
    overlays.show("residue"),
  ),
  action("store", "erase-leftovers", m.action_erase, [], inStore, beginErase),
  action("store", "delete-backup", m.action_delete_backup, [], inBackup, beginDeleteBackup),
];

function beginErase(): void {
  if (opened.list !== null) void eraseFlow.begin(opened.list.source);
}

function beginDeleteBackup(): void {
  const backup = sources.byId(navigation.source);
  if (backup?.backupOf == null) return;
  void backupFlow.begin({ source: backup.backupOf, file: backupFile(backup) });
}
