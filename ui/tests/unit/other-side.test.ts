import { afterEach, describe, expect, it, vi } from "vitest";
import { copyDropped } from "../../src/compare/copy-dropped";
import { Comparison } from "../../src/compare/comparison.svelte";
import { type NamedSide, otherSide } from "../../src/compare/other-side.svelte";
import { sideKey } from "../../src/compare/sides.svelte";
import { toasts } from "../../src/app/toasts.svelte";
import { overlays } from "../../src/app/overlays.svelte";
import type { ComparePage, ListTasks, TaskRow } from "../../src/lib/wire";
import { core, refusal } from "./core";
import { epoch, found, snapshot, view } from "./views";

// All test files share one page.
afterEach(() => {
  overlays.close();
  for (const toast of toasts.items) toasts.dismiss(toast.id);
});

const row = (name: string): TaskRow => ({
  taskCorrelation: name,
  title: `Task ${name}`,
  standing: "offered",
  reason: null,
  currentEpoch: 1,
  revision: 1,
  rootState: null,
  updatedAt: "2026-09-20T01:00:00Z",
});

function page(rows: TaskRow[]) {
  return { rows, matched: rows.length };
}

describe("choosing a body of another task", () => {
  it("finds the task by its words in the chosen store and hands over one of its bodies", async () => {
    const heard = core({
      list_tasks: ({ source, query }: ListTasks) => page([row(`${source}-${query}`)]),
      read_task: () =>
        view(
          {
            taskCorrelation: "b",
            currentEpoch: 1,
            epochs: [epoch(1, { current: true, snapshot: snapshot(4) })],
          },
          { revisions: [found(1, 3, "log")] },
        ),
    });
    let chosen: NamedSide | null = null;
    otherSide.begin("Older side", "main", (side) => (chosen = side));
    expect(overlays.open).toBe("other-side");
    otherSide.look("backup");
    otherSide.search(" keys ");
    await vi.waitFor(() => expect(otherSide.rows[0]?.taskCorrelation).toBe("backup-keys"));
    await otherSide.open(otherSide.rows[0] as TaskRow);
    expect(otherSide.sides?.map((side) => [side.revision, side.found])).toEqual([
      [4, null],
      [3, "log"],
    ]);
    otherSide.choose(otherSide.sides?.[1] ?? (otherSide.sides?.[0] as never));
    expect(overlays.open).toBeNull();
    expect(chosen).toMatchObject({ title: "Task backup-keys", revision: 3, request: { source: "backup" } });
    expect(heard.some(({ name }) => name === "read_task")).toBe(true);
  });

  it("shows the answer to the newest words, whatever comes last", async () => {
    const waiting: (() => void)[] = [];
    core({
      list_tasks: ({ query }: ListTasks) =>
        new Promise((done) => waiting.push(() => done(page([row(query)])))),
    });
    otherSide.begin("Older side", "main", () => {});
    otherSide.search("a");
    otherSide.search("ab");
    await vi.waitFor(() => expect(waiting).toHaveLength(3));
    waiting[2]?.();
    waiting[1]?.();
    waiting[0]?.();
    await vi.waitFor(() => expect(otherSide.searching).toBe(false));
    expect(otherSide.rows.map((one) => one.taskCorrelation)).toEqual(["ab"]);
  });

  it("says why a store cannot be read", async () => {
    core({
      list_tasks: () => {
        throw refusal("no-permission");
      },
    });
    otherSide.begin("Older side", "main", () => {});
    await vi.waitFor(() => expect(otherSide.error?.code).toBe("no-permission"));
    overlays.close();
  });

  it("tells apart two tasks with the same epoch and revision", () => {
    const side = { source: "s", taskCorrelation: "a", epoch: 1, revision: 2 };
    expect(sideKey(side)).not.toBe(sideKey({ ...side, taskCorrelation: "b" }));
  });
});

describe("the dropped list as Markdown", () => {
  const answer = (droppedCount: number) =>
    ({
      from: { epoch: 1, revision: 1, digest: null, source: "live" },
      to: { epoch: 1, revision: 2, digest: null, source: "live" },
      dropped: [],
      droppedCount,
      changes: 0,
      total: 0,
      offset: 0,
      rows: [],
      notes: [],
    }) satisfies ComparePage;

  it("is made by the core for the two sides on the screen", async () => {
    const heard = core({ compare: () => answer(250), dropped_markdown: () => "- one\n" });
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: written } });
    const comparison = new Comparison();
    const side = (number: number) => ({ source: "s", taskCorrelation: "t", epoch: number });
    await comparison.choose(side(1), side(2));
    await copyDropped(comparison);
    vi.unstubAllGlobals();
    expect(heard.at(-1)).toMatchObject({ name: "dropped_markdown", request: { from: side(1), to: side(2) } });
    expect(written.mock.calls).toEqual([["- one\n"]]);
    expect(toasts.items[0]?.text).toBe("250 dropped items copied as Markdown");
  });

  it("says why it could not be made", async () => {
    core({
      compare: () => answer(1),
      dropped_markdown: () => {
        throw refusal("not-comparable");
      },
    });
    const comparison = new Comparison();
    const side = { source: "s", taskCorrelation: "t", epoch: 1 };
    await comparison.choose(side, side);
    await copyDropped(comparison);
    expect(toasts.items[0]?.tone).toBe("bad");
  });
});
