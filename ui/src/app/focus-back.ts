// Where the keyboard goes when a dialog closes.
const LIST = "task-list";

/**
 * Gives the focus back to what had it before a dialog; when that is gone or switched off, to the list, or else to the
 * first control of the page.
 */
export function focusBack(before: Element | null): void {
  setTimeout(() => {
    if (document.querySelector("[role=dialog]") !== null) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const list = document.getElementById(LIST);
    const first = document.querySelector<HTMLElement>("main button:not(:disabled), main [tabindex='0']");
    (list ?? first)?.focus({ preventScroll: true });
  });
}
