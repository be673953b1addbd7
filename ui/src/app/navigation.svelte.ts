// Which store, which part of it, and which task are shown. Everything else hangs on these three.

/** The parts of a store that have a page of their own. */
export type View = "memory" | "audit";

class Navigation {
  /** Id of the shown store; `null` for the start page. */
  source = $state<string | null>(null);
  view = $state<View>("memory");
  /** Correlation of the shown task. */
  task = $state<string | null>(null);

  home(): void {
    this.source = null;
    this.task = null;
    this.view = "memory";
  }

  openStore(source: string, task: string | null = null): void {
    this.source = source;
    this.task = task;
    this.view = "memory";
  }

  openTask(task: string): void {
    this.task = task;
    this.view = "memory";
  }

  show(view: View): void {
    this.view = view;
  }

  /** Whether tasks are shown, and with them what can be done to them. */
  get inMemory(): boolean {
    return this.view === "memory";
  }

  get inAudit(): boolean {
    return this.source !== null && this.view === "audit";
  }

  /** One step out: from the task to the list, from the list to the stores. */
  back(): void {
    if (this.view === "memory" && this.task !== null) this.task = null;
    else if (this.view === "audit") this.view = "memory";
    else this.home();
  }
}

export const navigation = new Navigation();
