// Values that the core passes on from a body without knowing them.
import type { BodyJson } from "./wire";

/** Returns a member of a JSON object as a text or number; `null` for anything else. */
export function member(json: BodyJson | null, name: string): string | number | null {
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, name)) return null;
  const value = (json as Record<string, unknown>)[name];
  return typeof value === "string" || typeof value === "number" ? value : null;
}
