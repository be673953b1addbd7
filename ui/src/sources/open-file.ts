// Opening a file that the user chooses.
import { navigation } from "../app/navigation.svelte";
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { errorBody } from "../lib/ipc";
import { sources } from "./sources.svelte";

/** Asks for a file and shows it; nothing happens when the dialog is closed without one. */
export async function openChosenFile(): Promise<void> {
  try {
    const source = await sources.choose();
    if (source !== null) navigation.openStore(source.id);
  } catch (thrown) {
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
  }
}
