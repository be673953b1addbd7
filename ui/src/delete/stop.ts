// Stopping what is being written.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { call, errorBody, NOTHING } from "../lib/ipc";

/** Tells the core to stop; what is written by then stays. `flow.stopping` says whether it was told. */
export async function stopWriting(flow: { stopping: boolean }): Promise<void> {
  if (flow.stopping) return;
  flow.stopping = true;
  try {
    await call("stop_purge", NOTHING);
  } catch (thrown) {
    flow.stopping = false;
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
  }
}
