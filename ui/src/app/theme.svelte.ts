// Light, dark, or as the system says.
import { remember, remembered } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

class ThemeChoice {
  /** What the user chose. */
  choice = $state<Theme>(remembered(KEY, THEMES));

  /** Applies the choice to the page; the system's own choice is followed by the style sheet. */
  apply(): void {
    const root = document.documentElement;
    if (this.choice === "system") delete root.dataset.theme;
    else root.dataset.theme = this.choice;
  }

  choose(theme: Theme): void {
    this.choice = theme;
    remember(KEY, theme);
    this.apply();
  }
}

export const theme = new ThemeChoice();
