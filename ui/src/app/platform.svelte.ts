// What the core says about itself and the machine.
import { call, NOTHING } from "../lib/ipc";
import type { About } from "../lib/wire";

class Platform {
  about = $state.raw<About | null>(null);
  mac = $derived(this.about === null ? /mac/i.test(navigator.platform) : this.about.platform === "macos");

  async load(): Promise<void> {
    try {
      this.about = await call("about", NOTHING);
    } catch {
      // The window works without it.
    }
  }
}

export const platform = new Platform();
