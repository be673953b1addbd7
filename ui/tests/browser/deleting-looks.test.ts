// The dialogs of deleting and erasing, the selection, and the search for a text, at every width, in both themes and
// languages; see looks.test.ts.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { judge } from "./judge";
import { chromiumPath, openPayments, Windows } from "./window";

const WIDTHS = [480, 700, 1440];
const LOOKS = [
  ["light", "en"],
  ["dark", "ko"],
] as const;

describe.skipIf(chromiumPath() === null)("deleting looks right", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  const words = (page: Page) => page.getByRole("dialog").getByRole("textbox");
  const done = (page: Page) => page.locator(".steps .primary").waitFor();
  const confirm = async (page: Page) => {
    await words(page).fill((await page.locator(".steps label b").textContent()) ?? "");
    await page.keyboard.press("Enter");
  };
  const end = (page: Page) =>
    page.locator(".steps .middle").evaluate((box) => (box.scrollTop = box.scrollHeight));
  const close = async (page: Page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const action = (page: Page, id: string) =>
    page.evaluate((name) => window.mock.send("menu-action", name), id);

  describe.each(LOOKS)("%s, %s", (theme, language) => {
    it.each(WIDTHS)("%d px wide", async (width) => {
      const look = `${width}-${theme}-${language}`;
      const wrong: string[] = [];
      // Axe looks at each part once in each theme; at other widths the parts are the same.
      const thorough = width === (theme === "light" ? 1440 : 480);
      const see = async (page: Page, name: string) => {
        wrong.push(...(await judge(page, name, look, thorough)));
      };
      const options = { width, height: 820, theme, language } as const;
      const open = (query: string) => windows.open({ ...options, query });

      const page = await open("open=main");
      await openPayments(page);
      await action(page, "delete-body");
      await words(page).waitFor();
      await page.locator(".steps input[value=task]").check();
      await page.locator(".plan[aria-busy=false] section li").first().waitFor();
      await page.locator(".steps summary").click();
      await see(page, "delete-task");
      await end(page);
      await see(page, "delete-task-end");
      await page.evaluate(() => {
        window.mock.core.deletes.controls.hold = "delete";
        window.mock.core.deletes.controls.outcome = "everything";
      });
      await confirm(page);
      await page.locator(".steps ol").waitFor();
      await see(page, "delete-progress");
      await page.evaluate(() => (window.mock.core.deletes.controls.hold = null));
      await done(page);
      await see(page, "delete-receipt");
      await end(page);
      await see(page, "delete-receipt-end");
      await close(page);
      await page.context().close();

      const many = await open("open=claude");
      await many.getByRole("option").first().waitFor();
      await many.locator("#task-list").focus();
      await many.keyboard.press("Space");
      await many.keyboard.press("Shift+End");
      await many.locator("[aria-selected=true]").nth(5).waitFor();
      await see(many, "select");
      await action(many, "delete-chosen");
      await words(many).waitFor();
      await end(many);
      await see(many, "delete-many");
      await many.evaluate(() => {
        const refusals = ["stale-revision"];
        refusals[3] = "busy";
        window.mock.core.deletes.controls.refusals = refusals;
      });
      await confirm(many);
      await done(many);
      await see(many, "delete-many-receipt");
      await close(many);
      await action(many, "erase-leftovers");
      await words(many).waitFor();
      await see(many, "erase");
      await many.evaluate(() => (window.mock.core.deletes.controls.outcome = "everything"));
      await confirm(many);
      await done(many);
      await see(many, "erased");
      await many.context().close();

      const backup = await open("open=backup-1");
      await backup.getByRole("option").first().waitFor();
      await see(backup, "inside-backup");
      await backup.evaluate(() => (window.mock.core.controls.hardLinks = 2));
      await action(backup, "delete-backup");
      await words(backup).waitFor();
      await see(backup, "delete-backup");
      await confirm(backup);
      await done(backup);
      await see(backup, "delete-backup-done");
      await close(backup);
      await action(backup, "find-text");
      await backup.locator("textarea").fill("a locked value");
      await see(backup, "find-text");
      await backup.keyboard.press("Enter");
      await backup.locator(".found section").first().waitFor();
      await see(backup, "find-text-found");
      await backup.locator(".found").evaluate((box) => (box.scrollTop = box.scrollHeight));
      await see(backup, "find-text-files");
      expect(wrong).toEqual([]);
    });
  });

  it.each(LOOKS)("in the rarer states, %s, %s", async (theme, language) => {
    const wrong: string[] = [];
    const see = async (page: Page, name: string) => {
      wrong.push(...(await judge(page, name, `${theme}-${language}`, true)));
    };
    const page = await windows.open({ width: 900, height: 720, theme, language, query: "open=main" });
    // A very long title, and a plan that is on its way.
    await page.locator("#task-8").click();
    await page.locator("#candidate").waitFor();
    await page.evaluate(() => (window.mock.core.controls.delay = 2000));
    await action(page, "delete-body");
    await page.locator(".steps [aria-busy=true]").waitFor();
    await see(page, "delete-loading");
    await page.evaluate(() => (window.mock.core.controls.delay = 0));
    await page.locator(".plan section li").first().waitFor();
    await page.evaluate(() => window.mock.core.checkpoint(8));
    await confirm(page);
    await page.locator(".steps [role=alert]").waitFor();
    await see(page, "delete-moved");
    await close(page);
    await page.evaluate(() => (window.mock.core.controls.failNext.plan_erase = "corrupt"));
    await action(page, "erase-leftovers");
    await page.locator(".steps [role=alert]").waitFor();
    await see(page, "erase-failed");
    await close(page);
    await action(page, "find-text");
    for (const [text, name] of [
      ["nothing of this kind", "find-text-nothing"],
      ["so many of them", "find-text-many"],
    ] as const) {
      await page.locator("textarea").fill(text);
      await page.keyboard.press("Enter");
      await page.locator(".found section").first().waitFor();
      await see(page, name);
    }
    await page.locator("textarea").fill("abc");
    await page.keyboard.press("Enter");
    await see(page, "find-text-short");
    expect(wrong).toEqual([]);
  });
});
