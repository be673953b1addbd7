// What a run of bytes is for, in words.
import { num } from "../lib/phrases";
import type { BytesKind, BytesSpan } from "../lib/wire";
import * as m from "../paraglide/messages";

/** Every kind, in the order of the legend. */
export const KINDS: readonly BytesKind[] = [
  "structure",
  "row",
  "page-slack",
  "free-page",
  "log",
  "log-leftover",
  "journal",
  "other",
];

const NAMES: Record<BytesKind, () => string> = {
  structure: m.kind_structure,
  row: m.kind_row,
  "page-slack": m.kind_page_slack,
  "free-page": m.kind_free_page,
  log: m.kind_log,
  "log-leftover": m.kind_log_leftover,
  journal: m.kind_journal,
  other: m.kind_other,
};

export function kindName(kind: BytesKind): string {
  return NAMES[kind]?.() ?? kind;
}

/** Returns page, commit and kind in a few words, for the column beside the bytes. */
export function spanShort({ page, commit, kind }: BytesSpan, withCommit: boolean): string {
  return [
    ...(page === null ? [] : [m.place_page({ page: num(page) })]),
    ...(commit === null || !withCommit ? [] : [m.place_commit({ commit: num(commit) })]),
    kindName(kind),
  ].join(" · ");
}

/** Returns everything that is known of a run. */
export function spanLong(span: BytesSpan): string {
  return `${spanShort(span, true)}, ${span.live ? m.span_live() : m.span_not_live()}`;
}
