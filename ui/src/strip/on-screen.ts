// The strip that is on the screen, for the keyboard.

class StripOnScreen {
  /** The card, to scroll to. */
  element: HTMLElement | null = null;

  /** Shows the strip and puts the keyboard into its grid. */
  show(): void {
    this.element?.scrollIntoView({ block: "start" });
    this.element?.querySelector<HTMLElement>("[data-cell][tabindex='0']")?.focus({ preventScroll: true });
  }
}

export const stripOnScreen = new StripOnScreen();
