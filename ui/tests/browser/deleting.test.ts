// Deleting: how much, what goes with it, progress, receipt; many at once; erasing; backups; the search for a text.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PurgePhase } from "../../src/lib/wire";
import { chromiumPath, openPayments, Windows } from "./window";

describe.skipIf(chromiumPath() === null)("deleting", () => {
  let windows: Windows;
  beforeAll(async () => {
    windows = await Windows.start();
  });
  afterEach(() => windows.closePages());
  afterAll(async () => {
    await windows.stop();
    expect(windows.complaints).toEqual([]);
  });

  async function openStore(query = "open=main"): Promise<Page> {
    const page = await windows.open({ query });
    await page.getByRole("option").first().waitFor();
    return page;
  }

  const dialog = (page: Page) => page.getByRole("dialog");
  const words = (page: Page) => dialog(page).getByRole("textbox");
  const calls = (page: Page, name: string) =>
    page.evaluate((wanted) => window.mock.core.controls.calls.filter((call) => call === wanted).length, name);
  const hold = (page: Page, phase: PurgePhase | null) =>
    page.evaluate((held) => void (window.mock.core.deletes.controls.hold = held), phase);
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");
  const type = async (page: Page, text: string) => {
    await words(page).fill(text);
    await page.keyboard.press("Enter");
  };

  describe("a body", () => {
    async function begin(): Promise<Page> {
      const page = await openStore();
      await openPayments(page);
      await page.keyboard.press("Delete");
      await words(page).waitFor();
      return page;
    }

    it("asks again for each scope without moving what is typed and pressed", async () => {
      const page = await begin();
      const places = () =>
        dialog(page).evaluate((box) =>
          [...box.querySelectorAll("input, button[type=submit]")].map(
            (part) => part.getBoundingClientRect().top,
          ),
        );
      // The dialog opens with a movement of its own.
      await page.evaluate(() => Promise.all(document.getAnimations().map((moving) => moving.finished)));
      const before = await places();
      await page.evaluate(() => (window.mock.core.controls.delay = 150));
      await dialog(page).getByRole("radio", { name: "This body" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.locator(".plan[aria-busy=true]").waitFor();
      expect(await places()).toEqual(before);
      expect(await words(page).isDisabled()).toBe(true);
      await page.locator(".plan[aria-busy=false]").waitFor();
      await page.keyboard.press("ArrowDown");
      await dialog(page).getByRole("heading", { name: "Delete every stored body of this task?" }).waitFor();
      await dialog(page).getByRole("button", { name: "Delete 2 bodies" }).waitFor();
      expect(await places()).toEqual(before);
      // Whoever chooses by keyboard stays there.
      expect(await dialog(page).getByRole("radio", { name: "The whole task" }).isChecked()).toBe(true);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe("task");
      await dialog(page).getByText("epoch 2, revision 4").first().waitFor();
      expect(await calls(page, "plan_purge")).toBe(3);
    });

    it("warns of what others lose, lists it, and exports it first", async () => {
      const page = await begin();
      await dialog(page).getByText("5 older revisions of 5 other tasks go too").waitFor();
      await dialog(page).getByText("2 revisions of what you delete go with them.").waitFor();
      await dialog(page).getByText("The export holds the texts in plain, secrets included.").waitFor();
      await dialog(page).getByText("Show them").click();
      await dialog(page).getByText("search · ranking workflow").waitFor();
      expect(await dialog(page).getByText("other task", { exact: true }).count()).toBe(5);
      await dialog(page).getByRole("button", { name: "Export them first…" }).click();
      await dialog(page)
        .getByText(/Exported to .*older-revisions.jsonl .*The file holds the texts in plain/)
        .waitFor();
      expect(await calls(page, "purge")).toBe(0);
    });

    it("names what else holds the text, and other names of the file", async () => {
      const page = await begin();
      const untouched = dialog(page).locator("section", {
        hasText: "Also holds this text, and is not touched",
      });
      expect(await untouched.textContent()).toContain("Backup: 7 pieces found");
      expect(await untouched.textContent()).toContain("Could not be searched: Workflow ledger");
      const same = dialog(page).locator("section", { hasText: "Other names of the same file" });
      expect(await same.textContent()).toContain("/srv/agents/state/continuity.sqlite3");
      expect(await same.textContent()).toContain("1 other name of this file (hard link)");
    });

    it("shows each step, cannot be left, and can be stopped", async () => {
      const page = await begin();
      await hold(page, "erase");
      await type(page, "delete epoch 3");
      await dialog(page).getByText("0 of 812 pages").waitFor();
      const steps = dialog(page).locator("ol > li");
      expect(await steps.nth(0).textContent()).toContain("done");
      expect(await steps.nth(1).getAttribute("aria-current")).toBe("step");
      expect(await steps.nth(2).textContent()).toContain("not begun");
      await dialog(page).getByText("The rows stay deleted; erasing can be finished later.").waitFor();
      // A second Enter must not press anything.
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      expect(await calls(page, "stop_purge")).toBe(0);
      await dialog(page).getByRole("button", { name: "Stop" }).click();
      await dialog(page).getByRole("heading", { name: "Body of epoch 3 deleted" }).waitFor();
      await dialog(page).getByText("Processes 4711, 31006 hold it.").waitFor();
      expect(await calls(page, "stop_purge")).toBe(1);
    });

    it("cannot be stopped while it only searches", async () => {
      const page = await begin();
      await hold(page, "search");
      await type(page, "delete epoch 3");
      await dialog(page).getByText("This last step only reads and cannot be stopped.").waitFor();
      expect(await dialog(page).getByRole("button", { name: "Stop" }).isDisabled()).toBe(true);
      await hold(page, null);
      await dialog(page).getByRole("button", { name: "Done" }).waitFor();
    });

    it("says place by place why and what to do, and goes on by itself when told to", async () => {
      const page = await begin();
      await page.evaluate(() => (window.mock.core.deletes.controls.outcome = "everything"));
      await dialog(page)
        .getByRole("checkbox", { name: "Finish by itself when others let go of the log" })
        .check();
      await type(page, "delete epoch 3");
      await dialog(page).getByRole("heading", { name: "Body of epoch 3 deleted" }).waitFor();
      const text = (await dialog(page).textContent()) ?? "";
      for (const said of [
        "Another process reads an earlier state, so the log cannot be cut. Process 4711 holds it.",
        "Permission denied (os error 13)",
        "The core says: brand-new-code.",
        "Another stored body holds parts of the same text.",
        "No search of files can reach the file system's journals",
        "Erasing goes on by itself when the others let go",
      ])
        expect(text).toContain(said);
      expect(text).not.toContain("`");
    });

    it("says nothing is left, except what another body holds too", async () => {
      const page = await begin();
      await page.evaluate(() => (window.mock.core.deletes.controls.outcome = "clean"));
      await type(page, "delete epoch 3");
      await dialog(page).getByText("What only this text held was searched for").waitFor();
      expect(await dialog(page).getByRole("button", { name: "Finish erasing…" }).count()).toBe(0);
    });

    it("copies the receipt without text of the body", async () => {
      const page = await begin();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await type(page, "delete epoch 3");
      await dialog(page).getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByText("Receipt copied. It holds no text of a body.").waitFor();
      const markdown = await page.evaluate(() => navigator.clipboard.readText());
      expect(markdown).toContain("# Body of epoch 3 deleted");
      expect(markdown).toContain("| Free pages (continuity.sqlite3) | remains |");
      await dialog(page).getByRole("button", { name: "Copy as JSON" }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\{/);
      const json = await page.evaluate(() => navigator.clipboard.readText());
      expect(JSON.parse(json)).toMatchObject({ scope: "body", deletedCount: 1, proof: { erased: false } });
      for (const copy of [markdown, json]) expect(copy).not.toContain("payments-api");
    });

    it("goes from the receipt to erasing, and to the backup that it names", async () => {
      const page = await begin();
      await type(page, "delete epoch 3");
      await dialog(page).getByRole("button", { name: "Finish erasing…" }).click();
      await dialog(page).getByRole("heading", { name: "Finish erasing?" }).waitFor();
      await type(page, "erase leftovers");
      await dialog(page).getByRole("heading", { name: "Leftovers erased" }).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => focused(page)).not.toBe("");
    });

    it("opens the backup that a receipt names, at the same task", async () => {
      const page = await begin();
      await type(page, "delete epoch 3");
      await dialog(page).getByRole("button", { name: "Delete a body in this backup…" }).click();
      await page.getByText("You are inside a backup").waitFor();
      await page.getByRole("heading", { level: 1, name: "payments-api · request validation" }).waitFor();
    });

    it("gives the focus back when it is closed", async () => {
      const page = await openStore();
      await openPayments(page);
      await page.getByRole("button", { name: "Delete stored body…" }).click();
      await words(page).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Delete stored body…");
    });
  });

  describe("many", () => {
    it("selects with the keyboard, keeps the choice, and shows a dry run with counts", async () => {
      const page = await openStore();
      await page.locator("#task-list").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      const bar = page.getByRole("group", { name: "Select" });
      await bar.getByText("3 selected").waitFor();
      await page.keyboard.press("Shift+ArrowUp");
      await bar.getByText("2 selected").waitFor();
      expect(await page.getByRole("listbox").getAttribute("aria-multiselectable")).toBe("true");
      expect(await page.locator("#task-1").getAttribute("aria-selected")).toBe("true");
      expect(await page.locator("#task-2").getAttribute("aria-selected")).toBe("false");
      // What is open and what is selected are two things.
      await page.locator("#task-4").click();
      expect(await page.locator("#task-4").getAttribute("aria-selected")).toBe("false");
      expect(await page.locator("#task-4").getAttribute("aria-current")).toBe("true");
      await page.locator("#task-5 .check").click();
      await bar.getByText("3 selected").waitFor();
      await page.keyboard.press("Delete");
      await dialog(page).getByRole("heading", { name: "Delete the stored bodies of 3 tasks?" }).waitFor();
      await dialog(page).getByText("2 bodies of 2 tasks").waitFor();
      await dialog(page).getByText("1 of the selected tasks holds no such body.").waitFor();
      expect(await calls(page, "purge")).toBe(0);
      await dialog(page).getByRole("radio", { name: "All epochs with their past" }).check();
      await dialog(page).getByText("4 bodies of 2 tasks").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("#task-list").focus();
      await page.keyboard.press("Escape");
      await bar.waitFor({ state: "detached" });
    });

    it("takes everything that filter and search show, and one out of it", async () => {
      const page = await openStore();
      await page.getByRole("button", { name: /^Suppressed/ }).click();
      await page.getByText("51 of 2,000 shown").waitFor();
      await page.locator("#task-list").focus();
      await page.keyboard.press("Control+a");
      const bar = page.getByRole("group", { name: "Select" });
      await bar.getByText("51 selected").waitFor();
      await page.keyboard.press("Space");
      await bar.getByText("50 selected").waitFor();
      await page.keyboard.press("Control+a");
      await bar.getByRole("button", { name: "Delete bodies of 51 tasks…" }).click();
      await dialog(page).getByRole("heading", { name: "Delete the stored bodies of 51 tasks?" }).waitFor();
      await page.keyboard.press("Escape");
      // Another filter shows other tasks.
      await page.getByRole("button", { name: /^All 2,000/ }).click();
      await bar.getByText("0 selected").waitFor();
    });

    it("says what was deleted, what was refused and why, and what was left when stopped", async () => {
      const page = await openStore("open=claude");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("bodies of all shown");
      await page.getByRole("option", { name: /Delete bodies of all shown tasks/ }).waitFor();
      await page.keyboard.press("Enter");
      await words(page).waitFor();
      await page.evaluate(
        () => (window.mock.core.deletes.controls.refusals = ["stale-revision", "refused-by-rules"]),
      );
      const phrase = (await dialog(page).locator("label b").textContent()) ?? "";
      await type(page, phrase);
      await dialog(page).getByText("2 bodies were not deleted").waitFor();
      await dialog(page).getByText("The body has another revision by now").waitFor();
      await dialog(page).getByText("The rules of the agent suite do not allow this here").waitFor();
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await expect.poll(() => focused(page)).toBe("task-list");
    });

    it("stops between two bodies", async () => {
      const page = await openStore("open=claude");
      await page.locator("#task-list").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await words(page).waitFor();
      await hold(page, "delete");
      const phrase = (await dialog(page).locator("label b").textContent()) ?? "";
      await type(page, phrase);
      await dialog(page)
        .getByText(/^0 of \d+ bodies$/)
        .waitFor();
      await dialog(page).getByText("Stop leaves the other bodies alone.").waitFor();
      await dialog(page).getByRole("button", { name: "Stop" }).click();
      await dialog(page)
        .getByText(/^\d+ bodies were left alone because you stopped\.$/)
        .waitFor();
      await dialog(page).getByRole("heading", { name: "1 body deleted" }).waitFor();
    });

    it("does not blame the user when the store stopped it", async () => {
      const page = await openStore("open=claude");
      await page.locator("#task-list").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Shift+Delete");
      await words(page).waitFor();
      await page.evaluate(() => {
        const refusals: string[] = [];
        refusals[1] = "busy";
        window.mock.core.deletes.controls.refusals = refusals;
      });
      await type(page, (await dialog(page).locator("label b").textContent()) ?? "");
      await dialog(page)
        .getByText(/more were not tried/)
        .waitFor();
    });
  });

  describe("what is left over", () => {
    it("is named in the list of stores and in the store until it is erased", async () => {
      const page = await windows.open();
      await page.getByText("Erasing is not finished: begun 12 min ago").waitFor();
      await page.getByRole("button", { name: "Finish erasing Claude Code…" }).click();
      await words(page).waitFor();
      await expect.poll(() => words(page).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await dialog(page).textContent()).toContain(
        "A delete that was begun 12 min ago is not finished.",
      );
      expect(await dialog(page).textContent()).toContain("41 pages");
      await dialog(page).getByText("7 older revisions of 7 tasks go").waitFor();
      await dialog(page).getByRole("button", { name: "Export epoch 1, revision 2…" }).first().click();
      await page.getByText(/Exported to .*It holds the full text/).waitFor();
      await type(page, "erase leftovers");
      await dialog(page).getByRole("heading", { name: "Leftovers erased" }).waitFor();
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await expect.poll(() => page.getByText("Erasing is not finished").count()).toBe(0);
    });

    it("says what could not be erased, in bytes, pages and frames", async () => {
      const page = await openStore("open=claude");
      await page.getByText("An erasing is not finished").waitFor();
      await page.evaluate(() => (window.mock.core.deletes.controls.outcome = "everything"));
      await page.getByRole("button", { name: "Finish erasing…" }).click();
      await type(page, "erase leftovers");
      await dialog(page).getByRole("heading", { name: "Not everything is erased" }).waitFor();
      for (const found of ["2 damaged pages", "18.4 kB", "3 pages", "5 pages", "4 frames", "8.2 kB"])
        await dialog(page).getByText(found).first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("An erasing is not finished").waitFor();
    });

    it("keeps the dialog open when it fails", async () => {
      const page = await openStore();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("erase leftovers");
      await page.getByRole("option", { name: /Erase leftovers/ }).waitFor();
      await page.keyboard.press("Enter");
      await words(page).waitFor();
      await page.evaluate(() => (window.mock.core.controls.failNext.erase = "disk-full"));
      await type(page, "erase leftovers");
      await dialog(page).getByText("The disk is full, so nothing was written.").waitFor();
      expect(await words(page).isDisabled()).toBe(true);
      await dialog(page).getByRole("button", { name: "Read again" }).click();
      await expect.poll(() => words(page).isDisabled()).toBe(false);
    });
  });

  describe("a backup", () => {
    it("has two actions, each by its own name", async () => {
      const page = await windows.open();
      await page.getByRole("button", { name: "Delete a body in this backup… before cleanup 3f6c" }).click();
      await page.getByText("You are inside a backup").waitFor();
      await page.getByRole("button", { name: "Go to its store" }).click();
      await expect.poll(() => page.getByText("You are inside a backup").count()).toBe(0);
    });

    it("is deleted as a file after the words were typed, other names said", async () => {
      const page = await openStore("open=backup-1");
      await page.evaluate(() => (window.mock.core.controls.hardLinks = 2));
      await page.getByRole("button", { name: "Delete the backup file…" }).click();
      await dialog(page).getByText("2 other names lead to the same file (hard links).").waitFor();
      expect(await dialog(page).textContent()).toContain(
        "backups/continuity-before-cleanup-3f6c0a1e.sqlite3",
      );
      expect(await dialog(page).textContent()).toContain("5,102");
      await type(page, "delete the backup");
      expect(await calls(page, "delete_backup")).toBe(0);
      await type(page, "delete backup");
      await dialog(page)
        .getByText("Its bytes were not overwritten, because the file has other names.")
        .waitFor();
      await dialog(page).getByRole("button", { name: "Done" }).click();
      // Whoever was inside it is in its store now.
      await page.getByText("Codex state").first().waitFor();
      await page.getByRole("button", { name: "All stores" }).first().click();
      await expect.poll(() => page.getByText("before cleanup 3f6c").count()).toBe(0);
    });

    it("that cannot be read can still be deleted", async () => {
      const page = await windows.open();
      await page.getByRole("button", { name: "Delete the backup file… before cleanup 91d0" }).click();
      await words(page).waitFor();
      expect(await dialog(page).getByText("cannot be read").count()).toBe(2);
      expect(await page.getByRole("button", { name: /body in backup before cleanup 91d0/ }).count()).toBe(0);
    });
  });

  describe("the search for a text", () => {
    const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Text to look for" });

    async function search(text: string): Promise<Page> {
      const page = await openStore();
      await page.keyboard.press("Control+Shift+f");
      await field(page).fill(text);
      await page.keyboard.press("Enter");
      return page;
    }

    it("hides what is typed, and forgets it when it is closed", async () => {
      const page = await search("a secret value");
      await dialog(page).getByText("9 occurrences in 5 files").waitFor();
      const security = () =>
        field(page).evaluate((box) => getComputedStyle(box).getPropertyValue("-webkit-text-security"));
      expect(await security()).toBe("disc");
      await dialog(page).getByRole("button", { name: "Show the text" }).click();
      expect(await security()).toBe("none");
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await page.keyboard.press("Control+Shift+f");
      expect(await field(page).inputValue()).toBe("");
      expect(await security()).toBe("disc");
      expect(await dialog(page).getByText("occurrences").count()).toBe(0);
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
        "secret",
      );
    });

    it("goes into the bytes and comes back to what was found", async () => {
      const page = await search("a secret value");
      const row = dialog(page).locator("li", { hasText: "across two pages" });
      await row.getByRole("button", { name: /Show bytes/ }).click();
      await page.getByRole("dialog", { name: "Bytes in the file" }).waitFor();
      await page.locator("[aria-label^='Bytes of continuity.sqlite3']").waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).getByText("9 occurrences in 5 files").waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest("li")?.textContent))
        .toContain("across two pages");
      const ledger = dialog(page).locator("section", { hasText: "workflows.sqlite3" }).first();
      expect(await ledger.textContent()).toContain("its bytes cannot be shown here");
      expect(await ledger.getByRole("button", { name: /Show bytes/ }).count()).toBe(0);
    });

    it("is honest about nothing: which files, and what it cannot reach", async () => {
      const page = await search("nothing of this kind");
      await dialog(page).getByText("Nothing was found in these files").waitFor();
      expect(await dialog(page).textContent()).toContain("workflows.sqlite3");
      await dialog(page).getByText("No search of files can reach").waitFor();
      await field(page).fill("nothing locked");
      expect(await dialog(page).getByText("Nothing was found").count()).toBe(0);
      await page.keyboard.press("Enter");
      await dialog(page).getByText("Nothing was found, but 1 file could not be searched").waitFor();
      await dialog(page).getByText("Permission denied (os error 13)").waitFor();
    });

    it("does not ask for what stands everywhere", async () => {
      const page = await search("abc");
      await dialog(page).getByText("Give at least 4 bytes; shorter texts stand everywhere.").waitFor();
      expect(await calls(page, "find_residue")).toBe(0);
    });

    it("shows very many piece by piece", async () => {
      const page = await search("so many of them");
      await dialog(page).getByText("24,812 occurrences in 2 files").waitFor();
      await dialog(page).getByText("The first 10,000 are listed.").waitFor();
      expect(
        await dialog(page)
          .getByRole("button", { name: /Show bytes/ })
          .count(),
      ).toBe(40);
      await dialog(page).getByRole("button", { name: "Show 200 more" }).first().click();
      expect(
        await dialog(page)
          .getByRole("button", { name: /Show bytes/ })
          .count(),
      ).toBe(240);
    });
  });

  it("tells in the activity what was deleted, erased and removed", async () => {
    const page = await openStore("open=backup-1");
    await page.getByRole("button", { name: "Delete the backup file…" }).click();
    await type(page, "delete backup");
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await page.evaluate(() => window.mock.send("menu-action", "erase-leftovers"));
    await words(page).waitFor();
    await type(page, "erase leftovers");
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.evaluate(() => window.mock.send("menu-action", "activity"));
    const sheet = page.getByRole("dialog", { name: "What was done here" });
    await sheet.getByText("Erased leftovers").waitFor();
    expect(await sheet.textContent()).toContain("Deleted backup file");
    expect(await sheet.textContent()).toContain("bytes overwritten");
    expect(await sheet.textContent()).not.toContain("epoch 0");
  });
});
