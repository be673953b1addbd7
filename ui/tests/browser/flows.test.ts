// What people come for, done in a real browser over made-up stores.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openPayments, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("in the window", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function openStore(more: Parameters<Windows["open"]>[0] = {}): Promise<Page> {
    const page = await windows.open({ query: "open=main", ...more });
    await page.getByRole("option").first().waitFor();
    return page;
  }

  const calls = (page: Page, name: string) =>
    page.evaluate((wanted) => window.mock.core.controls.calls.filter((call) => call === wanted).length, name);
  const agentWrites = (page: Page) =>
    page.evaluate(() => {
      window.mock.core.checkpoint(0);
      return window.mock.send("store-changed", { source: "main", at: new Date().toISOString() });
    });

  it("lists every store, readable or not, with backups under theirs", async () => {
    const page = await windows.open();
    const main = page.getByRole("main");
    await main.getByText("Codex state").waitFor();
    const backups = page.locator("li:has(> .row) ul.backups > li");
    expect(await backups.count()).toBe(2);
    expect(await backups.first().textContent()).toContain("backup");
    expect(await main.getByText("Other users of this machine can read this file").count()).toBe(1);
    const newer = main.locator(".row", { hasText: "work laptop" });
    expect(await newer.textContent()).toContain("unsupported-schema");
    expect(await newer.textContent()).toContain("Update Continuity Inspector");
    await page.getByRole("button", { name: "Open work laptop" }).click();
    await page.getByRole("heading", { name: /newer version/ }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain("continuity_future");
  });

  it("says which places were looked at when there is no store", async () => {
    const page = await windows.open({ query: "stores=none" });
    await page.getByRole("heading", { name: "No store was found" }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain("agent-governance-suite-inline");
  });

  it("opens a chosen file", async () => {
    const page = await windows.open();
    await page.getByRole("main").getByText("Codex state").waitFor();
    await page.getByRole("button", { name: "Open a file…" }).click();
    await page.getByRole("listbox").waitFor();
    await page.getByText("41 of 41 shown").waitFor();
  });

  it("renders a few rows of 2,000 and fetches the rest while scrolling", async () => {
    const page = await openStore();
    expect(await page.getByRole("option").count()).toBeLessThan(40);
    expect(await calls(page, "list_tasks")).toBe(1);
    await page.locator("#task-list").evaluate((list) => (list.scrollTop = 1500 * 54));
    await page.locator("#task-1500").waitFor();
    expect(await page.locator("#task-1500").getAttribute("aria-posinset")).toBe("1501");
    expect(await page.locator("#task-1500").getAttribute("aria-setsize")).toBe("2000");
    expect(await calls(page, "list_tasks")).toBeLessThanOrEqual(3);
  });

  it("is led by the keyboard: search, move, open", async () => {
    const page = await openStore();
    await page.keyboard.press("/");
    await page.keyboard.type("ranking");
    await page.getByText("1 of 2,000 shown").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("2,000 of 2,000 shown").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await page.getByRole("listbox").getAttribute("aria-activedescendant")).toBe("task-1");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "infra · rotate deploy keys" }).waitFor();
  });

  it("filters with true totals", async () => {
    const page = await openStore();
    const chip = page.getByRole("button", { name: /^Broken/ });
    const total = (await chip.textContent())?.match(/\d+/)?.[0];
    await chip.click();
    await page.getByText(`${total} of 2,000 shown`).waitFor();
    expect(await page.getByRole("option").count()).toBe(Number(total));
    expect(await chip.getAttribute("aria-pressed")).toBe("true");
  });

  it("shows the verdict with its nine checks", async () => {
    const page = await openStore();
    await openPayments(page);
    expect(await page.locator(".checks > li").count()).toBe(9);
    const card = page.locator("section", { has: page.locator("#candidate") });
    expect(await card.textContent()).toContain("DEFER");
    expect(await card.textContent()).toContain("for revision 4: a compaction now would say nothing");
    expect(await card.textContent()).toContain("no workflow root bound");
  });

  it("walks the timeline with the arrow keys and names what is kept but not offered", async () => {
    const page = await openStore();
    await openPayments(page);
    const line = page.getByRole("radiogroup", { name: "Revisions" });
    expect(await line.textContent()).toContain("kept, not offered");
    await line.getByRole("radio", { checked: true }).focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowLeft");
    const marked = line.getByRole("radio", { checked: true });
    expect(await marked.getAttribute("aria-label")).toBe("Epoch 2, revision 4, earlier epoch");
    await page.getByText("restore looks at epoch 3 only").waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByText("The tombstone keeps its number and digest").waitFor();
  });

  it("heads next actions as not authorised", async () => {
    const page = await openStore();
    await openPayments(page);
    const block = page.locator(".field", { hasText: "Considered then, not authorised now" });
    expect(await block.first().textContent()).toContain("Deploy to staging.");
  });

  it("loads long lists and long texts piece by piece", async () => {
    const page = await openStore();
    await page.locator("#task-11").click();
    const decisions = page.locator(".field", { hasText: "Decisions" });
    await decisions.getByRole("button", { name: "Show 100 more" }).click();
    await decisions.getByText("Partition 120 is copied").waitFor();
    await page.getByText(/2,000 of 17,124 characters/).waitFor();
    await page.getByRole("button", { name: "Show the rest" }).click();
    await expect.poll(() => page.getByText(/of 17,124 characters/).count()).toBe(0);
    await page.getByText("4,096 of 77,565 bytes").waitFor();
    await page.getByRole("button", { name: "Show the next 32.8 kB" }).click();
    await page.getByText("36,864 of 77,565 bytes").waitFor();
  });

  it("compares two epochs: dropped first, moved named, changes one by one", async () => {
    const page = await openStore();
    await openPayments(page);
    const card = page.locator(".compare");
    expect(await card.locator(".dropped").textContent()).toContain("Do not touch the payment files.");
    expect(await card.textContent()).toContain("moved from Blockers");
    expect(await card.locator("del").first().textContent()).toContain("two tests fail");
    expect(await card.locator("ins").first().textContent()).toContain("one test fails");
    await page.keyboard.press("F7");
    expect(await card.locator("[aria-current=true]").textContent()).toContain("Do not touch");
    await page.keyboard.press("F7");
    await page.keyboard.press("Shift+F7");
    expect(await card.locator("[aria-current=true]").textContent()).toContain("Do not touch");
    await page.keyboard.press("x");
    await page.getByText("The newer side has the lower revision number.").waitFor();
    await page.keyboard.press("u");
    await expect
      .poll(() => card.getByRole("button", { name: "Unified" }).getAttribute("aria-pressed"))
      .toBe("true");
  });

  it("compares a revision that was found outside the rows", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.getByRole("radio", { name: "Epoch 3, revision 1, log" }).click();
    await page.getByRole("button", { name: "Compare with the stored body" }).click();
    await expect
      .poll(() =>
        page
          .getByLabel("Older side")
          .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
      )
      .toBe("epoch 3, revision 1 (log)");
    await page.locator(".compare [data-row]").first().waitFor();
    await page.getByRole("radio", { name: "Epoch 3, revision 3, piece, free page" }).click();
    await page.getByText("Only a piece is left, not a whole body.").waitFor();
    expect(await page.getByRole("button", { name: "Compare with the stored body" }).count()).toBe(0);
  });

  it("compares with a backup that is read only when chosen", async () => {
    const page = await openStore();
    await openPayments(page);
    const before = await calls(page, "read_task");
    await page.getByLabel("Older side").selectOption({ label: "before cleanup 3f6c (backup)…" });
    await page.getByText("Both sides say the same.").waitFor();
    expect(await calls(page, "read_task")).toBe(before + 1);
  });

  it("suppresses at once and takes it back", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.getByRole("button", { name: "Suppress restore" }).click();
    const note = page.getByRole("status", { name: "Notifications" });
    await note.getByText("Auto-restore suppressed for epoch 3. The body is kept.").waitFor();
    await page.getByText("Nothing is offered: restore is suppressed for this epoch.").waitFor();
    await page.getByText("A clear or a newly bound workflow root lifts this by itself.").waitFor();
    await note.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Auto-restore allowed again for epoch 3.").waitFor();
    await page.getByRole("button", { name: "Suppress restore" }).waitFor();
    expect([await calls(page, "suppress"), await calls(page, "allow")]).toEqual([1, 1]);
  });

  it("says why a suppress was refused", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.evaluate(() => (window.mock.core.controls.failNext.suppress = "busy"));
    await page.keyboard.press("s");
    await page.getByText(/held the store's write lock for 5 seconds/).waitFor();
  });

  it("deletes only after the typed words, and never by the Delete key", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("dialog");
    const input = dialog.getByRole("textbox");
    await input.waitFor();
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    const button = dialog.getByRole("button", { name: "Delete body of epoch 3" });
    expect(await button.isDisabled()).toBe(true);
    expect(await dialog.textContent()).toContain("continuity-before-cleanup-3f6c0a1e.sqlite3");
    await page.keyboard.press("Delete");
    await page.keyboard.type("delete epoch");
    await page.keyboard.press("Enter");
    expect(await calls(page, "purge")).toBe(0);
    await page.keyboard.type(" 3");
    await button.click();
    await dialog.getByRole("heading", { name: "Body of epoch 3 deleted" }).waitFor();
    expect(await dialog.textContent()).toContain("text of it remains in places");
    expect(await dialog.textContent()).toContain("3 pieces found");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("The body of epoch 3 was deleted").waitFor();
    expect(await page.locator("#task-0").textContent()).toContain("Body deleted");
  });

  it("keeps the dialog open when the body changed, says what moved, and reads again", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("delete epoch 3");
    await page.evaluate(() => window.mock.core.checkpoint(0));
    await page.keyboard.press("Enter");
    await dialog.getByText("The plan was for revision 5; stored now is revision 6.").waitFor();
    await dialog.getByText("changed-since-read").waitFor();
    expect(await dialog.getByRole("button", { name: /^Delete body/ }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Read again" }).click();
    await dialog.getByText("revision 6. This cannot be undone.").waitFor();
    await page.keyboard.type("delete epoch 3");
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "Body of epoch 3 deleted" }).waitFor();
  });

  it("exports first when asked, with a warning", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The export holds the full text, secrets included.").waitFor();
    await dialog.getByRole("button", { name: "Export…" }).click();
    await dialog.getByText(/Exported to .*payments-api-epoch-3.json/).waitFor();
  });

  it("shows a change on disk at once when nobody reads, else as a bar that moves nothing", async () => {
    const page = await openStore();
    await openPayments(page);
    await agentWrites(page);
    await page.getByText("epoch 3, revision 6 · ").waitFor();
    await page.locator(".stage > .page").evaluate((box) => (box.scrollTop = 300));
    const place = () => page.locator("#snapshot").evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    await agentWrites(page);
    await page.getByText("This task changed on disk while you were reading.").waitFor();
    expect(await place()).toBe(before);
    await page.getByRole("button", { name: "Show new state" }).click();
    await page.getByText("epoch 3, revision 7 · ").waitFor();
  });

  it("keeps the last state when the store cannot be read any more", async () => {
    const page = await openStore();
    await page.evaluate(() => {
      window.mock.core.controls.failNext.list_tasks = "no-permission";
      return window.mock.send("store-changed", { source: "main", at: new Date().toISOString() });
    });
    await page.getByText(/The newest state cannot be read \(no-permission\)/).waitFor();
    expect(await page.getByRole("option").count()).toBeGreaterThan(5);
  });

  it("names damaged tables beside what can be read", async () => {
    const page = await windows.open({ query: "open=damaged" });
    await page.getByText("14 rows of continuity_snapshots cannot be read: pages are damaged").waitFor();
    expect(await page.getByRole("option").count()).toBeGreaterThan(5);
  });

  it("finds tasks and commands in one box", async () => {
    const page = await openStore();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
    await page.keyboard.type("ranking");
    await page
      .getByRole("dialog")
      .getByRole("option", { name: /search · ranking workflow/ })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "search · ranking workflow" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("theme: dark");
    await page.getByRole("option", { name: /Theme: dark/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  });

  it("shows every shortcut in the help sheet, and keys inside it do nothing else", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.waitFor();
    await page.keyboard.press("s");
    await page.keyboard.press("Delete");
    expect(await calls(page, "suppress")).toBe(0);
    expect(await calls(page, "plan_purge")).toBe(0);
    await page.keyboard.press("?");
    await sheet.waitFor({ state: "detached" });
  });

  it("changes the language at once and keeps it", async () => {
    const page = await openStore();
    await page.getByRole("button", { name: "Switch to Korean" }).click();
    await page.getByText("2,000개 중 2,000개 표시").waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.lang, localStorage.getItem("language")]),
    ).toEqual(["ko", "ko"]);
  });

  it("does what the native menu picks, and shows what is dropped on it", async () => {
    const page = await openStore();
    await page.evaluate(() => window.mock.send("menu-action", "help"));
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.evaluate(() => window.mock.send("menu-action", "unknown-to-this-version"));
    await page.evaluate(() =>
      window.mock.send("open-requested", { source: "claude", taskCorrelation: null }),
    );
    await page.getByText("41 of 41 shown").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("says why what was dropped cannot be opened", async () => {
    const page = await openStore();
    const error = { code: "not-a-file", message: "", next: null, matches: [], known: null };
    await page.evaluate((body) => window.mock.send("open-failed", body), error);
    await page.getByText(/a folder, pipe or device has no state to read/).waitFor();
    await page.getByRole("listbox").waitFor();
  });

  it("copies the correlation and says so", async () => {
    const page = await openStore();
    await openPayments(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("c");
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
  });

  it("shows hostile text as text", async () => {
    const page = await openStore();
    await page.locator("#task-7").click();
    const title = page.getByRole("heading", { level: 1 });
    await title.getByText("U+202E").waitFor();
    expect(await page.locator("main").textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  });

  it("shows one column at a time when narrow, with a way back", async () => {
    const page = await openStore({ width: 480, height: 800 });
    await openPayments(page);
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByRole("complementary", { name: "Details" }).waitFor();
    await page.getByRole("button", { name: "Hide details" }).click();
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.getByRole("listbox").waitFor();
  });

  it("does not move the list while it loads", async () => {
    const page = await windows.open({ query: "open=main&delay=400" });
    await page.getByRole("listbox").waitFor();
    const top = () => page.getByRole("listbox").evaluate((list) => list.getBoundingClientRect().top);
    const before = await top();
    await page.getByRole("option").first().waitFor();
    expect(await top()).toBe(before);
  });

  it("works where storage is switched off", async () => {
    const page = await windows.open({ query: "open=main", storage: false });
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Switch to Korean" }).click();
    await page.getByText("2,000개 중 2,000개 표시").waitFor();
  });
});
