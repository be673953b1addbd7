import { describe, expect, it } from "vitest";
import { effectName, planWords } from "../../src/delete/plan-words";
import { scopeName, scopeText } from "../../src/delete/scope-words";
import { scopesOf, type Target } from "../../src/delete/target";
import { deleteButton, deleteLead, deleteTitle } from "../../src/delete/title-words";
import { lostByDelete, ownAmongLost } from "../../src/lost/lost-words";
import { otherTasks } from "../../src/lost/other-tasks";
import { lost, plan, planBody, TASK } from "./plans";

const one: Target = { kind: "one", source: "s", taskCorrelation: TASK, epoch: 3, title: "t" };
const many: Target = { kind: "many", source: "s", query: "", filter: "all", tasks: [], count: 1200 };

describe("the plan in words", () => {
  it("does not count the pieces in a copy as copies", () => {
    const copy = { effect: "not-touched", kind: "backup", count: 7, file: "b.sqlite3" } as const;
    expect(planWords(copy)).toBe("Backup: 7 pieces found");
    expect(planWords({ ...copy, count: 0 })).toBe("Could not be searched: Backup");
  });
  it("tells receipts that are scrubbed from those that are kept", () => {
    const row = { kind: "request", count: 2, file: null } as const;
    expect(planWords({ ...row, effect: "scrub" })).toBe("2 request receipts that could hold text");
    expect(planWords({ ...row, effect: "keep" })).toBe("2 request receipts without text");
  });
  it("erases unused bytes and deletes rows", () => {
    expect(effectName({ effect: "delete", kind: "free-page" })).toBe("erased");
    expect(effectName({ effect: "delete", kind: "history" })).toBe("deleted");
    expect(planWords({ effect: "delete", kind: "log", count: 3, file: "c-wal" })).toBe(
      "Write-ahead log: 3 pieces found",
    );
    expect(planWords({ effect: "delete", kind: "history", count: 1, file: "h" })).toBe("1 recorded copy");
  });
  it("names other names of the same file, and what others put into the store", () => {
    expect(planWords({ effect: "same-file", kind: "hard-link", count: 2, file: null })).toContain(
      "2 other names",
    );
    expect(planWords({ effect: "same-file", kind: "symbolic-link", count: 1, file: "/x" })).toContain(
      "symbolic link",
    );
    expect(planWords({ effect: "not-touched", kind: "schema-object", count: 1, file: null })).toContain(
      "not AGS's",
    );
  });
  it("names a kind that it does not know", () =>
    expect(planWords({ effect: "delete", kind: "new-kind", count: 3, file: null })).toBe("new-kind: 3"));
});

describe("title, lead and button", () => {
  it("say what goes in each scope", () => {
    expect(deleteTitle(one, "body")).toBe("Delete the stored body of epoch 3?");
    expect(deleteTitle(one, "task")).toBe("Delete every stored body of this task?");
    expect(deleteTitle(many, "body")).toBe("Delete the stored bodies of 1,200 tasks?");
    expect(deleteButton(one, "epoch", null)).toBe("Delete body of epoch 3");
    const two = plan("a", { bodies: [planBody(3, 5), planBody(2, 1)] });
    expect(deleteButton(one, "task", two)).toBe("Delete 2 bodies");
    expect(deleteLead(one, two)).toBe("2 bodies. This cannot be undone.");
    expect(deleteLead(one, plan("a"))).toBe("revision 5. This cannot be undone.");
  });
  it("does not name a size when not all bodies are listed", () => {
    expect(deleteLead(many, plan("a"))).toBe("1 body of 1 task, 100 B. This cannot be undone.");
    expect(deleteLead(many, plan("a", { bodyCount: 900, taskCount: 880 }))).toBe(
      "900 bodies of 880 tasks. This cannot be undone.",
    );
  });
  it("offer three scopes for one body and two for many, each with words of its own", () => {
    for (const target of [one, many]) {
      const scopes = scopesOf(target);
      expect(new Set(scopes.map((scope) => scopeName(target, scope))).size).toBe(scopes.length);
      expect(new Set(scopes.map((scope) => scopeText(target, scope))).size).toBe(scopes.length);
    }
    expect(scopesOf(one)).toEqual(["body", "epoch", "task"]);
    expect(scopesOf(many)).toEqual(["body", "task"]);
  });
});

describe("older revisions that go too", () => {
  const other = (name: string) => ({ taskCorrelation: `hmac-sha256:${name}` });

  it("counts revisions and the other tasks that they belong to", () => {
    const gone = lost([{}, other("aa"), other("aa"), other("bb")], { ofOtherTasks: 3 });
    const made = plan("a", { lost: gone });
    expect(otherTasks(made)).toBe(2);
    expect(lostByDelete(made)).toBe("3 older revisions of 2 other tasks go too");
    expect(ownAmongLost(made)).toBe("1 revision of what you delete goes with them.");
  });
  it("does not name a number of tasks that nobody can know", () => {
    const gone = lost([other("aa")], { revisions: 900, tasks: 40, ofOtherTasks: 700 });
    const made = plan("a", { lost: gone, bodyCount: 900, taskCount: 30 });
    expect(otherTasks(made)).toBeNull();
    expect(lostByDelete(made)).toBe("700 older revisions of other tasks go too");
    // With one deleted task all other tasks are others.
    expect(otherTasks(plan("a", { lost: gone }))).toBe(39);
  });
  it("speaks of the deleted task alone when no other loses anything", () => {
    const made = plan("a", { lost: lost([{}]) });
    expect(lostByDelete(made)).toBe("1 older revision of what you delete goes too");
    expect(ownAmongLost(made)).toBe("");
  });
});
