import { beforeEach, describe, expect, it } from "vitest";
import { deleteFlow as flow } from "../../src/delete/delete-flow.svelte";
import { Exports } from "../../src/delete/exports.svelte";
import type { ManyTasks, OneBody } from "../../src/delete/target";
import type { PurgeScope, PurgeSummary } from "../../src/lib/wire";
import { core, refusal } from "./core";
import { plan, planBody, summary, TASK } from "./plans";

const SECRET = "the text of the body";
const ONE: OneBody = { kind: "one", source: "s", taskCorrelation: TASK, epoch: 3, title: SECRET };
const MANY: ManyTasks = { kind: "many", source: "s", query: "q", filter: "offered", tasks: [], count: 9 };

const settled = () => new Promise((later) => setTimeout(later));

beforeEach(() => flow.close());

describe("deleting", () => {
  it("is not possible before the words are typed exactly", async () => {
    const heard = core({ plan_purge: () => plan("a"), purge: () => summary() });
    await flow.begin(ONE);
    for (const typed of ["", "delete", "Delete epoch 3", "delete epoch 3 ", "delete epoch 33"]) {
      flow.typed = typed;
      expect(flow.ready).toBe(false);
      await flow.confirm();
    }
    expect(heard.some((call) => call.name === "purge")).toBe(false);
    flow.typed = "delete epoch 3";
    expect(flow.ready).toBe(true);
  });

  it("carries out the plan that the user saw, and finishes later only when told to", async () => {
    const heard = core({ plan_purge: () => plan("seen"), purge: () => summary() });
    for (const finish of [false, true]) {
      await flow.begin(ONE);
      expect(flow.finish).toBe(false);
      flow.finish = finish;
      flow.typed = "delete epoch 3";
      await flow.confirm();
      expect(heard.at(-1)).toEqual({
        name: "purge",
        request: { source: "s", plan: "seen", confirmation: "delete epoch 3", finish },
      });
      expect(flow.stage).toBe("done");
      flow.close();
    }
  });

  it("asks for the plan of the narrowest scope first, and again for each other", async () => {
    const heard = core({
      plan_purge: ({ scope }) =>
        plan(scope, { scope, confirmation: scope === "task" ? "delete task 00" : "delete epoch 3" }),
    });
    await flow.begin(ONE);
    flow.typed = "delete epoch 3";
    await flow.choose("task");
    expect(heard.map((call) => (call.request as { scope: PurgeScope }).scope)).toEqual(["body", "task"]);
    // Words that were typed for one plan confirm no other.
    expect(flow.typed).toBe("");
    expect(flow.plan?.confirmation).toBe("delete task 00");
  });

  it("never has two plans made at once, and shows the plan of the last choice", async () => {
    const running: (() => void)[] = [];
    const asked: PurgeScope[] = [];
    core({
      plan_purge: ({ scope }) => {
        asked.push(scope);
        return new Promise((answer) => running.push(() => answer(plan(scope, { scope }))));
      },
    });
    const begun = flow.begin(ONE);
    await settled();
    await flow.choose("epoch");
    await flow.choose("task");
    expect(asked).toEqual(["body"]);
    expect(flow.ready).toBe(false);
    running.shift()?.();
    await settled();
    expect(asked).toEqual(["body", "task"]);
    running.shift()?.();
    await begun;
    expect(flow.plan?.id).toBe("task");
    expect(flow.asking).toBe(false);
  });

  it("keeps the plan on the screen while another is on its way, and takes no words for it", async () => {
    let answer: (() => void) | null = null;
    core({
      plan_purge: ({ scope }) =>
        scope === "body" ? plan("a") : new Promise((done) => (answer = () => done(plan("b", { scope })))),
    });
    await flow.begin(ONE);
    const choosing = flow.choose("epoch");
    await settled();
    expect(flow.plan?.id).toBe("a");
    flow.typed = "delete epoch 3";
    expect(flow.ready).toBe(false);
    (answer as (() => void) | null)?.();
    await choosing;
    expect(flow.plan?.id).toBe("b");
  });

  it("stays open after a refusal, says what moved, and asks for the words again", async () => {
    let now = plan("a");
    core({
      plan_purge: () => now,
      purge: () => {
        throw refusal("stale-revision");
      },
    });
    await flow.begin(ONE);
    flow.typed = "delete epoch 3";
    now = plan("b", { revision: 6 });
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

  it("says that nothing moved when only the plan was not the newest", async () => {
    let id = 0;
    core({
      plan_purge: () => plan(`plan-${(id += 1)}`),
      purge: () => {
        throw refusal("changed-since-read");
      },
    });
    await flow.begin(ONE);
    flow.typed = "delete epoch 3";
    await flow.confirm();
    expect(flow.moved?.what).toBe("nothing");
    await flow.readAgain();
    expect(flow.plan?.id).toBe("plan-3");
    flow.typed = "delete epoch 3";
    expect(flow.ready).toBe(true);
  });

  it("notices other bytes under the same revision number", async () => {
    let now = plan("a");
    core({ plan_purge: () => now });
    await flow.begin(ONE);
    now = plan("b", { bodies: [planBody(3, 5, { digest: "bytes:other" })] });
    await flow.readAgain();
    expect(flow.moved?.what).toBe("digest");
  });

  it("notices that one of several bodies is another", async () => {
    let now = plan("a", { bodies: [planBody(3, 5), planBody(2, 4)] });
    core({ plan_purge: () => now });
    await flow.begin(ONE);
    now = plan("b", { bodies: [planBody(3, 5), planBody(2, 7)] });
    await flow.readAgain();
    expect(flow.moved?.what).toBe("bodies");
  });

  it("says that the body is gone when no plan can be made any more", async () => {
    let gone = false;
    core({
      plan_purge: () => {
        if (gone) throw refusal("no-body");
        return plan("a");
      },
    });
    await flow.begin(ONE);
    gone = true;
    await flow.readAgain();
    expect(flow.moved?.what).toBe("gone");
    expect(flow.error?.code).toBe("no-body");
    expect(flow.plan).toBeNull();
  });

  it("does not say that the body is gone when the store cannot be read", async () => {
    let fails = false;
    core({
      plan_purge: () => {
        if (fails) throw refusal("corrupt");
        return plan("a");
      },
      purge: () => {
        throw refusal("changed-since-read");
      },
    });
    await flow.begin(ONE);
    fails = true;
    flow.typed = "delete epoch 3";
    await flow.confirm();
    expect(flow.moved).toBeNull();
    await flow.readAgain();
    expect(flow.moved).toBeNull();
    expect(flow.error?.code).toBe("corrupt");
  });

  it("cannot be closed or begun anew while it is written, and can be told to stop once", async () => {
    let finish: (answer: PurgeSummary) => void = () => {};
    const heard = core({
      plan_purge: () => plan("a"),
      purge: () => new Promise<PurgeSummary>((resolve) => (finish = resolve)),
      stop_purge: () => true,
    });
    await flow.begin(ONE);
    flow.typed = "delete epoch 3";
    const running = flow.confirm();
    flow.close();
    expect(flow.open).toBe(true);
    await flow.begin(MANY);
    expect(flow.target).toEqual(ONE);
    await flow.stop();
    await flow.stop();
    expect(heard.filter((call) => call.name === "stop_purge")).toHaveLength(1);
    await settled();
    finish(summary());
    await running;
    expect(flow.stage).toBe("done");
  });
});

describe("deleting many", () => {
  it("names the filter and search, or the chosen tasks, and no epochs' past but all of it", async () => {
    const heard = core({
      plan_purge_many: ({ scope }) => plan("m", { scope, confirmation: "delete 9 bodies" }),
    });
    await flow.begin(MANY);
    expect(heard.at(-1)?.request).toEqual({
      source: "s",
      query: "q",
      filter: "offered",
      tasks: [],
      scope: "body",
    });
    await flow.choose("task");
    expect(heard.at(-1)?.request).toMatchObject({ scope: "task" });
    expect(flow.plan?.scope).toBe("task");
  });
});

describe("exports before a delete", () => {
  it("name the plan, and count only for the plan that was shown", async () => {
    const exports = new Exports();
    const heard = core({ export_lost: () => ({ path: "/x", bytes: 7 }) });
    await exports.keepLost({ source: "s", plan: "a" });
    expect(heard).toEqual([{ name: "export_lost", request: { source: "s", plan: "a" } }]);
    expect(exports.lostOf("a")?.bytes).toBe(7);
    expect(exports.lostOf("b")).toBeNull();
    exports.forget();
    expect(exports.lostOf("a")).toBeNull();
  });

  it("keep what was written before when they fail or are not wanted", async () => {
    const exports = new Exports();
    let answer: (() => unknown) | null = () => ({ path: "/x", bytes: 7 });
    core({ export_body: () => answer?.() ?? null });
    const request = { source: "s", taskCorrelation: TASK, epoch: 3 };
    await exports.keepBody(request);
    answer = null;
    await exports.keepBody(request);
    answer = () => {
      throw refusal("io-error");
    };
    await exports.keepBody(request);
    expect(exports.body?.path).toBe("/x");
    expect(exports.running).toBe(false);
  });
});
