// Why text is still in a place and what to do about it, in the language of the window, by the codes of the core.
import type { ProofPlace } from "../lib/wire";
import * as m from "../paraglide/messages";

type Sentence = () => string;

const REASONS: Record<string, [why: Sentence, then: Sentence]> = {
  "same-text-in-row": [m.why_same_text_in_row, m.then_find_row],
  "same-text-in-receipt": [m.why_same_text_in_receipt, m.then_epoch],
  "same-text-in-delta": [m.why_same_text_in_delta, m.then_epoch],
  "foreign-object": [m.why_foreign_object, m.then_foreign_object],
  "index-words": [m.why_index_words, m.then_index],
  "earlier-parts": [m.why_earlier_parts, m.then_finish],
  "unused-bytes": [m.why_unused_bytes, m.then_finish],
  "free-pages": [m.why_free_pages, m.then_finish],
  "log-held": [m.why_log_held, m.then_log_held],
  "behind-end": [m.why_behind_end, m.then_behind_end],
  "log-busy": [m.why_log_busy, m.then_finish],
  "shared-memory": [m.why_shared_memory, m.then_finish],
  journal: [m.why_journal, m.then_finish],
  backup: [m.why_backup, m.then_backup],
  ledger: [m.why_ledger, m.then_ledger],
  "own-records": [m.why_own_records, m.then_own_records],
  "history-kept": [m.why_history_kept, m.then_history],
  "history-of-others": [m.why_history_of_others, m.then_history],
  "copy-beside": [m.why_copy_beside, m.then_other_file],
  "opened-copy": [m.why_opened_copy, m.then_other_file],
  "short-texts": [m.why_short_texts, m.then_short_texts],
  unreadable: [m.why_unreadable, m.then_unreadable],
};

/** What is said of a place; each part is `null` where nothing is. */
export interface Said {
  why: string | null;
  /** What the system says, which no language table can know. */
  detail: string | null;
  holders: string | null;
  then: string | null;
}

/** Returns why text remains in a place and what to do. A code that is not known keeps the core's own sentences. */
export function said({ code, reason, next, processes }: ProofPlace): Said {
  const known = code !== null && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  // The sentence of the core names the processes too.
  if (!known) return { why: reason, detail: null, holders: null, then: next };
  const [why, then] = known;
  return {
    why: why(),
    detail: code === "unreadable" ? cause(reason) : null,
    holders: holders(processes),
    then: then(),
  };
}

/** Returns what follows the colon of "It could not be searched: …". */
function cause(reason: string | null): string | null {
  const at = reason?.indexOf(": ") ?? -1;
  return reason !== null && at >= 0 ? reason.slice(at + 2).replace(/\.$/, "") : null;
}

function holders(processes: readonly number[]): string | null {
  if (processes.length === 0) return null;
  return m.receipt_processes({ count: processes.length, list: processes.join(", ") });
}
