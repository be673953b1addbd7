// Puts text on the clipboard, only when the user asks.
import { toasts } from "../app/toasts.svelte";
import * as m from "../paraglide/messages";

/** Copies text and says so in the given words; where the clipboard is closed to us, says that instead. */
export async function copy(text: string, said: string = m.copied()): Promise<void> {
  if (await written(text)) toasts.show(said);
  else toasts.show(m.copy_failed(), { tone: "bad" });
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Some web views close the clipboard to pages and still answer the copy event.
    return copiedByEvent(text);
  }
}

function copiedByEvent(text: string): boolean {
  let set = false;
  const put = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData("text/plain", text);
    set = true;
  };
  document.addEventListener("copy", put, { capture: true, once: true });
  try {
    return document.execCommand("copy") && set;
  } finally {
    document.removeEventListener("copy", put, { capture: true });
  }
}
