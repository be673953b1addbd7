// Short notes at the lower edge. They never hold text of a body.

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "bad";
  action: { label: string; run: () => void } | null;
}

const LIFE_MS = 10_000;

class Toasts {
  items = $state<Toast[]>([]);
  #next = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(text: string, options: { tone?: Toast["tone"]; action?: Toast["action"] } = {}): void {
    const toast: Toast = {
      id: this.#next++,
      text,
      tone: options.tone ?? "plain",
      action: options.action ?? null,
    };
    // The newest note is the one that counts; an older undo would undo something else.
    for (const old of this.items) this.#stop(old.id);
    this.items = [toast];
    this.resume(toast.id);
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.items = this.items.filter((toast) => toast.id !== id);
  }

  /** Takes away what is shown, when something opens that it would lie over. */
  clear(): void {
    for (const toast of this.items) this.dismiss(toast.id);
  }

  /** Keeps a toast while it is pointed at or focused. */
  hold(id: number): void {
    this.#stop(id);
  }

  resume(id: number): void {
    this.#stop(id);
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), LIFE_MS),
    );
  }

  #stop(id: number): void {
    const timer = this.#timers.get(id);
    if (timer !== undefined) clearTimeout(timer);
    this.#timers.delete(id);
  }
}

export const toasts = new Toasts();
