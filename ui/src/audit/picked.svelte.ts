// Findings that are selected, to do one thing with all of them.
import { SvelteMap } from "svelte/reactivity";
import type { ScanFinding } from "../lib/wire";

/** Most findings that are selected. */
export const MOST_PICKED = 5000;

export class Picked {
  readonly #findings = new SvelteMap<string, ScanFinding>();

  get count(): number {
    return this.#findings.size;
  }

  has(id: string): boolean {
    return this.#findings.has(id);
  }

  all(): ScanFinding[] {
    return [...this.#findings.values()];
  }

  toggle(finding: ScanFinding): void {
    if (!this.#findings.delete(finding.id)) this.add([finding]);
  }

  /** Adds findings; returns whether all of them fit. */
  add(findings: readonly ScanFinding[]): boolean {
    for (const finding of findings) {
      if (this.#findings.size >= MOST_PICKED && !this.#findings.has(finding.id)) return false;
      this.#findings.set(finding.id, finding);
    }
    return true;
  }

  none(): void {
    this.#findings.clear();
  }
}
