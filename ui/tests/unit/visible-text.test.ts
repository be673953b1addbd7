import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import { segments, visible } from "../../src/lib/visible-text";
import VisibleText from "../../src/lib/VisibleText.svelte";

describe("characters that hide or reorder text", () => {
  it.each([
    ["right-to-left override", "\u202E", "U+202E"],
    ["isolate", "\u2066", "U+2066"],
    ["arabic letter mark", "\u061C", "U+061C"],
    ["zero width space", "\u200B", "U+200B"],
    ["soft hyphen", "\u00AD", "U+00AD"],
    ["byte order mark", "\uFEFF", "U+FEFF"],
    ["line separator", "\u2028", "U+2028"],
    ["null", "\u0000", "U+0000"],
    ["escape", "\u001B", "U+001B"],
    ["carriage return alone", "\r", "U+000D"],
    ["next line", "\u0085", "U+0085"],
    ["hangul filler", "\u3164", "U+3164"],
    ["tag letter", "\u{E0041}", "U+E0041"],
    ["lone surrogate", "\uD83D", "U+D83D"],
  ])("writes out a %s", (_, char, name) => expect(visible(`a${char}b`)).toBe(`a‹${name}›b`));

  it.each(["plain", "한국어 제목", "tab\tand\nline", "line\r\nend", "👩‍💻", "مرحبا", "क्‍ष", "e\u0301", "𠀀"])(
    "leaves %j as it is",
    (text) => expect(visible(text)).toBe(text),
  );

  it("writes out a joiner that only hides between Latin letters", () =>
    expect(visible("pass\u200Dword")).toBe("pass‹U+200D›word"));

  it("loses nothing: text and marks put together are the whole", () => {
    const parts = segments("\u202Eabc\u0000");
    expect(parts.map((part) => part.text ?? part.mark)).toEqual(["U+202E", "abc", "U+0000"]);
  });
});

describe("the component", () => {
  function render(text: string): HTMLElement {
    const target = document.createElement("div");
    document.body.append(target);
    const made = mount(VisibleText, { target, props: { text } });
    flushSync();
    const copy = target.cloneNode(true) as HTMLElement;
    void unmount(made);
    return copy;
  }

  it("never makes elements out of a body's text", () => {
    const target = render('<img src=x onerror="alert(1)"><b>bold</b>');
    expect(target.querySelector("img, b")).toBeNull();
    expect(target.textContent).toBe('<img src=x onerror="alert(1)"><b>bold</b>');
  });

  it("isolates its direction and lets no control through", () => {
    const target = render("user\u202Etxt.exe");
    expect(target.querySelector("bdi")).not.toBeNull();
    expect(target.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(target.querySelector(".mark")).toHaveTextContent("U+202E");
  });

  it("adds no space around marks", () => expect(render("a\u200Bb").textContent).toBe("aU+200Bb"));
});
