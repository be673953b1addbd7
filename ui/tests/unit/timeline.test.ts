import { describe, expect, it } from "vitest";
import { markedDot, timeline } from "../../src/task/timeline";
import { epoch, revision, snapshot, view } from "./views";

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
  });

  it("shows a deleted body once, as deleted, also when its receipt is still there", () => {
    const groups = timeline(
      view(
        { currentEpoch: 1, epochs: [epoch(1, { current: true, tombstone: TOMB })] },
        { revisions: [revision(1, 3, "receipt"), revision(1, 2, "receipt")] },
      ),
    );
    expect(groups[0]?.dots.map((dot) => [dot.revision, dot.kind])).toEqual([
      [2, "receipt"],
      [3, "deleted"],
    ]);
    expect(groups[0]?.state).toBe("deleted");
  });

  it("keeps a tombstone beside a newer body", () => {
    const [group] = timeline(
      view(
        { currentEpoch: 1, epochs: [epoch(1, { current: true, snapshot: snapshot(4), tombstone: TOMB })] },
        { revisions: [revision(1, 4, "live")] },
      ),
    );
    expect(group?.dots.map((dot) => dot.kind)).toEqual(["deleted", "stored"]);
  });

  it("shows a body that cannot be parsed, so that it can be looked at and deleted", () => {
    const body = snapshot(2, { revision: null, columnRevision: 2, problems: ["malformed-json"] });
    const [group] = timeline(
      view({ currentEpoch: 1, epochs: [epoch(1, { current: true, snapshot: body })] }),
    );
    expect(group?.dots).toHaveLength(1);
    expect(group?.dots[0]).toMatchObject({ revision: 2, opens: true, kind: "stored" });
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
});
