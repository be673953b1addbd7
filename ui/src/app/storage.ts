// Small choices of the user that outlive the window. Storage may be switched off: then they last as long as it.

/** Returns a remembered choice when it is one of the allowed, else the first allowed. */
export function remembered<T extends string>(key: string, allowed: readonly [T, ...T[]]): T {
  try {
    const value = window.localStorage.getItem(key);
    return allowed.find((choice) => choice === value) ?? allowed[0];
  } catch {
    return allowed[0];
  }
}

/** Remembers a choice where storage is available. */
export function remember(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // The choice still holds for this window.
  }
}
