// Numbers, sizes, times and digests for people. The language and the clock are parameters.

/** Returns a whole number with the language's grouping, for example `2,000`. */
export function count(value: number, locale: string): string {
  return numberFormat(locale).format(value);
}

/** Returns a size in bytes as people write it: `703 B`, `23.1 MB` (powers of 1000, as file managers do). */
export function size(bytes: number, locale: string): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  return `${text} ${units[unit] ?? ""}`;
}

/** A span of time in its largest whole unit. */
export interface Span {
  value: number;
  unit: "now" | "second" | "minute" | "hour" | "day" | "year";
}

/** Returns how long ago `then` was; times in the future and unreadable times give `null`. */
export function span(then: string | null, now: number): Span | null {
  if (then === null) return null;
  const at = Date.parse(then);
  if (Number.isNaN(at)) return null;
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < -60) return null;
  if (seconds < 1) return { value: 0, unit: "now" };
  if (seconds < 60) return { value: seconds, unit: "second" };
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: "minute" };
  if (seconds < 86_400) return { value: Math.floor(seconds / 3600), unit: "hour" };
  if (seconds < 365 * 86_400) return { value: Math.floor(seconds / 86_400), unit: "day" };
  return { value: Math.floor(seconds / (365 * 86_400)), unit: "year" };
}

/** Returns a stored time in the language and time zone of the machine; text that is no time comes back as it is. */
export function dateTime(at: string, locale: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const format = dateFormat(locale, sameYear);
  return format.format(time);
}

/** Shortens a digest or correlation to its kind, its first eight and its last four hex digits. */
export function shortDigest(digest: string): string {
  const match = /^([a-z0-9-]+:)?([0-9a-f]{20,})$/.exec(digest);
  if (!match) return digest.length > 40 ? `${digest.slice(0, 24)}…${digest.slice(-6)}` : digest;
  const hex = match[2] ?? "";
  return `${match[1] ?? ""}${hex.slice(0, 8)}…${hex.slice(-4)}`;
}

/** Returns the first hex digits of a correlation in groups, as a name for a task without a title. */
export function shortCorrelation(correlation: string): string {
  const match = /^hmac-sha256:([0-9a-f]{12})[0-9a-f]*$/.exec(correlation);
  const hex = match?.[1];
  if (hex === undefined) return correlation.length > 40 ? `${correlation.slice(0, 40)}…` : correlation;
  return `hmac ${hex.slice(0, 4)} ${hex.slice(4, 8)} ${hex.slice(8, 12)}`;
}

/** Returns the last part of a path of any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

const numbers = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string): Intl.NumberFormat {
  let format = numbers.get(locale);
  if (!format) numbers.set(locale, (format = new Intl.NumberFormat(locale, { maximumFractionDigits: 17 })));
  return format;
}

const dates = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, sameYear: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${sameYear}`;
  let format = dates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
      ...(sameYear ? {} : { year: "numeric" }),
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    dates.set(key, format);
  }
  return format;
}
