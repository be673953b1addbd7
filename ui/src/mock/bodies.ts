// Made-up bodies.
import { hex, pick, random } from "./random";

export interface Body {
  revision: number;
  status: string;
  objective: string;
  constraints: string[];
  completionCriteria: string[];
  progress: string[];
  decisions: string[];
  blockers: string[];
  nextActions: string[];
  evidence: { artifactId: string; locator: string; digest: string; verified: boolean }[];
  extra: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

export const LISTS = [
  "constraints",
  "completionCriteria",
  "decisions",
  "blockers",
  "progress",
  "nextActions",
] as const;

const CONSTRAINTS = [
  "Keep the public API.",
  "No new dependencies.",
  "Tests must stay under two minutes.",
  "Do not touch generated files under src/gen.",
  "설정 파일의 키 이름을 바꾸지 않는다.",
  "Support Node 20 and 22.",
];
const CRITERIA = [
  "All tests pass.",
  "The handler rejects unknown fields.",
  "문서와 예제가 함께 갱신된다.",
  "No request is logged with its body.",
];
const DECISIONS = [
  "Validate before routing, not in each handler.",
  "Use the schema that the client already ships.",
  "재시도는 지수 백오프로 한다.",
  "Errors name the field, not the value.",
];
const PROGRESS = [
  "Schema written; handler changed.",
  "Fuzzed for ten minutes without a finding.",
  "Reviewed with the billing team.",
];
const BLOCKERS = ["Waiting for the staging key to be rotated.", "The mock server drops chunked bodies."];
const NEXT = ["Deploy to staging.", "Ask for a review.", "운영 환경 설정을 확인한다."];

/** Returns an ordinary body for a seed. */
export function body(seed: number, revision: number, title: string, updatedAt: string): Body {
  const next = random(seed);
  const some = (list: readonly string[], least: number) =>
    list.filter((_, at) => at < least || next() > 0.45);
  return {
    revision,
    status: next() > 0.9 ? "paused" : "active",
    objective: title,
    constraints: some(CONSTRAINTS, 1),
    completionCriteria: some(CRITERIA, 1),
    progress: some(PROGRESS, 1),
    decisions: some(DECISIONS, 0),
    blockers: some(BLOCKERS, 0),
    nextActions: some(NEXT, 1),
    evidence: Array.from({ length: Math.floor(next() * 3) }, (_, at) => ({
      artifactId: `artifact-${at + 1}`,
      locator: pick(["out/validate.log", "src/validate.rs", "run-3.txt", "보고서/결과.md"], next),
      digest: `sha256:${hex(seed + at)}`,
      verified: next() > 0.4,
    })),
    extra: {},
    createdAt: new Date(Date.parse(updatedAt) - 4 * 3_600_000).toISOString(),
    updatedAt,
  };
}

/** Returns the stored text of a body, as AGS orders its keys. */
export function storedText(body: Body, correlation: string, epoch: number, digest: string): string {
  return JSON.stringify({
    schemaVersion: "1.0.0",
    source: "direct",
    taskCorrelation: correlation,
    epoch,
    revision: body.revision,
    status: body.status,
    core: {
      objective: body.objective,
      constraints: body.constraints,
      completionCriteria: body.completionCriteria,
      progress: body.progress,
      decisions: body.decisions,
      blockers: body.blockers,
      nextActions: body.nextActions,
    },
    evidenceRefs: body.evidence,
    ...body.extra,
    createdAt: body.createdAt,
    updatedAt: body.updatedAt,
    snapshotDigest: digest,
  });
}
