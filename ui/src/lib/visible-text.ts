// Makes characters visible that could hide or reorder text on the screen.

/** A stretch of text, or one character that is shown as its name instead. */
export type Segment = { text: string; mark: null } | { text: null; mark: string; kind: MarkKind };

/** What kind of character a mark stands for. */
export type MarkKind = "direction" | "control" | "invisible" | "broken";

// C0 without tab and line feed, DEL and C1; bidirectional controls (Unicode UAX #9 section 2); zero-width and other
// characters without a glyph; line and paragraph separators; tag characters; lone surrogates.
const SUSPECT =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffc\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

const JOINERS = new Set(["\u200c", "\u200d"]);

/** Cuts text into stretches that are safe to show and marks for single characters that are not. */
export function segments(text: string): Segment[] {
  const out: Segment[] = [];
  let start = 0;
  for (const match of text.matchAll(SUSPECT)) {
    const at = match.index;
    const char = match[0];
    if (char === "\r" && text[at + 1] === "\n") continue;
    // Joiners belong to emoji and to many scripts; between ASCII they only hide something.
    if (JOINERS.has(char) && joins(text, at)) continue;
    if (at > start) out.push({ text: text.slice(start, at), mark: null });
    out.push({ text: null, mark: markOf(char), kind: kindOf(char.codePointAt(0) ?? 0) });
    start = at + char.length;
  }
  if (start < text.length) out.push({ text: text.slice(start), mark: null });
  return out;
}

/** Returns the text with every suspect character written out, for places that take a plain string only. */
export function visible(text: string): string {
  let out = "";
  for (const segment of segments(text)) out += segment.mark === null ? segment.text : `‹${segment.mark}›`;
  return out;
}

function joins(text: string, at: number): boolean {
  const before = text.codePointAt(at - 1) ?? 0;
  const after = text.codePointAt(at + 1) ?? 0;
  return before > 0x2ff && after > 0x2ff;
}

function markOf(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

function kindOf(point: number): MarkKind {
  if (point >= 0xd800 && point <= 0xdfff) return "broken";
  if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return "control";
  if (point === 0x61c || point === 0x200e || point === 0x200f) return "direction";
  if ((point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069)) return "direction";
  return "invisible";
}
