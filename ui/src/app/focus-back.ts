// Where the keyboard goes when what had it before a dialog is gone or switched off.
const LIST = "task-list";

/** Puts the focus on the list, or else on the first control of the page, when nothing has it. */
export function focusBack(): void {
  setTimeout(() => {
    const at = document.activeElement;
    const lost = at === null || at === document.body;
    if (!lost || document.querySelector("[role=dialog]") !== null) return;
    const list = document.getElementById(LIST);
    const first = document.querySelector<HTMLElement>("main button:not(:disabled), main [tabindex='0']");
    (list ?? first)?.focus({ preventScroll: true });
  });
}
