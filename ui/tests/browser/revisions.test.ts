// Every revision that is still on the disk, on the timeline and in the snapshot.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { calls, chromiumPath, openTask, TASKS, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("revisions in the window", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function open(index: number, more: Parameters<Windows["open"]>[0] = {}): Promise<Page> {
    const page = await windows.open({ query: "open=main", ...more });
    await openTask(page, index);
    return page;
  }
  const dot = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
  const card = (page: Page) => page.locator("section", { has: page.locator("#revisions") });

  it("names every source, pieces, receipts without a body, and numbers that nothing names", async () => {
    const page = await open(TASKS.everySource);
    const names = await page
      .getByRole("radio")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(names).toEqual([
      "Epoch 1, revision 1, receipt only",
      "Epoch 1, revision 2, earlier epoch",
      "Epoch 2, revision ?, piece, page slack",
      "Epoch 2, revision 1, other file",
      "Epoch 2, revision 2, backup",
      "Epoch 2, revision 3, nothing found",
      "Epoch 2, revision 4, piece, free page",
      "Epoch 2, revision 4, receipt only",
      "Epoch 2, revision 5, history",
      "Epoch 2, revision 6, free page",
      "Epoch 2, revision 7, log leftover",
      "Epoch 2, revision 8, log",
      "Epoch 2, revision 8, delta row",
      "Epoch 2, revision 9, stored",
    ]);
    await dot(page, "Epoch 2, revision 3, nothing found").click();
    await card(page).getByText("Revision 3: nothing found.").waitFor();
    await dot(page, "Epoch 2, revision 4, receipt only").click();
    await card(page).getByText("known from a receipt, no body found").waitFor();
    await dot(page, "Epoch 2, revision 5, history").click();
    await card(page).getByText("masked copy: digest not checked").waitFor();
    await dot(page, "Epoch 2, revision 8, delta row").click();
    await card(page).getByText("no receipt names it").waitFor();
  });

  it("names frames that belong to no state, and shows none of them as one", async () => {
    const page = await open(TASKS.everySource);
    await card(page)
      .getByText("3 frames at the end of the log belong to a transaction that has not ended; not shown.")
      .waitFor();
  });

  it("unfolds the places of a revision: file, page, offset, commit", async () => {
    const page = await open(TASKS.everySource);
    await dot(page, "Epoch 2, revision 8, log").click();
    const fold = card(page).getByRole("button", { name: "Found in 3 places" });
    expect(await card(page).getByText("continuity.sqlite3-wal").count()).toBe(1);
    await fold.click();
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    const places = await card(page).locator(".panel li").allTextContents();
    expect(places.map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
      "log continuity.sqlite3-wal page 31 offset 87,776 commit 8 Show bytes",
      "log continuity.sqlite3-wal page 31 offset 63,056 commit 6 Show bytes",
      "backup backups/continuity-before-cleanup-3f6c0a1e.sqlite3 page 31 offset 123,580 Show bytes",
    ]);
  });

  it("opens a recovered body like the stored one, marked, without what only the stored one can do", async () => {
    const page = await open(TASKS.everySource);
    const snapshot = page.locator("section", { has: page.locator("#snapshot") });
    await snapshot.getByText("Sessions end after 15 minutes").waitFor();
    await dot(page, "Epoch 2, revision 2, backup").click();
    await snapshot.getByText("Not the stored body. Recovered from: backup").waitFor();
    await snapshot.getByText("Sessions end after 30 minutes").waitFor();
    expect(await snapshot.textContent()).toContain("epoch 2, revision 2");
    await page.getByRole("complementary", { name: "Details" }).getByText("Bytes as found").waitFor();
    await page.getByRole("complementary", { name: "Details" }).getByText('"revision":2').waitFor();
    expect(await page.getByRole("button", { name: "Delete stored body…" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Suppress restore" }).count()).toBe(0);
    await page.keyboard.press("Delete");
    await page.keyboard.press("s");
    expect([await calls(page, "plan_purge"), await calls(page, "suppress")]).toEqual([0, 0]);
    await page.keyboard.press("e");
    await page.getByText(/Exported to/).waitFor();
    await page.keyboard.press("b");
    await snapshot.getByText("Sessions end after 15 minutes").waitFor();
    expect(await snapshot.getByText("Not the stored body").count()).toBe(0);
    await page.getByRole("button", { name: "Suppress restore" }).waitFor();
  });

  it("warns of deleted bodies that can be read: what, how many, where, what to do", async () => {
    const page = await open(TASKS.leftovers);
    const band = page.locator("div.deleted");
    const text = (await band.textContent())?.replace(/\s+/g, " ") ?? "";
    expect(text).toContain("Deleted text can still be read");
    expect(text).toMatch(
      /Epoch 2: the body was deleted [45] d ago\. What can still be read: 3 bodies and 1 piece\./,
    );
    expect(text).toContain("Found in: log (1), free page (1), backup (1), page slack (1).");
    expect(text).toContain("Erase the leftovers of this store: its unused pages and its log.");
    expect(await band.getByRole("button", { name: "Erase leftovers…" }).count()).toBe(1);
    expect(text).toContain("Delete the body in the backup, or the backup file.");
    await band.getByRole("button", { name: "Show what is left" }).click();
    await page.getByText("The body of epoch 2 was deleted, yet this can still be read.").waitFor();
    expect(await dot(page, "Epoch 2, revision 4, log").getAttribute("aria-checked")).toBe("true");
    await dot(page, "Epoch 2, revision 4, deleted").click();
    await page.getByText("but 3 bodies of it can still be read: choose one above.").waitFor();
  });

  it("lists revisions as rows, newest first, led by the keyboard, and keeps the choice", async () => {
    const page = await open(TASKS.everySource);
    await page.getByRole("button", { name: "List", exact: true }).click();
    const rows = page.getByRole("radio");
    expect(await rows.first().getAttribute("aria-label")).toBe("Epoch 2, revision 9, stored");
    await rows.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const marked = page.getByRole("radio", { checked: true });
    expect(await marked.getAttribute("aria-label")).toBe("Epoch 2, revision 8, log");
    expect(await marked.textContent()).toContain("a receipt names it");
    expect(await marked.textContent()).toContain("3 places");
    await page.keyboard.press("End");
    expect(await marked.getAttribute("aria-label")).toBe("Epoch 1, revision 1, receipt only");
    await page.reload();
    await openTask(page, TASKS.everySource);
    expect(await page.getByRole("button", { name: "List", exact: true }).getAttribute("aria-pressed")).toBe(
      "true",
    );
  });

  it("draws the newest of hundreds of revisions, and older ones when asked", async () => {
    const page = await open(TASKS.months);
    const dots = page.getByRole("radio");
    expect(await dots.count()).toBe(60);
    await page.getByRole("button", { name: "180 older" }).click();
    expect(await dots.count()).toBe(120);
    await dot(page, "Epoch 1, revision 240, stored").focus();
    await page.keyboard.press("Home");
    await dot(page, "Epoch 1, revision 1, history").waitFor();
    await page.getByText("Step 1 of the migration is done.", { exact: true }).waitFor();
  });

  it("says so when the recovered body on the screen is gone from the files", async () => {
    const page = await open(TASKS.everySource);
    await dot(page, "Epoch 2, revision 7, log leftover").click();
    await page.getByText("Not the stored body. Recovered from: log leftover").waitFor();
    await page.evaluate((at) => {
      const epoch = window.mock.core.tasks[at]?.epochs.at(-1);
      if (epoch) epoch.found = epoch.found.filter((one) => one.source !== "log-leftover");
      window.mock.core.checkpoint(at);
      return window.mock.send("store-changed", { source: "main", at: new Date().toISOString() });
    }, TASKS.everySource);
    await page.getByText("The recovered body that was shown is not in the files any more.").waitFor();
    await page.getByText("epoch 2, revision 10 · ").waitFor();
  });

  it("says why a recovered body cannot be shown", async () => {
    const page = await open(TASKS.everySource);
    await page.evaluate(() => (window.mock.core.controls.failNext.read_snapshot = "changed-while-reading"));
    await dot(page, "Epoch 2, revision 6, free page").click();
    await page.getByText("The store changes too fast to read a whole state of it now.").waitFor();
  });
});
