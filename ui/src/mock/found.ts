// Made-up revisions outside the stored rows: where they lie, and what they hold.
import type { RevisionPlace, RevisionSource } from "../lib/wire";
import type { Body } from "./bodies";

/** One revision that was found somewhere else than in its row. */
export interface MockFound {
  source: RevisionSource;
  /** Whether the whole body is there; a fragment otherwise. */
  complete: boolean;
  body: Body;
  places: RevisionPlace[];
  /** Tells bodies of one revision number apart. */
  salt: number;
  /** Whether a delete took the body of this epoch. */
  deleted: boolean;
  digestValid: boolean | null;
  receipt: boolean;
  /** Bytes that are left of a fragment. */
  left: number | null;
}

export const FILE = "continuity.sqlite3";
export const LOG = `${FILE}-wal`;
export const BACKUP = "backups/continuity-before-cleanup-3f6c0a1e.sqlite3";
export const PAGE_SIZE = 4096;
/** Bytes of the header of a log (SQLite file format, section 4.1). */
export const LOG_HEADER = 32;
/** Bytes of a frame header and its page. */
export const FRAME = 24 + PAGE_SIZE;
/** Frames of each made-up commit. */
export const COMMIT_FRAMES = 3;

export function found(
  source: RevisionSource,
  body: Body,
  places: RevisionPlace[],
  more: Partial<MockFound> = {},
): MockFound {
  return {
    source,
    complete: true,
    body,
    places,
    salt: 0,
    deleted: false,
    digestValid: true,
    receipt: true,
    left: null,
    ...more,
  };
}

export function fragment(
  source: RevisionSource,
  body: Body,
  places: RevisionPlace[],
  left: number,
  more: Partial<MockFound> = {},
): MockFound {
  return found(source, body, places, { complete: false, digestValid: null, receipt: false, left, ...more });
}

/** Returns a place in a frame of the log, which counts from 0. */
export function inLog(frame: number, page: number, source: RevisionSource = "log"): RevisionPlace {
  const commit = source === "log" ? Math.floor(frame / COMMIT_FRAMES) + 1 : null;
  return { source, file: LOG, page, offset: LOG_HEADER + frame * FRAME + 24 + 1200, commit };
}

/** Returns a place in a page of a database file. */
export function inPage(page: number, source: RevisionSource, file = FILE, at = 700): RevisionPlace {
  return { source, file, page, offset: (page - 1) * PAGE_SIZE + at, commit: null };
}

/** Returns a place that is a row and nothing more exact. */
export function inRow(source: RevisionSource, file = FILE): RevisionPlace {
  return { source, file, page: null, offset: null, commit: null };
}
