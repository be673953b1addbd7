// The comparison that is on the screen, for the keyboard.
import type { Comparison } from "./comparison.svelte";

class CurrentComparison {
  value = $state.raw<Comparison | null>(null);
  /** The card, to scroll to. */
  element: HTMLElement | null = null;
}

export const currentComparison = new CurrentComparison();
