import { describe, expect, it } from "vitest";
import { likelyParts, partsOf } from "../../src/masked/parts";
import { refusedNext, refusedRule, refusedWhy } from "../../src/redact/words";
import { refusal } from "./core";

const DOTS = "•".repeat(8);

describe("text with masks", () => {
  it("is cut at the masks that the core names, in UTF-16 units", () =>
    expect(partsOf(`🔑 is ${DOTS}, really`, [{ rule: "r", utf16: [6, 8] }])).toEqual([
      { text: "🔑 is ", rule: null },
      { text: DOTS, rule: "r" },
      { text: ", really", rule: null },
    ]));

  it("loses nothing to spans that do not fit", () => {
    const spans = [
      { rule: "over", utf16: [2, 99] },
      { rule: "b", utf16: [3, 2] },
      { rule: "overlaps", utf16: [4, 3] },
      { rule: "empty", utf16: [7, 0] },
    ] as { rule: string; utf16: [number, number] }[];
    const parts = partsOf("abcdefgh", spans);
    expect(parts.map((part) => part.text).join("")).toBe("abcdefgh");
    expect(parts.filter((part) => part.rule !== null)).toEqual([{ text: "de", rule: "b" }]);
  });

  it("is cut at what looks like a mask where only that there is one is known", () => {
    const mask = `xoxb-${DOTS} (40)`;
    expect(likelyParts(`use ${mask} and ${DOTS}.`).filter((part) => part.rule !== null)).toEqual([
      { text: mask, rule: "" },
      { text: DOTS, rule: "" },
    ]);
    expect(likelyParts("plain • text")).toEqual([{ text: "plain • text", rule: null }]);
  });
});

describe("bodies that are not redacted", () => {
  const ruled = (code: string) => ({
    ...refusal("refused-by-rules"),
    message: `No. Nothing was written (${code}).`,
  });

  it("say which rule forbids it and what to do instead", () => {
    expect(refusedRule(ruled("root-bound"))).toBe("root-bound");
    expect(refusedWhy(ruled("secret-in-key"))).toMatch(/^A value stands in the name of a field/);
    expect(refusedNext(ruled("secret-in-key"))).toBe("Delete the body instead.");
  });

  it("keep other errors as they are", () => {
    expect(refusedRule(refusal("busy"))).toBeNull();
    expect(refusedWhy({ ...refusal("brand-new"), message: "It rained." })).toBe("It rained.");
    expect(refusedWhy(ruled("constructor"))).not.toMatch(/undefined/);
  });
});
