// Owns the audit of the store that is open.
import { navigation } from "../app/navigation.svelte";
import { Audit } from "./audit.svelte";

class OpenedAudit {
  current = $state.raw<Audit | null>(null);

  /** Opens the audit of a store; a repeated call for the same store changes nothing. */
  open(source: string | null): void {
    if (source === (this.current?.source ?? null)) return;
    // Nobody waits for the other store's scan any more.
    void this.current?.stop();
    this.current = source === null ? null : new Audit(source);
  }

  /** Takes in what this window wrote: what was found is looked for again. */
  again(): void {
    if (this.current?.scan == null) return;
    // Who looks elsewhere is told when they come back, and need not share the machine with a scan until then.
    void (navigation.inAudit ? this.current.run() : this.current.check());
  }
}

export const openedAudit = new OpenedAudit();
