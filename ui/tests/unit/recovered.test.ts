import { afterEach, describe, expect, it, vi } from "vitest";
import { bodyOnScreen, anyBodyOnScreen } from "../../src/delete/begin";
import { actionById } from "../../src/actions/table";
import type { RevisionEntry, SnapshotRequest, TaskView } from "../../src/lib/wire";
import { OpenTask } from "../../src/task/open-task.svelte";
import { openedTask } from "../../src/task/opened-task.svelte";
import { timeline } from "../../src/task/timeline";
import { core, type Heard } from "./core";
import { epoch, found, fragment, revision, snapshot, view } from "./views";

const STORED = { source: "s", taskCorrelation: "t", epoch: 1 };

function state(revisions: RevisionEntry[]): TaskView {
  const epochs = [epoch(1, { current: true, snapshot: snapshot(5) })];
  return view({ currentEpoch: 1, epochs }, { revisions });
}

const OLD = found(1, 2, "log");
const ALL = [revision(1, 5, "live"), OLD, { ...fragment(1, "free-page"), digest: null }];

// All test files share one page, so an open task would stay open for the next one.
afterEach(() => (openedTask.current = null));

async function opened(now: () => TaskView): Promise<{ task: OpenTask; heard: Heard[] }> {
  const heard = core({
    read_task: now,
    read_snapshot: (request) => ({
      epoch: request.epoch,
      entry: snapshot(request.revision ?? 5),
      fields: [],
      fieldCount: 0,
      masked: false,
    }),
  });
  const task = new OpenTask("s", "t");
  await task.load();
  openedTask.current = task;
  return { task, heard };
}

function mark(task: OpenTask, kind: string) {
  const dot = timeline(task.view as TaskView)[0]?.dots.find((one) => one.kind === kind);
  if (!dot) throw new Error(kind);
  task.mark(dot);
}

describe("a recovered body on the screen", () => {
  it("is asked for by number and digest, and is not the stored one", async () => {
    const { task, heard } = await opened(() => state(ALL));
    mark(task, "elsewhere");
    await vi.waitFor(() => expect(task.facts?.revision).toBe(2));
    expect(heard.at(-1)?.request).toEqual({ ...STORED, revision: 2, digest: OLD.digest });
    expect(task.found).toMatchObject({ source: "log", revision: 2 });
  });

  it("offers no delete and no suppress, but can be exported and left", async () => {
    const { task } = await opened(() => state(ALL));
    expect(bodyOnScreen()).toEqual(STORED);
    expect(actionById("suppress-restore")?.when()).toBe(true);
    mark(task, "elsewhere");
    expect(bodyOnScreen()).toBeNull();
    const can = (id: string) => actionById(id)?.when();
    expect([can("delete-body"), can("suppress-restore"), can("allow-restore")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([can("export-body"), can("back-to-stored")]).toEqual([true, true]);
    expect(anyBodyOnScreen()).toEqual({ ...STORED, revision: 2, digest: OLD.digest });
    task.backToStored();
    expect(bodyOnScreen()).toEqual(STORED);
    expect(can("back-to-stored")).toBe(false);
  });

  it("never shows facts of one body as those of another while the next is on its way", async () => {
    const { task } = await opened(() => state(ALL));
    await vi.waitFor(() => expect(task.body).not.toBeNull());
    mark(task, "elsewhere");
    expect(task.facts).toBeNull();
    expect(task.reading).toBe(true);
    await vi.waitFor(() => expect(task.reading).toBe(false));
    expect((task.body?.request as SnapshotRequest).revision).toBe(2);
  });

  it("is no piece: a piece keeps the stored body on the screen", async () => {
    const { task } = await opened(() => state(ALL));
    mark(task, "fragment");
    expect(task.found).toBeNull();
    expect(bodyOnScreen()).toEqual(STORED);
  });

  it("stays when the store is read again, and says so when it is gone", async () => {
    let now = state(ALL);
    const { task } = await opened(() => now);
    mark(task, "elsewhere");
    now = {
      ...state(ALL),
      requests: [{ epoch: 1, kind: "checkpoint", revision: 5, digest: null, createdAt: "" }],
    };
    await task.refresh(() => false);
    expect(task.found?.revision).toBe(2);
    expect(task.lost).toBe(false);
    now = state(ALL.slice(0, 1));
    await task.refresh(() => false);
    expect([task.found, task.lost]).toEqual([null, true]);
    expect(bodyOnScreen()).toEqual(STORED);
  });

  it("leads back to a body that is stored when its own epoch has none", async () => {
    const gone = view(
      {
        currentEpoch: 2,
        epochs: [epoch(1, { snapshot: snapshot(3) }), epoch(2, { current: true })],
      },
      { revisions: [found(2, 1, "log")] },
    );
    const { task } = await opened(() => gone);
    const dot = timeline(gone)[1]?.dots[0];
    if (dot) task.mark(dot);
    expect(task.epoch).toBe(2);
    task.backToStored();
    expect([task.epoch, task.found]).toEqual([1, null]);
  });
});
