import { describe, expect, it } from "vitest";
import { checkLines } from "../../src/task/checks";
import { verdict } from "../../src/task/verdict";
import { candidate, check, epoch, revision, snapshot, view } from "./views";

const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;

function said(one: ReturnType<typeof check>, more = {}, rest = {}) {
  const [line] = checkLines(view({ candidate: candidate({ checks: [one] }), ...more }, rest));
  return line?.text;
}

describe("the verdict", () => {
  it("says that a load would fail although the candidate is offered", () => {
    const now = verdict(candidate({ load: { ok: false, code: "INTEGRITY_FAILED" } }));
    expect(now).toMatchObject({ badge: "DEFER", tone: "warn" });
    expect(now.note).toContain("integrity check");
  });

  it("warns when something about the offered body is wrong, but not about a stale marker", () => {
    const broken = candidate({ checks: [check("contract", false, null, null)] });
    expect(verdict(broken).tone).toBe("warn");
    expect(verdict(candidate({ checks: [check("marker", false, null, null)] })).tone).toBe("ok");
  });

  it("tells the reasons for a refusal apart", () => {
    const rejected = (code: string) =>
      verdict(candidate({ decision: "REJECT", reasonCodes: [code], load: null, summary: null }));
    expect(rejected("RESTORE_SUPPRESSED").sentence).toContain("suppressed");
    expect(rejected("NO_RESTORE_CANDIDATE").sentence).toContain("no body");
    expect(rejected("SOMETHING_NEW").sentence).toBe("Nothing is offered.");
    expect(rejected("SOMETHING_NEW").note).toBe("SOMETHING_NEW");
  });

  it("shows the tool's own error code", () => {
    const error = verdict(
      candidate({ decision: null, reasonCodes: [], error: { code: "CONTINUITY_UNAVAILABLE" }, load: null }),
    );
    expect(error).toMatchObject({ badge: "CONTINUITY_UNAVAILABLE", tone: "bad" });
  });

  it("names the workflow card when it wins over a direct body", () =>
    expect(verdict(candidate({ summary: { source: "workflow" } })).sentence).toContain("workflow card"));
});

describe("the checks in words", () => {
  it("shows both values where they differ", () => {
    expect(said(check("digest", false, A, B))).toBe(
      "body says sha256:aaaaaaaa…aaaa, recomputed sha256:bbbbbbbb…bbbb",
    );
    expect(said(check("column-revision", false, "5", "4"))).toBe("body says 5, column says 4");
    expect(said(check("epoch-current", false, "3", "2"))).toBe("newest body is of epoch 2, current is 3");
  });

  it("mentions a receipt only when one confirms the revision", () => {
    const requests = [
      { epoch: 2, kind: "checkpoint", revision: 5, digest: A, createdAt: "2026-09-20T05:02:11Z" },
    ];
    const ok = check("revision", true, null, "5");
    expect(said(ok)).toBe("5");
    expect(said(ok, {}, { requests, revisions: [revision(2, 5, "live")] })).toMatch(
      /^5, confirmed by a receipt at /,
    );
    const other = { ...revision(2, 5, "live"), receipt: false };
    expect(said(ok, {}, { requests, revisions: [other] })).toBe("5");
  });

  it("counts the fields that break the contract", () => {
    const contractFaults = [{ path: "core", reason: "missing" }];
    const epochs = [epoch(2, { current: true, snapshot: snapshot(1, { contractFaults }) })];
    expect(said(check("contract", false, null, "core: missing"), { epochs })).toBe("1 field breaks it");
  });

  it("says of which revision a stale marker is", () => {
    const pending = { source: "direct", revision: 4, digest: A, rootId: null, consumed: false };
    expect(said(check("marker", false, "direct 5 x", "direct 4 y"), { pending })).toContain("revision 4");
    const same = { ...pending, revision: 5 };
    expect(said(check("marker", false, "direct 5 x", "direct 5 y"), { pending: same })).toContain(
      "another state",
    );
  });

  it("explains a bound root that makes no card", () => {
    expect(said(check("workflow-root", false, "root-1", "not found"))).toContain("does not have it");
    expect(said(check("workflow-root", false, "root-1", "root-json"))).toContain("cannot be parsed");
  });

  it("shows values of a check that it does not know", () => {
    expect(said(check("from-a-newer-core", false, "x", "y"))).toBe("expected x, found y");
    expect(said(check("from-a-newer-core", true, "x", "x"))).toBe("x");
  });
});
