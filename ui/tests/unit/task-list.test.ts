import { describe, expect, it, vi } from "vitest";
import type { ListTasks, TaskPage, TaskRow } from "../../src/lib/wire";
import { PAGE, TaskList } from "../../src/tasks/task-list.svelte";
import { range, reveal } from "../../src/tasks/window";
import { core, refusal, type Heard } from "./core";

function row(index: number, title = `task ${index}`): TaskRow {
  return {
    taskCorrelation: `hmac-sha256:${index}`,
    title,
    standing: "offered",
    reason: null,
    currentEpoch: 1,
    revision: 1,
    rootState: null,
    updatedAt: "2026-09-20T01:00:00Z",
  };
}

function page(request: ListTasks, matched: number, state = 1, title?: string): TaskPage {
  const rows = Math.max(0, Math.min(request.limit, matched - request.offset));
  return {
    database: {
      path: "/x/continuity.sqlite3",
      schemaVersion: 2,
      applicationId: null,
      journalMode: "wal",
      sizeBytes: 1,
      logBytes: 0,
      damage: [],
    },
    readAt: "2026-09-20T01:00:00Z",
    changedAt: null,
    totals: {
      all: 2000,
      offered: 0,
      suppressed: 0,
      broken: 0,
      workflow: 0,
      deleted: 0,
      bodies: 1,
      tombstones: 0,
    },
    matched,
    offset: request.offset,
    rows: Array.from({ length: rows }, (_, at) => row(request.offset + at, title)),
    state,
  };
}

const offsets = (heard: Heard[]) => heard.map(({ request }) => (request as ListTasks).offset);

describe("pages of the list", () => {
  it("fetches only what is on the screen", async () => {
    const heard = core({ list_tasks: (request) => page(request, 2000) });
    const list = new TaskList("s");
    await list.refresh();
    expect(list.matched).toBe(2000);
    expect(list.row(0)?.title).toBe("task 0");
    expect(list.row(PAGE)).toBeNull();
    list.show(990, 1010);
    await vi.waitFor(() => expect(list.row(1000)?.title).toBe("task 1000"));
    expect(offsets(heard)).toEqual([0, 800, 1000]);
    expect(list.row(500)).toBeNull();
  });

  it("does not ask twice for a page that is on its way", async () => {
    const heard = core({ list_tasks: (request) => page(request, 2000) });
    const list = new TaskList("s");
    await list.refresh();
    list.show(400, 420);
    list.show(410, 430);
    await vi.waitFor(() => expect(list.row(420)).not.toBeNull());
    list.show(400, 420);
    expect(offsets(heard)).toEqual([0, 400]);
  });

  it("keeps the old rows on the screen until the new ones are there", async () => {
    let title = "old";
    core({ list_tasks: (request) => page(request, 10, 1, title) });
    const list = new TaskList("s");
    await list.refresh();
    title = "new";
    const running = list.refresh();
    expect(list.row(0)?.title).toBe("old");
    await running;
    expect(list.row(0)?.title).toBe("new");
  });

  it("reads all that is shown again when pages of two states meet", async () => {
    let state = 1;
    const heard = core({ list_tasks: (request) => page(request, 2000, state, `state ${state}`) });
    const list = new TaskList("s");
    await list.refresh();
    state = 2;
    list.show(190, 210);
    await vi.waitFor(() => expect(list.row(200)?.title).toBe("state 2"));
    expect(list.row(199)?.title).toBe("state 2");
    expect(offsets(heard)).toEqual([0, 200, 0, 200]);
  });

  it("joins refreshes while one is running, and ends with the newest search", async () => {
    const heard = core({ list_tasks: (request) => page(request, 5, 1, `found ${request.query}`) });
    const list = new TaskList("s");
    await list.refresh();
    for (const query of ["a", "ab", "abc", "abcd"]) list.search(query);
    await vi.waitFor(() => expect(list.row(0)?.title).toBe("found abcd"));
    expect(heard.length).toBeLessThanOrEqual(4);
  });

  it("keeps showing the last state when a later read fails", async () => {
    let fail = false;
    core({
      list_tasks: (request) => {
        if (fail) throw refusal("no-permission");
        return page(request, 3);
      },
    });
    const list = new TaskList("s");
    await list.refresh();
    fail = true;
    await list.refresh();
    expect(list.error?.code).toBe("no-permission");
    expect(list.ready).toBe(true);
    expect(list.row(2)).not.toBeNull();
    fail = false;
    await list.refresh();
    expect(list.error).toBeNull();
  });

  it("says why a store cannot be read at all", async () => {
    core({
      list_tasks: () => {
        throw refusal("unsupported-schema");
      },
    });
    const list = new TaskList("s");
    await list.refresh();
    expect(list.ready).toBe(false);
    expect(list.error?.code).toBe("unsupported-schema");
  });

  it("finds a task by its correlation among the fetched rows", async () => {
    core({ list_tasks: (request) => page(request, 2000) });
    const list = new TaskList("s");
    await list.refresh();
    expect(list.indexOf("hmac-sha256:150")).toBe(150);
    expect(list.indexOf("hmac-sha256:1500")).toBe(-1);
  });
});

describe("rows on the screen", () => {
  it("renders a handful of rows out of 100,000", () => {
    const seen = range(2_700_000, 600, 54, 100_000);
    expect(seen.first).toBe(49_992);
    expect(seen.last).toBe(50_020);
    expect(seen.top).toBe(49_992 * 54);
  });

  it("renders nothing for an empty list, and never past the end", () => {
    expect(range(0, 600, 54, 0).last).toBe(-1);
    expect(range(99_999, 600, 54, 3)).toEqual({ first: 2, last: 2, top: 108 });
  });

  it("scrolls no more than needed to show a row", () => {
    expect(reveal(5, 0, 600, 54)).toBe(0);
    expect(reveal(20, 0, 600, 54)).toBe(21 * 54 - 600);
    expect(reveal(2, 500, 600, 54)).toBe(108);
  });
});
