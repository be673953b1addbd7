import { describe, expect, it } from "vitest";
import { Comparison } from "../../src/compare/comparison.svelte";
import { firstSides, sideKey, sidesOf, type Side } from "../../src/compare/sides.svelte";
import type { ComparePage, CompareRequest, DiffOp } from "../../src/lib/wire";
import { core, refusal } from "./core";
import { epoch, revision, snapshot, view } from "./views";

const side = (epoch: number) => ({ source: "s", taskCorrelation: "t", epoch });

/** 450 rows; the changes are the rows 10, 420 and 440. */
function answer({ from, to, offset, limit }: CompareRequest): ComparePage {
  const about = (epoch: number) => ({ epoch, revision: epoch, digest: null, source: "live" as const });
  const rows = Array.from({ length: Math.min(limit, 450 - offset) }, (_, at) => ({
    path: "core.decisions",
    op: ([10, 420, 440].includes(offset + at) ? "added" : "kept") as DiffOp,
    from: null,
    to: [],
    fromIndex: null,
    toIndex: offset + at,
    movedTo: null,
    movedFrom: null,
    cut: false,
  }));
  return {
    from: about(from.epoch),
    to: about(to.epoch),
    dropped: [],
    droppedCount: 0,
    changes: 3,
    total: 450,
    offset,
    rows,
    notes: [],
  };
}

describe("a comparison", () => {
  it("reads more rows when the next change lies further down, and starts over at the end", async () => {
    core({ compare: answer });
    const comparison = new Comparison();
    await comparison.choose(side(1), side(2));
    expect(comparison.rows).toHaveLength(200);
    await comparison.jump(1);
    expect(comparison.at).toBe(10);
    await comparison.jump(1);
    expect(comparison.at).toBe(420);
    expect(comparison.complete).toBe(true);
    await comparison.jump(1);
    expect(comparison.position).toBe(3);
    await comparison.jump(1);
    expect(comparison.at).toBe(10);
    await comparison.jump(-1);
    expect(comparison.at).toBe(440);
  });

  it("swaps its sides and forgets where it was", async () => {
    const heard = core({ compare: answer });
    const comparison = new Comparison();
    await comparison.choose(side(1), side(2));
    await comparison.jump(1);
    await comparison.swap();
    expect(comparison.at).toBe(-1);
    expect((heard.at(-1)?.request as CompareRequest).from.epoch).toBe(2);
  });

  it("shows nothing old beside the sentence that says why it cannot compare", async () => {
    let fail = false;
    core({
      compare: (request) => {
        if (fail) throw refusal("not-comparable");
        return answer(request);
      },
    });
    const comparison = new Comparison();
    await comparison.choose(side(1), side(2));
    fail = true;
    await comparison.choose(side(3), side(2));
    expect(comparison.error?.code).toBe("not-comparable");
    expect(comparison.rows).toHaveLength(0);
  });
});

describe("the bodies to choose from", () => {
  it("are the stored ones and whole ones found elsewhere, newest first, but never a bare receipt", () => {
    const entries = [
      revision(2, 5, "live"),
      revision(2, 4, "log"),
      revision(2, 3, "free-page"),
      revision(2, 2, "receipt"),
    ];
    const revisions = entries.map((entry) =>
      entry.source === "log" ? { ...entry, complete: true, digest: "sha256:04" } : entry,
    );
    const epochs = [epoch(1, { snapshot: snapshot(7) }), epoch(2, { current: true, snapshot: snapshot(5) })];
    const found = sidesOf("s", view({ epochs }, { revisions }));
    expect(found.map((one) => [one.epoch, one.revision, one.found])).toEqual([
      [2, 5, null],
      [2, 4, "log"],
      [1, 7, null],
    ]);
    expect(found[1]?.request).toEqual({
      source: "s",
      taskCorrelation: "hmac-sha256:00",
      epoch: 2,
      revision: 4,
      digest: "sha256:04",
    });
    expect(new Set(found.map((one) => one.key)).size).toBe(3);
  });
});

describe("the sides to start with", () => {
  const sides: Side[] = [3, 2, 1].map((epoch) => ({
    key: sideKey(side(epoch)),
    request: side(epoch),
    epoch,
    revision: 1,
    found: null,
  }));
  const epochs = (pair: [Side | null, Side | null]) => pair.map((one) => one?.epoch ?? null);

  it("are the shown body and the one before it", () => {
    expect(epochs(firstSides(sides, 3))).toEqual([2, 3]);
    expect(epochs(firstSides(sides, 2))).toEqual([1, 2]);
  });
  it("are the oldest and the next when the oldest is shown", () =>
    expect(epochs(firstSides(sides, 1))).toEqual([1, 2]));
  it("leave the older side open when there is one body only", () =>
    expect(epochs(firstSides(sides.slice(0, 1), 3))).toEqual([null, 3]));
  it("are the revision before the shown one where that was found in the log", () => {
    const request = { ...side(3), revision: 0 };
    const old: Side = { key: sideKey(request), request, epoch: 3, revision: 0, found: "log" };
    const [from, to] = firstSides([sides[0] as Side, old, ...sides.slice(1)], 3);
    expect([from?.found, to?.found]).toEqual(["log", null]);
  });
  it("never take a second body of the same revision for the older one", () => {
    const request = { ...side(3), revision: 1 };
    const delta: Side = { key: sideKey(request), request, epoch: 3, revision: 1, found: "delta" };
    expect(epochs(firstSides([sides[0] as Side, delta], 3))).toEqual([null, 3]);
  });
  it("are none when there is no body", () => expect(epochs(firstSides([], 1))).toEqual([null, null]));
});
