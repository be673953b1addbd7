// The comparison that is on the screen, for the keyboard and for the cards that put bodies into it.
import type { SideRequest } from "../lib/wire";
import type { Comparison } from "./comparison.svelte";

class CurrentComparison {
  value = $state.raw<Comparison | null>(null);
  /** Puts a side against the stored body, as if the user had chosen it. */
  compareFrom: ((side: SideRequest) => void) | null = null;
  /** Compares two sides, as if the user had chosen them. */
  compare: ((from: SideRequest, to: SideRequest) => void) | null = null;
  /** The card, to scroll to. */
  element: HTMLElement | null = null;
}

export const currentComparison = new CurrentComparison();
