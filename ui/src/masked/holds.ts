// Whether a body holds found values.
import type { SnapshotView } from "../lib/wire";

/** Whether anything is masked in what was read of a body. */
export function holdsMasks(view: SnapshotView | null): boolean {
  return view?.fields.some((field) => field.items.some((item) => item.masked !== undefined)) ?? false;
}
