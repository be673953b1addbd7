// What is shown unmasked: one thing at a time, and not for long.

/** Milliseconds after which it is masked again. */
export const SHOWN_MS = 20_000;

class Reveal {
  /** Names what is shown; `null` while everything is masked. */
  #key = $state<string | null>(null);
  #value = $state.raw<unknown>(null);
  /** What is on its way. */
  #wanted = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns what is shown under a key; `null` while that is masked. */
  of<T>(key: string): T | null {
    return this.#key === key ? (this.#value as T) : null;
  }

  isBusy(key: string): boolean {
    return this.#wanted === key;
  }

  /** Reads a value and shows it in place of what was shown before. Nothing is shown when the window is not looked at. */
  async show<T>(key: string, read: () => Promise<T>): Promise<void> {
    this.hide();
    this.#wanted = key;
    try {
      const value = await read();
      if (this.#wanted !== key) return;
      this.#key = key;
      this.#value = value;
      this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
    } finally {
      if (this.#wanted === key) this.#wanted = null;
    }
  }

  /** Masks what is shown, and forgets it. */
  hide(): void {
    clearTimeout(this.#timer);
    this.#key = null;
    this.#value = null;
    this.#wanted = null;
  }

  /** Masks again as soon as the window is not looked at; returns a function that ends that. */
  start(): () => void {
    const hide = () => this.hide();
    window.addEventListener("blur", hide);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("blur", hide);
      document.removeEventListener("visibilitychange", hide);
      hide();
    };
  }
}

export const reveal = new Reveal();
