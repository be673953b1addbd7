// Numbers, sizes and times in the language of the window, as of the clock of the window.
import { clock } from "../app/clock.svelte";
import { language } from "../app/language.svelte";
import * as m from "../paraglide/messages";
import * as format from "./format";

/** Returns a number with grouping, or `?` when it is not known. */
export function num(value: number | null): string {
  return value === null ? "?" : format.count(value, language.current);
}

export function bytes(value: number): string {
  return format.size(value, language.current);
}

/** Returns a time as `20 Sep, 14:02:11`. */
export function when(at: string): string {
  return format.dateTime(at, language.current, Date.now());
}

/** Returns `4 s`, or the time itself when it lies ahead or cannot be read. */
export function age(at: string | null): string {
  const span = format.span(at, clock.now);
  if (span === null) return at === null ? "" : when(at);
  return m.time_short({ unit: span.unit, value: num(span.value) });
}

/** Returns `4 s ago`, or the time itself when it lies ahead or cannot be read. */
export function ago(at: string | null): string {
  const span = format.span(at, clock.now);
  if (span === null) return at === null ? "" : when(at);
  return m.time_ago({ unit: span.unit, value: num(span.value) });
}
