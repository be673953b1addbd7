// Places that lie in a file where its bytes can be looked at.
import type { RevisionEntry, RevisionPlace } from "../lib/wire";

/** A place whose bytes can be shown. */
export type ShownPlace = Pick<RevisionPlace, "file" | "page" | "offset" | "source">;

/** Whether a place says where in its file it is. */
export function canShow(place: Pick<RevisionPlace, "page" | "offset">): boolean {
  return place.offset !== null || place.page !== null;
}

/** Returns the places of a revision whose bytes can be shown. */
export function shownPlaces(entry: RevisionEntry | null): RevisionPlace[] {
  return entry?.places.filter(canShow) ?? [];
}
