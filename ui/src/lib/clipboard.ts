// Puts text on the clipboard, only when the user asks.
import { toasts } from "../app/toasts.svelte";
import * as m from "../paraglide/messages";

/** Copies text and says so; where the clipboard is closed to us, says that instead. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(m.copied());
  } catch {
    toasts.show(m.copy_failed(), { tone: "bad" });
  }
}
