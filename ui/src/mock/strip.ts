// The lists of a made-up epoch through its revisions.
import type { StripCell, StripItem, StripView } from "../lib/wire";
import { LISTS, type Body } from "./bodies";
import { alike } from "./compare";
import type { MockRevision } from "./revisions";

/** Items followed at most. */
const MOST = 3000;

interface Track {
  path: string;
  /** Text in each column; `null` where it is not there. */
  texts: (string | null)[];
  places: (number | null)[];
}

/** Returns the strip of revisions that all belong to one epoch, in any order. */
export function stripView(epoch: number, revisions: readonly MockRevision[]): StripView {
  const columns = revisions
    .filter((one) => one.entry.complete && one.body !== null)
    .sort((a, b) => (a.entry.revision ?? 0) - (b.entry.revision ?? 0));
  const bodies = columns.map((one) => one.body as Body);
  const tracks = LISTS.flatMap((list) =>
    follow(
      `core.${list}`,
      bodies.map((body) => body[list]),
    ),
  );
  return {
    epoch,
    revisions: columns.map(({ entry: { revision, digest, at, source } }) => ({
      revision,
      digest,
      at,
      source,
    })),
    lists: LISTS.map((list) => {
      const path = `core.${list}`;
      const own = tracks.filter((track) => track.path === path);
      return { path, items: own.map((track) => item(track, tracks)) };
    }),
    cut: tracks.length >= MOST,
  };
}

function follow(path: string, lists: readonly (readonly string[])[]): Track[] {
  const tracks: Track[] = [];
  lists.forEach((list, column) => {
    const open = tracks.filter((track) => track.texts[column - 1] != null);
    const rest: number[] = [];
    const take = (track: Track, at: number) => {
      track.texts[column] = list[at] ?? null;
      track.places[column] = at;
    };
    const last = new Map(open.map((track) => [track.texts[column - 1], track]));
    list.forEach((text, at) => {
      const track = last.get(text);
      if (track && track.texts[column] === undefined) take(track, at);
      else rest.push(at);
    });
    for (const at of rest) {
      const text = list[at] ?? "";
      const near = open.find(
        (one) => one.texts[column] === undefined && alike(one.texts[column - 1] ?? "", text),
      );
      if (near) take(near, at);
      else if (tracks.length < MOST) {
        const track: Track = { path, texts: Array.from({ length: column }, () => null), places: [] };
        take(track, at);
        tracks.push(track);
      }
    }
    for (const track of tracks) if (track.texts[column] === undefined) track.texts[column] = null;
  });
  return tracks;
}

function item(track: Track, all: readonly Track[]): StripItem {
  const newest = track.texts.findLast((text) => text !== null) ?? "";
  const elsewhere = (column: number, text: string | null, step: number) =>
    all.find(
      (one) => one.path !== track.path && one.texts[column] === text && one.texts[column - step] == null,
    )?.path ?? null;
  const cells = track.texts.map((text, column): StripCell | null => {
    if (text === null) return null;
    const before = track.texts[column - 1] ?? null;
    const moved = before !== null && (track.places[column - 1] ?? 0) > (track.places[column] ?? 0) + 2;
    const ends = column + 1 < track.texts.length && track.texts[column + 1] === null;
    return {
      op: before === null ? "added" : before !== text ? "changed" : moved ? "moved" : "kept",
      text: text === newest ? null : text,
      cameFrom: before === null && column > 0 ? cameFrom(track, all, column, text) : null,
      wentTo: ends ? elsewhere(column + 1, text, 1) : null,
    };
  });
  const end = track.texts.findLastIndex((text) => text !== null);
  const dropped = end < track.texts.length - 1 && cells[end]?.wentTo === null;
  return { text: newest.slice(0, 2000), dropped, cells };
}

function cameFrom(track: Track, all: readonly Track[], column: number, text: string): string | null {
  const origin = all.find(
    (one) => one.path !== track.path && one.texts[column - 1] === text && one.texts[column] == null,
  );
  return origin?.path ?? null;
}
