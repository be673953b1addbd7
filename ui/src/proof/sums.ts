// What a proof says as a whole.
import { language } from "../app/language.svelte";
import type { Proof } from "../lib/wire";
import * as m from "../paraglide/messages";

/** Places that this program overwrites: erasing again, later, can bring more. */
const OURS = new Set(["log", "page-slack", "free-page", "journal", "shared-memory"]);

/** Whether erasing again could bring more. */
export function isUnfinished({ places }: Proof): boolean {
  return places.some(({ place, state }) =>
    place === "row" ? state === "unknown" : OURS.has(place) && state !== "gone",
  );
}

/** Returns the one sentence that sums the proof of a delete up. */
export function proofSentence({ erased, places, sharesText }: Proof): string {
  if (erased) return sharesText ? m.receipt_erased_shared() : m.receipt_erased();
  if (places.length === 0) return m.receipt_not_searched();
  return places.some((place) => place.state === "remains") ? m.receipt_remains() : m.receipt_unknown();
}

const REACH: Record<string, () => string> = {
  "file-system": m.reach_file_system,
  device: m.reach_device,
  "other-copies": m.reach_other_copies,
};

/** Returns the line that says what no search can reach; empty when nothing is named. */
export function reachSentence({ outOfReach }: Pick<Proof, "outOfReach">): string {
  if (outOfReach.length === 0) return "";
  const named = outOfReach.map((code) => (Object.hasOwn(REACH, code) ? (REACH[code]?.() ?? code) : code));
  return m.receipt_reach({ what: listed(named) });
}

/** Joins names as people write a list of alternatives. */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.current, { type: "disjunction" }).format(names);
}
