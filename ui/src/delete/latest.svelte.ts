// Questions to the core of which only the last answer counts.

/**
 * Asks one at a time. The core carries out the plan that it made last, so what is asked for meanwhile is asked for
 * afterwards, and the answer before it is not shown.
 */
export class Latest {
  /** Whether a question is on its way. */
  asking = $state(false);
  #again = false;

  /** Whether something else was asked for since the question on its way: its answer does not count. */
  get isOutdated(): boolean {
    return this.#again;
  }

  async ask(once: () => Promise<void>): Promise<void> {
    if (this.asking) {
      this.#again = true;
      return;
    }
    this.asking = true;
    do {
      this.#again = false;
      await once();
    } while (this.#again);
    this.asking = false;
  }
}
