// Made-up occurrences of a text: the words that are looked for decide what is found.
import type { ResidueDocument, ResidueFile, ResidueHit, ResidueRegion } from "../lib/wire";
import { BACKUP, FILE, LOG, LOG_HEADER, FRAME, PAGE_SIZE } from "./found";

const OWN = "/home/mina/.local/share/continuity-inspector/activity.jsonl";

/** Returns where a text is; `nothing` in it finds nothing, `many` finds more than are listed, `locked` cannot read a backup. */
export function residueOf(text: string): ResidueDocument {
  const locked = text.includes("locked");
  const none = text.includes("nothing") || text.includes("없는");
  const all = text.includes("many") ? many() : few();
  const hits = none ? [] : all.filter((hit) => !locked || hit.file !== BACKUP);
  const split = none ? [] : [at(FILE, 19 * PAGE_SIZE - 8, "page-slack")];
  const total = text.includes("many") ? 24_812 : hits.length + split.length;
  const found = (file: string) => [...hits, ...split].filter((hit) => hit.file === file).length;
  const file = (name: string, bytes: number): ResidueFile => ({
    file: name,
    bytes,
    found: found(name),
    reason: null,
  });
  return {
    hits,
    split,
    total,
    files: [
      file(OWN, 3_120),
      locked
        ? { file: BACKUP, bytes: 0, found: 0, reason: "Permission denied (os error 13)" }
        : file(BACKUP, 5_242_880),
      file("backups/notes about the cleanup of a very long-named project, second attempt.txt", 912),
      file(FILE, 23_101_440),
      file(LOG, 3_844_000),
      file("workflows.sqlite3", 1_204_224),
    ],
    unused: null,
  };
}

function few(): ResidueHit[] {
  return [
    at(FILE, 11 * PAGE_SIZE + 700, "live-row", true),
    at(FILE, 56 * PAGE_SIZE + 1200, "free-page"),
    at(FILE, 18 * PAGE_SIZE + 410, "page-slack"),
    at(LOG, LOG_HEADER + 3 * FRAME + 24 + 1200, "log"),
    at(LOG, LOG_HEADER + 40 * FRAME + 24 + 1200, "log-leftover"),
    at(BACKUP, 12 * PAGE_SIZE + 300, "backup"),
    at(OWN, 118, "backup"),
    at("workflows.sqlite3", 3 * PAGE_SIZE + 90, "live-row", true),
  ];
}

function many(): ResidueHit[] {
  return Array.from({ length: 9_999 }, (_, index) =>
    at(index % 3 ? FILE : LOG, 4096 + index * 811, index % 3 ? "free-page" : "log"),
  );
}

function at(file: string, offset: number, region: ResidueRegion, live = false): ResidueHit {
  return {
    file,
    offset,
    page: file === FILE ? Math.floor(offset / PAGE_SIZE) + 1 : null,
    region,
    live,
    taskCorrelation: null,
    epoch: null,
    revision: null,
    complete: null,
  };
}
