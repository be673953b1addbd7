// Made-up proofs: every kind of place, gone and not.
import type { Proof, ProofPlace, ProofPlaceKind } from "../lib/wire";
import { BACKUP, FILE, LOG } from "./found";

export const OUT_OF_REACH = ["file-system", "device", "other-copies"];

/** How a made-up erasing ends. */
export type Outcome = "remains" | "held" | "clean" | "everything";

export function gone(place: ProofPlaceKind, file = FILE): ProofPlace {
  return { place, file, state: "gone", found: 0, code: null, processes: [], reason: null, next: null };
}

export function left(
  place: ProofPlaceKind,
  code: string,
  found: number,
  more: Partial<ProofPlace> = {},
): ProofPlace {
  return {
    ...gone(place),
    state: "remains",
    found,
    code,
    reason: `The core says: ${code}.`,
    next: "The core says what to do.",
    ...more,
  };
}

export function unread(place: ProofPlaceKind, file: string): ProofPlace {
  return {
    ...left(place, "unreadable", 0, { file, state: "unknown" }),
    reason: "It could not be searched: Permission denied (os error 13).",
  };
}

export function proofOf(places: ProofPlace[], sharesText = false): Proof {
  const erased = places.every((place) => place.state === "gone");
  return { erased, places, sharesText, outOfReach: OUT_OF_REACH };
}

/** Returns what a delete proves. */
export function deleteProof(outcome: Outcome): Proof {
  switch (outcome) {
    case "clean":
      return proofOf(
        [
          gone("row"),
          gone("receipt"),
          gone("delta"),
          gone("schema-object"),
          gone("page-slack"),
          gone("free-page"),
          gone("log", LOG),
          gone("shared-memory", `${FILE}-shm`),
          gone("journal", `${FILE}-journal`),
        ],
        true,
      );
    case "held":
      return proofOf([
        gone("row"),
        gone("page-slack"),
        left("log", "log-held", 12, { file: LOG, processes: [4711, 31006] }),
      ]);
    case "everything":
      return proofOf(EVERYTHING, true);
    case "remains":
      return proofOf([
        gone("row"),
        gone("page-slack"),
        left("free-page", "free-pages", 3),
        gone("log", LOG),
        gone("receipt"),
        left("backup", "backup", 1, { file: BACKUP }),
        unread("workflow", "workflows.sqlite3"),
      ]);
  }
}

/** Returns what erasing leftovers proves: numbers of bytes, pages and frames. */
export function eraseProof(outcome: Outcome): Proof {
  const clean = [gone("page-slack"), gone("free-page"), gone("log", LOG), gone("journal", `${FILE}-journal`)];
  if (outcome === "held") {
    clean[2] = left("log", "log-held", 37, { file: LOG, processes: [4711] });
  } else if (outcome === "everything") {
    return proofOf([
      left("page-slack", "unused-bytes", 18_432),
      left("page-slack", "log-held", 3, { processes: [4711] }),
      { ...unread("page-slack", FILE), reason: "It could not be searched: 2 damaged pages." },
      left("free-page", "free-pages", 5),
      left("log", "log-busy", 4, { file: LOG }),
      left("journal", "journal", 8192, { file: `${FILE}-journal` }),
    ]);
  }
  return proofOf(clean);
}

const EVERYTHING: ProofPlace[] = [
  left("row", "same-text-in-row", 2),
  left("receipt", "same-text-in-receipt", 1),
  left("delta", "same-text-in-delta", 1),
  left("schema-object", "foreign-object", 4),
  left("page-slack", "unused-bytes", 9),
  left("free-page", "free-pages", 3),
  left("log", "log-held", 12, { file: LOG, processes: [4711] }),
  left("shared-memory", "shared-memory", 1, { file: `${FILE}-shm` }),
  left("journal", "journal", 6, { file: `${FILE}-journal` }),
  left("backup", "backup", 7, { file: BACKUP }),
  left("backup", "opened-copy", 2, {
    file: "/mnt/old disk/보관/continuity copy with a very long name #2.sqlite3",
  }),
  left("workflow", "ledger", 1, { file: "workflows.sqlite3" }),
  left("history", "own-records", 1, { file: "/home/mina/.local/share/continuity-inspector/activity.jsonl" }),
  left("history", "history-kept", 3, {
    file: "/home/mina/.local/share/continuity-inspector/history.sqlite3",
  }),
  left("history", "history-of-others", 3, {
    file: "/home/mina/.local/share/continuity-inspector/history.sqlite3-wal",
  }),
  left("schema-object", "index-words", 0, { state: "unknown" }),
  left("free-page", "earlier-parts", 0, { state: "unknown" }),
  left("row", "short-texts", 0, { state: "gone" }),
  left("log", "brand-new-code", 1, { file: LOG }),
  unread("workflow", "workflows.sqlite3-wal"),
];
