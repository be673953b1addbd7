import { describe, expect, it } from "vitest";
import type { StripCell, StripItem, StripView } from "../../src/lib/wire";
import { moved } from "../../src/strip/grid-moves";
import { droppedCount, groups, moves } from "../../src/strip/rows";
import { Strip } from "../../src/strip/strip.svelte";

const kept: StripCell = { op: "kept", text: null, cameFrom: null, wentTo: null };
const cell = (more: Partial<StripCell>): StripCell => ({ ...kept, ...more });
const item = (text: string, cells: (StripCell | null)[], dropped = false): StripItem => ({
  text,
  dropped,
  cells,
});

function strip(lists: StripView["lists"], columns = 4): StripView {
  const revisions = Array.from({ length: columns }, (_, at) => ({
    revision: at + 1,
    digest: `sha256:0${at + 1}`,
    at: null,
    source: at === columns - 1 ? ("live" as const) : ("log" as const),
  }));
  return { epoch: 1, revisions, lists, cut: false };
}

const first = (view: StripView) => groups(view, false)[0]?.rows[0]?.cells ?? [];

describe("the strip", () => {
  it("shows dropped items first in each list, and keeps the order of the core otherwise", () => {
    const view = strip([
      {
        path: "core.constraints",
        items: [item("a", [kept]), item("b", [kept], true), item("c", [kept], true)],
      },
      { path: "core.progress", items: [item("d", [kept])] },
      { path: "core.blockers", items: [] },
    ]);
    const shown = groups(view, false);
    expect(
      shown.map((group) => [group.path, group.rows.map((row) => row.item.text).join(""), group.dropped]),
    ).toEqual([
      ["core.constraints", "bca", 2],
      ["core.progress", "d", 0],
    ]);
    expect(droppedCount(view)).toBe(2);
  });

  it("leaves only dropped items and their lists when asked", () => {
    const view = strip([
      { path: "core.constraints", items: [item("a", [kept])] },
      { path: "core.decisions", items: [item("b", [kept], true), item("c", [kept])] },
    ]);
    const shown = groups(view, true);
    expect(shown.map((group) => [group.path, group.rows.map((row) => row.item.text)])).toEqual([
      ["core.decisions", ["b"]],
    ]);
  });

  it("says when an item came, changed and was dropped, with the text before", () => {
    const cells = first(
      strip([
        {
          path: "core.constraints",
          items: [
            item("two", [null, cell({ op: "added", text: "one" }), cell({ op: "changed" }), null], true),
          ],
        },
      ]),
    );
    expect(cells).toEqual([
      { state: "before", text: null, earlier: null, list: null },
      { state: "came", text: "one", earlier: null, list: null },
      { state: "changed", text: "two", earlier: "one", list: null },
      { state: "dropped", text: null, earlier: "two", list: null },
    ]);
  });

  it("does not say of the first revision that an item came in it", () => {
    const cells = first(
      strip([{ path: "core.constraints", items: [item("a", [cell({ op: "added" }), kept, kept, kept])] }]),
    );
    expect(cells.map((one) => one.state)).toEqual(["kept", "kept", "kept", "kept"]);
  });

  it("tells an item that went to another list from a dropped one, and one that came back", () => {
    const went = first(
      strip([
        { path: "core.progress", items: [item("a", [kept, cell({ wentTo: "core.decisions" }), null, null])] },
      ]),
    );
    expect(went.map((one) => one.state)).toEqual(["kept", "kept", "went", "after"]);
    expect(went[2]?.list).toBe("core.decisions");
    const back = first(
      strip([{ path: "core.progress", items: [item("a", [kept, null, null, cell({ op: "added" })])] }]),
    );
    expect(back.map((one) => one.state)).toEqual(["kept", "away", "away", "came"]);
  });

  it("lists the moves between lists with their revision", () => {
    const [group] = groups(
      strip([
        {
          path: "core.decisions",
          items: [
            item("a", [
              null,
              cell({ op: "added", cameFrom: "core.progress" }),
              cell({ wentTo: "core.blockers" }),
              null,
            ]),
          ],
        },
      ]),
      false,
    );
    expect(group?.rows.flatMap(moves)).toEqual([
      { kind: "came", list: "core.progress", column: 1 },
      { kind: "went", list: "core.blockers", column: 3 },
    ]);
  });

  it("fills what is missing, when cells do not reach over all revisions", () =>
    expect(first(strip([{ path: "core.x", items: [item("a", [kept])] }])).map((one) => one.state)).toEqual([
      "kept",
      "dropped",
      "after",
      "after",
    ]));

  it("names the stored body by its epoch alone, and others by number and digest", () => {
    const view = strip([]);
    const made = new Strip({ source: "s", taskCorrelation: "t", epoch: 1 });
    expect(view.revisions.slice(2).map((column) => made.side(column))).toEqual([
      { source: "s", taskCorrelation: "t", epoch: 1, revision: 3, digest: "sha256:03" },
      { source: "s", taskCorrelation: "t", epoch: 1 },
    ]);
  });
});

describe("moving in the grid", () => {
  const go = (key: string, row = 2, column = 2, mod = false) => moved({ row, column }, key, mod, 30, 5);
  it("goes cell by cell and stops at the edges", () => {
    expect(go("ArrowDown")).toEqual({ row: 3, column: 2 });
    expect(go("ArrowUp", 0)).toEqual({ row: 0, column: 2 });
    expect(go("ArrowRight", 2, 4)).toEqual({ row: 2, column: 4 });
    expect(go("ArrowLeft")).toEqual({ row: 2, column: 1 });
  });
  it("goes by pages and to the ends", () => {
    expect(go("PageDown", 25)).toEqual({ row: 29, column: 2 });
    expect(go("PageUp")).toEqual({ row: 0, column: 2 });
    expect(go("Home")).toEqual({ row: 2, column: 0 });
    expect(go("End")).toEqual({ row: 2, column: 4 });
    expect(go("End", 2, 2, true)).toEqual({ row: 29, column: 4 });
    expect(go("Home", 2, 2, true)).toEqual({ row: 0, column: 0 });
  });
  it("leaves other keys alone", () => expect(go("a")).toBeNull());
});
