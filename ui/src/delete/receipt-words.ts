// What a receipt says as a whole.
import { num } from "../lib/phrases";
import type { PurgeSummary } from "../lib/wire";
import * as m from "../paraglide/messages";
import { leftAlone, type Receipt } from "./receipt";

export function receiptTitle({ target, summary }: Pick<Receipt, "target" | "summary">): string {
  const { deletedCount: count, deleted } = summary;
  const only = deleted[0];
  if (target.kind === "one" && count === 1 && only) {
    return m.receipt_title({ epoch: num(only.result.epoch) });
  }
  return m.receipt_title_many({ count, n: num(count) });
}

/** Returns how many bodies were left alone and why; empty when none were. */
export function leftAloneWords(summary: PurgeSummary): string {
  const counted = { count: summary.stopped, n: num(summary.stopped) };
  switch (leftAlone(summary)) {
    case "by-user":
      return m.receipt_stopped(counted);
    case "by-store":
      return m.receipt_untried(counted);
    case null:
      return "";
  }
}
