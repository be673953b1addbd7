// How many columns fit, and what the narrow layouts show.

/** One column at a time below this width in CSS pixels. */
export const ONE_COLUMN = 820;
/** Details become a drawer below this width in CSS pixels. */
export const THREE_COLUMNS = 1200;

export type Columns = "one" | "two" | "three";

class Layout {
  width = $state(window.innerWidth);
  /** Whether the drawer with the details is open; the wide layout always shows them. */
  drawer = $state(false);
  columns: Columns = $derived(this.width < ONE_COLUMN ? "one" : this.width < THREE_COLUMNS ? "two" : "three");

  start(): () => void {
    const measure = () => (this.width = window.innerWidth);
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }
}

export const layout = new Layout();
