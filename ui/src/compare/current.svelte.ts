// The comparison that is on the screen, for the keyboard.
import type { SideRequest } from "../lib/wire";
import type { Comparison } from "./comparison.svelte";

class CurrentComparison {
  value = $state.raw<Comparison | null>(null);
  /** Puts a side against the newer one, as if the user had chosen it. */
  compareFrom: ((side: SideRequest) => void) | null = null;
  /** The card, to scroll to. */
  element: HTMLElement | null = null;
}

export const currentComparison = new CurrentComparison();
