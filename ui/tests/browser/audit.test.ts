// Finding, masking and taking out secrets, as people do it, in a real Chromium.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { calls, chromiumPath, openTask, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("the audit", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  /** Opens the audit by keyboard and scans. */
  async function scanned(): Promise<Page> {
    const page = await windows.open({ query: "open=main" });
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Control+2");
    await page.getByRole("button", { name: "Scan this store" }).waitFor();
    await page.keyboard.press("Enter");
    await findings(page).first().waitFor();
    return page;
  }
  const findings = (page: Page) => page.locator("#finding-list").getByRole("option");
  const action = (page: Page, id: string) =>
    page.evaluate((name) => window.mock.send("menu-action", name), id);
  const value = (page: Page) => page.evaluate(() => window.mock.core.audit.findings[0]?.value ?? "");
  const dialog = (page: Page) => page.getByRole("dialog");
  /** What the page and its names say, everywhere. */
  const said = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  const allowClipboard = (page: Page) =>
    page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  it("is reached by keyboard, ranks what is offered first, and shows no value", async () => {
    const page = await scanned();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("finding-list");
    const groups = page.locator("#finding-list .head");
    expect(await groups.allTextContents()).toEqual([
      "Offered to an agent next 3",
      "Stored in rows now 3",
      "Only in leftovers, copies and ledgers 3",
    ]);
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("o");
    await page.getByRole("heading", { name: "GitHub personal access token" }).waitFor();
    expect(await page.getByRole("heading", { name: "Where it stands" }).count()).toBe(1);
    const values = await page.evaluate(() => window.mock.core.audit.findings.map((one) => one.value));
    const html = await said(page);
    for (const secret of values) expect(html.includes(secret)).toBe(false);
    expect(await calls(page, "reveal_finding")).toBe(0);
  });

  it("shows a value only while the window is looked at, and puts the mask on the clipboard", async () => {
    const page = await scanned();
    await allowClipboard(page);
    await findings(page).first().click();
    const secret = await value(page);
    await page.keyboard.press("v");
    await page.getByText(secret).waitFor();
    await page.keyboard.press("Control+a");
    await page.locator("main h1").click();
    await page.evaluate(() => {
      document.getSelection()?.selectAllChildren(document.querySelector("main") as Element);
      document.execCommand("copy");
    });
    expect(await clipboard(page)).toContain("GitHub personal access token");
    expect((await clipboard(page)).includes(secret)).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.getByText(secret).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Copy mask" }).click();
    expect(await clipboard(page)).toMatch(/^ghp_•{8} \(40\)$/);
    await page.getByRole("button", { name: "Copy value" }).click();
    await page.getByText("The value itself is on the clipboard now.").waitFor();
    expect(await clipboard(page)).toBe(secret);
    expect((await said(page)).includes(secret)).toBe(false);
  });

  it("masks a value again when another page is shown", async () => {
    const page = await scanned();
    await findings(page).first().click();
    const secret = await value(page);
    await page.keyboard.press("v");
    await page.getByText(secret).waitFor();
    await page.keyboard.press("Control+1");
    await page.keyboard.press("Control+2");
    await page.getByRole("heading", { name: "Where it stands" }).waitFor();
    expect((await said(page)).includes(secret)).toBe(false);
  });

  it("stops a scan and keeps what was there", async () => {
    const page = await scanned();
    await page.evaluate(() => (window.mock.core.audit.controls.hold = true));
    await action(page, "scan");
    await page.getByText("Searching the log and unused pages").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("The scan was stopped. Nothing was changed.").waitFor();
    expect(await findings(page).count()).toBe(9);
  });

  it("filters by class, severity, rule and what is offered", async () => {
    const page = await scanned();
    const foot = page.locator("nav .foot");
    await page.getByRole("button", { name: /^Personal/ }).click();
    await foot.getByText("2 of 9 findings").waitFor();
    await page.getByRole("button", { name: /^Offered next/ }).click();
    await foot.getByText("1 of 9 findings").waitFor();
    await page.getByRole("button", { name: /^All \d/ }).click();
    await page.getByRole("combobox", { name: "Severity" }).selectOption("critical");
    await foot.getByText("3 of 9 findings").waitFor();
    await page.getByRole("combobox", { name: "Rule" }).selectOption("private-key");
    await foot.getByText("1 of 9 findings").waitFor();
    expect(await findings(page).count()).toBe(1);
  });

  it("audits one task from its page", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, 1);
    await action(page, "audit-task");
    await page.getByRole("button", { name: "Scan this store" }).click();
    await page.locator("nav .foot").getByText("1 of 9 findings").waitFor();
    await page.getByRole("button", { name: /Show findings of all tasks/ }).click();
    await page.locator("nav .foot").getByText("9 of 9 findings").waitFor();
  });

  it("leads to the body, the revision and the bytes of a place", async () => {
    const page = await scanned();
    await findings(page).first().click();
    await page
      .locator("[aria-labelledby=places] li")
      .nth(2)
      .getByRole("button", { name: "Show bytes" })
      .click();
    await dialog(page).getByRole("grid").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page
      .locator("[aria-labelledby=places] li")
      .nth(1)
      .getByRole("button", { name: "Open the body" })
      .click();
    await page.locator("#snapshot").waitFor();
    await page
      .locator("section[aria-labelledby=snapshot] header", {
        hasText: "epoch 1, revision 5",
      })
      .waitFor();
    expect(await page.locator("main h1").textContent()).toContain("infra · rotate deploy keys");
  });

  it("redacts what was picked, after the phrase was typed", async () => {
    const page = await scanned();
    await findings(page).first().click();
    const secret = await value(page);
    await page.keyboard.press("r");
    await dialog(page).getByText("[REDACTED:github-token]").first().waitFor();
    expect((await said(page)).includes(secret)).toBe(false);
    await dialog(page).getByText("This cannot be undone.").waitFor();
    await dialog(page).getByText("The epoch ended, and no rule of AGS writes to it any more.").waitFor();
    const button = dialog(page).getByRole("button", { name: "Redact 2 places" });
    expect(await button.isDisabled()).toBe(true);
    await dialog(page).getByRole("textbox").fill("redact 2 place");
    expect(await button.isDisabled()).toBe(true);
    await dialog(page)
      .getByLabel(/Also change bodies of ended epochs/)
      .check();
    await dialog(page).getByRole("button", { name: "Redact 4 places" }).waitFor();
    expect(await dialog(page).getByRole("textbox").inputValue()).toBe("");
    await dialog(page).getByRole("textbox").fill("redact 4 places");
    await page.evaluate(() => (window.mock.core.deletes.controls.outcome = "clean"));
    await page.keyboard.press("Enter");
    await dialog(page).getByText("2 bodies redacted").waitFor();
    await dialog(page)
      .getByText("The values were searched for in every place and were found nowhere.")
      .waitFor();
    await dialog(page).getByText("Revoke it under Settings").waitFor();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    await page.locator("nav .foot").getByText("8 of 8 findings").waitFor();
    expect(await calls(page, "scan_store")).toBe(2);
  });

  it("keeps the dialog open with the reason when nothing was redacted", async () => {
    const page = await scanned();
    await findings(page).nth(1).click();
    await action(page, "redact");
    await dialog(page).getByRole("textbox").fill("redact 2 places");
    await page.evaluate(() => (window.mock.core.controls.failNext.redact = "stale-revision"));
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("alert").getByText("Nothing was redacted").waitFor();
    await dialog(page).getByRole("button", { name: "Read again" }).click();
    await dialog(page).getByRole("alert").waitFor({ state: "detached" });
    expect(await dialog(page).getByRole("textbox").inputValue()).toBe("");
  });

  it("offers to delete a body that the rules do not let it redact", async () => {
    const page = await scanned();
    await page.evaluate(() => (window.mock.core.redactions.forbidden = "root-bound"));
    await findings(page).nth(1).click();
    await action(page, "redact");
    await dialog(page).getByText("A workflow root is bound to the task").waitFor();
    expect(await dialog(page).getByRole("textbox").count()).toBe(0);
    await dialog(page).getByRole("button", { name: "Delete stored body…" }).click();
    await dialog(page).getByText("Delete the stored body of epoch 3?").waitFor();
  });

  it("deletes and suppresses the bodies around many findings", async () => {
    const page = await scanned();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Suppress restore" }).click();
    await page.getByText("Auto-restore suppressed for 2 tasks. The bodies are kept.").waitFor();
    expect(await calls(page, "suppress")).toBe(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Auto-restore allowed again for 2 tasks.").waitFor();
    await page.getByRole("button", { name: "Delete bodies…" }).click();
    await dialog(page).getByText("Delete the stored bodies of 2 tasks?").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.locator("#finding-list").focus();
    await page.keyboard.press("Control+a");
    await page.getByText("9 selected").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("9 selected").waitFor({ state: "detached" });
  });

  it("lets a finding pass, and takes that back", async () => {
    const page = await scanned();
    await findings(page).first().click();
    const secret = await value(page);
    await page.keyboard.press("l");
    await dialog(page).getByRole("textbox").fill(`because of ${secret}`);
    await page.keyboard.press("Enter");
    await dialog(page).getByText("The reason repeats the value itself.").waitFor();
    await dialog(page).getByRole("textbox").fill("a test bench");
    await page.keyboard.press("Enter");
    await page.locator("nav .foot").getByText("8 of 8 findings").waitFor();
    await page.locator("nav .foot").getByText("1 let pass").waitFor();
    await action(page, "allowed");
    await dialog(page).getByText("a test bench").waitFor();
    await dialog(page).getByRole("button", { name: "Forget entry 1" }).click();
    await dialog(page).getByText("Nothing is let pass.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("nav .foot").getByText("9 of 9 findings").waitFor();
  });

  it("exports in every shape", async () => {
    const page = await scanned();
    for (const format of ["json", "sarif", "html", "markdown", "csv"]) {
      await action(page, `export-${format}`);
      await page.getByText(`Exported to /home/mina/findings.${format}`).waitFor();
    }
  });

  it("masks found values in snapshots, comparisons and raw bytes until somebody asks", async () => {
    const page = await windows.open({ query: "open=main" });
    await openTask(page, 1);
    await page.locator(".fields .mask").first().waitFor();
    await page.getByText("This body holds found values.").waitFor();
    expect(/ghp_[a-z]{36}/.test(await said(page))).toBe(false);
    expect(await calls(page, "read_body")).toBe(0);
    await page.locator(".fields .reveal").first().click();
    await page.locator(".fields .unmasked", { hasText: /ghp_[a-z]{36}/ }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.locator(".fields .unmasked").waitFor({ state: "detached" });
    await page.locator(".compare .mask").first().waitFor();
    await page.locator(".compare .rows .reveal button").first().click();
    await page.locator(".compare .row.plain", { hasText: /ghp_[a-z]{36}|pg:\/\/app:[a-z]{14}@/ }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.locator(".compare .row.plain").waitFor({ state: "detached" });
    await page.locator("aside").getByRole("button", { name: "Show", exact: true }).click();
    await page.locator("aside .text", { hasText: /ghp_[a-z]{36}/ }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.locator("aside .text").waitFor({ state: "detached" });
  });
});
