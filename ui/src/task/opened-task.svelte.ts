// Owns the task that is open, and the choice of the store and task behind it.
import { OpenTask } from "./open-task.svelte";

class OpenedTask {
  current = $state.raw<OpenTask | null>(null);
  /** The scrolled area of the task page, to know whether somebody reads in it. */
  page: HTMLElement | null = null;

  open(source: string | null, correlation: string | null): void {
    if (source === null || correlation === null) {
      this.current = null;
      return;
    }
    if (this.current?.source === source && this.current.correlation === correlation) return;
    this.current = new OpenTask(source, correlation);
    void this.current.load();
  }

  /** Whether new content would move something that the user is looking at. */
  reading(): boolean {
    if (document.querySelector("[role=dialog]")) return true;
    if (this.page !== null && this.page.scrollTop > 8) return true;
    const selection = document.getSelection();
    return selection !== null && !selection.isCollapsed;
  }

  refresh(): void {
    void this.current?.refresh(() => this.reading());
  }

  /** Reads again after an own action: the user asked for the change and expects to see it. */
  refreshNow(): void {
    void this.current?.refresh(() => false);
  }
}

export const openedTask = new OpenedTask();
