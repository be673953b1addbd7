import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { language } from "../../src/app/language.svelte";
import { leftAlone, type Receipt } from "../../src/delete/receipt";
import { receiptJson } from "../../src/delete/receipt-json";
import { receiptMarkdown } from "../../src/delete/receipt-markdown";
import { leftAloneWords, receiptTitle } from "../../src/delete/receipt-words";
import { foundWords } from "../../src/proof/found-words";
import { said } from "../../src/proof/reason-words";
import { isUnfinished, proofSentence, reachSentence } from "../../src/proof/sums";
import { deletedBody, place, proof, refusedBody, summary, TASK } from "./plans";

const SECRET = "the text of the body";
const BACKUP = place("backup", "remains", {
  file: "backups/a|b.sqlite3",
  found: 2,
  code: "backup",
  reason: "The core's own words.",
  next: "The core's next step.",
});

function receipt(more: Partial<Receipt> = {}): Receipt {
  const target = { kind: "one", source: "s", taskCorrelation: TASK, epoch: 3, title: SECRET } as const;
  return { store: "/s/c.sqlite3", target, scope: "body", summary: summary(), ...more };
}

/** The codes that the core can answer, read from where it declares them. */
function codesOfCore(): string[] {
  const file = join(import.meta.dirname, "../../../crates/inspector/src/proof/reason.rs");
  const declared = readFileSync(file, "utf8").split("fn code(self)")[1]?.split("fn sentence(self)")[0] ?? "";
  return [...declared.matchAll(/=> "([a-z-]+)"/g)].map((match) => match[1] ?? "");
}

afterEach(() => {
  language.current = "en";
});

describe("why text remains", () => {
  it("is said in both languages for every code of the core", () => {
    const codes = codesOfCore();
    expect(codes.length).toBeGreaterThanOrEqual(19);
    for (const code of codes) {
      const one = { ...BACKUP, code };
      language.current = "ko";
      const korean = said(one);
      expect(`${korean.why}${korean.then}`, code).toMatch(/[가-힣].*[가-힣]/);
      language.current = "en";
      const english = said(one);
      expect(english.why, code).not.toBe(one.reason);
      // The window has no command line.
      expect(`${english.why}${english.then}`, code).not.toContain("`");
    }
  });

  it("keeps the core's sentences for a code that is not known", () => {
    for (const code of ["brand-new", "constructor", null]) {
      expect(said({ ...BACKUP, code })).toEqual({
        why: "The core's own words.",
        detail: null,
        holders: null,
        then: "The core's next step.",
      });
    }
  });

  it("names the processes that hold a place", () => {
    const log = place("log", "remains", { code: "log-held", processes: [4711] });
    expect(said(log).holders).toBe("Process 4711 holds it.");
    expect(said({ ...log, processes: [4711, 31006] }).holders).toBe("Processes 4711, 31006 hold it.");
  });

  it("says why a file could not be read", () => {
    const unread = place("workflow", "unknown", {
      code: "unreadable",
      reason: "It could not be searched: Permission denied (os error 13).",
    });
    expect(said(unread).detail).toBe("Permission denied (os error 13)");
    expect(said({ ...unread, reason: "It could not be searched." }).detail).toBeNull();
  });
});

describe("a proof as a whole", () => {
  it("never claims that all is gone when a place was not searched", () => {
    expect(proofSentence(proof([place("log", "unknown")]))).toContain("not every place could be searched");
    expect(proofSentence(proof([place("log", "gone")]))).toContain("found nowhere");
    expect(proofSentence(proof([BACKUP, place("log", "unknown")]))).toContain("remains in places");
    // Nothing was searched, and so nothing is proved.
    expect(proofSentence(proof([], { erased: false }))).toContain("was not done");
  });

  it("does not claim that shared text is gone", () => {
    const shared = proof([place("log", "gone")], { sharesText: true });
    expect(proofSentence(shared)).not.toBe(proofSentence({ ...shared, sharesText: false }));
    expect(proofSentence(shared)).toContain("What only this text held");
  });

  it("can be finished where this program overwrites bytes, and only there", () => {
    for (const kind of ["log", "page-slack", "free-page", "journal", "shared-memory"] as const) {
      expect(isUnfinished(proof([place(kind, "remains")])), kind).toBe(true);
      expect(isUnfinished(proof([place(kind, "gone")])), kind).toBe(false);
    }
    for (const kind of ["backup", "workflow", "history", "receipt", "row"] as const)
      expect(isUnfinished(proof([place(kind, "remains")])), kind).toBe(false);
    expect(isUnfinished(proof([place("row", "unknown")]))).toBe(true);
  });

  it("names what no search can reach, known to it or not", () => {
    expect(reachSentence(proof([]))).toContain("spare blocks of the device");
    expect(reachSentence({ outOfReach: ["new-limit"] })).toContain("new-limit");
    expect(reachSentence({ outOfReach: [] })).toBe("");
  });

  it("counts pieces after a delete, and bytes, pages and frames after erasing", () => {
    expect(foundWords(place("page-slack", "remains", { found: 3 }), "pieces")).toBe("3 pieces found");
    expect(foundWords(place("page-slack", "remains", { found: 3 }), "leftovers")).toBe("3 B");
    expect(foundWords(place("free-page", "remains", { found: 1 }), "leftovers")).toBe("1 page");
    expect(foundWords(place("log", "remains", { found: 2 }), "leftovers")).toBe("2 frames");
    const replaced = place("page-slack", "remains", { found: 2, code: "log-held" });
    expect(foundWords(replaced, "leftovers")).toBe("2 pages");
    expect(foundWords(place("log", "gone"), "pieces")).toBe("");
  });
});

describe("the receipt", () => {
  it("counts bodies in its title", () => {
    expect(receiptTitle(receipt())).toBe("Body of epoch 3 deleted");
    const two = summary({ deleted: [deletedBody(3, 5), deletedBody(2, 4)] });
    expect(receiptTitle(receipt({ summary: two }))).toBe("2 bodies deleted");
  });

  it("tells who stopped: the user, or a store that cannot be written", () => {
    expect(leftAlone(summary())).toBeNull();
    expect(leftAlone(summary({ stopped: 4 }))).toBe("by-user");
    expect(leftAlone(summary({ stopped: 4, refused: [refusedBody("stale-revision")] }))).toBe("by-user");
    expect(leftAlone(summary({ stopped: 4, refused: [refusedBody("busy")] }))).toBe("by-store");
    expect(leftAloneWords(summary({ stopped: 1 }))).toBe("1 body was left alone because you stopped.");
  });

  it("names every place in Markdown that stays a table", () => {
    const text = receiptMarkdown(receipt({ summary: summary({ proof: proof([BACKUP]) }) }));
    expect(text).toContain(
      "| Backup (backups/a\\|b.sqlite3) | remains | 2 pieces found; " +
        "A backup is never changed without being told to.; Delete the body in the backup, or the backup file. |",
    );
    expect(text).toContain("- Scope: This body");
    expect(text.endsWith("\n")).toBe(true);
  });

  it("names in Markdown what was not deleted, and what is not listed", () => {
    const made = summary({
      deletedCount: 700,
      refused: [refusedBody("stale-revision", "hmac-sha256:ab")],
      refusedCount: 3,
      stopped: 2,
    });
    const text = receiptMarkdown(receipt({ summary: made }));
    expect(text).toContain("# 700 bodies deleted");
    expect(text).toContain("- and 699 more");
    expect(text).toContain("## 3 bodies were not deleted");
    expect(text).toContain("- `hmac-sha256:ab`, epoch 1: The body has another revision by now");
    expect(text).toContain("- and 2 more");
    expect(text).toContain("2 bodies were left alone because you stopped.");
  });

  it("is JSON with what the core answered", () => {
    const made = receipt({ summary: summary({ proof: proof([BACKUP]) }) });
    expect(JSON.parse(receiptJson(made))).toEqual({ store: "/s/c.sqlite3", scope: "body", ...made.summary });
  });

  it("holds no text of the body and no digest of the stored bytes", () => {
    for (const text of [receiptMarkdown(receipt()), receiptJson(receipt())]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain("bytes:");
    }
  });
});
