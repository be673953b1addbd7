// A made-up scan: findings of every kind, in every kind of place, and as many as a test wants.
import type {
  AllowedList,
  Commands,
  ScanFilter,
  ScanFinding,
  ScanPage,
  ScanPlace,
  ScanProgress,
  ScanRule,
  ScanTotals,
} from "../lib/wire";
import { BACKUP, FILE, LOG, PAGE_SIZE } from "./found";
import { hex } from "./random";
import { refuse } from "./refuse";
import { FAKES, type Fake } from "./secrets";
import type { MockTask } from "./tasks";

/** What tests change about scans. */
export interface AuditControls {
  /** Number of findings; `null` for the few of every kind. */
  count: number | null;
  /** Whether a scan does not end before this is taken back or the user stops. */
  hold: boolean;
  /** Whether something could not be searched. */
  gaps: boolean;
}

const HELP: Record<string, string> = {
  "github-token": "Revoke it under Settings, Developer settings, Personal access tokens.",
  "aws-access-key": "Deactivate it in IAM under Security credentials, then delete it and make a new one.",
  "slack-bot-token": "Revoke it under the app's OAuth & Permissions, or with auth.revoke.",
  "private-key": "Make a new pair and take the public key out of every place that trusts it.",
  "database-url": "Change the password of this database user.",
};

export class MockAudit {
  readonly controls: AuditControls = { count: null, hold: false, gaps: true };
  findings: (ScanFinding & { value: string })[] = [];
  allowed: AllowedList = { path: "/home/mina/.config/continuity-inspector/allowed.toml", entries: [] };
  outdated = false;
  readonly #passed = new Set<string>();
  /** Values that were taken out. */
  readonly gone = new Set<string>();
  #scans = 0;
  #stopped = false;

  constructor(
    readonly tasks: readonly MockTask[],
    readonly tell: (progress: ScanProgress) => Promise<unknown>,
  ) {}

  get #name(): string {
    return `scan-${this.#scans}`;
  }

  async scan(request: Commands["scan_store"]["request"], state: number): Promise<ScanPage> {
    this.#stopped = false;
    const phases = ["rows", "leftovers", "ledger", "backups", "history"] as const;
    for (const [at, phase] of phases.entries()) {
      await this.tell({ phase, texts: 2400 * (at + 1), bytes: 4_600_000 * (at + 1), findings: 3 * (at + 1) });
      while (at === 1 && this.controls.hold && !this.#stopped) await new Promise((go) => setTimeout(go, 20));
      if (this.#stopped) throw refuse("stopped");
    }
    this.#scans += 1;
    this.outdated = false;
    const { count } = this.controls;
    const all = count === null ? few(this.tasks) : many(this.tasks, count);
    this.findings = all.filter(({ id, value }) => !this.#passed.has(id) && !this.gone.has(value));
    void state;
    return this.page({ scan: this.#name, offset: 0, limit: request.limit, filter: request.filter });
  }

  stop(): boolean {
    this.#stopped = true;
    return true;
  }

  page({ scan, filter, offset, limit }: Commands["scan_page"]["request"]): ScanPage {
    if (scan !== this.#name) throw refuse("no-scan");
    const passing = this.findings.filter((finding) => fits(finding, filter));
    return {
      scan,
      outdated: this.outdated,
      totals: totals(passing, this.#passed.size),
      rules: rules(passing),
      searched: { files: [FILE, LOG, BACKUP, "workflows.sqlite3"], texts: 12_406, bytes: 23_140_882 },
      gaps: this.controls.gaps
        ? [
            {
              file: "backups/continuity-before-cleanup-91d07b22.sqlite3",
              table: null,
              error: refuse("corrupt"),
            },
          ]
        : [],
      offset,
      findings: passing.slice(offset, offset + limit).map((finding) => ({
        ...bare(finding),
        places: finding.places.slice(0, 5),
      })),
    };
  }

  places({ finding, offset, limit }: Commands["scan_places"]["request"]) {
    const { places, placeCount } = this.named(finding);
    return { total: placeCount, offset, places: places.slice(offset, offset + limit) };
  }

  named(id: string): ScanFinding & { value: string } {
    const found = this.findings.find((finding) => finding.id === id);
    if (!found) throw refuse("not-found");
    return found;
  }

  allow({ finding, reason }: Commands["allow_finding"]["request"]): AllowedList {
    const { id, value } = this.named(finding);
    if (reason?.includes(value)) throw refuse("invalid-reason");
    this.#passed.add(id);
    const entry = { value: true, rule: null, path: null, reason, added: new Date().toISOString() };
    this.allowed = { ...this.allowed, entries: [...this.allowed.entries, entry] };
    return this.allowed;
  }

  forget({ index }: Commands["forget_allowed"]["request"]): AllowedList {
    const id = [...this.#passed][index];
    if (id !== undefined) this.#passed.delete(id);
    this.allowed = { ...this.allowed, entries: this.allowed.entries.filter((_, at) => at !== index) };
    return this.allowed;
  }
}

function bare(finding: ScanFinding & { value?: string }): ScanFinding {
  const copy = { ...finding };
  delete copy.value;
  return copy;
}

function place(task: MockTask | null, more: Partial<ScanPlace>): ScanPlace {
  const entry = task?.epochs.at(-1);
  return {
    kind: "body",
    database: FILE,
    table: "continuity_snapshots",
    column: "snapshot_json",
    row: null,
    taskCorrelation: task?.correlation ?? null,
    rootId: null,
    epoch: entry?.epoch ?? null,
    revision: entry?.body?.revision ?? null,
    digest: entry?.digest ?? null,
    source: "live",
    pointer: "/core/decisions/2",
    inKey: false,
    utf16: [31, 40],
    bytes: [31, 40],
    page: null,
    offset: null,
    line: null,
    offered: false,
    ...more,
  };
}

const inPage = (number: number): Partial<ScanPlace> => ({
  page: number,
  offset: number * PAGE_SIZE + 410,
  pointer: null,
});

function few(tasks: readonly MockTask[]): (ScanFinding & { value: string })[] {
  const [payments, keys] = tasks as [MockTask, MockTask];
  const korean = tasks[6] as MockTask;
  const old = keys.epochs[0];
  const earlier: Partial<ScanPlace> = {
    source: "earlier-epoch",
    epoch: old?.epoch ?? null,
    revision: old?.body?.revision ?? null,
    digest: old?.digest ?? null,
  };
  const copies = Array.from({ length: 130 }, (_, at) =>
    place(keys, { source: "log", kind: "fragment", database: LOG, ...inPage(at + 2) }),
  );
  return [
    one(
      FAKES.github,
      "secret",
      "critical",
      "high",
      ["prefix", "checksum-valid"],
      [
        place(keys, { offered: true }),
        place(keys, earlier),
        ...copies,
        place(keys, { source: "backup", database: BACKUP }),
      ],
    ),
    one(
      FAKES.database,
      "secret",
      "high",
      "medium",
      ["structure-valid", "weak-value"],
      [place(payments, { offered: true, pointer: "/core/progress/1", utf16: [104, 14], bytes: [131, 14] })],
    ),
    one(
      FAKES.resident,
      "personal",
      "high",
      "medium",
      ["context", "no-check-digit-since-2020"],
      [place(korean, { offered: true, pointer: "/core/constraints/0" })],
    ),
    one(
      FAKES.aws,
      "secret",
      "critical",
      "high",
      ["prefix", "structure-valid", "documented-example"],
      [
        place(tasks[3] as MockTask, {
          pointer: "/core/a long field name with words in it/deeper/and deeper/3",
        }),
        place(tasks[4] as MockTask, { source: "receipt", kind: "receipt", table: "continuity_requests" }),
      ],
    ),
    one(
      FAKES.email,
      "personal",
      "low",
      "high",
      ["structure-valid"],
      [place(payments, { pointer: "/x-owner" })],
    ),
    one(
      FAKES.address,
      "network",
      "low",
      "low",
      ["bare-digits", "prose"],
      [place(payments, { pointer: "", inKey: true })],
    ),
    one(
      FAKES.pem,
      "secret",
      "critical",
      "medium",
      ["structure-valid", "cut-off"],
      [place(payments, { source: "free-page", kind: "fragment", ...inPage(57) })],
    ),
    one(
      FAKES.slack,
      "secret",
      "high",
      "high",
      ["prefix"],
      [
        place(payments, { source: "backup", database: BACKUP }),
        place(null, {
          source: "live",
          kind: "ledger",
          database: "workflows.sqlite3",
          table: "workflow_events",
          column: "payload",
          row: 4112,
          rootId: "root-2026-09-17-ranking",
          epoch: null,
        }),
      ],
    ),
    one(
      FAKES.password,
      "secret",
      "medium",
      "low",
      ["name", "weak-value", "prose"],
      [place(payments, { source: "page-slack", kind: "fragment", ...inPage(18) })],
    ),
  ];
}

function one(
  fake: Fake,
  kind: ScanFinding["class"],
  severity: ScanFinding["severity"],
  confidence: ScanFinding["confidence"],
  reasons: string[],
  places: ScanPlace[],
): ScanFinding & { value: string } {
  const { rule, title, masked, value } = fake;
  const live = places.some((at) => at.kind === "body" && ["live", "earlier-epoch"].includes(at.source));
  return {
    id: hex(rule.length * 97 + (rule.codePointAt(0) ?? 0)).slice(0, 16),
    rule,
    title,
    class: kind,
    severity,
    confidence,
    reasons,
    masked,
    offered: places.some((at) => at.offered),
    live,
    places,
    placeCount: places.length,
    value,
  };
}

const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** Returns as many findings as asked for, ranked as the core ranks them. */
function many(tasks: readonly MockTask[], count: number): (ScanFinding & { value: string })[] {
  const kinds = Object.values(FAKES);
  return Array.from({ length: count }, (_, at) => {
    const fake = kinds[at % kinds.length] as Fake;
    const share = at / count;
    const task = tasks[at % Math.min(tasks.length, 60)] as MockTask;
    const source = share < 0.6 ? "live" : "free-page";
    const found = one(
      fake,
      "secret",
      SEVERITIES[at % 4] ?? "low",
      "medium",
      ["prefix"],
      [place(task, { offered: share < 0.1, source, ...(share < 0.6 ? {} : inPage(at + 2)) })],
    );
    return { ...found, id: hex(at + 5).slice(0, 16), title: `${fake.title} ${at + 1}` };
  });
}

function fits(finding: ScanFinding, filter: ScanFilter = {}): boolean {
  const worse = (list: readonly string[], least: string | undefined, own: string) =>
    least === undefined || list.indexOf(own) <= list.indexOf(least);
  return (
    (filter.class === undefined || finding.class === filter.class) &&
    worse(SEVERITIES, filter.minSeverity, finding.severity) &&
    worse(["high", "medium", "low"], filter.minConfidence, finding.confidence) &&
    (filter.rule === undefined || finding.rule === filter.rule) &&
    (filter.offered === undefined || finding.offered === filter.offered) &&
    (filter.taskCorrelation === undefined ||
      finding.places.some((at) => at.taskCorrelation === filter.taskCorrelation))
  );
}

function totals(findings: readonly ScanFinding[], allowed: number): ScanTotals {
  const number = (is: (finding: ScanFinding) => boolean) => findings.filter(is).length;
  return {
    findings: findings.length,
    offered: number((one) => one.offered),
    live: number((one) => one.live),
    critical: number((one) => one.severity === "critical"),
    high: number((one) => one.severity === "high"),
    medium: number((one) => one.severity === "medium"),
    low: number((one) => one.severity === "low"),
    secret: number((one) => one.class === "secret"),
    personal: number((one) => one.class === "personal"),
    network: number((one) => one.class === "network"),
    allowed,
    places: findings.reduce((sum, one) => sum + one.placeCount, 0),
  };
}

function rules(findings: readonly ScanFinding[]): ScanRule[] {
  return Object.values(FAKES)
    .map(({ rule, title }) => ({
      id: rule,
      title,
      help: HELP[rule] ?? "",
      own: false,
      findings: findings.filter((one) => one.rule === rule).length,
    }))
    .filter((rule) => rule.findings > 0);
}
