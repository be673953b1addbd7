import { describe, expect, it } from "vitest";
import { aria, matches, shown } from "../../src/actions/keys";
import { ACTIONS, actionById, run } from "../../src/actions/table";
import { language } from "../../src/app/language.svelte";

function press(key: string, more: Partial<KeyboardEventInit> = {}): KeyboardEvent {
  return new KeyboardEvent("keydown", { key, ...more });
}

describe("the action table", () => {
  it("names every action once", () => {
    const ids = ACTIONS.map((action) => action.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it("gives no key to two actions", () => {
    const keys = ACTIONS.flatMap((action) => action.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has a title in both languages", () => {
    for (const action of ACTIONS) {
      language.current = "ko";
      const korean = action.title();
      language.current = "en";
      expect(action.title()).not.toBe("");
      expect(korean).not.toBe("");
    }
  });

  it("binds what people expect", () => {
    const keysOf = (id: string) => actionById(id)?.keys;
    expect(keysOf("palette")).toEqual(["Mod+k"]);
    expect(keysOf("search-list")).toEqual(["/"]);
    expect(keysOf("help")).toEqual(["?"]);
    expect(keysOf("next-task")).toEqual(["j"]);
    expect(keysOf("previous-task")).toEqual(["k"]);
    expect(keysOf("next-change")).toEqual(["F7"]);
    expect(keysOf("previous-change")).toEqual(["Shift+F7"]);
    expect(keysOf("delete-body")).toEqual(["Delete"]);
  });

  it("does nothing for an unknown id or an action that cannot be done now", () => {
    expect(run("from-a-newer-menu")).toBe(false);
    expect(run("delete-body")).toBe(false);
    expect(run("suppress-restore")).toBe(false);
  });
});

describe("keys", () => {
  it("tells F7 from Shift+F7", () => {
    expect(matches(press("F7"), "F7", false)).toBe(true);
    expect(matches(press("F7", { shiftKey: true }), "F7", false)).toBe(false);
    expect(matches(press("F7", { shiftKey: true }), "Shift+F7", false)).toBe(true);
  });

  it("takes a sign with or without shift, as keyboards differ", () => {
    expect(matches(press("?", { shiftKey: true }), "?", false)).toBe(true);
    expect(matches(press("/"), "/", false)).toBe(true);
    expect(matches(press("/", { shiftKey: true }), "/", false)).toBe(true);
  });

  it("uses the command key on macOS and control elsewhere", () => {
    expect(matches(press("k", { ctrlKey: true }), "Mod+k", false)).toBe(true);
    expect(matches(press("k", { metaKey: true }), "Mod+k", false)).toBe(false);
    expect(matches(press("k", { metaKey: true }), "Mod+k", true)).toBe(true);
    expect(matches(press("k", { ctrlKey: true }), "k", false)).toBe(false);
  });

  it("works while a Hangul layout is on", () => {
    expect(matches(press("ㅓ", { code: "KeyJ" }), "j", false)).toBe(true);
    expect(matches(press("ㅏ", { code: "KeyK", ctrlKey: true }), "Mod+k", false)).toBe(true);
    expect(matches(press("ㅓ", { code: "KeyJ" }), "k", false)).toBe(false);
  });

  it("goes by the letter, not the place, on Latin layouts", () =>
    expect(matches(press("j", { code: "KeyC" }), "c", false)).toBe(false));

  it("shows keys as they are printed", () => {
    expect(shown("Mod+Shift+s", false)).toEqual(["Ctrl", "Shift", "S"]);
    expect(shown("Mod+k", true)).toEqual(["⌘", "K"]);
    expect(aria("Mod+k", false)).toBe("Control+k");
  });
});
