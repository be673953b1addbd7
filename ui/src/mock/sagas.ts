// Made-up tasks with a long story: every source of a revision, a delete that left bodies behind, hundreds of revisions.
import type { Body } from "./bodies";
import { BACKUP, FILE, found, fragment, inLog, inPage, inRow, type MockFound } from "./found";
import type { MockEpoch } from "./tasks";

/** Text of the item that wanders from progress to decisions. */
const ROTATED = "Tokens are rotated on every refresh.";

/** Returns the body of a revision from 1 to 9, so that each list changes on the way. */
export function storyBody(base: Body, revision: number): Body {
  const since = (first: number, text: string) => (revision >= first ? [text] : []);
  const between = (first: number, last: number, text: string) =>
    revision >= first && revision <= last ? [text] : [];
  return {
    ...base,
    revision,
    objective: "Move the login sessions to signed tokens.",
    constraints: [
      "Keep the public API.",
      ...between(1, 5, "Do not write tokens to any log, not even in debug builds."),
      ...between(1, 4, "Sessions end after 30 minutes without use."),
      ...since(5, "Sessions end after 15 minutes without use."),
      ...since(6, "세션 저장소의 키 이름을 바꾸지 않는다."),
    ],
    completionCriteria: [
      "All tests pass.",
      ...between(1, 7, "The audit log names the device."),
      ...since(2, "A stolen token is refused."),
    ],
    decisions: [...since(2, "Use the schema that the client already ships."), ...since(7, ROTATED)],
    blockers: between(2, 6, "The test clock cannot be moved."),
    progress: [
      ...between(2, 6, ROTATED),
      ...since(5, "Login and logout are moved."),
      ...since(7, "The test clock can be moved now."),
    ],
    nextActions:
      revision % 2
        ? ["Ask for a review.", "Deploy to staging."]
        : ["Deploy to staging.", "Ask for a review."],
    evidence: [],
    extra: {},
    updatedAt: new Date(Date.parse(base.updatedAt) - (9 - revision) * 2_700_000).toISOString(),
  };
}

/** Gives an epoch whose newest revision is 9 a trace of every kind of source; 3 is named by nothing, 4 by a receipt. */
export function everySource(epoch: MockEpoch): void {
  const base = epoch.body as Body;
  epoch.body = storyBody(base, 9);
  const at = (revision: number) => storyBody(base, revision);
  epoch.found = [
    found("log", at(8), [inLog(21, 31), inLog(15, 31), inPage(31, "backup", BACKUP)]),
    found(
      "delta",
      { ...at(8), decisions: [...at(8).decisions, "Tokens live for an hour."] },
      [inRow("delta")],
      { salt: 8, receipt: false },
    ),
    found("log-leftover", at(7), [inLog(60, 31, "log-leftover")]),
    found("free-page", at(6), [inPage(42, "free-page"), inPage(43, "free-page")]),
    found("history", at(5), [inRow("history", "history.sqlite3")], { digestValid: null }),
    found("backup", at(2), [inPage(12, "backup", BACKUP)]),
    found("other-file", at(1), [inPage(5, "other-file", "copy of continuity.sqlite3")]),
    fragment("page-slack", at(6), [inPage(17, "page-slack", FILE, 2900)], 812),
    fragment("free-page", at(4), [inPage(44, "free-page", FILE, 96), inPage(45, "free-page", FILE, 96)], 388),
  ];
  epoch.places = [inPage(31, "live"), inLog(24, 31), inLog(27, 31)];
  epoch.receipts = [1, 2, 4, 5, 6, 7, 8, 9];
}

/** Leaves bodies behind that a delete was meant to take. */
export function leftovers(epoch: MockEpoch, purgedAt: string, digest: string): void {
  const base = epoch.body as Body;
  const gone = { deleted: true };
  epoch.body = null;
  epoch.tombstone = { revision: 4, payloadDigest: digest, purgedAt };
  epoch.found = [
    found("log", storyBody(base, 4), [inLog(9, 77), inLog(6, 77)], gone),
    found("free-page", storyBody(base, 3), [inPage(91, "free-page")], gone),
    fragment("page-slack", storyBody(base, 2), [inPage(18, "page-slack", FILE, 3011)], 511, gone),
    found("backup", storyBody(base, 2), [inPage(64, "backup", BACKUP)], gone),
  ];
  epoch.receipts = [1, 2, 3, 4];
}

/** Returns revisions as a recorded history of many days would hold them. */
export function longHistory(base: Body, newest: number): MockFound[] {
  return Array.from({ length: newest - 1 }, (_, index) => {
    const revision = index + 1;
    const body: Body = {
      ...base,
      revision,
      progress: [`Step ${revision} of the migration is done.`, ...base.progress],
      constraints: revision % 50 < 25 ? ["Only at night.", ...base.constraints] : base.constraints,
      updatedAt: new Date(Date.parse(base.updatedAt) - (newest - revision) * 900_000).toISOString(),
    };
    return revision > newest - 12
      ? found("log", body, [inLog(revision % 27, 31)])
      : found("history", body, [inRow("history", "history.sqlite3")]);
  });
}
