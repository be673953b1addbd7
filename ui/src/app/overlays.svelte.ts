// What lies over the page: one at a time; one that was open before can come back.

export type Overlay =
  "palette" | "help" | "activity" | "history" | "bytes" | "other-side" | "residue" | "allowed";

class Overlays {
  open = $state<Overlay | null>(null);
  /** What comes back when the open one is closed. */
  #behind = $state<Overlay | null>(null);

  show(overlay: Overlay): void {
    this.#behind = null;
    this.open = overlay;
  }

  /** Opens another over the one that is open, which comes back afterwards. */
  showOver(show: () => void): void {
    const behind = this.open;
    show();
    if (behind !== this.open) this.#behind = behind;
  }

  toggle(overlay: Overlay): void {
    if (this.open === overlay) this.close();
    else this.show(overlay);
  }

  close(): void {
    this.open = this.#behind;
    this.#behind = null;
  }

  closeAll(): void {
    this.open = null;
    this.#behind = null;
  }

  /** Whether an overlay is open, or comes back when the one over it is closed. */
  has(overlay: Overlay): boolean {
    return this.open === overlay || this.#behind === overlay;
  }
}

export const overlays = new Overlays();
