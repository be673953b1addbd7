import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import en from "../../messages/en.json";
import ko from "../../messages/ko.json";
import * as compiled from "../../src/paraglide/messages";

type Message = string | { match: Record<string, string> }[];

const english = en as unknown as Record<string, Message>;
const korean = ko as unknown as Record<string, Message>;
const keys = Object.keys(english);

/** Names that are the same in both languages. */
const SAME = new Set([
  "app_name",
  "rev_unknown",
  "plan_other",
  "plan_pieces",
  "check_revision_ok",
  "compare_open_store",
]);

function texts(message: Message | undefined): string[] {
  if (message === undefined) return [];
  return typeof message === "string" ? [message] : message.flatMap((variant) => Object.values(variant.match));
}

function slots(message: Message | undefined): string[] {
  const found = texts(message).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
  );
  return [...new Set(found)].sort();
}

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "paraglide" && entry.name !== "mock")
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path);
      return /\.(ts|svelte)$/.test(entry.name) ? readFileSync(path, "utf8") : "";
    })
    .join("\n");
}

describe("both languages", () => {
  it("say the same things", () => expect(Object.keys(korean)).toEqual(keys));

  it("have text and the same slots everywhere", () => {
    for (const key of keys) {
      for (const text of [...texts(english[key]), ...texts(korean[key])])
        expect(text.trim(), key).not.toBe("");
      expect(slots(korean[key]), key).toEqual(slots(english[key]));
    }
  });

  it("are really two languages", () => {
    const hangul = /[\uAC00-\uD7A3]/;
    for (const key of keys) {
      if (SAME.has(key)) continue;
      const both = texts(korean[key]);
      const differs =
        both.some((text, index) => text !== texts(english[key])[index]) ||
        both.length !== texts(english[key]).length;
      expect(differs, key).toBe(true);
      // What is not Hangul is a sign, a number, or the name of the other language.
      if (!both.some((text) => hangul.test(text))) expect(key).toBe("switch_language");
    }
  });

  it("were compiled: the compiler says it succeeded even when it found no messages", () => {
    expect(Object.keys(compiled).length).toBeGreaterThanOrEqual(keys.length);
    expect(compiled.tasks_title({}, { locale: "en" })).toBe("Tasks");
    expect(compiled.tasks_title({}, { locale: "ko" })).toBe("작업");
    expect(compiled.n_bodies({ count: 1, n: "1" }, { locale: "en" })).toBe("1 body");
    expect(compiled.n_bodies({ count: 2, n: "2" }, { locale: "en" })).toBe("2 bodies");
    expect(compiled.time_ago({ unit: "minute", value: "5" }, { locale: "ko" })).toBe("5분 전");
  });

  it("hold nothing that the window does not say", () => {
    const code = sources(join(import.meta.dirname, "../../src"));
    expect(keys.filter((key) => !new RegExp(`\\bm\\.${key}\\b`).test(code))).toEqual([]);
  });
});
