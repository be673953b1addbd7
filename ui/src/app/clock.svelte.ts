// The one clock of the window, for "4 s ago". Ticks once a second while the window can be seen.

class Clock {
  now = $state(Date.now());

  start(): () => void {
    const tick = () => {
      if (document.visibilityState === "visible") this.now = Date.now();
    };
    const timer = setInterval(tick, 1000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }
}

export const clock = new Clock();
