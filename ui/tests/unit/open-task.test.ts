import { describe, expect, it, vi } from "vitest";
import type { TaskView } from "../../src/lib/wire";
import { firstEpoch, OpenTask } from "../../src/task/open-task.svelte";
import { core, refusal } from "./core";
import { epoch, snapshot, view } from "./views";

function twoEpochs(newest: number, state = 1): TaskView {
  const epochs = [
    epoch(1, { snapshot: snapshot(2) }),
    epoch(2, { current: true, snapshot: snapshot(newest) }),
  ];
  return view({ epochs }, { state });
}

const read_snapshot = ({ epoch: number }: { epoch: number }) => ({
  epoch: number,
  entry: snapshot(1),
  fields: [],
  fieldCount: 0,
  masked: false,
});

describe("a task that changes while it is read", () => {
  it("lets the new state wait while somebody reads, and shows it when asked", async () => {
    let now = twoEpochs(5);
    core({ read_task: () => now, read_snapshot });
    const task = new OpenTask("s", "t");
    await task.load();
    now = twoEpochs(6, 2);
    await task.refresh(() => true);
    expect(task.entry?.snapshot?.revision).toBe(5);
    expect(task.waiting).not.toBeNull();
    task.showWaiting();
    expect(task.entry?.snapshot?.revision).toBe(6);
    expect(task.waiting).toBeNull();
  });

  it("shows it at once when nobody reads", async () => {
    let now = twoEpochs(5);
    core({ read_task: () => now, read_snapshot });
    const task = new OpenTask("s", "t");
    await task.load();
    now = twoEpochs(6, 2);
    await task.refresh(() => false);
    expect(task.entry?.snapshot?.revision).toBe(6);
  });

  it("does not ask about a new state that says the same", async () => {
    let now = twoEpochs(5, 1);
    core({ read_task: () => now, read_snapshot });
    const task = new OpenTask("s", "t");
    await task.load();
    const shown = task.shown;
    now = twoEpochs(5, 9);
    await task.refresh(() => true);
    expect(task.waiting).toBeNull();
    expect(task.shown).toBe(shown);
  });

  it("takes the bar back when the change was undone meanwhile", async () => {
    let now = twoEpochs(5);
    core({ read_task: () => now, read_snapshot });
    const task = new OpenTask("s", "t");
    await task.load();
    now = twoEpochs(6, 2);
    await task.refresh(() => true);
    now = twoEpochs(5, 3);
    await task.refresh(() => true);
    expect(task.waiting).toBeNull();
  });

  it("stays on the epoch that the user chose", async () => {
    let now = twoEpochs(5);
    core({ read_task: () => now, read_snapshot });
    const task = new OpenTask("s", "t");
    await task.load();
    task.select(1);
    now = twoEpochs(6, 2);
    await task.refresh(() => false);
    expect(task.epoch).toBe(1);
    await vi.waitFor(() => expect(task.snapshot?.epoch).toBe(1));
  });

  it("keeps what is shown and says so when the task is gone", async () => {
    let gone = false;
    core({
      read_task: () => {
        if (gone) throw refusal("not-found");
        return twoEpochs(5);
      },
      read_snapshot,
    });
    const task = new OpenTask("s", "t");
    await task.load();
    gone = true;
    await task.refresh(() => false);
    expect(task.error?.code).toBe("not-found");
    expect(task.view).not.toBeNull();
  });
});

describe("the epoch that is shown first", () => {
  it("is the current one when it holds a body", () => expect(firstEpoch(twoEpochs(1))).toBe(2));
  it("is the newest with a body when the current one holds none", () => {
    const epochs = [epoch(1, { snapshot: snapshot(2) }), epoch(2, { snapshot: snapshot(1) })];
    expect(firstEpoch(view({ currentEpoch: 3, epochs }))).toBe(2);
  });
  it("is the current one when there is no body at all", () =>
    expect(firstEpoch(view({ currentEpoch: 4, epochs: [] }))).toBe(4));
});
