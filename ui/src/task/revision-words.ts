// What is known of a dot of the timeline, in words.
import { revisionSource } from "../lib/codes";
import { num } from "../lib/phrases";
import type { RevisionEntry, RevisionSource } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { Gap } from "./gaps";
import type { Dot } from "./timeline";

/** Returns where a revision was found. A request row that holds a body is more than a receipt. */
export function entrySource(entry: RevisionEntry): string {
  if (entry.source === "receipt" && entry.bytes !== null) return m.rev_request_row();
  return revisionSource(entry.source);
}

/** Returns what stands under a dot. */
export function sourceWords(dot: Dot): string {
  if (dot.kind === "gap") return m.rev_nothing();
  if (dot.kind === "deleted" || dot.source === null) return m.rev_deleted();
  if (dot.entry === null) return revisionSource(dot.source);
  const words = entrySource(dot.entry);
  return dot.kind === "fragment" ? m.rev_fragment({ source: words }) : words;
}

/** Returns the icon of a dot's source. */
export function sourceIcon(dot: Dot): RevisionSource | "deleted" | "nothing" {
  if (dot.kind === "gap") return "nothing";
  return dot.kind === "deleted" || dot.source === null ? "deleted" : dot.source;
}

/** Returns the number of a dot, or the numbers of a gap. */
export function revisionWords(dot: Dot): string {
  if (dot.gap !== null) return gapWords(dot.gap);
  return dot.revision === null ? m.rev_unknown() : num(dot.revision);
}

export function gapWords({ from, to }: Gap): string {
  return from === to ? num(from) : `${num(from)}–${num(to)}`;
}

/** Returns the name of a dot for a screen reader: epoch, number, place, and what is wrong with it. */
export function dotName(dot: Dot): string {
  const name = m.rev_name({
    epoch: num(dot.epoch),
    revision: revisionWords(dot),
    source: sourceWords(dot),
  });
  return dot.entry?.digestValid === false ? `${name}, ${m.rev_digest_bad()}` : name;
}

/** A check of a revision: `null` where it cannot be made or does not say. */
export interface Mark {
  pass: boolean | null;
  text: string;
}

/** Returns whether the digest verifies, or why that cannot be said. */
export function digestMark(entry: RevisionEntry): Mark {
  if (entry.digestValid === true) return { pass: true, text: m.rev_digest_ok() };
  if (entry.digestValid === false) return { pass: false, text: m.rev_digest_bad() };
  if (!entry.complete) return { pass: null, text: m.rev_digest_piece() };
  return { pass: null, text: entry.source === "history" ? m.rev_digest_masked() : m.rev_digest_none() };
}

/** Returns whether a request receipt names the revision with its digest. */
export function receiptMark(entry: RevisionEntry): Mark {
  return entry.receipt ? { pass: true, text: m.rev_receipt_yes() } : { pass: null, text: m.rev_receipt_no() };
}
