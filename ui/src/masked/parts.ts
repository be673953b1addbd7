// Text with masks in it, cut at the masks.
import type { MaskedSpan } from "../lib/wire";

/** A stretch of text, or the mask of a found value. */
export interface Part {
  text: string;
  /** Id of the rule that found it, empty where that is not said; `null` for text that is no mask. */
  rule: string | null;
}

/** As the core masks values: a public beginning that may be there, eight dots, the length where it is long. */
const MASK = /[\w-]{0,16}•{8}(?: \(\d+\))?/gu;

/** Cuts a text at the masks that the core names, in UTF-16 units; spans that do not fit are left out. */
export function partsOf(text: string, spans: readonly MaskedSpan[]): Part[] {
  const out: Part[] = [];
  let done = 0;
  for (const { rule, utf16 } of [...spans].sort((a, b) => a.utf16[0] - b.utf16[0])) {
    const [start, length] = utf16;
    if (start < done || length <= 0 || start + length > text.length) continue;
    if (start > done) out.push({ text: text.slice(done, start), rule: null });
    out.push({ text: text.slice(start, start + length), rule });
    done = start + length;
  }
  if (done < text.length) out.push({ text: text.slice(done), rule: null });
  return out;
}

/** Cuts a text at what looks like a mask, where the core only says that there is one. */
export function likelyParts(text: string): Part[] {
  const spans = [...text.matchAll(MASK)].map((match): MaskedSpan => ({
    rule: "",
    utf16: [match.index, match[0].length],
  }));
  return partsOf(text, spans);
}
