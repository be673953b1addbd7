// Where the keyboard is in the audit.
import { tick } from "svelte";

export const FINDINGS_ID = "finding-list";

/** Puts the keyboard on the list of findings, where there is one. */
export async function focusFindings(): Promise<void> {
  await tick();
  document.getElementById(FINDINGS_ID)?.focus({ preventScroll: true });
}
