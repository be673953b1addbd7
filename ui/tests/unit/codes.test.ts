import { describe, expect, it } from "vitest";
import { errorNext, errorSentence, problemShort, remarkSentence } from "../../src/lib/codes";
import { errorBody } from "../../src/lib/ipc";
import { grouped } from "../../src/sources/grouping";
import type { ErrorBody, Source } from "../../src/lib/wire";

const error = (code: string, more: Partial<ErrorBody> = {}): ErrorBody => ({
  code,
  message: "",
  next: null,
  matches: [],
  known: null,
  ...more,
});

describe("error codes", () => {
  it.each([
    "missing",
    "no-permission",
    "not-a-file",
    "not-a-database",
    "not-a-continuity-store",
    "unsupported-schema",
    "corrupt",
    "changed-since-read",
    "stale-revision",
    "busy",
    "read-only",
    "disk-full",
  ])("%s has a sentence and a next step of its own", (code) => {
    expect(errorSentence(error(code))).not.toBe(code);
    expect(errorNext(error(code))).not.toBeNull();
  });

  it("shows the core's words for a code that is not known", () => {
    expect(errorSentence(error("brand-new", { message: "It rained." }))).toBe("It rained.");
    expect(errorNext(error("brand-new", { next: "Wait." }))).toBe("Wait.");
    expect(errorSentence(error("brand-new"))).toBe("brand-new");
  });

  it("is not fooled by codes that name parts of every object", () => {
    expect(errorSentence(error("constructor", { message: "x" }))).toBe("x");
    expect(problemShort("toString")).toBe("toString");
    expect(remarkSentence("__proto__")).toBe("__proto__");
  });

  it("gives everything that is thrown a code", () => {
    expect(errorBody("command not found").code).toBe("internal");
    expect(errorBody(undefined).code).toBe("internal");
    expect(errorBody({ code: "busy" })).toEqual(error("busy"));
  });
});

describe("stores and their backups", () => {
  const source = (id: string, backupOf: string | null) => ({ id, backupOf }) as Source;
  it("puts a backup under its store wherever it is listed", () => {
    const groups = grouped([source("b", "a"), source("a", null), source("c", null)]);
    expect(groups.map((group) => [group.store.id, group.backups.map((backup) => backup.id)])).toEqual([
      ["a", ["b"]],
      ["c", []],
    ]);
  });
  it("does not lose a backup whose store is not listed", () =>
    expect(grouped([source("b", "gone")]).map((group) => group.store.id)).toEqual(["b"]));
});
