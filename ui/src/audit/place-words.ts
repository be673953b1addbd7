// Where a place lies, in words.
import { num } from "../lib/phrases";
import type { ScanPlace } from "../lib/wire";
import * as m from "../paraglide/messages";

/** Returns file, table and column, row, and JSON pointer of a place. */
export function pathWords({ database, table, column, row, line, pointer, inKey }: ScanPlace): string {
  const parts = [database];
  if (table !== null) parts.push(column === null ? table : `${table}.${column}`);
  if (row !== null) parts.push(m.place_row_n({ n: num(row) }));
  if (line !== null) parts.push(m.place_line_n({ n: num(line) }));
  if (pointer !== null) parts.push(pointer === "" ? m.place_whole() : pointer);
  const words = parts.join(" › ");
  return inKey ? `${words} (${m.place_in_key()})` : words;
}

/** Returns the offsets of a place: in the decoded text, and of that text in its file. */
export function spanWords({ utf16, bytes, page, offset }: ScanPlace): string {
  const parts = [
    m.place_utf16({ from: num(utf16[0]), to: num(utf16[0] + utf16[1]) }),
    m.place_utf8({ from: num(bytes[0]), to: num(bytes[0] + bytes[1]) }),
  ];
  if (page !== null) parts.push(m.place_page({ page: num(page) }));
  if (offset !== null) parts.push(m.place_offset({ offset: num(offset) }));
  return parts.join(" · ");
}
