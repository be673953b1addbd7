// The dropped list as Markdown, for a prompt or an issue.
import { toasts } from "../app/toasts.svelte";
import { copy } from "../lib/clipboard";
import { errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import { num } from "../lib/phrases";
import * as m from "../paraglide/messages";
import type { Comparison } from "./comparison.svelte";

/** Copies everything that the newer side dropped, also what is not on the screen. */
export async function copyDropped({ from, to, page }: Comparison): Promise<void> {
  if (from === null || to === null || page === null) return;
  const count = page.droppedCount;
  try {
    const text = await call("dropped_markdown", { from, to, offset: 0, limit: 1 });
    await copy(text, m.dropped_copied({ count, n: num(count) }));
  } catch (thrown) {
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
  }
}
