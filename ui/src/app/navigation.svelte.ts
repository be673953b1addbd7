// Which store and which task are shown. Everything else hangs on these two.

class Navigation {
  /** Id of the shown store; `null` for the start page. */
  source = $state<string | null>(null);
  /** Correlation of the shown task. */
  task = $state<string | null>(null);

  home(): void {
    this.source = null;
    this.task = null;
  }

  openStore(source: string, task: string | null = null): void {
    this.source = source;
    this.task = task;
  }

  openTask(task: string): void {
    this.task = task;
  }

  /** One step out: from the task to the list, from the list to the stores. */
  back(): void {
    if (this.task !== null) this.task = null;
    else this.home();
  }
}

export const navigation = new Navigation();
