import { describe, expect, it } from "vitest";
import { changeNumber, lines, nextChange } from "../../src/compare/folding";
import { moveWords, sideTone } from "../../src/compare/row-words";
import type { CompareRow, DiffOp } from "../../src/lib/wire";

function row(path: string, op: DiffOp, more: Partial<CompareRow> = {}): CompareRow {
  const text = [{ text: "x", marked: false }];
  return {
    path,
    op,
    from: op === "added" ? null : text,
    to: op === "removed" ? null : text,
    fromIndex: null,
    toIndex: null,
    movedTo: null,
    movedFrom: null,
    cut: false,
    ...more,
  };
}

const kept = (path: string, count: number) => Array.from({ length: count }, () => row(path, "kept"));
const kinds = (rows: CompareRow[], open = new Set<string>()) =>
  lines(rows, open).map((line) => (line.kind === "fold" ? `fold ${line.rows}` : line.kind));

describe("folding what is unchanged", () => {
  it("folds a run of more than two, and shows two as they are", () => {
    expect(kinds(kept("a", 2))).toEqual(["field", "row", "row"]);
    expect(kinds(kept("a", 4))).toEqual(["field", "fold 4"]);
  });

  it("never folds a change, and never folds over a field's end", () => {
    const rows = [...kept("a", 3), row("a", "removed"), ...kept("a", 1), ...kept("b", 3)];
    expect(kinds(rows)).toEqual(["field", "fold 3", "row", "row", "field", "fold 3"]);
  });

  it("keeps every row reachable: opened folds show all of theirs", () => {
    const rows = [...kept("a", 5), row("a", "added")];
    const folded = lines(rows, new Set());
    const fold = folded.find((line) => line.kind === "fold");
    const opened = lines(rows, new Set([fold?.key ?? ""]));
    expect(opened.filter((line) => line.kind === "row")).toHaveLength(6);
  });

  it("keeps the key of a run that grows when more rows are read", () => {
    const few = lines(kept("a", 3), new Set()).find((line) => line.kind === "fold");
    const more = lines(kept("a", 9), new Set()).find((line) => line.kind === "fold");
    expect(more?.key).toBe(few?.key);
  });
});

describe("jumping from change to change", () => {
  const rows = [...kept("a", 2), row("a", "added"), ...kept("a", 3), row("b", "removed")];
  it("finds the next and the previous one", () => {
    expect(nextChange(rows, -1, 1)).toBe(2);
    expect(nextChange(rows, 2, 1)).toBe(6);
    expect(nextChange(rows, 6, 1)).toBe(-1);
    expect(nextChange(rows, 6, -1)).toBe(2);
  });
  it("counts from one", () => {
    expect(changeNumber(rows, 2)).toBe(1);
    expect(changeNumber(rows, 6)).toBe(2);
  });
});

describe("how a row is drawn", () => {
  it("tells a moved item from a lost one", () => {
    expect(sideTone(row("a", "removed"), "from")).toBe("del");
    expect(sideTone(row("a", "removed"), "to")).toBe("void");
    const gone = row("core.blockers", "removed", { movedTo: "core.progress" });
    expect(sideTone(gone, "from")).toBe("move");
    expect(moveWords(gone)).toBe("moved to Progress");
  });
  it("counts places from one for people", () =>
    expect(moveWords(row("a", "moved", { fromIndex: 0, toIndex: 2 }))).toBe("moved from place 1 to 3"));
  it("says nothing about items that stayed", () => expect(moveWords(row("a", "kept"))).toBeNull());
});
