// Made-up bytes of a store's files: pages with headers, rows, slack and free pages, a log with commits and leftovers.
import type { BytesKind, BytesSpan, BytesView } from "../lib/wire";
import { storedText } from "./bodies";
import { COMMIT_FRAMES, FRAME, LOG, LOG_HEADER, PAGE_SIZE } from "./found";
import { random } from "./random";
import { revisionsOf } from "./revisions";
import type { MockTask } from "./tasks";

/** Frames of the log up to its last commit, of the transaction that has not ended, and of the generation before. */
const COMMITTED = 30;
const UNCOMMITTED = 3;
const LEFTOVER = 900;

const WORDS = [
  "session",
  "token",
  "세션",
  "저장소",
  "café",
  "null",
  "true",
  "재시도",
  "🔑",
  "digest",
  "naïve",
];

/** Sizes of the files in bytes. */
export function sizeOf(file: string): number {
  if (file === LOG) return LOG_HEADER + (COMMITTED + UNCOMMITTED + LEFTOVER) * FRAME;
  return file.startsWith("backups/") ? 5_242_880 : 23_101_440;
}

/** Returns a stretch of a file with the meaning of every byte. `tasks` put their found bodies into it. */
export function bytesView(
  tasks: readonly MockTask[],
  file: string,
  offset: number,
  limit: number,
  total: number,
): BytesView {
  const from = Math.min(offset, total);
  const to = Math.min(total, from + limit);
  const bytes = new Uint8Array(to - from);
  const spans: BytesSpan[] = [];
  for (const part of partsOf(file, from, to)) {
    const start = Math.max(part.span.offset, from);
    const end = Math.min(part.span.offset + part.span.length, to);
    if (start >= end) continue;
    bytes.set(part.bytes().subarray(start - part.span.offset, end - part.span.offset), start - from);
    spans.push({ ...part.span, offset: start, length: end - start });
  }
  for (const { at, text } of placed(tasks, file)) {
    const start = Math.max(at, from);
    const end = Math.min(at + text.length, to);
    if (start < end) bytes.set(text.subarray(start - at, end - at), start - from);
  }
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { file, offset: from, length: to - from, total, pageSize: PAGE_SIZE, hex, spans };
}

interface Part {
  span: BytesSpan;
  bytes: () => Uint8Array;
}

function partsOf(file: string, from: number, to: number): Part[] {
  const out: Part[] = [];
  if (file !== LOG) {
    for (let page = Math.floor(from / PAGE_SIZE) + 1; (page - 1) * PAGE_SIZE < to; page += 1)
      out.push(...pageParts(page, (page - 1) * PAGE_SIZE, null, null));
    return out;
  }
  if (from < LOG_HEADER) out.push(part(0, LOG_HEADER, "structure", null, null, true, 7));
  for (
    let frame = Math.max(0, Math.floor((from - LOG_HEADER) / FRAME));
    LOG_HEADER + frame * FRAME < to;
    frame += 1
  ) {
    const start = LOG_HEADER + frame * FRAME;
    const committed = frame < COMMITTED;
    const commit = committed ? Math.floor(frame / COMMIT_FRAMES) + 1 : null;
    const page = frame % COMMIT_FRAMES === 0 ? 31 : 12 + (frame % 40);
    // Only the last commits hold the newest copy of their pages.
    const live = committed && frame >= COMMITTED - 2 * COMMIT_FRAMES;
    out.push(part(start, 24, "structure", null, commit, committed, frame));
    if (live) out.push(...pageParts(page, start + 24, commit, true));
    else
      out.push(part(start + 24, PAGE_SIZE, committed ? "log" : "log-leftover", page, commit, false, frame));
  }
  return out;
}

function pageParts(page: number, start: number, commit: number | null, live: boolean | null): Part[] {
  const used = live ?? true;
  if (live === null && (page % 7 === 0 || page === 57))
    return [part(start, PAGE_SIZE, "free-page", page, commit, false, page)];
  const head = page === 1 ? 108 : 8;
  const gap = 400 + ((page * 131) % 900);
  const tail = 3400 + ((page * 17) % 500);
  return [
    part(start, head + 16, "structure", page, commit, used, page),
    part(start + head + 16, gap - head - 16, "page-slack", page, commit, false, page),
    part(start + gap, tail - gap, "row", page, commit, used, page),
    part(
      start + tail,
      PAGE_SIZE - tail,
      page % 3 ? "row" : "page-slack",
      page,
      commit,
      page % 3 ? used : false,
      page + 1,
    ),
  ];
}

function part(
  offset: number,
  length: number,
  kind: BytesKind,
  page: number | null,
  commit: number | null,
  live: boolean,
  seed: number,
): Part {
  return { span: { offset, length, page, commit, kind, live }, bytes: () => fill(kind, length, seed) };
}

function fill(kind: BytesKind, length: number, seed: number): Uint8Array {
  const next = random(seed * 977 + length);
  const out = new Uint8Array(length);
  if (kind === "structure")
    return out.map((_, at) => (at < 16 ? "SQLite format 3\0".charCodeAt(at) : Math.floor(next() * 40)));
  if (kind === "page-slack") return out;
  const encoder = new TextEncoder();
  let at = 0;
  while (at < length) {
    const word = encoder.encode(
      `"${WORDS[Math.floor(next() * WORDS.length)] ?? ""}":${Math.floor(next() * 900)},`,
    );
    out.set(word.subarray(0, length - at), at);
    at += word.length;
  }
  return out;
}

function placed(tasks: readonly MockTask[], file: string): { at: number; text: Uint8Array }[] {
  const encoder = new TextEncoder();
  return tasks.slice(0, 20).flatMap((task) =>
    revisionsOf(task).flatMap(({ entry, body }) =>
      entry.places.flatMap(({ file: where, offset }) => {
        if (where !== file || offset === null || body === null) return [];
        const text = storedText(body, task.correlation, entry.epoch, entry.digest ?? "");
        // A fragment has lost its beginning.
        const rest = entry.complete ? text.slice(0, 1000) : text.slice(300, 300 + (entry.bytes ?? 300));
        return [{ at: offset, text: encoder.encode(rest) }];
      }),
    ),
  );
}
