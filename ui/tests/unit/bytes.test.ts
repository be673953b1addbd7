import { describe, expect, it } from "vitest";
import { CHUNK, FileBytes, fromHex } from "../../src/bytes/file-bytes.svelte";
import { offsetOf, typedNumber, unitsOf } from "../../src/bytes/go-to";
import { asHex, asText, hexRow, offsetDigits } from "../../src/bytes/hex-rows";
import { MOST, scale } from "../../src/bytes/scale";
import { joined, spanAt } from "../../src/bytes/spans";
import { type TextCell, textCells } from "../../src/bytes/utf8";
import type { BytesKind, BytesRequest, BytesSpan } from "../../src/lib/wire";
import { core, refusal } from "./core";

function over(bytes: Uint8Array | number[]) {
  return (offset: number) => bytes[offset] ?? null;
}

/** Writes cells as a string: characters, `_` for their later bytes, `.` for none, `?` for unread ones. */
function said(cells: TextCell[]): string {
  return cells
    .map((cell) => (cell.kind === "char" ? cell.text : { rest: "_", dot: ".", unread: "?" }[cell.kind]))
    .join("");
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the text column", () => {
  it("shows printable ASCII, and dots for the rest", () =>
    expect(said(textCells(0, 6, over([0x41, 0x7e, 0x20, 0x00, 0x0a, 0x7f])))).toBe("A~ ..."));

  it("shows a character of several bytes once, whole", () => {
    const bytes = utf8("é한🔑.");
    expect(bytes).toHaveLength(10);
    expect(said(textCells(0, 10, over(bytes)))).toBe("é_한__🔑___.");
  });

  it("keeps a character whole that a row cuts in two", () => {
    const bytes = utf8("abcdefghijklmn한x");
    expect(said(textCells(0, 16, over(bytes)))).toBe("abcdefghijklmn한_");
    expect(said(textCells(16, 2, over(bytes)))).toBe("_x");
    expect(said(textCells(15, 3, over(bytes)))).toBe("__x");
  });

  it.each([
    ["a lone continuation byte", [0x80, 0x41], ".A"],
    ["a character that ends too early", [0xed, 0x95, 0x41], "..A"],
    ["an overlong form of a slash", [0xc0, 0xaf], ".."],
    ["an overlong form of three bytes", [0xe0, 0x80, 0xaf], "..."],
    ["a surrogate", [0xed, 0xa0, 0x80], "..."],
    ["beyond the last code point", [0xf4, 0x90, 0x80, 0x80], "...."],
    ["a byte that begins nothing", [0xff, 0xfe], ".."],
  ])("shows %s as dots", (_, bytes, expected) =>
    expect(said(textCells(0, bytes.length, over(bytes)))).toBe(expected),
  );

  it.each([
    ["a right-to-left override", "\u202e"],
    ["a zero width space", "\u200b"],
    ["a line separator", "\u2028"],
    ["a next line control", "\u0085"],
    ["a no-break space", "\u00a0"],
  ])("does not let %s through", (_, char) => {
    const bytes = utf8(char);
    expect(said(textCells(0, bytes.length, over(bytes)))).toBe(".".repeat(bytes.length));
  });

  it("gives a mark without its base a circle to stand on", () =>
    expect(said(textCells(0, 2, over(utf8("\u0301"))))).toBe("◌\u0301_"));

  it("says which bytes are not read yet", () => expect(said(textCells(0, 3, over([0x41])))).toBe("A??"));

  it("takes a character at the very end of a file that is cut there for dots", () =>
    expect(said(textCells(0, 2, over([0xed, 0x95])))).toBe(".."));
});

function span(
  offset: number,
  length: number,
  kind: BytesKind,
  page: number | null = 1,
  live = true,
): BytesSpan {
  return { offset, length, page, commit: null, kind, live };
}

describe("what bytes are for", () => {
  const spans = joined([
    span(0, 8, "structure"),
    span(8, 4, "row"),
    span(12, 4, "row"),
    span(16, 0, "page-slack"),
    span(16, 16, "row", 2),
    span(32, 8, "row", 2, false),
  ]);

  it("joins neighbours that say the same, and nothing else", () =>
    expect(spans.map((one) => [one.offset, one.length])).toEqual([
      [0, 8],
      [8, 8],
      [16, 16],
      [32, 8],
    ]));

  it("finds the run of a byte", () => {
    expect([0, 7, 8, 15, 16, 39].map((at) => spanAt(spans, at)?.offset)).toEqual([0, 0, 8, 8, 16, 32]);
    expect([-1, 40].map((at) => spanAt(spans, at))).toEqual([null, null]);
  });

  it("says in each row what begins there", () => {
    const row = (at: number, width: number) =>
      hexRow(at, width, 40, over(Array.from({ length: 40 }, (_, byte) => byte)), (offset) =>
        spanAt(spans, offset),
      );
    expect(row(0, 16).begins.map((one) => one.offset)).toEqual([0, 8]);
    expect(row(16, 16).begins.map((one) => one.page)).toEqual([2]);
    expect(row(24, 8).begins).toEqual([]);
    expect(row(32, 16).cells.map((cell) => cell.hex)).toEqual([
      "20",
      "21",
      "22",
      "23",
      "24",
      "25",
      "26",
      "27",
    ]);
    expect(row(0, 8).cells.map((cell) => cell.starts)).toEqual([true, ...Array<boolean>(7).fill(false)]);
  });

  it("needs as many digits as the last offset has, eight at least", () => {
    expect(offsetDigits(0)).toBe(8);
    expect(offsetDigits(2 ** 32)).toBe(8);
    expect(offsetDigits(2 ** 32 + 1)).toBe(9);
  });
});

describe("copied bytes", () => {
  it("are hexadecimal digits, sixteen bytes a line", () =>
    expect(asHex(Uint8Array.from({ length: 18 }, (_, at) => at))).toBe(
      "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n10 11",
    ));
  it("are text, with U+FFFD for what is none", () =>
    expect(asText(Uint8Array.from([...utf8("\ufeff한"), 0xff]))).toBe("\ufeff한\ufffd"));
});

describe("the scroll bar", () => {
  it("gives each row its height while an engine can do it", () => {
    const { height, shared, rowAt, positionOf, lastTop } = scale(1000, 22, 220);
    expect([height, shared, lastTop]).toEqual([22_000, false, 990]);
    expect([rowAt(33), positionOf(40)]).toEqual([1.5, 880]);
  });

  it("reaches first and last row of a file of any size", () => {
    const rows = 375_000_000;
    const { height, shared, rowAt, positionOf, lastTop } = scale(rows, 22, 700);
    expect([height, shared]).toEqual([MOST, true]);
    expect(rowAt(0)).toBe(0);
    expect(rowAt(MOST - 700)).toBe(lastTop);
    expect(lastTop).toBe(rows - 31);
    expect(Math.abs(rowAt(positionOf(200_000_000)) - 200_000_000)).toBeLessThan(100);
  });
});

describe("go to", () => {
  it("takes decimal and hexadecimal numbers, with or without grouping", () => {
    expect(["4096", " 4,096 ", "0x1000", "0X1F", "1 000"].map(typedNumber)).toEqual([
      4096, 4096, 4096, 31, 1000,
    ]);
    expect(["", "zzz", "12.5", "-4", "0x", "99999999999999999999"].map(typedNumber)).toEqual(
      Array(6).fill(null),
    );
  });

  it("counts pages and frames from 1", () => {
    expect(offsetOf(1, "page", 4096, 40_960)).toBe(0);
    expect(offsetOf(10, "page", 4096, 40_960)).toBe(36_864);
    expect(offsetOf(1, "frame", 4096, 99_999)).toBe(32);
    expect(offsetOf(3, "frame", 4096, 99_999)).toBe(8272);
    expect(offsetOf(0, "offset", 4096, 10)).toBe(0);
  });

  it("goes nowhere outside the file", () => {
    expect(offsetOf(0, "page", 4096, 40_960)).toBeNull();
    expect(offsetOf(11, "page", 4096, 40_960)).toBeNull();
    expect(offsetOf(10, "offset", 4096, 10)).toBeNull();
  });

  it("offers frames for a log and pages for a database", () => {
    expect(unitsOf("continuity.sqlite3")).toEqual(["offset", "page"]);
    expect(unitsOf("backups/a.sqlite3-wal")).toEqual(["offset", "frame"]);
    expect(unitsOf("continuity.sqlite3-journal")).toEqual(["offset"]);
  });
});

describe("a file read in pages", () => {
  const TOTAL = 3 * CHUNK + 5;
  /** Byte n of the file is n modulo 251. */
  function answer({ offset, limit }: BytesRequest, total = TOTAL) {
    const length = Math.max(0, Math.min(limit, total - offset));
    const hex = Array.from({ length }, (_, at) => ((offset + at) % 251).toString(16).padStart(2, "0")).join(
      "",
    );
    return { file: "f", offset, length, total, pageSize: 4096, hex, spans: [span(offset, length, "row")] };
  }

  it("asks for at most 65,536 bytes at once, once for each page", async () => {
    const heard = core({ read_bytes: answer });
    const file = new FileBytes("s", "f");
    await Promise.all([file.show(CHUNK - 3, CHUNK + 3), file.show(0, 10)]);
    expect(heard.map(({ request }) => request)).toEqual([
      { source: "s", file: "f", offset: 0, limit: 65_536 },
      { source: "s", file: "f", offset: 65_536, limit: 65_536 },
    ]);
    expect([file.byteAt(CHUNK - 1), file.byteAt(CHUNK), file.byteAt(2 * CHUNK)]).toEqual([
      65_535 % 251,
      65_536 % 251,
      null,
    ]);
    await file.show(0, CHUNK);
    expect(heard).toHaveLength(2);
  });

  it("gives a stretch over several pages for the clipboard", async () => {
    core({ read_bytes: answer });
    const file = new FileBytes("s", "f");
    const bytes = await file.bytes(CHUNK - 2, CHUNK + 2);
    expect([...(bytes ?? [])]).toEqual([65_534, 65_535, 65_536, 65_537].map((at) => at % 251));
    expect((await file.bytes(TOTAL - 1, TOTAL))?.length).toBe(1);
  });

  it("shows nothing of a file as it was beside the file as it is", async () => {
    let total = TOTAL;
    core({ read_bytes: (request) => answer(request, total) });
    const file = new FileBytes("s", "f");
    await file.show(0, 1);
    total = 2 * CHUNK;
    await file.show(CHUNK, CHUNK + 1);
    expect(file.changed).toBe(true);
    expect(file.total).toBe(2 * CHUNK);
    expect(file.byteAt(0)).toBeNull();
    expect(file.byteAt(CHUNK)).toBe(65_536 % 251);
  });

  it("says why it cannot be read, and reads again when asked", async () => {
    let fail = true;
    core({
      read_bytes: (request) => {
        if (fail) throw refusal("missing");
        return answer(request);
      },
    });
    const file = new FileBytes("s", "f");
    await file.show(0, 1);
    expect(file.error?.code).toBe("missing");
    expect(await file.bytes(0, 1)).toBeNull();
    fail = false;
    file.again();
    await file.show(0, 1);
    expect(file.error).toBeNull();
    expect(file.byteAt(1)).toBe(1);
  });

  it("takes no digit for a byte that is none", () => {
    expect([...fromHex("00ff7")]).toEqual([0, 255]);
    expect([...fromHex("01zz02")]).toEqual([1]);
  });
});
