// What a search found as a whole.
import { num } from "../lib/phrases";
import type { ResidueDocument } from "../lib/wire";
import * as m from "../paraglide/messages";
import { listed, live } from "./hits";

export function sumTitle({ total, files }: ResidueDocument): string {
  const unread = files.filter((file) => file.reason !== null).length;
  if (total > 0) {
    const holding = files.filter((file) => file.found > 0).length;
    const where = m.n_files({ count: holding, n: num(holding) });
    return m.residue_found({ count: total, n: num(total), files: where });
  }
  if (unread > 0) return m.residue_nothing_but({ count: unread, n: num(unread) });
  return m.residue_nothing();
}

/** Returns how many are in use and left over; where not all are listed, how many are. */
export function sumNote(answer: ResidueDocument): string {
  if (answer.total === 0) return "";
  const shown = listed(answer);
  if (shown < answer.total) return m.residue_listed({ shown: num(shown) });
  const used = live(answer);
  return m.residue_sums({ live: num(used), left: num(shown - used) });
}
