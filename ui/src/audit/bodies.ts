// The stored bodies in which findings stand, for what can be done with bodies.
import type { ScanPlace } from "../lib/wire";

export interface Body {
  taskCorrelation: string;
  epoch: number;
  /** Whether it is the body of the current epoch. */
  current: boolean;
}

/** Returns the stored body that a place lies in, or `null` when it lies in none. */
export function bodyOf({ kind, source, taskCorrelation, epoch }: ScanPlace): Body | null {
  const stored = kind === "body" && (source === "live" || source === "earlier-epoch");
  if (!stored || taskCorrelation === null || epoch === null) return null;
  return { taskCorrelation, epoch, current: source === "live" };
}

/** Returns the stored bodies of many places, each once, those of current epochs first. */
export function bodiesOf(places: readonly ScanPlace[]): Body[] {
  const found = new Map<string, Body>();
  for (const place of places) {
    const body = bodyOf(place);
    if (body !== null) found.set(`${body.taskCorrelation} ${body.epoch}`, body);
  }
  return [...found.values()].sort((a, b) => Number(b.current) - Number(a.current));
}
