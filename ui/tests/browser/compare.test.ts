// Comparing at depth: the strip, other tasks, and what was dropped.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { calls, chromiumPath, openPayments, openTask, TASKS, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("comparing in the window", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function openStrip(index: number, more: Parameters<Windows["open"]>[0] = {}): Promise<Page> {
    const page = await windows.open({ query: "open=main", ...more });
    await openTask(page, index);
    await page.keyboard.press("w");
    await page.getByRole("grid").waitFor();
    return page;
  }
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
  const chosen = (page: Page, label: string) =>
    page.getByLabel(label).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text.trim());
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));

  it("reads the strip only when it comes near", async () => {
    const page = await windows.open({ query: "open=main", height: 600 });
    await openTask(page, TASKS.everySource);
    await page.locator(".compare [data-row]").first().waitFor();
    expect(await calls(page, "read_strip")).toBe(0);
    await page.keyboard.press("w");
    await page.getByRole("grid").waitFor();
    expect(await calls(page, "read_strip")).toBe(1);
  });

  it("shows when an item came, changed, moved to another list and was dropped, in words", async () => {
    const page = await openStrip(TASKS.everySource);
    const heads = await page.getByRole("columnheader").allTextContents();
    expect(heads.map((text) => text.replace(/\s+/g, ""))).toEqual([
      "Items",
      "1otherfile",
      "2backup",
      "5history",
      "6freepage",
      "7logleftover",
      "8log",
      "8deltarow",
      "9stored",
    ]);
    const cells = (text: string) =>
      row(page, text)
        .getByRole("gridcell")
        .evaluateAll((all) => all.map((one) => one.textContent?.trim()));
    expect(await cells("Do not write tokens to any log")).toEqual([
      "kept",
      "kept",
      "kept",
      "dropped",
      "–",
      "–",
      "–",
      "–",
    ]);
    expect(await row(page, "Do not write tokens to any log").textContent()).toContain(
      "dropped, last in revision 5",
    );
    expect((await cells("Sessions end after 15 minutes"))[2]).toBe("changed");
    const decisions = row(page, "came from Progress in revision 7");
    expect(await decisions.textContent()).toContain("Tokens are rotated on every refresh.");
    expect(await row(page, "went to Decisions in revision 7").count()).toBe(1);
  });

  it("shows the text before a change on hover and on focus", async () => {
    const page = await openStrip(TASKS.everySource);
    const changed = row(page, "Sessions end after 15 minutes").getByRole("gridcell").nth(2);
    expect(await changed.getAttribute("title")).toBe("Before: Sessions end after 30 minutes without use.");
    await changed.hover();
    const details = page.locator(".strip .details");
    await details.getByText("Revision 5 (history): changed").waitFor();
    await details.getByText("Sessions end after 30 minutes without use.").waitFor();
  });

  it("leaves dropped items only, when asked", async () => {
    const page = await openStrip(TASKS.everySource);
    const items = page.locator(".strip .item");
    const all = await items.count();
    await page.getByRole("button", { name: /^Dropped only/ }).click();
    const dropped = await items.allTextContents();
    expect(dropped.length).toBeLessThan(all);
    expect(dropped.every((text) => text.includes("dropped, last in revision"))).toBe(true);
  });

  it("is one stop of the keyboard, moved in by arrows, and compares by Enter", async () => {
    const page = await openStrip(TASKS.everySource);
    expect(await page.locator(".strip [data-cell][tabindex='0']").count()).toBe(1);
    await page.keyboard.press("w");
    expect(await focused(page)).toBe("0:1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("1:3");
    await page.keyboard.press("Control+End");
    const end = await focused(page);
    expect(end?.endsWith(":8")).toBe(true);
    await page.keyboard.press("Control+Home");
    expect(await focused(page)).toBe("0:0");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("Revision 2 is chosen.").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => chosen(page, "Older side")).toBe("epoch 2, revision 2 (backup)");
    expect(await chosen(page, "Newer side")).toBe("epoch 2, revision 9");
    expect(await page.locator(".compare .dropped").textContent()).toContain("Do not write tokens");
  });

  it("compares two clicked columns, older first whatever the order", async () => {
    const page = await openStrip(TASKS.everySource);
    await page.getByRole("columnheader", { name: "8 log" }).click();
    await page.getByRole("columnheader", { name: "5 history" }).click();
    await expect.poll(() => chosen(page, "Older side")).toBe("epoch 2, revision 5 (history)");
    expect(await chosen(page, "Newer side")).toBe("epoch 2, revision 8 (log)");
  });

  it("draws part of very many items and revisions, and more when asked", async () => {
    const page = await openStrip(TASKS.huge);
    const items = page.locator(".strip .item");
    const few = await items.count();
    expect(few).toBeLessThan(120);
    await page.getByRole("grid").getByRole("button", { name: "Show 200 more" }).first().click();
    expect(await items.count()).toBe(few + 200);
    const months = await openStrip(TASKS.months);
    expect(await months.getByRole("columnheader").count()).toBe(41);
    await months.getByRole("button", { name: /200 older revisions/ }).click();
    expect(await months.getByRole("columnheader").count()).toBe(81);
  });

  it("says why the strip cannot be made, and tries again", async () => {
    const page = await windows.open({ query: "open=main", height: 600 });
    await openTask(page, TASKS.everySource);
    await page.evaluate(() => (window.mock.core.controls.failNext.read_strip = "corrupt"));
    await page.keyboard.press("w");
    await page.getByText("The items cannot be followed").waitFor();
    await page.locator(".strip").getByRole("button", { name: "Read again" }).click();
    await page.getByRole("grid").waitFor();
  });

  it("says that there is nothing to follow where an epoch has one body", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, 3);
    await page.getByText("Fewer than two bodies of this epoch can be read").waitFor();
    expect(await calls(page, "read_strip")).toBe(0);
  });

  it("compares with a body of another task, found by its words, by keyboard alone", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, TASKS.everySource);
    await page.locator(".compare [data-row]").first().waitFor();
    await page.getByLabel("Older side").selectOption({ label: "Another task…" });
    const dialog = page.getByRole("dialog", { name: "Choose a body: Older side" });
    await dialog.getByRole("combobox", { name: "Search tasks" }).waitFor();
    await page.keyboard.type("payments-api");
    await expect.poll(() => dialog.getByRole("option").filter({ hasText: "payments-api" }).count()).toBe(1);
    await expect.poll(() => dialog.locator("[role=listbox] [role=option]").count()).toBe(1);
    await page.keyboard.press("Enter");
    await dialog.getByRole("listbox", { name: "Bodies" }).getByText("epoch 2, revision 4").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => chosen(page, "Older side"))
      .toBe("payments-api · request validation: epoch 3, revision 4 (backup)");
    await page
      .locator(".compare")
      .getByText("Validate requests before they reach billing.")
      .first()
      .waitFor();
  });

  it("looks for the other task in another store, too", async () => {
    const page = await windows.open({ query: "open=main" });
    await openPayments(page);
    await page.getByLabel("Older side").selectOption({ label: "Another task…" });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Store", { exact: true }).selectOption({ label: "Claude Code" });
    await dialog.getByText("41", { exact: false }).first().waitFor();
    await dialog.getByText("infra · rotate deploy keys").click();
    await dialog.getByRole("listbox", { name: "Bodies" }).getByRole("option").first().click();
    await expect.poll(() => chosen(page, "Older side")).toContain("infra · rotate deploy keys");
  });

  it("copies everything that was dropped as Markdown with one click, and with a key", async () => {
    const page = await windows.open({ query: "open=main" });
    await openPayments(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".compare").getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByText("1 dropped item copied as Markdown").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "- core.constraints: Do not touch the payment files.",
    );
    await page.keyboard.press("m");
    await expect.poll(() => calls(page, "dropped_markdown")).toBe(2);
  });

  it("calls a fork by its name", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, TASKS.everySource);
    await page.getByLabel("Older side").selectOption({ label: "epoch 2, revision 8 (log)" });
    await page.getByLabel("Newer side").selectOption({ label: "epoch 2, revision 8 (delta row)" });
    await page.getByText("Same revision number, other content.").waitFor();
    expect(await page.locator(".compare .grave").textContent()).toContain("Fork.");
  });
});
