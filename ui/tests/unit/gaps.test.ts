import { describe, expect, it } from "vitest";
import { gaps, missing } from "../../src/task/gaps";

describe("numbers that nothing names", () => {
  it("are those between the first and the highest known one, as runs", () => {
    expect(gaps([9, 5, 4, 2])).toEqual([
      { from: 1, to: 1 },
      { from: 3, to: 3 },
      { from: 6, to: 8 },
    ]);
    expect(missing(gaps([9, 5, 4, 2]))).toBe(5);
  });

  it("are none when every number is known, or none at all", () => {
    expect(gaps([1, 2, 3])).toEqual([]);
    expect(gaps([3, 1, 2, 2])).toEqual([]);
    expect(gaps([])).toEqual([]);
  });

  it("take no account of what is no revision number", () =>
    expect(gaps([0, -3, 1.5, Number.NaN, 1e300, 2])).toEqual([{ from: 1, to: 1 }]));

  it("are one run even when a hostile body claims an enormous number", () =>
    expect(gaps([1, 9_007_199_254_740_991])).toEqual([{ from: 2, to: 9_007_199_254_740_990 }]));
});
