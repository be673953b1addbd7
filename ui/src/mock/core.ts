// A made-up core: answers every command of the window from made-up stores, and can be told to fail.
import type {
  ActivityEntry,
  Commands,
  Database,
  DiffSide,
  SideRequest,
  SnapshotRequest,
  Source,
  TaskFilter,
  TaskTotals,
} from "../lib/wire";
import { emit } from "@tauri-apps/api/event";
import type { Body } from "./bodies";
import { compareBodies } from "./compare";
import { MockDeletes } from "./deleting";
import { bytesView, sizeOf } from "./files";
import { MockAudit } from "./audit";
import { MockHistory } from "./history";
import { erasePlanOf } from "./plans";
import { eraseProof } from "./proofs";
import { MockRedactions } from "./redacting";
import { maskDropped, maskRow, maskText } from "./secrets";
import { refuse } from "./refuse";
import { residueOf } from "./residue";
import { LOOKED_AT, MAIN, makeSources } from "./stores";
import { makeTasks, type MockEpoch, type MockTask } from "./tasks";
import { bytesOf, foundBytes, foundView, itemsOf, rowOf, textsOf, snapshotView, viewOf } from "./views";
import { hex } from "./random";
import { bodyNamed, revisionsOf, type MockRevision } from "./revisions";
import { stripView } from "./strip";

/** What tests change from outside. */
export interface MockControls {
  /** Stores that the start page shows; `false` for none. */
  stores: boolean;
  /** Code of the error that the next call of a command answers with. */
  failNext: Partial<Record<keyof Commands, string>>;
  /** Milliseconds that every answer takes. */
  delay: number;
  /** Names of the commands that were called, oldest first. */
  calls: string[];
  /** Other names of every backup. */
  hardLinks: number;
  /** Size of every file in bytes, where a test wants another one. */
  fileSize: number | null;
  open: string | null;
}

export class MockCore {
  readonly controls: MockControls = {
    stores: true,
    failNext: {},
    delay: 0,
    calls: [],
    hardLinks: 0,
    fileSize: null,
    open: null,
  };
  sources = makeSources();
  tasks = makeTasks(2000);
  state = 1;
  changedAt = new Date(Date.now() - 4000).toISOString();
  readonly history = new MockHistory(
    this.sources,
    this.tasks.map((task) => task.correlation),
  );
  readonly deletes = new MockDeletes((progress) => emit("purge-progress", progress));
  readonly audit = new MockAudit(this.tasks, (progress) => emit("scan-progress", progress));
  readonly redactions = new MockRedactions(this.audit, this.deletes.controls, (progress) =>
    emit("redact-progress", progress),
  );
  readonly activity: Commands["list_activity"]["answer"]["entries"] = [];

  async answer(name: string, payload: unknown): Promise<unknown> {
    const command = name as keyof Commands;
    this.controls.calls.push(name);
    if (this.controls.delay > 0) await new Promise((done) => setTimeout(done, this.controls.delay));
    const code = this.controls.failNext[command];
    if (code !== undefined) {
      delete this.controls.failNext[command];
      throw refuse(code);
    }
    const handler = this.#handlers[command] as ((request: unknown) => unknown) | undefined;
    if (!handler) throw refuse("internal");
    return structuredClone(await handler((payload as { request: unknown }).request));
  }

  /** Changes a task as a running agent would: a new revision with another list of constraints. */
  checkpoint(index: number): void {
    const task = this.tasks[index];
    const entry = task?.epochs.at(-1);
    if (!task || !entry?.body) return;
    entry.body = {
      ...entry.body,
      revision: entry.body.revision + 1,
      progress: [...entry.body.progress, "Written while the window was open."],
      updatedAt: new Date().toISOString(),
    };
    entry.columnRevision = entry.body.revision;
    entry.digest = entry.recomputed = `sha256:${hex(entry.body.revision * 77)}`;
    entry.receipts.push(entry.body.revision);
    task.updatedAt = entry.body.updatedAt;
    this.#touch();
  }

  #touch(): void {
    this.state += 1;
    this.audit.outdated = true;
    this.changedAt = new Date().toISOString();
  }

  #handlers: {
    [K in keyof Commands]: (
      request: Commands[K]["request"],
    ) => Commands[K]["answer"] | Promise<Commands[K]["answer"]>;
  } = {
    about: () => ({ version: "0.1.0", open: this.controls.open, demo: false, platform: "linux" }),
    list_sources: () => ({ sources: this.controls.stores ? this.sources : [], lookedAt: LOOKED_AT }),
    choose_store: () => this.sources.find((source) => source.id === "claude") ?? null,
    forget_store: ({ source }) => {
      this.sources = this.sources.filter((one) => one.id !== source);
      return { sources: this.sources, lookedAt: LOOKED_AT };
    },
    list_tasks: ({ source, query, filter, offset, limit }) => {
      const tasks = this.#tasksOf(source);
      const found = tasks.filter((task) => shows(filter, task) && matches(task, query));
      return {
        database: this.#database(source),
        readAt: new Date().toISOString(),
        changedAt: this.changedAt,
        totals: totals(tasks),
        matched: found.length,
        offset,
        rows: found.slice(offset, offset + limit).map(rowOf),
        state: this.state,
      };
    },
    read_task: ({ source, taskCorrelation }) => viewOf(this.#task(source, taskCorrelation), this.state),
    read_snapshot: (request) => {
      const { task, entry, found } = this.#named(request);
      const view = found ? foundView(task, found) : snapshotView(task, entry);
      if (!view) throw refuse("no-body");
      return view;
    },
    read_items: ({ path, offset, limit, ...request }) => {
      const items = itemsOf(this.#body(request), path);
      return { path, count: items.length, offset, items: items.slice(offset, offset + limit) };
    },
    read_item: ({ path, index, offset, limit, ...request }) => {
      const whole = maskText(textsOf(this.#body(request), path)[index] ?? "").text;
      const text = whole.slice(offset, offset + limit);
      return { offset, length: text.length, total: whole.length, text };
    },
    reveal_item: ({ path, index, offset, limit, ...request }) => {
      const whole = textsOf(this.#body(request), path)[index] ?? "";
      const text = whole.slice(offset, offset + limit);
      return { offset, length: text.length, total: whole.length, text };
    },
    read_body: ({ offset, limit, ...request }) => {
      const { task, entry, found } = this.#named(request);
      const bytes = found ? foundBytes(task, found) : bytesOf(task, entry);
      let end = Math.min(bytes.length, offset + limit);
      while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
      let start = offset;
      while (start < end && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
      const text = new TextDecoder().decode(bytes.slice(start, end));
      return { offset: start, length: end - start, total: bytes.length, text, exact: true };
    },
    read_bytes: ({ source, file, offset, limit }) => {
      const tasks = this.#tasksOf(source);
      if (file.startsWith("history")) throw refuse("missing");
      const size = this.controls.fileSize ?? sizeOf(file);
      return bytesView(tasks, file, Math.min(offset, size), limit, size);
    },
    read_strip: ({ source, taskCorrelation, epoch }) => {
      const task = this.#task(source, taskCorrelation);
      entryOf(task, epoch);
      return stripView(
        epoch,
        revisionsOf(task).filter((one) => one.entry.epoch === epoch),
      );
    },
    compare: (request) => {
      const page = this.#compare(request);
      return { ...page, rows: page.rows.map(maskRow), dropped: page.dropped.map(maskDropped) };
    },
    reveal_compare: (request) => this.#compare(request),
    dropped_markdown: ({ from, to }) => {
      const { dropped } = compareBodies(this.#side(from).body, this.#side(to).body);
      return ["# Dropped", "", ...dropped.map(({ path, text }) => `- ${path}: ${text}`), ""].join("\n");
    },
    suppress: (request) => this.#suppress(request, true),
    allow: (request) => this.#suppress(request, false),
    plan_purge: ({ source, taskCorrelation, epoch, scope }) =>
      this.deletes.planOne(this.#task(source, taskCorrelation), epoch, scope, this.#tasksOf(source)),
    plan_purge_many: ({ source, query, filter, tasks, scope }) => {
      const all = this.#tasksOf(source);
      const meant = all.filter(
        (task) =>
          shows(filter, task) &&
          matches(task, query) &&
          (tasks.length === 0 || tasks.includes(task.correlation)),
      );
      return this.deletes.planMany(meant, scope, all);
    },
    purge: async (request) => {
      const summary = await this.deletes.purge(request);
      this.#touch();
      for (const { taskCorrelation, result } of summary.deleted) {
        const { epoch, revision } = result;
        this.#record("purge", { taskCorrelation, epoch, revision, erased: summary.proof.erased });
      }
      const source = this.#source(request.source);
      const unfinished = summary.proof.places.some(
        ({ place, state }) => place !== "backup" && state !== "gone",
      );
      if (unfinished) source.unfinishedSince ??= new Date().toISOString();
      return summary;
    },
    stop_purge: () => {
      this.redactions.stop();
      return this.deletes.stop();
    },
    export_lost: ({ plan }) => {
      if (!this.deletes.has(plan) && !this.redactions.has(plan)) throw refuse("changed-since-read");
      return { path: "/home/mina/older-revisions.jsonl", bytes: 9_812 };
    },
    plan_erase: ({ source }) => erasePlanOf(this.#tasksOf(source).slice(2, 9), source === "empty"),
    erase: ({ source: id }) => {
      const source = this.#source(id);
      const proof = eraseProof(this.deletes.controls.outcome);
      if (proof.erased) source.unfinishedSince = null;
      this.#touch();
      this.#record("erase", { erased: proof.erased });
      return { ok: true, proof };
    },
    plan_delete_backup: ({ source, file }) => {
      const backup = this.#backup(source, file);
      return {
        dryRun: true,
        file,
        bytes: backup.sizeBytes ?? 0,
        tasks: backup.tasks,
        bodies: backup.bodies,
        otherNames: this.controls.hardLinks,
        confirmation: "delete backup",
      };
    },
    delete_backup: ({ source, file }) => {
      const backup = this.#backup(source, file);
      this.sources = this.sources.filter((one) => one !== backup);
      const overwritten = this.controls.hardLinks === 0;
      this.#record("delete-backup", { erased: overwritten });
      return { ok: true, file, overwritten };
    },
    find_residue: ({ source, text }) => {
      this.#source(source);
      return residueOf(text);
    },
    export_body: () => ({ path: "/home/mina/payments-api-epoch-3.json", bytes: 1893 }),
    list_activity: ({ limit }) => ({
      entries: this.activity.slice(0, limit),
      path: "/home/mina/.local/share/continuity-inspector/activity.jsonl",
    }),
    watch_store: () => true,
    read_history: () => this.history.state(),
    change_history: (settings) => {
      this.history.settings = settings;
      return this.history.state();
    },
    scan_store: (request) => {
      this.#source(request.source);
      return this.audit.scan(request, this.state);
    },
    scan_page: (request) => this.audit.page(request),
    scan_places: (request) => this.audit.places(request),
    stop_scan: () => this.audit.stop(),
    reveal_finding: ({ finding }) => this.audit.named(finding).value,
    allow_finding: (request) => this.audit.allow(request),
    list_allowed: () => this.audit.allowed,
    forget_allowed: (request) => this.audit.forget(request),
    export_scan: ({ format }) => ({ path: `/home/mina/findings.${format}`, bytes: 18_204 }),
    plan_redact: (request) => this.redactions.plan(request),
    redact: async (request) => {
      const done = await this.redactions.redact(request);
      this.#touch();
      return done;
    },
    clear_history: (request) => {
      this.history.clear(request);
      return this.history.state();
    },
  };

  /** Returns the body that a request names, with the task around it; `found` is `null` for the stored one. */
  #named(request: SnapshotRequest): { task: MockTask; entry: MockEpoch; found: MockRevision | null } {
    const task = this.#task(request.source, request.taskCorrelation);
    const entry = entryOf(task, request.epoch);
    if (request.revision === undefined && request.digest === undefined) return { task, entry, found: null };
    const found = bodyNamed(task, entry, request);
    if (!found) throw refuse("no-body");
    return { task, entry, found };
  }

  #body(request: SnapshotRequest): Body {
    const { entry, found } = this.#named(request);
    const body = found ? found.body : entry.body;
    if (!body) throw refuse("no-body");
    return body;
  }

  #side(request: SideRequest): { body: Body; side: DiffSide } {
    const { task, entry, found } = this.#named(request);
    const body = found ? found.body : entry.text === null ? entry.body : null;
    if (!body) throw refuse("not-comparable");
    const stored = entry.epoch === task.currentEpoch ? "live" : "earlier-epoch";
    const source = found?.entry.source ?? (request.source === MAIN ? stored : "other-file");
    const digest = found?.entry.digest ?? entry.digest;
    return { body, side: { epoch: request.epoch, revision: body.revision, digest, source } };
  }

  #compare({ from, to, offset, limit }: Commands["compare"]["request"]): Commands["compare"]["answer"] {
    const [a, b] = [this.#side(from), this.#side(to)];
    const { rows, dropped } = compareBodies(a.body, b.body);
    return {
      from: a.side,
      to: b.side,
      dropped: dropped.slice(0, 200),
      droppedCount: dropped.length,
      changes: rows.filter((row) => row.op !== "kept").length,
      total: rows.length,
      offset,
      rows: rows.slice(offset, offset + limit),
      notes: notes(a, b),
    };
  }

  #suppress(
    { source, taskCorrelation, epoch }: Commands["suppress"]["request"],
    suppressed: boolean,
  ): Commands["suppress"]["answer"] {
    const task = this.#task(source, taskCorrelation);
    if (task.currentEpoch !== epoch) throw refuse("changed-since-read");
    const changed = task.suppressed !== suppressed;
    task.suppressed = suppressed;
    task.standing = suppressed ? "suppressed" : "offered";
    this.#touch();
    this.#record(suppressed ? "suppress" : "allow", { taskCorrelation, epoch });
    return { ok: true, changed, taskCorrelation, epoch, suppressed, dryRun: false };
  }

  #record(action: string, more: Partial<ActivityEntry>): void {
    this.activity.unshift({
      at: new Date().toISOString(),
      action,
      store: "continuity.sqlite3",
      taskCorrelation: "",
      epoch: 0,
      revision: null,
      outcome: "done",
      erased: null,
      ...more,
    });
  }

  #backup(store: string, file: string): Source {
    const backup = this.sources.find((one) => one.backupOf === store && one.path.endsWith(`/${file}`));
    if (!backup) throw refuse("no-file");
    return backup;
  }

  #source(id: string): Source {
    const source = this.sources.find((one) => one.id === id);
    if (!source) throw refuse("missing");
    if (source.error) throw source.error;
    return source;
  }

  #tasksOf(id: string): MockTask[] {
    const source = this.#source(id);
    if (id === "claude") return this.tasks.slice(0, 41);
    if (id === "damaged") return this.tasks.slice(0, 120);
    return source.tasks === 0 ? [] : this.tasks;
  }

  #task(source: string, correlation: string): MockTask {
    const task = this.#tasksOf(source).find((one) => one.correlation === correlation);
    if (!task) throw refuse("not-found");
    return task;
  }

  #database(id: string): Database {
    const source = this.#source(id);
    return {
      path: source.path,
      schemaVersion: source.schemaVersion ?? 0,
      applicationId: source.applicationId,
      journalMode: "wal",
      sizeBytes: source.sizeBytes ?? 0,
      logBytes: source.logBytes ?? 0,
      damage:
        id === "damaged"
          ? [
              { table: "continuity_snapshots", reason: "unreadable-page", count: 14 },
              { table: "continuity_requests", reason: "missing-table", count: null },
            ]
          : [],
    };
  }
}

function notes(a: { body: Body; side: DiffSide }, b: { body: Body; side: DiffSide }): string[] {
  const out: string[] = [];
  if (a.side.epoch === b.side.epoch && a.body.revision === b.body.revision && a.side.digest !== b.side.digest)
    out.push("fork");
  if (a.side.digest === b.side.digest && a.body !== b.body) out.push("same-digest-other-bytes");
  if (a.body.revision > b.body.revision) out.push("revision-went-back");
  if (b.body.decisions.length > 1000) out.push("fine-pass-cut");
  return out;
}

function entryOf(task: MockTask, epoch: number): MockEpoch {
  const entry = task.epochs.find((one) => one.epoch === epoch);
  if (!entry) throw refuse("not-found");
  return entry;
}

function shows(filter: TaskFilter, { standing }: MockTask): boolean {
  switch (filter) {
    case "all":
      return true;
    case "offered":
      return standing === "offered" || standing === "workflow" || standing === "broken";
    case "broken":
      return standing === "broken" || standing === "failing";
    default:
      return standing === filter;
  }
}

function matches(task: MockTask, query: string): boolean {
  const words = query.toLowerCase().trim();
  if (words === "") return true;
  return `${task.title ?? ""} ${task.correlation} ${task.rootId ?? ""}`.toLowerCase().includes(words);
}

function totals(tasks: readonly MockTask[]): TaskTotals {
  const of = (filter: TaskFilter) => tasks.filter((task) => shows(filter, task)).length;
  const entries = tasks.flatMap((task) => task.epochs);
  return {
    all: tasks.length,
    offered: of("offered"),
    suppressed: of("suppressed"),
    broken: of("broken"),
    workflow: of("workflow"),
    deleted: of("deleted"),
    bodies: entries.filter((entry) => entry.body).length,
    tombstones: entries.filter((entry) => entry.tombstone && !entry.body).length,
  };
}
