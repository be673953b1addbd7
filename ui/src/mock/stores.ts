// Made-up stores, readable and not.
import type { ErrorBody, LookedAt, Source } from "../lib/wire";

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const HOME = "/home/mina";

export const MAIN = "main";

function source(id: string, label: string, path: string, rest: Partial<Source>): Source {
  return {
    id,
    label,
    path,
    origin: "state-folder",
    backupOf: null,
    error: null,
    schemaVersion: 2,
    applicationId: null,
    tasks: null,
    bodies: null,
    deleted: null,
    sizeBytes: null,
    logBytes: null,
    changedAt: null,
    othersCanRead: false,
    unfinishedSince: null,
    workflows: null,
    ...rest,
  };
}

function refused(code: string, known: ErrorBody["known"] = null): Partial<Source> {
  const error = { code, message: `The core says: ${code}.`, next: null, matches: [], known };
  return { error, schemaVersion: known?.schemaVersion ?? null, sizeBytes: known?.sizeBytes ?? null };
}

export function makeSources(): Source[] {
  const state = `${HOME}/.local/state/agent-governance-suite`;
  return [
    source(MAIN, "Codex state", `${state}/continuity.sqlite3`, {
      tasks: 2000,
      bodies: 5752,
      deleted: 248,
      sizeBytes: 23_100_000,
      logBytes: 3_900_000,
      changedAt: ago(4),
      workflows: `${state}/workflows.sqlite3`,
    }),
    source("backup-1", "before cleanup 3f6c", `${state}/backups/continuity-before-cleanup-3f6c0a1e.sqlite3`, {
      origin: "backup",
      backupOf: MAIN,
      tasks: 1890,
      bodies: 5102,
      deleted: 12,
      sizeBytes: 21_400_000,
      changedAt: ago(9 * 86_400),
    }),
    source("backup-2", "before cleanup 91d0", `${state}/backups/continuity-before-cleanup-91d07b22.sqlite3`, {
      origin: "backup",
      backupOf: MAIN,
      ...refused("corrupt", {
        schemaVersion: 2,
        tables: ["continuity_tasks", "continuity_snapshots"],
        sizeBytes: 4096,
      }),
    }),
    source(
      "claude",
      "Claude Code",
      `${HOME}/.claude/plugins/data/agent-governance-suite-agent-governance-claude/continuity.sqlite3`,
      {
        origin: "claude-plugin",
        tasks: 41,
        bodies: 63,
        deleted: 2,
        sizeBytes: 311_296,
        logBytes: 0,
        changedAt: ago(2 * 3600),
        othersCanRead: true,
        unfinishedSince: ago(12 * 60),
      },
    ),
    source("newer", "work laptop", `${HOME}/보관/내려받은 파일/continuity #2 100%.sqlite3`, {
      origin: "opened",
      ...refused("unsupported-schema", {
        schemaVersion: 99,
        tables: ["continuity_metadata", "continuity_tasks", "continuity_future"],
        sizeBytes: 98_304,
      }),
    }),
    source("locked", "root's store", "/var/lib/agent/continuity.sqlite3", {
      origin: "environment",
      ...refused("no-permission"),
    }),
    source("text", "notes.sqlite3", `${HOME}/notes.sqlite3`, {
      origin: "given",
      ...refused("not-a-database"),
    }),
    source("damaged", "old disk", "/mnt/old disk/continuity.sqlite3", {
      origin: "opened",
      tasks: 120,
      bodies: null,
      deleted: null,
      sizeBytes: 655_360,
      changedAt: ago(300 * 86_400),
    }),
    source("empty", "new project", `${HOME}/work/new/continuity.sqlite3`, {
      origin: "given",
      schemaVersion: 0,
      tasks: 0,
      bodies: 0,
      deleted: 0,
      sizeBytes: 0,
      changedAt: ago(60),
    }),
  ];
}

export const LOOKED_AT: LookedAt[] = [
  { origin: "environment", path: `${HOME}/ags/continuity.sqlite3` },
  { origin: "state-folder", path: "/run/user/1000/state/agent-governance-suite/continuity.sqlite3" },
  {
    origin: "claude-plugin",
    path: `${HOME}/.claude/plugins/data/agent-governance-suite-inline/continuity.sqlite3`,
  },
];
