// What the bytes of a file are for, as runs that follow each other.
import type { BytesSpan } from "../lib/wire";

/** Whether two runs say the same of their bytes. */
export function sameMeaning(a: BytesSpan, b: BytesSpan): boolean {
  return a.kind === b.kind && a.page === b.page && a.commit === b.commit && a.live === b.live;
}

/** Returns runs in which neighbours of the same meaning are one. They come in order and without gaps. */
export function joined(spans: readonly BytesSpan[]): BytesSpan[] {
  const out: BytesSpan[] = [];
  for (const span of spans) {
    if (span.length <= 0) continue;
    const last = out.at(-1);
    if (last && sameMeaning(last, span) && last.offset + last.length === span.offset) {
      out[out.length - 1] = { ...last, length: last.length + span.length };
    } else out.push(span);
  }
  return out;
}

/** Returns the run that holds a byte, or `null`. */
export function spanAt(spans: readonly BytesSpan[], offset: number): BytesSpan | null {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined) return null;
    if (offset < span.offset) high = middle - 1;
    else if (offset >= span.offset + span.length) low = middle + 1;
    else return span;
  }
  return null;
}
