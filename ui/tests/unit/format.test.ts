import { describe, expect, it } from "vitest";
import { count, dateTime, fileName, shortCorrelation, shortDigest, size, span } from "../../src/lib/format";

const NOW = Date.parse("2026-09-20T14:02:15Z");
const HEX = "1ebf6176120efd9a758c3268a28f21e37685bf487bfd5c093aa7e1bf5e4618cc";

describe("sizes", () => {
  it.each([
    [0, "0 B"],
    [703, "703 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    [23_100_000, "23.1 MB"],
    [100_000_000, "100 MB"],
    [4_200_000_000, "4.2 GB"],
  ])("writes %d bytes as %s", (bytes, words) => expect(size(bytes, "en")).toBe(words));
});

describe("counts", () => {
  it("groups thousands in both languages", () => {
    expect(count(2000, "en")).toBe("2,000");
    expect(count(2000, "ko")).toBe("2,000");
  });

  it("shows a revision that is no whole number as it is", () => {
    expect(count(5.5, "en")).toBe("5.5");
    expect(count(0.1234567, "en")).toBe("0.1234567");
  });
});

describe("spans", () => {
  const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
  it.each([
    [0, 0, "now"],
    [4, 4, "second"],
    [59, 59, "second"],
    [60, 1, "minute"],
    [3599, 59, "minute"],
    [7200, 2, "hour"],
    [86_400, 1, "day"],
    [364 * 86_400, 364, "day"],
    [365 * 86_400, 1, "year"],
  ])("%d seconds are %d %s", (seconds, value, unit) =>
    expect(span(ago(seconds), NOW)).toEqual({ value, unit }),
  );

  it("takes a clock that is a little ahead for now, and does not guess about the far future", () => {
    expect(span(ago(-30), NOW)).toEqual({ value: 0, unit: "now" });
    expect(span(ago(-3600), NOW)).toBeNull();
  });

  it("does not turn text that is no time into a number", () => {
    expect(span("yesterday", NOW)).toBeNull();
    expect(span(null, NOW)).toBeNull();
  });
});

describe("times", () => {
  it("shows text that is no time unchanged", () =>
    expect(dateTime("not a time", "en", NOW)).toBe("not a time"));
  it("names the year only when it is another one", () => {
    expect(dateTime("2026-09-20T12:00:00Z", "en", NOW)).not.toContain("2026");
    expect(dateTime("2024-09-20T12:00:00Z", "en", NOW)).toContain("2024");
  });
});

describe("digests", () => {
  it("keeps the kind, the first eight and the last four digits", () => {
    expect(shortDigest(`sha256:${HEX}`)).toBe("sha256:1ebf6176…18cc");
    expect(shortDigest(`hmac-sha256:${HEX}`)).toBe("hmac-sha256:1ebf6176…18cc");
  });
  it("shows what is no digest, so that a forged one is not beautified", () => {
    expect(shortDigest("sha256:zzzz")).toBe("sha256:zzzz");
    expect(shortDigest("x".repeat(60))).toBe(`${"x".repeat(24)}…xxxxxx`);
  });
  it("names a task without a title by its first digits", () => {
    expect(shortCorrelation(`hmac-sha256:${HEX}`)).toBe("hmac 1ebf 6176 120e");
    expect(shortCorrelation("odd")).toBe("odd");
  });
});

describe("file names", () => {
  it.each([
    ["/a/b c/continuity.sqlite3", "continuity.sqlite3"],
    ["C:\\Users\\mina\\x.sqlite3", "x.sqlite3"],
    ["/only/folder/", "folder"],
    ["", ""],
  ])("%s ends in %s", (path, name) => expect(fileName(path)).toBe(name));
});
