// Pressed keys, answered by the action table.
import { overlays } from "../app/overlays.svelte";
import { platform } from "../app/platform.svelte";
import { matches } from "./keys";
import { ACTIONS } from "./table";

/** Does what the action table says for a pressed key. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
  const typing = isTyping(event.target);
  for (const action of ACTIONS) {
    const keys = action.keys.find((candidate) => matches(event, candidate, platform.mac));
    if (keys === undefined) continue;
    // Plain keys belong to whoever takes text; a dialog lets only its own switch through.
    if (typing && isPlain(keys)) return;
    if (dialog && !(action.id === overlays.open)) return;
    if (!action.when()) continue;
    event.preventDefault();
    action.run();
    return;
  }
}

function isPlain(keys: string): boolean {
  return !/^(Mod|Alt)\+|^(Shift\+)?F\d+$/.test(keys);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
