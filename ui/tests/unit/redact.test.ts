import { describe, expect, it } from "vitest";
import type { RedactDone, RedactPlan } from "../../src/lib/wire";
import { redactFlow } from "../../src/redact/redact-flow.svelte";
import { redactEffect, redactWords } from "../../src/redact/words";
import { core, refusal } from "./core";

function plan(id: string, confirmation = "redact 2 places"): RedactPlan {
  return {
    dryRun: true,
    id,
    bodies: [],
    bodyCount: 1,
    taskCount: 1,
    spotCount: 2,
    refused: [],
    refusedCount: 0,
    plan: [],
    lost: { revisions: 0, tasks: 0, ofOtherTasks: 0, bytes: 0, entries: [] },
    rotate: [],
    confirmation,
  };
}

const DONE: RedactDone = {
  ok: true,
  result: [],
  redactedCount: 1,
  refused: [],
  refusedCount: 0,
  stopped: 0,
  rotate: [],
  proof: { erased: true, places: [], sharesText: false, outOfReach: [] },
};

const TARGET = {
  source: "main",
  pick: { all: false, rules: [], findings: ["f1"] },
  count: 1,
  title: "A rule",
};

describe("a redaction", () => {
  it("is carried out as the plan that is on the screen, after its words were typed", async () => {
    const heard = core({ plan_redact: () => plan("p1"), redact: () => DONE });
    await redactFlow.begin(TARGET);
    expect(redactFlow.ready).toBe(false);
    await redactFlow.confirm();
    redactFlow.typed = "redact 2 place";
    await redactFlow.confirm();
    expect(heard.map(({ name }) => name)).toEqual(["plan_redact"]);
    redactFlow.typed = "redact 2 places";
    expect(redactFlow.ready).toBe(true);
    await redactFlow.confirm();
    expect(heard.at(-1)).toEqual({
      name: "redact",
      request: { source: "main", plan: "p1", confirmation: "redact 2 places", finish: false },
    });
    expect(redactFlow.stage).toBe("done");
    redactFlow.close();
  });

  it("asks again, and for the words again, when ended epochs are to be changed too", async () => {
    let plans = 0;
    const heard = core({ plan_redact: () => plan(`p${++plans}`) });
    await redactFlow.begin(TARGET);
    redactFlow.typed = "redact 2 places";
    await redactFlow.chooseInPlace(true);
    expect(heard.at(-1)?.request).toEqual({ source: "main", pick: TARGET.pick, inPlace: true });
    expect(redactFlow.typed).toBe("");
    expect(redactFlow.plan?.id).toBe("p2");
    redactFlow.close();
  });

  it("cannot be confirmed when every body is refused", async () => {
    core({ plan_redact: () => plan("p1", "") });
    await redactFlow.begin(TARGET);
    expect(redactFlow.typed).toBe("");
    expect(redactFlow.ready).toBe(false);
    redactFlow.close();
  });

  it("keeps plan and dialog after a refusal, and cannot be confirmed before it was read again", async () => {
    core({
      plan_redact: () => plan("p1"),
      redact: () => {
        throw refusal("changed-since-read");
      },
    });
    await redactFlow.begin(TARGET);
    redactFlow.typed = "redact 2 places";
    await redactFlow.confirm();
    expect(redactFlow.stage).toBe("plan");
    expect(redactFlow.error?.code).toBe("changed-since-read");
    expect(redactFlow.plan?.id).toBe("p1");
    expect(redactFlow.ready).toBe(false);
    await redactFlow.ask();
    expect(redactFlow.error).toBeNull();
    redactFlow.close();
  });

  it("is not closed while it is written", async () => {
    let end: (done: RedactDone) => void = () => {};
    core({ plan_redact: () => plan("p1"), redact: () => new Promise<RedactDone>((done) => (end = done)) });
    await redactFlow.begin(TARGET);
    redactFlow.typed = "redact 2 places";
    const written = redactFlow.confirm();
    await new Promise((later) => setTimeout(later));
    redactFlow.close();
    expect(redactFlow.stage).toBe("redacting");
    end(DONE);
    await written;
    expect(redactFlow.stage).toBe("done");
    redactFlow.close();
    expect(redactFlow.open).toBe(false);
  });

  it("says what it writes in words of its own", () => {
    const item = { effect: "scrub", kind: "body", count: 1, file: null } as const;
    expect(redactWords(item)).toBe("The stored body: only the values and what names the revision differ");
    expect(redactEffect(item)).toBe("replaced");
    expect(redactWords({ ...item, effect: "write", kind: "request" })).toBe(
      "A request receipt of this redaction",
    );
    expect(redactEffect({ ...item, effect: "keep", kind: "request" })).toBe("kept");
  });
});
