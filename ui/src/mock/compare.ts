// A plain comparison of two made-up bodies: good enough to show every kind of row.
import type { CompareRow, Dropped, Piece } from "../lib/wire";
import { LISTS, type Body } from "./bodies";

export interface Compared {
  rows: CompareRow[];
  dropped: Dropped[];
}

/** Returns all rows and everything that the newer side left out. */
export function compareBodies(from: Body, to: Body): Compared {
  const rows: CompareRow[] = [];
  const dropped: Dropped[] = [];
  rows.push(valueRow("core.objective", from.objective, to.objective));
  for (const list of LISTS) {
    const path = `core.${list}`;
    const gone = from[list].filter((text) => !to[list].includes(text));
    const fresh = to[list].filter((text) => !from[list].includes(text));
    let lastKept = -1;
    for (const [index, text] of from[list].entries()) {
      if (!gone.includes(text)) continue;
      const elsewhere = LISTS.find(
        (other) => other !== list && to[other].includes(text) && !from[other].includes(text),
      );
      const pair = elsewhere ? undefined : fresh.find((other) => alike(text, other));
      if (pair !== undefined) {
        fresh.splice(fresh.indexOf(pair), 1);
        const [before, after] = marked(text, pair);
        rows.push({
          ...empty(path),
          op: "changed",
          from: before,
          to: after,
          fromIndex: index,
          toIndex: to[list].indexOf(pair),
        });
      } else {
        rows.push({
          ...empty(path),
          op: "removed",
          from: whole(text),
          fromIndex: index,
          movedTo: elsewhere ? `core.${elsewhere}` : null,
        });
        if (!elsewhere) dropped.push({ path, text });
      }
    }
    for (const [index, text] of to[list].entries()) {
      const before = from[list].indexOf(text);
      if (before < 0) {
        if (!fresh.includes(text)) continue;
        const origin = LISTS.find(
          (other) => other !== list && from[other].includes(text) && !to[other].includes(text),
        );
        rows.push({
          ...empty(path),
          op: "added",
          to: whole(text),
          toIndex: index,
          movedFrom: origin ? `core.${origin}` : null,
        });
        continue;
      }
      const op = before < lastKept ? "moved" : "kept";
      lastKept = Math.max(lastKept, before);
      rows.push({
        ...empty(path),
        op,
        from: whole(text),
        to: whole(text),
        fromIndex: before,
        toIndex: index,
      });
    }
  }
  return { rows, dropped };
}

function empty(path: string): CompareRow {
  return {
    path,
    op: "kept",
    from: null,
    to: null,
    fromIndex: null,
    toIndex: null,
    movedTo: null,
    movedFrom: null,
    cut: false,
  };
}

function valueRow(path: string, from: string, to: string): CompareRow {
  if (from === to) return { ...empty(path), from: whole(from), to: whole(to) };
  const [before, after] = marked(from, to);
  return { ...empty(path), op: "changed", from: before, to: after };
}

function whole(text: string): Piece[] {
  return [{ text: text.slice(0, 2000), marked: false }];
}

/** Whether one text could have become the other. */
export function alike(a: string, b: string): boolean {
  const words = new Set(a.split(" "));
  const shared = b.split(" ").filter((word) => words.has(word)).length;
  return shared >= 3 && a.split(" ")[0] === b.split(" ")[0];
}

function marked(a: string, b: string): [Piece[], Piece[]] {
  const left = a.split(/(?<= )/);
  const right = b.split(/(?<= )/);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1;
  return [pieces(left, start, end), pieces(right, start, end)];
}

function pieces(words: string[], start: number, end: number): Piece[] {
  const parts: Piece[] = [
    { text: words.slice(0, start).join(""), marked: false },
    { text: words.slice(start, words.length - end).join(""), marked: true },
    { text: words.slice(words.length - end).join(""), marked: false },
  ];
  return parts.filter((part) => part.text !== "");
}
