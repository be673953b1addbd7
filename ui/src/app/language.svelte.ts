// The language of the window. Messages read it while they are rendered, so a change shows at once.
import { overwriteGetLocale } from "../paraglide/runtime";
import { remember, remembered } from "./storage";

export const LANGUAGES = ["en", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = "language";

function initial(): Language {
  const chosen = remembered(KEY, ["system", ...LANGUAGES]);
  if (chosen !== "system") return chosen;
  return navigator.language?.toLowerCase().startsWith("ko") ? "ko" : "en";
}

class LanguageChoice {
  current = $state<Language>(initial());

  apply(): void {
    document.documentElement.lang = this.current;
  }

  choose(language: Language): void {
    this.current = language;
    remember(KEY, language);
    this.apply();
  }
}

export const language = new LanguageChoice();

overwriteGetLocale(() => language.current);
