// What the proof of a redaction says as a whole.
import type { Proof } from "../lib/wire";
import * as m from "../paraglide/messages";

export function redactProof({ erased, places }: Proof): string {
  if (erased) return m.redacted_erased();
  if (places.length === 0) return m.receipt_not_searched();
  return places.some(({ state }) => state === "remains") ? m.redacted_remains() : m.redacted_unknown();
}
