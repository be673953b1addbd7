// Made-up redactions: a plan that can be carried out once, told step by step, and stopped.
import type {
  Commands,
  ErrorBody,
  PurgeProgress,
  RedactBody,
  RedactDone,
  RedactPlan,
  RefusedBody,
  RotateAdvice,
  ScanFinding,
} from "../lib/wire";
import type { MockAudit } from "./audit";
import type { DeleteControls } from "./deleting";
import { BACKUP, FILE, LOG } from "./found";
import { deleteProof } from "./proofs";
import { hex } from "./random";
import { refuse } from "./refuse";

export class MockRedactions {
  #plan: RedactPlan | null = null;
  #values: string[] = [];
  #plans = 0;
  #stopped = false;
  /** Code of the rule that forbids the first body; `null` where none does. */
  forbidden: string | null = null;

  constructor(
    readonly audit: MockAudit,
    readonly controls: DeleteControls,
    readonly tell: (progress: PurgeProgress) => Promise<unknown>,
  ) {}

  plan({ pick, inPlace }: Commands["plan_redact"]["request"]): RedactPlan {
    const found = this.audit.findings.filter(
      ({ id, rule }) => pick.findings.includes(id) || pick.rules.includes(rule),
    );
    if (found.length === 0) throw refuse("unknown-finding");
    const bodies: RedactBody[] = [];
    const refused: RefusedBody[] = [];
    for (const finding of found) {
      for (const place of finding.places) {
        if (place.kind !== "body" || place.taskCorrelation === null || place.epoch === null) continue;
        const old = place.source === "earlier-epoch";
        if (!old && place.source !== "live") continue;
        const { taskCorrelation, epoch } = place;
        if (old && !inPlace) refused.push({ taskCorrelation, epoch, error: refuse("old-epoch") });
        else if (this.forbidden !== null && bodies.length === 0 && refused.length === 0) {
          refused.push({ taskCorrelation, epoch, error: rules(this.forbidden) });
        } else bodies.push(bodyOf(finding, place));
      }
    }
    if (bodies.length + refused.length === 0) throw refuse("nothing-found");
    this.#plans += 1;
    this.#values = found.map(({ value }) => value);
    this.#plan = {
      dryRun: true,
      id: `redact-${this.#plans}`,
      bodies,
      bodyCount: bodies.length,
      taskCount: new Set(bodies.map((body) => body.taskCorrelation)).size,
      spotCount: bodies.reduce((sum, body) => sum + body.spotCount, 0),
      refused,
      refusedCount: refused.length,
      plan: [
        { effect: "scrub", kind: "body", count: bodies.length, file: null },
        { effect: "write", kind: "request", count: bodies.length, file: null },
        { effect: "keep", kind: "request", count: 4, file: null },
        { effect: "delete", kind: "log", count: 12, file: LOG },
        { effect: "delete", kind: "page-slack", count: 3, file: FILE },
        { effect: "not-touched", kind: "backup", count: 2, file: BACKUP },
      ],
      lost: {
        revisions: 2,
        tasks: 1,
        ofOtherTasks: 0,
        bytes: 1600,
        entries: [1, 2].map((revision) => ({
          taskCorrelation: bodies[0]?.taskCorrelation ?? "",
          epoch: 2,
          revision,
          digest: `sha256:${hex(revision)}`,
          source: "log" as const,
          bytes: 800,
        })),
      },
      rotate: advice(found),
      confirmation: bodies.length === 0 ? "" : confirmation(bodies),
    };
    return this.#plan;
  }

  async redact({ plan: id, confirmation }: Commands["redact"]["request"]): Promise<RedactDone> {
    const plan = this.#plan;
    if (plan === null || plan.id !== id) throw refuse("changed-since-read");
    if (plan.confirmation !== confirmation) throw refuse("not-confirmed");
    this.#stopped = false;
    const code = this.controls.refusals[0];
    if (code !== undefined && plan.bodies.length === 1) throw refuse(code);
    for (const phase of ["delete", "erase", "search"] as const) {
      await this.tell({ phase, done: 0, total: phase === "search" ? 0 : plan.bodyCount });
      while (this.controls.hold === phase && !this.#stopped) await new Promise((go) => setTimeout(go, 20));
    }
    for (const value of this.#values) this.audit.gone.add(value);
    return {
      ok: true,
      result: plan.bodies.map((body) => ({
        taskCorrelation: body.taskCorrelation,
        epoch: body.epoch,
        how: body.how,
        fromRevision: body.revision,
        revision: body.newRevision,
        snapshotDigest: `sha256:${hex(body.epoch + 700)}`,
        updatedAt: new Date().toISOString(),
        spots: body.spotCount,
      })),
      redactedCount: plan.bodyCount,
      refused: plan.refused,
      refusedCount: plan.refusedCount,
      stopped: 0,
      rotate: plan.rotate,
      proof: deleteProof(this.#stopped ? "held" : this.controls.outcome),
    };
  }

  stop(): void {
    this.#stopped = true;
  }

  has(id: string): boolean {
    return this.#plan?.id === id;
  }
}

function rules(code: string): ErrorBody {
  return { ...refuse("refused-by-rules"), message: `The core says why. Nothing was written (${code}).` };
}

function confirmation(bodies: readonly RedactBody[]): string {
  const count = bodies.reduce((sum, body) => sum + body.spotCount, 0);
  return `redact ${count} ${count === 1 ? "place" : "places"}`;
}

function bodyOf(finding: ScanFinding, place: ScanFinding["places"][number]): RedactBody {
  const how = place.source === "earlier-epoch" ? "in-place" : "checkpoint";
  const revision = place.revision ?? 1;
  const spot = (at: number, repeat: boolean) => ({
    rule: finding.rule,
    title: finding.title,
    masked: finding.masked,
    pointer: `/core/decisions/${at}`,
    bytes: [31, 40] as [number, number],
    utf16: [31, 40] as [number, number],
    marker: `[REDACTED:${finding.rule}]`,
    before: `…the deploy job signs in with ${finding.masked} and pushes the tag; see the note of 설정 변경.`,
    after: `…the deploy job signs in with [REDACTED:${finding.rule}] and pushes the tag; see the note of 설정 변경.`,
    repeat,
  });
  return {
    taskCorrelation: place.taskCorrelation ?? "",
    epoch: place.epoch ?? 0,
    revision,
    digest: `bytes:${hex(revision)}`,
    how,
    newRevision: how === "checkpoint" ? revision + 1 : revision,
    offered: place.offered,
    spots: [spot(2, false), spot(5, true)],
    spotCount: 2,
  };
}

function advice(findings: readonly ScanFinding[]): RotateAdvice[] {
  const byRule = new Map<string, RotateAdvice>();
  for (const { rule, title } of findings) {
    const known = byRule.get(rule);
    if (known) known.values += 1;
    else
      byRule.set(rule, {
        rule,
        title,
        help:
          rule === "github-token"
            ? "Revoke it under Settings, Developer settings, Personal access tokens."
            : "",
        values: 1,
      });
  }
  return [...byRule.values()];
}
