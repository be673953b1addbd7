// Selecting everything that passes the filter.
import { toasts } from "../app/toasts.svelte";
import { errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import { num } from "../lib/phrases";
import * as m from "../paraglide/messages";
import type { Audit } from "./audit.svelte";
import { MOST_PICKED } from "./picked.svelte";

/** Findings of one page; the core allows 500. */
const PAGE = 500;

/** Selects all findings that pass the filter; says so when they are too many. */
export async function pickAll(audit: Audit): Promise<void> {
  const { scan, filter } = audit;
  if (scan === null) return;
  if (audit.matched > MOST_PICKED) {
    toasts.show(m.pick_too_many({ n: num(MOST_PICKED) }), { tone: "bad" });
    return;
  }
  try {
    for (let offset = 0; offset < audit.matched; offset += PAGE) {
      const page = await call("scan_page", { scan, filter, offset, limit: PAGE });
      // Another filter was chosen meanwhile.
      if (scan !== audit.scan || filter !== audit.filter) return;
      audit.picked.add(page.findings);
    }
  } catch (thrown) {
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
  }
}
