// The audit, the redaction and the masks, at every width, in both themes and languages; see looks.test.ts.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { judge } from "./judge";
import { chromiumPath, openTask, TASKS, Windows } from "./window";

const WIDTHS = [480, 900, 1440];
const LOOKS = [
  ["light", "en"],
  ["dark", "ko"],
] as const;

describe.skipIf(chromiumPath() === null)("the audit looks right", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  const action = (page: Page, id: string) =>
    page.evaluate((name) => window.mock.send("menu-action", name), id);
  const end = (page: Page, box: string) =>
    page.locator(box).evaluate((element) => (element.scrollTop = element.scrollHeight));
  const closed = async (page: Page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  describe.each(LOOKS)("%s, %s", (theme, language) => {
    it.each(WIDTHS)("%d px wide", async (width) => {
      const look = `${width}-${theme}-${language}`;
      const wrong: string[] = [];
      // Axe looks at each part once in each theme; at other widths the parts are the same.
      const thorough = width === (theme === "light" ? 1440 : 480);
      const page = await windows.open({ width, height: 820, theme, language, query: "open=main" });
      const see = async (name: string) => {
        wrong.push(...(await judge(page, name, look, thorough)));
      };
      const list = page.locator("#finding-list");
      await page.getByRole("option").first().waitFor();
      await action(page, "audit");
      await page.locator("main .primary").waitFor();
      await see("audit-start");
      await page.evaluate(() => (window.mock.core.audit.controls.hold = true));
      await page.locator("main .primary").click();
      await page.locator(".scan.large .meta").filter({ hasText: /\d/ }).waitFor();
      await see("audit-scanning");
      await page.evaluate(() => (window.mock.core.audit.controls.hold = false));
      await list.waitFor();
      await see("audit-list");
      await list.getByRole("option").first().click();
      await page.locator("#places").waitFor();
      await see("audit-finding");
      await action(page, "show-value");
      await page.locator(".unmasked").waitFor();
      await see("audit-value");
      await end(page, "main .page");
      await see("audit-places");
      await action(page, "let-pass");
      await page.getByRole("dialog").waitFor();
      await see("audit-allow");
      await page.getByRole("dialog").getByRole("textbox").fill("a token of the test bench");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator(".toast, [role=status]").first().waitFor();
      await action(page, "allowed");
      await page.getByRole("dialog").locator("li").first().waitFor();
      await see("audit-allowed");
      await page.getByRole("dialog").locator("li .button").click();
      await page.getByRole("dialog").locator("li").first().waitFor({ state: "detached" });
      await see("audit-allowed-none");
      await closed(page);
      await page.locator(".scan").waitFor({ state: "detached" });
      await page.locator("main, nav").first().waitFor();
      if (width < 820 && (await list.count()) === 0) await page.locator(".bar button").click();
      await list.getByRole("option").nth(1).waitFor();
      await list.focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await see("audit-picked");
      await action(page, "redact");
      await page.getByRole("dialog").getByRole("textbox").waitFor();
      await page.locator(".steps .plan[aria-busy=false]").waitFor();
      await see("redact-plan");
      await end(page, ".steps .middle");
      await see("redact-plan-end");
      await page.locator(".steps section input[type=checkbox]").check();
      await page.locator(".steps .plan[aria-busy=false]").waitFor();
      await page.locator(".steps .tag.place").waitFor();
      await page.locator(".steps .tag.place").scrollIntoViewIfNeeded();
      await see("redact-in-place");
      await page.evaluate(() => {
        window.mock.core.deletes.controls.hold = "erase";
        window.mock.core.deletes.controls.outcome = "remains";
      });
      const typed = page.getByRole("dialog").getByRole("textbox");
      await typed.fill((await page.locator(".steps label b").textContent()) ?? "");
      await page.keyboard.press("Enter");
      await page.locator(".steps ol").waitFor();
      await see("redact-progress");
      await page.evaluate(() => (window.mock.core.deletes.controls.hold = null));
      await page.locator(".steps .primary").waitFor();
      await see("redact-receipt");
      await end(page, ".steps .middle");
      await see("redact-receipt-end");
      await closed(page);
      await page.context().close();
      expect(wrong).toEqual([]);
    });
  });

  it.each(LOOKS)("in the rarer states, %s, %s", async (theme, language) => {
    const wrong: string[] = [];
    const see = async (page: Page, name: string, thorough = true) => {
      wrong.push(...(await judge(page, name, `${theme}-${language}`, thorough)));
    };
    const open = async (count: number | null, query = "open=main") => {
      const page = await windows.open({ width: 1280, height: 820, theme, language, query });
      await page.getByRole("option").first().waitFor();
      await page.evaluate((wanted) => (window.mock.core.audit.controls.count = wanted), count);
      await action(page, "audit");
      await page.locator("main .primary").click();
      return page;
    };
    const none = await open(0);
    await none.locator("#finding-list").waitFor({ state: "attached" });
    await see(none, "audit-nothing");

    const many = await open(10_000);
    await many.locator("#finding-list").getByRole("option").first().waitFor();
    await many.locator("#finding-list").focus();
    await many.keyboard.press("End");
    await many.locator("#finding-9999").waitFor();
    await see(many, "audit-10000");
    await many.locator("main, nav select").nth(1).waitFor();
    await many.evaluate(() => window.mock.send("store-changed", { source: "main", at: "" }));

    const failed = await open(null, "open=main&fail=scan_store:busy");
    await failed.getByRole("alert").waitFor();
    await see(failed, "audit-failed");

    const changed = await open(null);
    await changed.locator("#finding-list").getByRole("option").first().waitFor();
    await changed.evaluate(() => {
      window.mock.core.audit.outdated = true;
      return window.mock.send("store-changed", { source: "main", at: new Date().toISOString() });
    });
    await changed.locator("nav .band").waitFor();
    await changed.locator("nav .chip").nth(2).click();
    await changed.locator("nav select").first().selectOption("critical");
    await see(changed, "audit-outdated");
    await changed.locator("nav .chip").nth(4).click();
    await changed.locator("nav .none").waitFor();
    await see(changed, "audit-no-match");
    await changed.locator("nav .chip").first().click();
    await changed.locator("nav .store .button").click();
    await changed.getByRole("menu").waitFor();
    await see(changed, "audit-menu", false);
    await changed.keyboard.press("Escape");
    await changed.evaluate(() => (window.mock.core.redactions.forbidden = "root-bound"));
    await changed.locator("#finding-list").getByRole("option").nth(1).click();
    await action(changed, "redact");
    await changed.locator(".steps .plan[aria-busy=false]").waitFor();
    await see(changed, "redact-refused");

    const masked = await windows.open({ width: 1280, height: 820, theme, language, query: "open=main" });
    await openTask(masked, 1);
    await masked.locator("#snapshot").scrollIntoViewIfNeeded();
    await masked.locator(".fields .mask").first().waitFor();
    await see(masked, "masked-snapshot");
    await masked.locator(".fields .reveal").first().click();
    await masked.locator(".fields .unmasked").waitFor();
    await see(masked, "masked-snapshot-shown");
    await action(masked, "compare");
    await masked.locator(".compare .mask").first().waitFor();
    await see(masked, "masked-compare");
    void TASKS;
    expect(wrong).toEqual([]);
  });
});
