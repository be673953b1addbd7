// Keys as they are written in the action table, pressed, and shown.

/** `Mod` is the command key on macOS and the control key elsewhere. */
export type Keys = string;

/** Returns whether a pressed key is the one that the table names. */
export function matches(event: KeyboardEvent, keys: Keys, mac: boolean): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = new Set(parts.slice(0, -1));
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (mod !== wants.has("Mod") || other || event.altKey !== wants.has("Alt")) return false;
  // A sign such as `?` already says whether shift is needed; letters and named keys do not.
  const shiftCounts = key.length > 1 || /[a-z]/i.test(key);
  if (shiftCounts && event.shiftKey !== wants.has("Shift")) return false;
  return event.key.toLowerCase() === key.toLowerCase() || letterOf(event) === key.toLowerCase();
}

/** Shortcuts are Latin letters; with a Hangul layout the key itself still says which letter it is. */
function letterOf(event: KeyboardEvent): string | null {
  if (event.key.length === 1 && event.key.charCodeAt(0) < 128) return null;
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null;
}

/** Returns the keys as people see them on their keyboard, one part per key. */
export function shown(keys: Keys, mac: boolean): string[] {
  return keys.split("+").map((part) => {
    if (part === "Mod") return mac ? "⌘" : "Ctrl";
    if (part === "Shift") return mac ? "⇧" : "Shift";
    if (part === "Alt") return mac ? "⌥" : "Alt";
    if (part === "ArrowLeft") return "←";
    if (part === "Escape") return "Esc";
    return part.length === 1 ? part.toUpperCase() : part;
  });
}

/** Returns the keys for `aria-keyshortcuts`. */
export function aria(keys: Keys, mac: boolean): string {
  return keys.replace("Mod", mac ? "Meta" : "Control");
}
