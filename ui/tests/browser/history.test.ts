// The recorded history: off until it is turned on, and said plainly.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { calls, chromiumPath, openPayments, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("the recorded history", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function open(query = "open=main") {
    const page = await windows.open({ query });
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: /Recorded history/ }).click();
    const sheet = page.getByRole("dialog", { name: "Recorded history" });
    await sheet.getByText("What is kept").waitFor();
    return { page, sheet };
  }

  it("says what turning it on means and where copies lie, and shows in the status bar that it is on", async () => {
    const { page, sheet } = await open();
    await sheet.getByText("Recording is off").waitFor();
    expect(await page.locator("footer").textContent()).not.toContain("recording");
    const said = await sheet.textContent();
    expect(said).toContain("plain, unencrypted copies");
    expect(said).toContain("/home/mina/.local/share/continuity-inspector/history.sqlite3");
    expect(said).toContain("Deleting a stored body also removes the copies of its task here.");
    await sheet.getByRole("button", { name: "Turn recording on" }).click();
    await sheet.getByText("Recording is on").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("footer").getByRole("button", { name: "recording revisions" }).click();
    await sheet.getByRole("button", { name: "Turn recording off" }).click();
    await sheet.getByText("What was kept stays until you clear it.").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("footer").textContent()).not.toContain("recording");
  });

  it("takes only limits that the core allows", async () => {
    const { page, sheet } = await open();
    const save = sheet.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    for (const wrong of ["0", "3651", "1.5", "", "soon"]) {
      await sheet.getByLabel("At most", { exact: true }).fill(wrong);
      expect(await save.isDisabled(), wrong).toBe(true);
      expect(await sheet.getByLabel("At most", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    }
    await sheet.getByLabel("At most", { exact: true }).fill("14");
    await sheet.getByLabel("Bodies of at most").fill("65");
    await sheet.getByLabel("Unit").selectOption("GiB");
    expect(await save.isDisabled()).toBe(true);
    await sheet.getByLabel("Bodies of at most").fill("1,5");
    await save.click();
    await sheet.getByText("Saved. What is above the limits is removed.").waitFor();
    expect(await page.evaluate(() => window.mock.core.history.settings)).toEqual({
      record: false,
      keepDays: 14,
      keepBytes: 1_610_612_736,
    });
  });

  it("clears one store or all only after asking", async () => {
    const { page, sheet } = await open();
    await sheet.getByRole("button", { name: /^Clear the history of .*state\/agent/ }).click();
    await sheet.getByText(/^Remove \d+ copies of .*continuity.sqlite3\? This cannot be undone\.$/).waitFor();
    await page.keyboard.press("Escape");
    expect(await calls(page, "clear_history")).toBe(0);
    expect(await sheet.getByRole("listitem").count()).toBe(2);
    await sheet.getByRole("button", { name: /^Clear the history of .*state\/agent/ }).click();
    await sheet.getByRole("button", { name: "Remove copies" }).click();
    await sheet.getByText(/^\d+ copies removed$/).waitFor();
    expect(await sheet.getByRole("listitem").count()).toBe(1);
    await sheet.getByRole("button", { name: "Clear all" }).click();
    await sheet.getByRole("button", { name: "Remove copies" }).click();
    await sheet.getByText("Nothing is kept.").waitFor();
    expect(await calls(page, "clear_history")).toBe(2);
  });

  it("clears the copies of the open task", async () => {
    const page = await windows.open({ query: "open=main" });
    await openPayments(page);
    await page.evaluate(() => window.mock.send("menu-action", "history"));
    const sheet = page.getByRole("dialog", { name: "Recorded history" });
    await sheet.getByRole("button", { name: "Clear this task" }).click();
    await sheet.getByRole("button", { name: "Remove copies" }).click();
    await sheet.getByText("1 copy removed").waitFor();
  });

  it("shows why something was not done, and what is true", async () => {
    const { page, sheet } = await open();
    await page.evaluate(() => (window.mock.core.controls.failNext.change_history = "disk-full"));
    await sheet.getByRole("button", { name: "Turn recording on" }).click();
    await sheet.getByText("The disk is full, so nothing was written.").waitFor();
    await sheet.getByText("Recording is off").waitFor();
  });

  it("cannot be turned on where there is no folder for it", async () => {
    const page = await windows.open({ query: "open=main" });
    await page.getByRole("option").first().waitFor();
    await page.evaluate(() => (window.mock.core.history.path = null));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("recorded");
    await page.getByRole("option", { name: /Recorded history/ }).waitFor();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Recorded history" });
    await sheet.getByText("The system names no folder for the copies").waitFor();
    expect(await sheet.getByRole("button", { name: "Turn recording on" }).isDisabled()).toBe(true);
  });
});
