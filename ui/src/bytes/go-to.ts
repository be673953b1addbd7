// Where "go to" goes.

/** What a number typed into "go to" counts. */
export type Unit = "offset" | "page" | "frame";

/** Bytes of a log's header and of a frame's (SQLite file format, section 4.1). */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** Returns the units that a file can be asked for, by its name. */
export function unitsOf(file: string): Unit[] {
  if (file.endsWith("-wal")) return ["offset", "frame"];
  return file.endsWith("-journal") ? ["offset"] : ["offset", "page"];
}

/** Returns a typed number: decimal with or without grouping, or hexadecimal as `0x1f`; `null` when it is none. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(/[,_\s]/g, "");
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * Returns the byte offset for a number, or `null` when the file has no such place. Pages and frames count from 1; sizes
 * are in bytes.
 */
export function offsetOf(value: number, unit: Unit, pageSize: number, total: number): number | null {
  const offset =
    unit === "offset"
      ? value
      : unit === "page"
        ? (value - 1) * pageSize
        : LOG_HEADER + (value - 1) * (FRAME_HEADER + pageSize);
  return value >= (unit === "offset" ? 0 : 1) && offset < total ? offset : null;
}
