// Every page at every width, in both themes and languages: nothing wider than the window, nothing cut without a sign,
// nothing that axe complains of. Screenshots are kept in test-output/.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { judge as judged } from "./judge";
import { chromiumPath, openPayments, openTask, TASKS, Windows } from "./window";

const WIDTHS = [480, 820, 1200, 1440, 2000];
// Colours do not depend on the language, nor widths on the theme.
const LOOKS = [
  ["light", "en"],
  ["dark", "ko"],
] as const;

describe.skipIf(chromiumPath() === null)("the window looks right", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  describe.each(LOOKS)("%s, %s", (theme, language) => {
    it.each(WIDTHS)("%d px wide", async (width) => {
      const look = `${width}-${theme}-${language}`;
      // Axe looks at one narrow and one wide window; the parts are the same in between.
      const thorough = width === 1440 || (width === 480 && theme === "light");
      const wrong: string[] = [];
      const judge = async (page: Page, name: string) => {
        wrong.push(...(await judged(page, name, look, thorough)));
      };

      const start = await windows.open({ width, theme, language });
      await start.locator("main li").first().waitFor();
      await judge(start, "stores");
      await start.context().close();

      const page = await windows.open({ width, theme, language, query: "open=main" });
      await page.getByRole("option").first().waitFor();
      await judge(page, "list");
      await openPayments(page);
      await judge(page, "task");
      await page.keyboard.press("F7");
      await page.locator(".compare [aria-current=true]").waitFor();
      await judge(page, "compare");
      if (width < 1200) {
        await page.keyboard.press("i");
        await page.locator(".drawer").waitFor();
        await judge(page, "details");
        await page.keyboard.press("i");
      }
      await page.keyboard.press("Delete");
      await page.getByRole("dialog").getByRole("textbox").waitFor();
      await judge(page, "delete");
      await page.keyboard.type("delete epoch 3");
      await page.keyboard.press("Enter");
      await page
        .getByRole("dialog")
        .getByText(language === "ko" ? "위치별 결과" : "Place by place")
        .waitFor();
      await judge(page, "receipt");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(wrong).toEqual([]);
    });
  });

  describe.each(LOOKS)("%s, %s: revisions, bytes, strip and history", (theme, language) => {
    it.each([480, 700, 1440])("%d px wide", async (width) => {
      const look = `${width}-${theme}-${language}`;
      const thorough = width === 1440 || (width === 480 && theme === "light");
      const wrong: string[] = [];
      const judge = async (page: Page, name: string) => {
        wrong.push(...(await judged(page, name, look, thorough)));
      };
      const show = (page: Page, id: string) =>
        page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView({ block: "start" }));

      const left = await windows.open({ width, theme, language, query: "open=main" });
      await openTask(left, TASKS.leftovers);
      await show(left, "revisions");
      await judge(left, "deleted");
      await left.locator("div.deleted button").first().click();
      await left.locator(".found").waitFor();
      await show(left, "snapshot");
      await judge(left, "found");
      await left.context().close();

      const page = await windows.open({ width, theme, language, query: "open=main" });
      await openTask(page, TASKS.everySource);
      await show(page, "revisions");
      await page.getByRole("radio").nth(11).click();
      await page.locator(".fold[aria-controls]").first().click();
      await judge(page, "line");
      await page.keyboard.press("t");
      await judge(page, "list");
      await page.keyboard.press("w");
      await page.locator(".strip .cell.changed").first().click();
      await judge(page, "strip");
      await page.keyboard.press("h");
      await page.getByRole("dialog").getByRole("grid").waitFor();
      await page.waitForFunction(() => document.querySelector(".grid .byte[data-kind]") !== null);
      await judge(page, "bytes");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator(".picker select").first().selectOption("other-task");
      await page.getByRole("dialog").locator("div[role=option]").first().waitFor();
      await judge(page, "other-task");
      await page.keyboard.press("Enter");
      await page.locator("#other-list[tabindex='0'] [role=option]").first().waitFor();
      await judge(page, "other-body");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.evaluate(() => window.mock.send("menu-action", "history"));
      await page.getByRole("dialog").locator("form").waitFor();
      await judge(page, "history");
      await page.locator(".switch > button").click();
      await page.locator(".switch.on").waitFor();
      await page.locator("form input").first().fill("0");
      await page.locator("section .all .danger").last().click();
      await page.getByRole("alertdialog").scrollIntoViewIfNeeded();
      await judge(page, "history-ask");
      expect(wrong).toEqual([]);
    });
  });

  it.each(["light", "dark"] as const)("in the rarer states, %s", async (theme) => {
    const wrong: string[] = [];
    const judge = async (page: Page, name: string, thorough = true) => {
      wrong.push(...(await judged(page, name, theme, thorough)));
    };
    for (const query of ["open=newer", "open=damaged", "open=empty", "stores=none"]) {
      const page = await windows.open({ theme, query });
      await page.getByRole("main").waitFor();
      await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      await judge(page, query.replace("=", "-"));
      await page.context().close();
    }
    const page = await windows.open({ theme, query: "open=main" });
    for (const [row, name, thorough] of [
      [2, "mismatch", false],
      [3, "suppressed", true],
      [4, "workflow", false],
      [5, "deleted", false],
      [7, "hostile", true],
      [8, "long", false],
      [9, "malformed", true],
      [10, "contract", false],
      [11, "huge", true],
      [12, "empty-task", false],
    ] as const) {
      await page.locator(`#task-${row}`).click();
      await page.locator("#candidate").waitFor();
      await page.waitForFunction(() => document.querySelector("main [aria-busy=true]") === null);
      await judge(page, name, thorough);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("re");
    await page.getByRole("dialog").locator("div[role=option]").first().waitFor();
    await judge(page, "palette");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await judge(page, "help");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.evaluate(() => window.mock.send("menu-action", "activity"));
    await page.getByRole("dialog").waitFor();
    await judge(page, "activity");
    await page.keyboard.press("Escape");
    await page.locator("#task-6").click();
    await page.locator("#candidate").waitFor();
    await page.keyboard.press("s");
    await page.getByRole("status").getByRole("button").first().waitFor();
    await judge(page, "toast");
    expect(wrong).toEqual([]);
  });
});
