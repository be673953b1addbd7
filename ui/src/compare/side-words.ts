// A body that can stand on a side, in words.
import { revisionSource } from "../lib/codes";
import { num } from "../lib/phrases";
import * as m from "../paraglide/messages";
import type { Side } from "./sides.svelte";

/** Returns epoch, revision and, for a body outside the stored rows, where it was found. */
export function sideWords(side: Side): string {
  const about = { epoch: num(side.epoch), revision: num(side.revision) };
  if (side.found === null) return m.compare_side(about);
  const found = side.found === "receipt" ? m.rev_request_row() : revisionSource(side.found);
  return m.compare_side_found({ ...about, found });
}
