// Split or unified; narrow windows are always unified.
import { layout } from "../app/layout.svelte";
import { remember, remembered } from "../app/storage";

export const COMPARE_LAYOUTS = ["split", "unified"] as const;
export type CompareLayout = (typeof COMPARE_LAYOUTS)[number];

const KEY = "compare-layout";

class CompareLayoutChoice {
  choice = $state<CompareLayout>(remembered(KEY, COMPARE_LAYOUTS));
  /** What is shown: the choice, unless the window is too narrow for two sides. */
  shown: CompareLayout = $derived(layout.columns === "one" ? "unified" : this.choice);

  choose(choice: CompareLayout): void {
    this.choice = choice;
    remember(KEY, choice);
  }

  toggle(): void {
    this.choose(this.choice === "split" ? "unified" : "split");
  }
}

export const compareLayout = new CompareLayoutChoice();
