// The limits of the recorded history as people type them.

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;

/** Bounds that the core allows: days, and bytes of bodies. */
export const DAYS: readonly [least: number, most: number] = [1, 3650];
export const BYTES: readonly [least: number, most: number] = [MIB, 64 * GIB];

export type SizeUnit = "MiB" | "GiB";

export const UNITS: readonly SizeUnit[] = ["MiB", "GiB"];

function factor(unit: SizeUnit): number {
  return unit === "GiB" ? GIB : MIB;
}

/** Returns typed days, or `null` when they are no whole number within the bounds. */
export function typedDays(text: string): number | null {
  const plain = text.trim();
  if (!/^\d{1,6}$/.test(plain)) return null;
  const days = Number(plain);
  return days >= DAYS[0] && days <= DAYS[1] ? days : null;
}

/** Returns a typed size in whole bytes, or `null` when it is no number within the bounds. A comma is a point too. */
export function typedBytes(text: string, unit: SizeUnit): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(plain)) return null;
  const bytes = Math.round(Number(plain) * factor(unit));
  return bytes >= BYTES[0] && bytes <= BYTES[1] ? bytes : null;
}

/** Returns a size as it stands in the field: in GiB where that gives a short number. */
export function asTyped(bytes: number): { text: string; unit: SizeUnit } {
  const unit: SizeUnit = bytes >= GIB && bytes % (GIB / 4) === 0 ? "GiB" : "MiB";
  return { text: String(Number((bytes / factor(unit)).toFixed(3))), unit };
}
