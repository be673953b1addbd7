import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Audit, PAGE } from "../../src/audit/audit.svelte";
import { bodiesOf } from "../../src/audit/bodies";
import { groupsOf, HEAD, heightOf, ROW, rowTop, scrollTo, visibleRows } from "../../src/audit/groups";
import { pathWords, spanWords } from "../../src/audit/place-words";
import { Picked } from "../../src/audit/picked.svelte";
import { reasonShort } from "../../src/audit/words";
import { bytesPlace } from "../../src/audit/jump";
import type { ScanFilter, ScanFinding, ScanPage, ScanPlace, ScanTotals } from "../../src/lib/wire";
import { core, refusal } from "./core";

function place(more: Partial<ScanPlace> = {}): ScanPlace {
  return {
    kind: "body",
    database: "continuity.sqlite3",
    table: "continuity_snapshots",
    column: "snapshot_json",
    row: null,
    taskCorrelation: "hmac-sha256:aa",
    rootId: null,
    epoch: 2,
    revision: 5,
    digest: "sha256:bb",
    source: "live",
    pointer: "/core/decisions/0",
    inKey: false,
    utf16: [10, 40],
    bytes: [12, 40],
    page: null,
    offset: null,
    line: null,
    offered: true,
    ...more,
  };
}

function finding(id: string, more: Partial<ScanFinding> = {}): ScanFinding {
  return {
    id,
    rule: "a-rule",
    title: "A rule",
    class: "secret",
    severity: "high",
    confidence: "high",
    reasons: [],
    masked: "••••••••",
    offered: false,
    live: true,
    places: [place()],
    placeCount: 1,
    ...more,
  };
}

function totals(findings: number, offered = 0, live = 0): ScanTotals {
  return {
    findings,
    offered,
    live,
    critical: 0,
    high: findings,
    medium: 0,
    low: 0,
    secret: findings,
    personal: 0,
    network: 0,
    allowed: 0,
    places: findings,
  };
}

/** A scan of numbered findings; a filter on a rule leaves ten. */
function page(scan: string, filter: ScanFilter, offset: number, limit: number, count = 1000): ScanPage {
  const all = filter.rule === undefined ? count : 10;
  const shown = Math.max(0, Math.min(limit, all - offset));
  return {
    scan,
    outdated: false,
    totals: totals(all),
    rules: [],
    searched: { files: [], texts: 0, bytes: 0 },
    gaps: [],
    offset,
    findings: Array.from({ length: shown }, (_, at) => finding(`id-${offset + at}`)),
  };
}

const settled = () => new Promise((done) => setTimeout(done));

describe("an audit", () => {
  it("scans without a filter, so that the counts of all are known", async () => {
    const heard = core({ scan_store: ({ filter, limit }) => page("one", filter ?? {}, 0, limit) });
    const audit = new Audit("main");
    await audit.run();
    expect(heard).toEqual([{ name: "scan_store", request: { source: "main", filter: {}, limit: PAGE } }]);
    expect(audit.scan).toBe("one");
    expect(audit.matched).toBe(1000);
    expect(audit.row(199)?.id).toBe("id-199");
    expect(audit.row(200)).toBeNull();
  });

  it("fetches each page that comes on the screen once", async () => {
    const heard = core({
      scan_store: ({ limit }) => page("one", {}, 0, limit),
      scan_page: ({ scan, filter, offset, limit }) => page(scan, filter ?? {}, offset, limit),
    });
    const audit = new Audit("main");
    await audit.run();
    audit.reach(190, 410);
    audit.reach(195, 415);
    await settled();
    const asked = heard.filter(({ name }) => name === "scan_page");
    expect(asked.map(({ request }) => (request as { offset: number }).offset)).toEqual([200, 400]);
    expect(audit.row(410)?.id).toBe("id-410");
  });

  it("starts at the top with another filter and lets go of what was selected", async () => {
    core({
      scan_store: ({ limit }) => page("one", {}, 0, limit),
      scan_page: ({ scan, filter, offset, limit }) => page(scan, filter ?? {}, offset, limit),
    });
    const audit = new Audit("main");
    await audit.run();
    audit.move(50);
    audit.picked.toggle(finding("id-3"));
    await audit.choose({ rule: "a-rule" });
    expect(audit.cursor).toBe(0);
    expect(audit.matched).toBe(10);
    expect(audit.picked.count).toBe(0);
    expect(audit.whole?.totals.findings).toBe(1000);
  });

  it("says nothing when the user stopped it, and why when it failed", async () => {
    let code = "stopped";
    core({
      scan_store: () => {
        throw refusal(code);
      },
    });
    const audit = new Audit("main");
    await audit.run();
    expect(audit.error).toBeNull();
    expect(audit.scan).toBeNull();
    expect(audit.scanning).toBe(false);
    code = "corrupt";
    await audit.run();
    expect(audit.error?.code).toBe("corrupt");
  });

  it("is outdated when its scan is not kept any more", async () => {
    core({
      scan_store: ({ limit }) => page("one", {}, 0, limit),
      scan_page: () => {
        throw refusal("no-scan");
      },
    });
    const audit = new Audit("main");
    await audit.run();
    await audit.check();
    expect(audit.outdated).toBe(true);
  });

  it("shows the same finding after another scan, or none when it is gone", async () => {
    let count = 1000;
    const heard = core({
      scan_store: ({ limit }) => page(`scan-${count}`, {}, 0, limit, count),
      scan_page: ({ scan, offset, limit }) => page(scan, {}, offset, limit, count),
    });
    const audit = new Audit("main");
    await audit.run();
    audit.move(7);
    audit.openMarked();
    expect(audit.open?.id).toBe("id-7");
    count = 8;
    await audit.run();
    expect(audit.open?.id).toBe("id-7");
    count = 3;
    await audit.run();
    expect(heard.at(-1)?.request).toMatchObject({ scan: "scan-3", filter: { rule: "a-rule" } });
    expect(audit.open).toBeNull();
    expect(audit.cursor).toBe(2);
  });
});

describe("groups of urgency", () => {
  const groups = groupsOf({ findings: 100, offered: 3, live: 10 });

  it("are one stretch each; what an agent is offered next comes first", () =>
    expect(groups).toEqual([
      { urgency: "offered", first: 0, count: 3 },
      { urgency: "live", first: 3, count: 7 },
      { urgency: "left", first: 10, count: 90 },
    ]));

  it("leave out what has no finding", () =>
    expect(groupsOf({ findings: 4, offered: 0, live: 0 })).toEqual([
      { urgency: "left", first: 0, count: 4 },
    ]));

  it("lie below each other with a heading each", () => {
    expect(rowTop(groups, 0)).toBe(HEAD);
    expect(rowTop(groups, 2)).toBe(HEAD + 2 * ROW);
    expect(rowTop(groups, 3)).toBe(2 * HEAD + 3 * ROW);
    expect(rowTop(groups, 99)).toBe(3 * HEAD + 99 * ROW);
    expect(heightOf(groups)).toBe(3 * HEAD + 100 * ROW);
  });

  it("render every row that the eye can see, and few others", () => {
    for (let top = 0; top <= heightOf(groups); top += 37) {
      const { first, last } = visibleRows(groups, top, 500);
      for (let index = 0; index < 100; index += 1) {
        const at = rowTop(groups, index);
        if (at < top + 500 && at + ROW > top) expect(first <= index && index <= last, `${top}`).toBe(true);
      }
      expect(last - first).toBeLessThan(30);
    }
    expect(visibleRows([], 0, 500)).toEqual({ first: 0, last: -1 });
  });

  it("scroll as little as needed to show a row wholly, with the heading of its group", () => {
    expect(scrollTo(groups, 0, 400, 500)).toBe(0);
    expect(scrollTo(groups, 3, 400, 500)).toBe(HEAD + 3 * ROW);
    expect(scrollTo(groups, 4, 0, 600)).toBe(0);
    expect(scrollTo(groups, 99, 0, 500)).toBe(heightOf(groups) - 500);
  });
});

describe("stored bodies around findings", () => {
  it("are those of rows, each once, current epochs first", () => {
    const old = place({ source: "earlier-epoch", epoch: 1 });
    const log = place({ source: "log", kind: "fragment" });
    const receipt = place({ kind: "receipt" });
    expect(bodiesOf([old, log, place(), place({ pointer: "/core/progress/3" }), receipt])).toEqual([
      { taskCorrelation: "hmac-sha256:aa", epoch: 2, current: true },
      { taskCorrelation: "hmac-sha256:aa", epoch: 1, current: false },
    ]);
  });
});

describe("places in words", () => {
  it("name file, table, column and pointer", () =>
    expect(pathWords(place())).toBe(
      "continuity.sqlite3 › continuity_snapshots.snapshot_json › /core/decisions/0",
    ));

  it("say when it is the name of a field, and the line of a log", () => {
    expect(pathWords(place({ inKey: true, pointer: "/x" }))).toMatch(/ › \/x \(in the name of the field\)$/);
    expect(pathWords(place({ table: null, column: null, pointer: null, line: 1204 }))).toBe(
      "continuity.sqlite3 › line 1,204",
    );
  });

  it("give both offsets as from and to", () =>
    expect(spanWords(place({ page: 3, offset: 8200 }))).toBe(
      "UTF-16 units 10–50 · bytes 12–52 of the text · page 3 · offset 8,200",
    ));

  it("show bytes only of files that the bytes view may read", () => {
    const here = { page: 3, offset: 8200 };
    expect(bytesPlace(place(here), "/home/x/continuity.sqlite3")?.offset).toBe(8200);
    expect(bytesPlace(place({ ...here, database: "workflows.sqlite3" }), "/x/continuity.sqlite3")).toBeNull();
    expect(bytesPlace(place({ ...here, database: "backups/a.sqlite3" }), "/x/c.sqlite3")?.page).toBe(3);
    expect(bytesPlace(place(), "/home/x/continuity.sqlite3")).toBeNull();
  });

  it("keep a reason that is not known", () => expect(reasonShort("constructor")).toBe("constructor"));
});

describe("selected findings", () => {
  it("stop at what can be done at once", () => {
    const picked = new Picked();
    expect(picked.add(Array.from({ length: 5001 }, (_, at) => finding(`f${at}`)))).toBe(false);
    expect(picked.count).toBe(5000);
    picked.toggle(finding("f0"));
    expect(picked.has("f0")).toBe(false);
  });
});

describe("what is shown unmasked", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is one thing, for 20 seconds, while the window is looked at", async () => {
    const { reveal } = await import("../../src/masked/reveal.svelte");
    const stop = reveal.start();
    await reveal.show("a", () => Promise.resolve("first"));
    await reveal.show("b", () => Promise.resolve("second"));
    expect(reveal.of("a")).toBeNull();
    expect(reveal.of("b")).toBe("second");
    vi.advanceTimersByTime(19_999);
    expect(reveal.of("b")).toBe("second");
    vi.advanceTimersByTime(1);
    expect(reveal.of("b")).toBeNull();
    await reveal.show("a", () => Promise.resolve("first"));
    window.dispatchEvent(new Event("blur"));
    expect(reveal.of("a")).toBeNull();
    stop();
  });

  it("is not shown when the window was left while it was on its way", async () => {
    const { reveal } = await import("../../src/masked/reveal.svelte");
    const stop = reveal.start();
    const shown = reveal.show("a", () => Promise.resolve("late"));
    window.dispatchEvent(new Event("blur"));
    await shown;
    expect(reveal.of("a")).toBeNull();
    stop();
  });
});
