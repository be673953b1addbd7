import { describe, expect, it } from "vitest";
import { deletedLeft } from "../../src/task/deleted-left";
import { FEW, firstDrawn } from "../../src/task/folded";
import { digestMark, revisionWords, sourceWords } from "../../src/task/revision-words";
import { isRecovered, markedDot, timeline } from "../../src/task/timeline";
import { epoch, found, fragment, revision, snapshot, view } from "./views";

const TOMB = { revision: 3, payloadDigest: "sha256:00", purgedAt: "2026-09-20T02:00:00Z" };

describe("the timeline", () => {
  it("orders epochs and revisions from old to new, however the core lists them", () => {
    const groups = timeline(
      view(
        { epochs: [epoch(1, { snapshot: snapshot(2) }), epoch(2, { current: true, snapshot: snapshot(1) })] },
        { revisions: [revision(2, 1, "live"), revision(1, 2, "earlier-epoch"), revision(1, 1, "receipt")] },
      ),
    );
    expect(groups.map((group) => group.epoch)).toEqual([1, 2]);
    expect(groups[0]?.dots.map((dot) => [dot.revision, dot.kind])).toEqual([
      [1, "receipt"],
      [2, "kept"],
    ]);
    expect(groups.map((group) => group.state)).toEqual(["kept", "stored"]);
  });

  it("does not offer to open what only a receipt remembers", () => {
    const [group] = timeline(view({ epochs: [epoch(1)] }, { revisions: [revision(1, 1, "receipt")] }));
    expect(group?.dots.map((dot) => dot.opens)).toEqual([false]);
    expect(isRecovered(revision(1, 1, "receipt"))).toBe(false);
  });

  it("tells a whole body in an old request row from a bare receipt", () => {
    const legacy = found(1, 1, "receipt");
    const [group] = timeline(view({ epochs: [epoch(1)] }, { revisions: [legacy] }));
    const [dot] = group?.dots ?? [];
    expect(dot?.kind).toBe("elsewhere");
    expect(dot && sourceWords(dot)).toBe("request row");
    expect(isRecovered(legacy)).toBe(true);
  });

  it("does not offer to open a body that cannot be named to the core", () =>
    expect(isRecovered({ ...found(1, 1, "log"), revision: null, digest: null })).toBe(false));

  it("shows a deleted body once, as deleted, also when its receipt is still there", () => {
    const groups = timeline(
      view(
        { currentEpoch: 1, epochs: [epoch(1, { current: true, tombstone: TOMB })] },
        { revisions: [revision(1, 3, "receipt"), revision(1, 2, "receipt"), revision(1, 1, "receipt")] },
      ),
    );
    expect(groups[0]?.dots.map((dot) => [dot.revision, dot.kind])).toEqual([
      [1, "receipt"],
      [2, "receipt"],
      [3, "deleted"],
    ]);
    expect(groups[0]?.state).toBe("deleted");
  });

  it("shows a deleted body that can still be read beside its tombstone", () => {
    const left = { ...found(1, 3, "log"), deleted: true };
    const [group] = timeline(
      view(
        { currentEpoch: 1, epochs: [epoch(1, { current: true, tombstone: TOMB })] },
        { revisions: [left] },
      ),
    );
    expect(group?.dots.map((dot) => dot.kind)).toEqual(["gap", "elsewhere", "deleted"]);
  });

  it("keeps a tombstone beside a newer body", () => {
    const [group] = timeline(
      view(
        { currentEpoch: 1, epochs: [epoch(1, { current: true, snapshot: snapshot(4), tombstone: TOMB })] },
        { revisions: [revision(1, 4, "live")] },
      ),
    );
    expect(group?.dots.map((dot) => [dot.kind, revisionWords(dot)])).toEqual([
      ["gap", "1–2"],
      ["deleted", "3"],
      ["stored", "4"],
    ]);
  });

  it("names the numbers that nothing names, in each epoch for itself", () => {
    const groups = timeline(
      view(
        { epochs: [epoch(1), epoch(2, { current: true, snapshot: snapshot(6) })] },
        {
          revisions: [
            found(1, 2, "log"),
            revision(2, 6, "live"),
            revision(2, 4, "receipt"),
            found(2, 1, "backup"),
          ],
        },
      ),
    );
    const gaps = groups.map((group) =>
      group.dots.filter((dot) => dot.kind === "gap").map((dot) => revisionWords(dot)),
    );
    expect(gaps).toEqual([["1"], ["2–3", "5"]]);
  });

  it("shows pieces as pieces, and one without a number before all that have one", () => {
    const revisions = [
      found(1, 1, "log"),
      { ...fragment(1, "page-slack"), revision: null },
      fragment(1, "free-page", 1),
    ];
    const [group] = timeline(view({ currentEpoch: 1, epochs: [epoch(1)] }, { revisions }));
    expect(group?.dots.map((dot) => [revisionWords(dot), dot.kind, sourceWords(dot)])).toEqual([
      ["?", "fragment", "piece, page slack"],
      ["1", "fragment", "piece, free page"],
      ["1", "elsewhere", "log"],
    ]);
  });

  it("shows a body that cannot be parsed, so that it can be looked at and deleted", () => {
    const body = snapshot(1, { revision: null, columnRevision: 1, problems: ["malformed-json"] });
    const [group] = timeline(
      view({ currentEpoch: 1, epochs: [epoch(1, { current: true, snapshot: body })] }),
    );
    expect(group?.dots).toHaveLength(1);
    expect(group?.dots[0]).toMatchObject({ revision: 1, opens: true, kind: "stored" });
  });

  it("shows the current epoch even when nothing was ever kept in it", () => {
    const groups = timeline(view({ currentEpoch: 5, epochs: [epoch(4, { snapshot: snapshot(1) })] }));
    expect(groups.map((group) => [group.epoch, group.state])).toEqual([
      [4, "kept"],
      [5, "empty"],
    ]);
  });

  it("marks the body of the shown epoch unless another trace was picked", () => {
    const groups = timeline(
      view(
        { epochs: [epoch(2, { current: true, snapshot: snapshot(2) })] },
        { revisions: [revision(2, 2, "live"), revision(2, 1, "receipt")] },
      ),
    );
    expect(markedDot(groups, 2, null)?.revision).toBe(2);
    const receipt = groups[0]?.dots[0];
    expect(markedDot(groups, 2, receipt?.key ?? "")?.revision).toBe(1);
    expect(markedDot(groups, 2, "a dot that is gone")?.revision).toBe(2);
  });

  it("keeps the name of a dot when a newer revision comes", () => {
    const old = [found(1, 1, "log")];
    const keys = (revisions: typeof old) =>
      timeline(view({ currentEpoch: 1, epochs: [epoch(1)] }, { revisions }))[0]?.dots.map((dot) => dot.key);
    expect(keys([found(1, 2, "log"), ...old])?.[0]).toBe(keys(old)?.[0]);
  });

  it("gives two bodies of one number two names", () => {
    const revisions = [
      found(1, 1, "log"),
      { ...found(1, 1, "log"), digest: "sha256:other" },
      found(1, 1, "log"),
    ];
    const [group] = timeline(view({ currentEpoch: 1, epochs: [epoch(1)] }, { revisions }));
    expect(new Set(group?.dots.map((dot) => dot.key)).size).toBe(3);
  });
});

describe("what a digest says", () => {
  it("verifies, differs, or cannot be checked for a reason", () => {
    expect(digestMark(found(1, 1, "log"))).toEqual({ pass: true, text: "digest verifies" });
    expect(digestMark({ ...found(1, 1, "log"), digestValid: false }).pass).toBe(false);
    expect(digestMark(fragment(1, "free-page")).text).toContain("piece");
    expect(digestMark({ ...found(1, 1, "history"), digestValid: null }).text).toContain("masked");
    expect(digestMark({ ...found(1, 1, "log"), digestValid: null }).text).toBe("digest cannot be checked");
  });
});

describe("what a delete left behind", () => {
  const gone = { deleted: true };
  const revisions = [
    {
      ...found(2, 4, "log"),
      ...gone,
      places: [place("log"), place("log"), place("backup")],
    },
    { ...found(2, 3, "log"), ...gone, places: [place("log")] },
    { ...fragment(2, "page-slack"), ...gone, places: [place("page-slack")] },
    { ...found(1, 1, "free-page"), ...gone, places: [place("free-page")] },
    found(3, 1, "log"),
  ];

  function place(source: "log" | "backup" | "page-slack" | "free-page") {
    return { source, file: "continuity.sqlite3", page: 1, offset: 0, commit: null };
  }

  it("is counted by epoch, newest first, with the kinds of places", () => {
    const left = deletedLeft(view({ epochs: [epoch(2, { tombstone: TOMB })] }, { revisions }));
    expect(left).toEqual([
      {
        epoch: 2,
        purgedAt: TOMB.purgedAt,
        bodies: 2,
        pieces: 1,
        places: [
          { source: "log", count: 2 },
          { source: "backup", count: 1 },
          { source: "page-slack", count: 1 },
        ],
      },
      { epoch: 1, purgedAt: null, bodies: 1, pieces: 0, places: [{ source: "free-page", count: 1 }] },
    ]);
  });

  it("is nothing where nothing was deleted, or only receipts tell of it", () => {
    expect(deletedLeft(view({}, { revisions: [found(1, 1, "log")] }))).toEqual([]);
    expect(deletedLeft(view({}, { revisions: [{ ...revision(1, 1, "receipt"), deleted: true }] }))).toEqual(
      [],
    );
  });
});

describe("a very long epoch", () => {
  it("is drawn from its newest end", () => {
    expect(firstDrawn(FEW, -1, 0)).toBe(0);
    expect(firstDrawn(400, -1, 0)).toBe(400 - FEW);
    expect(firstDrawn(400, -1, FEW)).toBe(400 - 2 * FEW);
  });
  it("always shows the marked dot, with a few before it", () => {
    expect(firstDrawn(400, 399, 0)).toBe(400 - FEW);
    expect(firstDrawn(400, 100, 0)).toBe(95);
    expect(firstDrawn(400, 2, 0)).toBe(0);
  });
});
