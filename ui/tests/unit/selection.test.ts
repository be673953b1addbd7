import { beforeEach, describe, expect, it } from "vitest";
import { toasts } from "../../src/app/toasts.svelte";
import type { TaskPage, TaskRow } from "../../src/lib/wire";
import { MOST_BY_HAND, selection } from "../../src/tasks/selection.svelte";
import { TaskList } from "../../src/tasks/task-list.svelte";
import { core } from "./core";

const name = (index: number) => `hmac-sha256:${index}`;

function row(index: number): TaskRow {
  return {
    taskCorrelation: name(index),
    title: null,
    standing: "offered",
    reason: null,
    currentEpoch: 1,
    revision: 1,
    rootState: null,
    updatedAt: "",
  };
}

/** A list of so many tasks; `state` is what the core says of it. */
async function listOf(matched: number, state: () => number = () => 1) {
  const heard = core({
    list_tasks: ({ offset, limit }): TaskPage => ({
      database: null as never,
      readAt: "",
      changedAt: null,
      totals: null as never,
      matched,
      offset,
      rows: Array.from({ length: Math.max(0, Math.min(limit, matched - offset)) }, (_, at) =>
        row(offset + at),
      ),
      state: state(),
    }),
  });
  const list = new TaskList("s");
  await list.refresh();
  return { list, heard };
}

beforeEach(() => selection.leave());

describe("selecting tasks", () => {
  it("shows check boxes with the first one, and takes it out again", async () => {
    const { list } = await listOf(5);
    expect(selection.active).toBe(false);
    await selection.toggle(list, row(2));
    expect(selection.active).toBe(true);
    expect(selection.chosen()).toEqual([name(2)]);
    await selection.toggle(list, row(2));
    expect(selection.count(list)).toBe(0);
    expect(selection.active).toBe(true);
  });

  it("extends from where shift began, and lets go what a longer reach had", async () => {
    const { list } = await listOf(20);
    await selection.toggle(list, row(15));
    await selection.extend(list, 3, 6);
    expect(selection.chosen()).toEqual([15, 3, 4, 5, 6].map(name));
    await selection.extend(list, 6, 4);
    expect(selection.chosen()).toEqual([15, 3, 4].map(name));
    await selection.extend(list, 4, 1);
    expect(selection.chosen()).toEqual([15, 1, 2, 3].map(name));
    selection.endExtend();
    await selection.extend(list, 8, 9);
    expect(selection.chosen()).toEqual([15, 1, 2, 3, 8, 9].map(name));
  });

  it("selects everything shown without names, and names them once one is taken out", async () => {
    const { list, heard } = await listOf(1300);
    selection.chooseAll();
    expect(selection.count(list)).toBe(1300);
    expect(selection.has(name(1299))).toBe(true);
    expect(selection.chosen()).toEqual([]);
    const before = heard.length;
    await selection.toggle(list, row(700));
    expect(selection.all).toBe(false);
    expect(selection.count(list)).toBe(1299);
    expect(selection.has(name(700))).toBe(false);
    expect(heard.length - before).toBe(3);
  });

  it("names nothing when the list changes while it is read", async () => {
    let state = 1;
    const { list } = await listOf(1300, () => (state += 1));
    selection.chooseAll();
    await selection.toggle(list, row(700));
    expect(selection.all).toBe(true);
    expect(toasts.items[0]?.tone).toBe("bad");
  });

  it("does not name more than it can hold", async () => {
    const { list, heard } = await listOf(MOST_BY_HAND + 1);
    selection.chooseAll();
    const before = heard.length;
    await selection.toggle(list, row(0));
    expect(selection.all).toBe(true);
    expect(selection.has(name(0))).toBe(true);
    expect(heard.length).toBe(before);
  });

  it("forgets everything shown when something else is shown, and keeps what was selected one by one", async () => {
    const { list } = await listOf(5);
    await selection.toggle(list, row(1));
    selection.shownChanged();
    expect(selection.chosen()).toEqual([name(1)]);
    selection.chooseAll();
    selection.shownChanged();
    expect(selection.count(list)).toBe(0);
  });
});
