import { afterEach, describe, expect, it } from "vitest";
import { history } from "../../src/history/history.svelte";
import { asTyped, typedBytes, typedDays } from "../../src/history/sizes";
import type { HistorySettings, HistoryState } from "../../src/lib/wire";
import { core, refusal } from "./core";

// All test files share one page.
afterEach(() => {
  history.state = null;
  history.error = null;
});

describe("typed limits", () => {
  it("are whole days from 1 to 3,650", () => {
    expect(["1", " 90 ", "3650"].map(typedDays)).toEqual([1, 90, 3650]);
    expect(["", "0", "3651", "1.5", "-3", "ten", "1e3"].map(typedDays)).toEqual(Array(7).fill(null));
  });

  it("are sizes from 1 MiB to 64 GiB, with a point or a comma", () => {
    expect(typedBytes("1", "MiB")).toBe(1_048_576);
    expect(typedBytes("1,5", "GiB")).toBe(1_610_612_736);
    expect(typedBytes("64", "GiB")).toBe(68_719_476_736);
    expect([typedBytes("0.9", "MiB"), typedBytes("64.001", "GiB"), typedBytes("", "MiB")]).toEqual([
      null,
      null,
      null,
    ]);
    expect([typedBytes("1 2", "MiB"), typedBytes("0x10", "MiB")]).toEqual([null, null]);
  });

  it("stand in the field in the unit that is short", () => {
    expect(asTyped(536_870_912)).toEqual({ text: "512", unit: "MiB" });
    expect(asTyped(1_610_612_736)).toEqual({ text: "1.5", unit: "GiB" });
    expect(asTyped(1_048_577)).toEqual({ text: "1", unit: "MiB" });
  });
});

describe("the recorded history", () => {
  const state = (settings: Partial<HistorySettings> = {}, bodies = 3): HistoryState => ({
    settings: { record: false, keepDays: 30, keepBytes: 1_048_576, ...settings },
    path: "/h",
    bodies,
    bytes: bodies * 10,
    stores: [],
    problem: null,
  });

  it("says that it records only while the core says so", async () => {
    core({ read_history: () => state(), change_history: (settings) => state(settings) });
    await history.read();
    expect(history.recording).toBe(false);
    expect(await history.change({ ...state().settings, record: true })).toBe(true);
    expect(history.recording).toBe(true);
  });

  it("keeps what was true and says why when a change is refused", async () => {
    core({
      read_history: () => state({ record: true }),
      change_history: () => {
        throw refusal("disk-full");
      },
    });
    await history.read();
    expect(await history.change({ ...state().settings, record: false })).toBe(false);
    expect(history.recording).toBe(true);
    expect(history.error?.code).toBe("disk-full");
  });

  it("clears exactly what it was asked to", async () => {
    const heard = core({ clear_history: () => state({}, 0) });
    await history.clear({ source: "main", taskCorrelation: "t" });
    await history.clear({});
    expect(heard.map(({ request }) => request)).toEqual([{ source: "main", taskCorrelation: "t" }, {}]);
    expect(history.state?.bodies).toBe(0);
  });
});
