// What the dialog of a redaction is called, and what it is about as a whole.
import { num } from "../lib/phrases";
import type { RedactPlan } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { RedactTarget } from "./redact-flow.svelte";

export function redactTitle({ count }: RedactTarget): string {
  return m.redact_title({ count, n: num(count) });
}

/** Returns how much is replaced, and that it stays so. */
export function redactLead({ bodyCount, spotCount }: RedactPlan): string {
  if (bodyCount === 0) return m.redact_lead_none();
  return m.redact_lead({
    places: m.n_places({ count: spotCount, n: num(spotCount) }),
    bodies: m.n_bodies({ count: bodyCount, n: num(bodyCount) }),
  });
}
