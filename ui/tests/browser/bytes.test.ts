// The bytes of a file where a revision or a piece of one lies.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { calls, chromiumPath, openTask, TASKS, Windows } from "./window";

const PIECE = "Epoch 2, revision ?, piece, page slack";

describe.skipIf(chromiumPath() === null)("bytes in the window", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function open(name: string, more: Parameters<Windows["open"]>[0] = {}): Promise<Page> {
    const page = await windows.open({ query: "open=main", ...more });
    await openTask(page, TASKS.everySource);
    await page.getByRole("radio", { name, exact: true }).click();
    await page.keyboard.press("h");
    await page.getByRole("grid").waitFor();
    return page;
  }
  const facts = async (page: Page) =>
    (await page.locator(".foot dl").textContent())?.replace(/\s+/g, " ").trim();
  const firstOffset = (page: Page) => page.locator(".grid .offset").first().textContent();
  const active = (page: Page) =>
    page.getByRole("grid").evaluate((grid) => {
      const cell = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "");
      return cell?.getAttribute("aria-label") ?? null;
    });

  it("opens a piece at its file and offset, with page, use and whether it is live", async () => {
    const page = await open(PIECE);
    const dialog = page.getByRole("dialog", { name: "Bytes in the file" });
    expect(await dialog.textContent()).toContain("continuity.sqlite3");
    // Page 17 begins at 65,536; the piece lies 2,900 bytes into it.
    await expect.poll(() => active(page)).toMatch(/^Offset 68436, byte [0-9a-f]{2}, .*page 17 · row, live$/);
    expect(await facts(page)).toContain("Offset 68,436 0x10b54");
    expect(await firstOffset(page)).toBe("00010b20");
    expect(await dialog.locator(".what").first().textContent()).toBe("page 17 · row");
  });

  it("moves by byte, row, screen and end, and reads no more than it shows", async () => {
    const page = await open(PIECE);
    await expect.poll(() => active(page)).toContain("Offset 68436");
    const at = async () => Number(/Offset (\d+)/.exec((await active(page)) ?? "")?.[1]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await at()).toBe(68_453);
    await page.keyboard.press("Home");
    expect(await at()).toBe(68_448);
    await page.keyboard.press("End");
    expect(await at()).toBe(68_463);
    await page.keyboard.press("PageDown");
    expect((await at()) % 16).toBe(15);
    expect(await at()).toBeGreaterThan(68_463 + 16 * 10);
    await page.keyboard.press("Control+End");
    await expect.poll(at).toBe(23_101_439);
    await page.keyboard.press("Control+Home");
    await expect.poll(at).toBe(0);
    expect(await firstOffset(page)).toBe("00000000");
    expect(await page.locator(".grid .row").count()).toBeLessThan(60);
    expect(await calls(page, "read_bytes")).toBeLessThan(8);
  });

  it("goes to a page, an offset or a frame, and says when there is no such place", async () => {
    const page = await open(PIECE);
    await page.keyboard.press("g");
    await page.keyboard.type("nonsense");
    await page.keyboard.press("Enter");
    await page.getByText("This is no number.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("99999999999");
    await page.keyboard.press("Enter");
    await page.getByText("The file does not go that far.").waitFor();
    await page.getByLabel("Counted in").selectOption("page");
    await page.getByLabel("Go to", { exact: true }).fill("42");
    await page.keyboard.press("Enter");
    await expect.poll(() => active(page)).toContain(`Offset ${41 * 4096}, `);
    await expect.poll(() => active(page)).toContain("page 42");
    await page.keyboard.press("g");
    await page.getByLabel("Counted in").selectOption("offset");
    await page.getByLabel("Go to", { exact: true }).fill("0x10");
    await page.keyboard.press("Enter");
    await expect.poll(() => active(page)).toContain("Offset 16, ");
  });

  it("names frames, commits and leftovers of a log, and goes from place to place", async () => {
    const page = await open("Epoch 2, revision 8, log");
    await expect.poll(() => active(page)).toMatch(/page 31 · commit 8 · log, not live$/);
    await page.getByLabel("Counted in").selectOption("frame");
    await page.getByLabel("Go to", { exact: true }).fill("31");
    await page.keyboard.press("Enter");
    await expect.poll(() => active(page)).toContain(`Offset ${32 + 30 * 4120}, `);
    await page.locator(".what", { hasText: "log leftover" }).first().waitFor();
    await page.getByLabel("Place", { exact: true }).selectOption({ index: 2 });
    await expect.poll(() => active(page)).toContain("Offset 123580, ");
    expect(await page.getByRole("dialog").locator(".file").textContent()).toContain("before-cleanup");
  });

  it("shows a transaction that has not ended where it lies", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, TASKS.everySource);
    await page.locator(".tail").getByRole("button", { name: "Show bytes" }).click();
    await page.getByRole("grid").waitFor();
    await expect.poll(() => active(page)).toContain(`Offset ${32 + 30 * 4120}, `);
  });

  it("copies the selection as hex or as text", async () => {
    const page = await open("Epoch 2, revision 9, stored");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await expect.poll(() => active(page)).toContain("byte 7b, {");
    for (let step = 0; step < 15; step += 1) await page.keyboard.press("Shift+ArrowRight");
    expect(await facts(page)).toContain("Selected 16 bytes");
    await page.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("16 bytes copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{"schemaVersion"');
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+c");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("7b 22 73 63 68 65 6d 61 56 65 72 73 69 6f 6e 22");
    await page.keyboard.press("Escape");
    expect(await facts(page)).not.toContain("Selected");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("selects with the pointer", async () => {
    const page = await open("Epoch 2, revision 9, stored");
    await expect.poll(() => active(page)).toContain("byte 7b");
    const box = async (at: number) => await page.locator(`#byte-${at}`).boundingBox();
    const [from, to] = [await box(123_580), await box(123_580 + 20)];
    if (!from || !to) throw new Error("not on the screen");
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(to.x + 4, to.y + 4, { steps: 4 });
    await page.mouse.up();
    expect(await facts(page)).toContain("Selected 21 bytes");
  });

  it("reaches every byte of a file that is larger than a scroll bar", async () => {
    const page = await windows.open({ query: "open=main" });
    await page.evaluate(() => (window.mock.core.controls.fileSize = 6_000_000_000));
    await openTask(page, TASKS.everySource);
    await page.keyboard.press("h");
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+End");
    await expect.poll(() => active(page)).toContain("Offset 5999999999, ");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => active(page)).toContain("Offset 5999999983, ");
    const before = await firstOffset(page);
    await page.getByRole("grid").hover();
    await page.mouse.wheel(0, -66);
    await expect
      .poll(async () => Number.parseInt((await firstOffset(page)) ?? "", 16))
      .toBe(Number.parseInt(before ?? "", 16) - 48);
    await page.getByRole("grid").evaluate((grid) => (grid.scrollTop = 0));
    await expect.poll(() => firstOffset(page)).toBe("000000000");
  });

  it("shows eight bytes a row when narrow", async () => {
    const page = await open(PIECE, { width: 700, height: 800 });
    await expect.poll(() => page.locator(".grid .row").first().locator(".byte").count()).toBe(8);
    await expect.poll(() => active(page)).toContain("Offset 68436, ");
  });

  it("says why bytes cannot be read, and reads again", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, TASKS.everySource);
    await page.evaluate(() => (window.mock.core.controls.failNext.read_bytes = "missing"));
    await page.keyboard.press("h");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The file is not there any more.").waitFor();
    await dialog.getByRole("button", { name: "Read again" }).click();
    await page.getByRole("grid").waitFor();
    await expect.poll(() => active(page)).toContain("Offset 123580, ");
  });

  it("says so when the file changes while it is looked at", async () => {
    const page = await open(PIECE);
    await page.evaluate(() => (window.mock.core.controls.fileSize = 1_000_000));
    await page.keyboard.press("g");
    await page.keyboard.type("900000");
    await page.keyboard.press("Enter");
    await page.getByText("The file changed on disk while you were looking.").waitFor();
  });
});
