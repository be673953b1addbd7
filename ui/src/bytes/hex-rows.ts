// Rows of the hex view: 16 or 8 bytes each, with what begins in them.
import type { BytesSpan } from "../lib/wire";
import { sameMeaning } from "./spans";
import { type ByteAt, type TextCell, textCells } from "./utf8";

export interface HexCell {
  offset: number;
  /** Two hexadecimal digits; `null` when the byte is not read yet. */
  hex: string | null;
  text: TextCell;
  span: BytesSpan | null;
  /** Whether another run begins at this byte. */
  starts: boolean;
}

export interface HexRow {
  offset: number;
  cells: HexCell[];
  /** The runs that begin in this row; for the first row shown the one that it lies in, too. */
  begins: BytesSpan[];
}

/** Digits of the offset column: enough for the file's last byte, 8 at least. */
export function offsetDigits(total: number): number {
  return Math.max(8, Math.max(0, total - 1).toString(16).length);
}

/** Returns the row that starts at `offset`. `width` is its number of bytes, `total` the size of the file. */
export function hexRow(
  offset: number,
  width: number,
  total: number,
  byteAt: ByteAt,
  spanAt: (offset: number) => BytesSpan | null,
): HexRow {
  const count = Math.max(0, Math.min(width, total - offset));
  const texts = textCells(offset, count, byteAt);
  const begins: BytesSpan[] = [];
  let before = offset === 0 ? null : spanAt(offset - 1);
  const cells = texts.map((text, at): HexCell => {
    const here = offset + at;
    const byte = byteAt(here);
    const span = spanAt(here);
    const starts = span !== null && (before === null ? here === 0 : !sameMeaning(before, span));
    if (starts && span !== null) begins.push(span);
    before = span;
    return {
      offset: here,
      hex: byte === null ? null : byte.toString(16).padStart(2, "0"),
      text,
      span,
      starts,
    };
  });
  return { offset, cells, begins };
}

/** Returns bytes as hexadecimal digits, 16 bytes a line. */
export function asHex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(
      Array.from(bytes.subarray(at, at + 16), (byte) => byte.toString(16).padStart(2, "0")).join(" "),
    );
  }
  return lines.join("\n");
}

/** Returns bytes as UTF-8 text; what is none becomes U+FFFD. */
export function asText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
