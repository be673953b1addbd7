// The value of a finding, for somebody who asks.
import { call } from "../lib/ipc";
import { reveal } from "../masked/reveal.svelte";
import type { Audit } from "./audit.svelte";

/** Names a finding's value among what can be shown unmasked. */
export function valueKey(finding: string): string {
  return `finding ${finding}`;
}

export function readValue(scan: string, finding: string): Promise<string> {
  return call("reveal_finding", { scan, finding });
}

/** Shows the value of the shown finding, or masks it again. */
export async function toggleValue({ scan, open }: Audit): Promise<void> {
  if (scan === null || open === null) return;
  const key = valueKey(open.id);
  if (reveal.of(key) !== null) reveal.hide();
  else await reveal.show(key, () => readValue(scan, open.id));
}
