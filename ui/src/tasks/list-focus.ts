// Moving the keyboard to the list and its search box, and opening the marked row.
import { navigation } from "../app/navigation.svelte";
import { opened } from "./opened-store.svelte";

export const LIST_ID = "task-list";
export const SEARCH_ID = "task-search";

export function focusList(): void {
  document.getElementById(LIST_ID)?.focus({ preventScroll: true });
}

export function focusSearch(): void {
  const input = document.getElementById(SEARCH_ID);
  if (input instanceof HTMLInputElement) {
    input.focus();
    input.select();
  }
}

export function openMarked(): void {
  const row = opened.list?.row(opened.cursor);
  if (row) navigation.openTask(row.taskCorrelation);
}
