// How much was found in a place.
import { bytes, num } from "../lib/phrases";
import type { ProofPlace } from "../lib/wire";
import * as m from "../paraglide/messages";

/** What the number of a place counts: pieces of a deleted text, or anything at all that is left over. */
export type Counted = "pieces" | "leftovers";

/** Returns how much was found; empty when nothing was. */
export function foundWords({ place, code, found }: ProofPlace, counted: Counted): string {
  if (found === 0) return "";
  const count = { count: found, n: num(found) };
  if (counted === "pieces") return m.found_pieces(count);
  // Pages whose newer versions are in a log that somebody holds.
  const replaced = place === "page-slack" && code === "log-held";
  if (replaced || place === "free-page") return m.n_pages(count);
  return place === "log" ? m.n_frames(count) : bytes(found);
}
