// Whole UTF-8 characters in a run of bytes (RFC 3629), each cut out where it lies.
import { segments } from "../lib/visible-text";

/** What stands in the text column at one byte. */
export type TextCell =
  /** A character that starts here and takes `length` bytes. */
  | { kind: "char"; text: string; length: number }
  /** A later byte of the character before. */
  | { kind: "rest" }
  /** No printable character. */
  | { kind: "dot" }
  /** The byte is not read yet. */
  | { kind: "unread" };

/** Reads one byte of a file; `null` when it is not there or not read yet. */
export type ByteAt = (offset: number) => number | null;

/** Longest character in bytes. */
const LONGEST = 4;

/** Returns the cells of `count` bytes from `start`; a character may begin before or end behind them. */
export function textCells(start: number, count: number, byteAt: ByteAt): TextCell[] {
  const cells: TextCell[] = [];
  let at = start;
  // A character that began before the first byte.
  for (let back = 1; back < LONGEST && back <= start; back += 1) {
    const found = charAt(start - back, byteAt);
    if (found === null) continue;
    const end = start - back + found.length;
    while (at < end && cells.length < count) {
      cells.push({ kind: "rest" });
      at += 1;
    }
    break;
  }
  while (cells.length < count) {
    const byte = byteAt(at);
    const found = charAt(at, byteAt);
    if (byte === null) cells.push({ kind: "unread" });
    else if (found === null) cells.push({ kind: "dot" });
    else {
      cells.push(found);
      for (let rest = 1; rest < found.length && cells.length < count; rest += 1) cells.push({ kind: "rest" });
    }
    at += found?.length ?? 1;
  }
  return cells;
}

/** Returns the printable character that starts at an offset, or `null`. */
function charAt(offset: number, byteAt: ByteAt): Extract<TextCell, { kind: "char" }> | null {
  const lead = byteAt(offset);
  if (lead === null) return null;
  if (lead < 0x80) return lead >= 0x20 && lead < 0x7f ? char(lead, 1) : null;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length === 0) return null;
  let point = lead & (0x7f >> length);
  for (let rest = 1; rest < length; rest += 1) {
    const byte = byteAt(offset + rest);
    if (byte === null || (byte & 0xc0) !== 0x80) return null;
    point = (point << 6) | (byte & 0x3f);
  }
  const overlong = (length === 3 && point < 0x800) || (length === 4 && point < 0x10000);
  if (overlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return null;
  return char(point, length);
}

function char(point: number, length: number): Extract<TextCell, { kind: "char" }> | null {
  const text = String.fromCodePoint(point);
  // What hides, reorders or has no glyph is a dot here; a mark without its base gets a circle to stand on.
  if (/^[\p{C}\p{Z}]$/u.test(text) && text !== " ") return null;
  if (segments(text).some((segment) => segment.mark !== null)) return null;
  return { kind: "char", text: /^\p{M}$/u.test(text) ? `◌${text}` : text, length };
}
