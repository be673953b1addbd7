// What lies over the page: at most one at a time.

export type Overlay = "palette" | "help" | "activity" | "history" | "bytes" | "other-side";

class Overlays {
  open = $state<Overlay | null>(null);

  show(overlay: Overlay): void {
    this.open = overlay;
  }

  toggle(overlay: Overlay): void {
    this.open = this.open === overlay ? null : overlay;
  }

  close(): void {
    this.open = null;
  }
}

export const overlays = new Overlays();
