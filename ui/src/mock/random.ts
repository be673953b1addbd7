// Made-up data that is the same on every start.

/** Returns a generator of numbers in [0, 1) that depends on the seed only (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns 64 hex digits for a seed. */
export function hex(seed: number): string {
  const next = random(seed * 2654435761 + 97);
  let out = "";
  while (out.length < 64)
    out += Math.floor(next() * 0x10000)
      .toString(16)
      .padStart(4, "0");
  return out;
}

export function pick<T>(list: readonly T[], next: () => number): T {
  return list[Math.floor(next() * list.length)] as T;
}
