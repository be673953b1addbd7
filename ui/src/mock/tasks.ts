// Two thousand made-up tasks, the first ones of every kind that the window has to show.
import type {
  ContractFault,
  PendingMarker,
  RevisionPlace,
  TaskStanding,
  TombstoneEntry,
  UncommittedTail,
} from "../lib/wire";
import { body, type Body } from "./bodies";
import { BACKUP, found, fragment, inLog, inPage, LOG, type MockFound } from "./found";
import { FAKES } from "./secrets";
import { hex, pick, random } from "./random";
import { everySource, leftovers, longHistory } from "./sagas";

export interface MockEpoch {
  epoch: number;
  body: Body | null;
  /** Stored text that is not what `body` would give. */
  text: string | null;
  digest: string;
  recomputed: string | null;
  columnRevision: number;
  problems: string[];
  faults: ContractFault[];
  tombstone: TombstoneEntry | null;
  /** Revisions found outside the stored rows. */
  found: MockFound[];
  /** Places of the stored body. */
  places: RevisionPlace[];
  /** Revisions that a receipt remembers. */
  receipts: number[];
}

export interface MockTask {
  correlation: string;
  title: string | null;
  standing: TaskStanding;
  reason: string | null;
  currentEpoch: number;
  suppressed: boolean;
  rootId: string | null;
  rootState: string | null;
  pending: PendingMarker | null;
  updatedAt: string;
  epochs: MockEpoch[];
  uncommitted: UncommittedTail | null;
}

const START = Date.now();
const at = (secondsAgo: number) => new Date(START - secondsAgo * 1000).toISOString();

function epoch(seed: number, number: number, stored: Body | null): MockEpoch {
  const digest = `sha256:${hex(seed * 31 + number)}`;
  return {
    epoch: number,
    body: stored,
    text: null,
    digest,
    recomputed: digest,
    columnRevision: stored?.revision ?? 0,
    problems: [],
    faults: [],
    tombstone: null,
    found: [],
    places: [inPage(12, number % 2 ? "live" : "earlier-epoch")],
    receipts: stored ? Array.from({ length: stored.revision }, (_, index) => index + 1) : [],
  };
}

function task(
  seed: number,
  title: string | null,
  secondsAgo: number,
  revision: number,
  epochs = 1,
): MockTask {
  const updatedAt = at(secondsAgo);
  const list = Array.from({ length: epochs }, (_, index) => {
    const number = index + 1;
    const last = number === epochs;
    const when = last ? updatedAt : at(secondsAgo + (epochs - number) * 86_400);
    const rev = last ? revision : 2 + ((seed + number) % 4);
    return epoch(seed, number, body(seed + number * 7, rev, title ?? "", when));
  });
  return {
    correlation: `hmac-sha256:${hex(seed)}`,
    title,
    standing: "offered",
    reason: null,
    currentEpoch: epochs,
    suppressed: false,
    rootId: null,
    rootState: null,
    pending: null,
    updatedAt,
    epochs: list,
    uncommitted: null,
  };
}

function last(made: MockTask): MockEpoch {
  return made.epochs.at(-1) as MockEpoch;
}

function payments(): MockTask {
  const made = task(1, "payments-api · request validation", 4, 5, 3);
  const [first, old, now] = made.epochs as [MockEpoch, MockEpoch, MockEpoch];
  first.body = null;
  first.receipts = [1, 2, 3];
  first.tombstone = { revision: 3, payloadDigest: `sha256:${hex(901)}`, purgedAt: at(5 * 86_400) };
  const common = { createdAt: at(4 * 3600), evidence: last(made).body?.evidence ?? [] };
  now.body = {
    ...(now.body as Body),
    ...common,
    status: "active",
    objective: "Validate requests before they reach billing.",
    constraints: ["Keep the public API.", "No new dependencies.", "Errors name the field, not the value."],
    completionCriteria: ["All tests pass.", "The handler rejects unknown fields."],
    decisions: [
      "Validate before routing, not in each handler.",
      "Use the schema that the client already ships.",
    ],
    progress: ["Request validation changed; one test fails, log in evidence 2.", "Staging key rotated."],
    blockers: [],
    nextActions: ["Deploy to staging.", "Ask for a review."],
    evidence: [
      {
        artifactId: "validate-log",
        locator: "out/validate.log",
        digest: `sha256:${hex(77)}`,
        verified: true,
      },
      { artifactId: "handler", locator: "src/validate.rs", digest: `sha256:${hex(78)}`, verified: false },
    ],
  };
  old.body = {
    ...now.body,
    revision: 4,
    updatedAt: at(86_400),
    constraints: ["Do not touch the payment files.", "Keep the public API.", "No new dependencies."],
    progress: ["Request validation changed; two tests fail."],
    decisions: [
      "Use the schema that the client already ships.",
      "Validate before routing, not in each handler.",
    ],
    blockers: ["Staging key rotated."],
    evidence: now.body.evidence.slice(0, 1),
  };
  now.found = [
    found("backup", { ...old.body, updatedAt: at(3600) }, [inPage(31, "backup", BACKUP)]),
    fragment("free-page", { ...old.body, revision: 3 }, [inPage(57, "free-page")], 704),
    found("log", { ...old.body, revision: 1, decisions: [], blockers: [] }, [inLog(4, 31), inLog(1, 31)]),
  ];
  old.columnRevision = 4;
  old.receipts = [1, 2, 3, 4];
  now.receipts = [1, 2, 3, 4, 5];
  made.pending = {
    source: "direct",
    revision: 4,
    digest: `sha256:${hex(4242)}`,
    rootId: null,
    consumed: false,
  };
  return made;
}

function featured(): MockTask[] {
  const keys = task(2, "infra · rotate deploy keys", 2 * 3600, 2, 2);

  const token = `Deploys sign in with ${FAKES.github.value} until the new runner is there.`;
  const [before2, after2] = keys.epochs.map((entry) => entry.body) as [Body, Body];
  before2.decisions = [`The database is at pg://app:${FAKES.database.value}@db.internal/app.`, token];
  after2.decisions = [`${token.slice(0, -1)} on Monday.`, "Rotate once a quarter."];

  const notes = task(3, "web · release notes", 86_400, 3);
  Object.assign(notes, { standing: "broken", reason: "digest-mismatch" });
  last(notes).recomputed = `sha256:${hex(999)}`;
  last(notes).problems = ["digest-mismatch", "column-digest"];

  const triage = task(4, "mobile · crash triage", 2 * 86_400, 9);
  Object.assign(triage, { standing: "suppressed", suppressed: true });

  const flow = task(5, "search · ranking workflow", 3 * 86_400, 2);
  Object.assign(flow, { standing: "workflow", rootId: "root-2026-09-17-ranking", rootState: "open" });

  const gone = task(6, null, 9 * 86_400, 1);
  Object.assign(gone, { standing: "deleted", correlation: `hmac-sha256:8ecb20002448${hex(6).slice(12)}` });
  last(gone).body = null;
  last(gone).tombstone = { revision: 7, payloadDigest: `sha256:${hex(66)}`, purgedAt: at(9 * 86_400) };

  const korean = task(7, "결제 서비스 · 재시도 제어와 중복 승인 방지", 12 * 86_400, 4, 2);

  const hostile = task(
    8,
    "billing \u202Egnp.tnemyap\u202C · invoice\u200B export \u2066hidden\u2069",
    13 * 86_400,
    1,
  );
  const long = task(
    9,
    "Move the reporting pipeline from the nightly batch to the event stream without changing what the finance team downloads every Monday, including the corrected rows of the quarter before and the archive that nobody has read since the audit",
    14 * 86_400,
    12,
  );
  long.epochs[0]?.receipts.push(...Array.from({ length: 40 }, (_, index) => index + 1));

  const broken = task(10, null, 15 * 86_400, 2);
  Object.assign(broken, { standing: "failing", reason: "malformed-json" });
  last(broken).text = '{"schemaVersion":"1.0.0","core":{"objective":"Half a bo';
  last(broken).problems = ["malformed-json"];
  last(broken).recomputed = null;

  const contract = task(11, "docs · 설치 안내 다시 쓰기", 16 * 86_400, 6);
  Object.assign(contract, { standing: "broken", reason: "contract" });
  last(contract).problems = ["contract", "column-revision"];
  last(contract).columnRevision = 5;
  last(contract).faults = Array.from({ length: 64 }, (_, index) => ({
    path: `core.constraints[${index}]`,
    reason: index % 2 ? "too-long" : "wrong-type",
  }));

  const huge = task(12, "data · backfill of 1,200 partitions", 17 * 86_400, 3, 2);
  const big = last(huge).body as Body;
  big.decisions = Array.from(
    { length: 1200 },
    (_, index) => `Partition ${index + 1} is copied before it is verified.`,
  );
  big.constraints = [`A very long constraint: ${"it goes on and on, ".repeat(900)}`, ...big.constraints];
  const before = huge.epochs[0]?.body as Body;
  before.decisions = Array.from({ length: 1150 }, (_, index) =>
    index % 40 === 3
      ? `Partition ${index + 1} is copied after it is verified.`
      : `Partition ${index + 1} is copied before it is verified.`,
  );
  before.constraints = [
    ...Array.from({ length: 9 }, (_, index) => `Rule ${index + 1} of the first week.`),
    ...before.constraints,
  ];
  last(huge).found = [
    found("log", { ...big, revision: 2, decisions: before.decisions }, [inLog(18, 31)]),
    found("log", { ...big, revision: 1, decisions: before.decisions.slice(0, 700) }, [inLog(12, 31)]),
  ];
  big.extra = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`x-${index + 1}`, `value ${index + 1}`]),
  );

  const empty = task(13, null, 20 * 86_400, 1);
  Object.assign(empty, { standing: "empty", epochs: [] });

  const control = task(14, "logs · escape \u001b[31mred\u001b[0m sequences", 21 * 86_400, 2);
  (last(control).body as Body).progress = [
    "Line one\nline two\ttabbed",
    "bell \u0007 and null \u0000",
    "מימין לשמאל and back",
  ];

  const sources = task(15, "auth · sessions as signed tokens", 22 * 86_400, 9, 2);
  everySource(last(sources));
  sources.uncommitted = { file: LOG, frames: 3, offset: 32 + 30 * 4120 };

  const purged = task(16, "vault · signing keys", 23 * 86_400, 4, 2);
  leftovers(last(purged), at(5 * 86_400), `sha256:${hex(616)}`);
  purged.standing = "deleted";

  const months = task(17, "infra · move 240 tables, one a night", 24 * 86_400, 240);
  last(months).found = longHistory(last(months).body as Body, 240);

  return [
    payments(),
    keys,
    notes,
    triage,
    flow,
    gone,
    korean,
    hostile,
    long,
    broken,
    contract,
    huge,
    empty,
    control,
    sources,
    purged,
    months,
  ];
}

const AREAS = ["auth", "billing", "search", "web", "mobile", "infra", "data", "docs", "결제", "알림", "정산"];
const WORKS = [
  "retry budget",
  "flaky tests",
  "login page",
  "queue depth",
  "cache keys",
  "로그 정리",
  "배포 스크립트",
  "캐시 무효화",
  "type errors",
  "schema change",
  "release 4.2",
];

/** Returns all tasks of the made-up store, newest first. */
export function makeTasks(count: number): MockTask[] {
  const made = featured();
  for (let seed = made.length + 1; seed <= count; seed += 1) {
    const next = random(seed);
    const dice = next();
    const title = `${pick(AREAS, next)} · ${pick(WORKS, next)} ${seed}`;
    const one = task(
      seed,
      title,
      (20 + seed * 0.11) * 86_400,
      1 + Math.floor(next() * 9),
      1 + Math.floor(next() * 4),
    );
    if (dice > 0.97) Object.assign(one, { standing: "suppressed", suppressed: true });
    else if (dice > 0.95)
      Object.assign(one, { standing: "workflow", rootId: `root-${seed}`, rootState: "completed" });
    else if (dice > 0.9) {
      Object.assign(one, { standing: "deleted" });
      const end = last(one);
      end.tombstone = { revision: end.columnRevision, payloadDigest: end.digest, purgedAt: one.updatedAt };
      end.body = null;
    }
    made.push(one);
  }
  return made;
}
