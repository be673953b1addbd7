import { beforeEach, describe, expect, it } from "vitest";
import type { ResidueDocument, ResidueFile, ResidueHit } from "../../src/lib/wire";
import { byFile } from "../../src/residue/hits";
import { placeOf, regionWords } from "../../src/residue/region-words";
import { residue } from "../../src/residue/residue-search.svelte";
import { sumNote, sumTitle } from "../../src/residue/sum-words";
import { core, refusal } from "./core";

function hit(file: string, offset: number, more: Partial<ResidueHit> = {}): ResidueHit {
  return {
    file,
    offset,
    page: 1,
    region: "free-page",
    live: false,
    taskCorrelation: null,
    epoch: null,
    revision: null,
    complete: null,
    ...more,
  };
}

function answer(hits: ResidueHit[], more: Partial<ResidueDocument> = {}): ResidueDocument {
  const names = [...new Set(hits.map((one) => one.file))];
  return {
    hits,
    split: [],
    total: hits.length,
    files: names.map((name) => file(name, 1)),
    unused: null,
    ...more,
  };
}

function file(name: string, found: number, reason: string | null = null): ResidueFile {
  return { file: name, bytes: 10, found, reason };
}

beforeEach(() => {
  residue.forget();
  residue.source = "s";
});

describe("searching for a text", () => {
  it("sends it without the spaces around it, and line breaks inside as they are", async () => {
    const heard = core({ find_residue: () => answer([]) });
    residue.type("  two\nlines \n");
    await residue.search();
    expect(heard).toEqual([{ name: "find_residue", request: { source: "s", text: "two\nlines" } }]);
  });

  it("counts bytes, not letters, before it asks", async () => {
    const heard = core({ find_residue: () => answer([]) });
    for (const [text, problem] of [
      ["abc", "short"],
      ["  abc  ", "short"],
      ["가나", null],
      ["a".repeat(1_048_576), null],
      ["가".repeat(349_526), "long"],
    ] as const) {
      residue.type(text);
      expect(residue.problem, text.slice(0, 8)).toBe(problem);
    }
    await residue.search();
    expect(heard).toEqual([]);
  });

  it("shows no answer to another question", async () => {
    const answers: ((document: ResidueDocument) => void)[] = [];
    core({ find_residue: () => new Promise<ResidueDocument>((resolve) => answers.push(resolve)) });
    residue.type("first text");
    const first = residue.search();
    await new Promise((later) => setTimeout(later));
    residue.type("second text");
    const second = residue.search();
    await new Promise((later) => setTimeout(later));
    answers[0]?.(answer([hit("c", 1)]));
    await first;
    expect(residue.answer).toBeNull();
    expect(residue.searching).toBe(true);
    answers[1]?.(answer([]));
    await second;
    expect(residue.answer?.total).toBe(0);
    residue.type("third text");
    expect(residue.answer).toBeNull();
  });

  it("forgets the text and the answer", async () => {
    core({ find_residue: () => answer([hit("c", 1)]) });
    residue.type("a secret text");
    residue.shown = true;
    await residue.search();
    residue.forget();
    expect([residue.text, residue.answer, residue.shown, residue.looked]).toEqual(["", null, false, null]);
  });

  it("says why it failed", async () => {
    core({
      find_residue: () => {
        throw refusal("corrupt");
      },
    });
    residue.type("a secret text");
    await residue.search();
    expect(residue.error?.code).toBe("corrupt");
    expect(residue.searching).toBe(false);
  });
});

describe("what was found", () => {
  it("is grouped by file, with cut ones in their place", () => {
    const groups = byFile(
      answer([hit("a", 9), hit("b", 1)], {
        split: [hit("a", 4)],
        files: [file("a", 2), file("b", 1), file("c", 0)],
      }),
    );
    expect(groups.map((group) => [group.file, group.found])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
    expect(groups[0]?.hits.map((one) => [one.offset, one.across])).toEqual([
      [4, true],
      [9, false],
    ]);
  });

  it("says nothing found only of the files that were searched", () => {
    expect(sumTitle(answer([], { files: [file("a", 0)] }))).toBe("Nothing was found in these files");
    expect(sumTitle(answer([], { files: [file("a", 0), file("b", 0, "denied")] }))).toBe(
      "Nothing was found, but 1 file could not be searched",
    );
  });

  it("adds up only when everything is listed", () => {
    const two = answer([hit("a", 1, { live: true, region: "live-row" }), hit("a", 2)]);
    expect(sumTitle(two)).toBe("2 occurrences in 1 file");
    expect(sumNote(two)).toBe("1 in rows that are in use, 1 elsewhere.");
    expect(sumNote({ ...two, total: 24_812 })).toBe("The first 2 are listed.");
  });

  it("opens bytes only of files that can be shown", () => {
    const path = "/home/a/continuity.sqlite3";
    for (const name of [
      "continuity.sqlite3",
      "continuity.sqlite3-wal",
      "continuity.sqlite3-journal",
      "backups/x",
    ])
      expect(placeOf(hit(name, 5), path), name).toMatchObject({ file: name, offset: 5, page: 1 });
    for (const name of ["workflows.sqlite3", "/home/a/activity.jsonl", "continuity.sqlite3-shm"])
      expect(placeOf(hit(name, 5), path), name).toBeNull();
  });

  it("does not call this program's own files backups", () => {
    expect(regionWords(hit("backups/x", 1, { region: "backup" }))).toBe("backup");
    expect(regionWords(hit("/home/a/activity.jsonl", 1, { region: "backup" }))).toBe("Own records");
  });
});
