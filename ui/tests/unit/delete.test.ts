import { beforeEach, describe, expect, it } from "vitest";
import { deleteFlow as flow } from "../../src/delete/delete-flow.svelte";
import { planWords, whyAndThen } from "../../src/delete/proof-words";
import { receiptMarkdown } from "../../src/delete/receipt-markdown";
import { language } from "../../src/app/language.svelte";
import type { ProofPlace, PurgeDone, PurgePlan } from "../../src/lib/wire";
import { core, refusal } from "./core";

const REQUEST = { source: "s", taskCorrelation: "hmac-sha256:00", epoch: 3 };
const SECRET = "the text of the body";

function plan(revision: number, digest = "bytes:aa"): PurgePlan {
  return {
    dryRun: true,
    taskCorrelation: REQUEST.taskCorrelation,
    epoch: 3,
    revision,
    digest,
    offered: true,
    plan: [],
    confirmation: "delete epoch 3",
  };
}

function done(places: ProofPlace[] = []): PurgeDone {
  return {
    ok: true,
    result: {
      schemaVersion: "1.0.0",
      purged: true,
      epoch: 3,
      revision: 5,
      tombstoneDigest: "sha256:dd",
      purgedAt: "2026-09-20T05:00:00Z",
    },
    proof: { erased: places.every((place) => place.state === "gone"), places },
  };
}

beforeEach(() => flow.close());

describe("deleting", () => {
  it("is not possible before the words are typed exactly", async () => {
    const heard = core({ plan_purge: () => plan(5), purge: () => done() });
    await flow.begin(REQUEST, SECRET);
    for (const typed of ["", "delete", "Delete epoch 3", "delete epoch 3 ", "delete epoch 33"]) {
      flow.typed = typed;
      expect(flow.ready).toBe(false);
      await flow.confirm();
    }
    expect(heard.some((call) => call.name === "purge")).toBe(false);
    flow.typed = "delete epoch 3";
    expect(flow.ready).toBe(true);
  });

  it("sends back what the user saw", async () => {
    const heard = core({ plan_purge: () => plan(5, "bytes:seen"), purge: () => done() });
    await flow.begin(REQUEST, SECRET);
    flow.typed = "delete epoch 3";
    await flow.confirm();
    expect(heard.at(-1)).toEqual({
      name: "purge",
      request: { ...REQUEST, revision: 5, digest: "bytes:seen", confirmation: "delete epoch 3" },
    });
    expect(flow.stage).toBe("done");
  });

  it("stays open after a refusal, says what moved, and asks for the words again", async () => {
    let now = plan(5);
    core({
      plan_purge: () => now,
      purge: () => {
        throw refusal("stale-revision");
      },
    });
    await flow.begin(REQUEST, SECRET);
    flow.typed = "delete epoch 3";
    now = plan(6);
    await flow.confirm();
    expect(flow.open).toBe(true);
    expect(flow.ready).toBe(false);
    expect(flow.moved).toEqual({ what: "revision", before: 5, after: 6 });
    expect(flow.plan?.revision).toBe(5);
    await flow.readAgain();
    expect(flow.plan?.revision).toBe(6);
    expect(flow.typed).toBe("");
    expect(flow.error).toBeNull();
  });

  it("notices other bytes under the same revision number", async () => {
    let now = plan(5, "bytes:aa");
    core({ plan_purge: () => now });
    await flow.begin(REQUEST, SECRET);
    now = plan(5, "bytes:bb");
    await flow.readAgain();
    expect(flow.moved?.what).toBe("digest");
  });

  it("says that the body is gone when no plan can be made any more", async () => {
    let gone = false;
    core({
      plan_purge: () => {
        if (gone) throw refusal("no-body");
        return plan(5);
      },
    });
    await flow.begin(REQUEST, SECRET);
    gone = true;
    await flow.readAgain();
    expect(flow.moved?.what).toBe("gone");
    expect(flow.error?.code).toBe("no-body");
  });

  it("cannot be closed while it is written", async () => {
    let finish: (answer: PurgeDone) => void = () => {};
    core({ plan_purge: () => plan(5), purge: () => new Promise<PurgeDone>((resolve) => (finish = resolve)) });
    await flow.begin(REQUEST, SECRET);
    flow.typed = "delete epoch 3";
    const running = flow.confirm();
    flow.close();
    expect(flow.open).toBe(true);
    await new Promise((later) => setTimeout(later));
    finish(done());
    await running;
    expect(flow.stage).toBe("done");
  });
});

describe("the receipt", () => {
  const backup: ProofPlace = {
    place: "backup",
    file: "backups/a|b.sqlite3",
    state: "remains",
    found: 2,
    reason: "A backup is\nnever changed.",
    next: "Delete it.",
  };

  it("names every place in Markdown that stays a table", () => {
    const text = receiptMarkdown(REQUEST, done([backup]));
    expect(text).toContain(
      "| Backup (a\\|b.sqlite3) | remains | 2 pieces found; A backup is never changed.; Delete it. |",
    );
    expect(text.endsWith("|\n")).toBe(true);
  });

  it("holds no text of the body", async () => {
    core({ plan_purge: () => plan(5) });
    await flow.begin(REQUEST, SECRET);
    expect(receiptMarkdown(REQUEST, done([backup]))).not.toContain(SECRET);
  });

  it("never claims that all is gone when a place was not searched", () => {
    const unknown: ProofPlace = { ...backup, state: "unknown", found: 0 };
    expect(receiptMarkdown(REQUEST, done([unknown]))).toContain("not every place could be searched");
    expect(receiptMarkdown(REQUEST, done([]))).toContain("found nowhere");
  });

  it("speaks the language of the window", () => {
    language.current = "ko";
    const [why, then] = whyAndThen(backup);
    language.current = "en";
    expect(why).toMatch(/[가-힣]/);
    expect(then).toMatch(/[가-힣]/);
  });
});

describe("the plan in words", () => {
  it("does not count the pieces in a copy as copies", () => {
    const copy = { effect: "not-touched", kind: "backup", count: 7, file: "b.sqlite3" } as const;
    expect(planWords(copy)).toBe("Also holds this text: Backup");
    expect(planWords({ ...copy, count: 0 })).toBe("Could not be searched: Backup");
  });
  it("tells receipts that are scrubbed from those that are kept", () => {
    const row = { kind: "request", count: 2, file: null } as const;
    expect(planWords({ ...row, effect: "scrub" })).toBe("2 request receipts that could hold text");
    expect(planWords({ ...row, effect: "keep" })).toBe("2 request receipts without text");
  });
  it("names a kind that it does not know", () =>
    expect(planWords({ effect: "delete", kind: "new-kind", count: 3, file: null })).toBe("new-kind: 3"));
});
