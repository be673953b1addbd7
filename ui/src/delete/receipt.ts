// What a delete did, as it is shown and exported. No text of a body and no title of a task is in it.
import type { PurgeScope, PurgeSummary } from "../lib/wire";
import type { Target } from "./target";

/** A delete that was done. */
export interface Receipt {
  /** Path of the store, for people. */
  store: string;
  target: Target;
  scope: PurgeScope;
  summary: PurgeSummary;
}

/** Codes of refusals that are about one body; all others are about the store and end a delete of many. */
const ABOUT_BODY = new Set(["stale-revision", "changed-since-read", "refused-by-rules"]);

/** Returns why bodies were left alone without a try; `null` when none were. */
export function leftAlone({ refused, stopped }: PurgeSummary): "by-user" | "by-store" | null {
  if (stopped === 0) return null;
  const last = refused.at(-1);
  return last !== undefined && !ABOUT_BODY.has(last.error.code) ? "by-store" : "by-user";
}
