// Occurrences of a text, by file.
import type { ResidueDocument, ResidueHit } from "../lib/wire";

export interface Hit extends ResidueHit {
  /** Whether the end of a page cuts it in two. */
  across: boolean;
}

/** The occurrences in one file. */
export interface FileHits {
  file: string;
  /** Number of occurrences; more than are listed when there are very many. */
  found: number;
  hits: Hit[];
}

/** Returns the files in which something was found, each with its occurrences in the order of the file. */
export function byFile({ hits, split, files }: ResidueDocument): FileHits[] {
  const groups = new Map<string, FileHits>();
  for (const { file, found } of files) {
    if (found > 0) groups.set(file, { file, found, hits: [] });
  }
  const all = [
    ...hits.map((hit) => ({ ...hit, across: false })),
    ...split.map((hit) => ({ ...hit, across: true })),
  ];
  for (const hit of all) {
    const group = groups.get(hit.file) ?? { file: hit.file, found: 0, hits: [] };
    group.hits.push(hit);
    groups.set(hit.file, group);
  }
  for (const group of groups.values()) group.hits.sort((a, b) => a.offset - b.offset);
  return [...groups.values()];
}

/** Number of occurrences that are listed. */
export function listed({ hits, split }: ResidueDocument): number {
  return hits.length + split.length;
}

/** Number of listed occurrences inside rows that are in use. */
export function live({ hits, split }: ResidueDocument): number {
  return [...hits, ...split].filter((hit) => hit.live).length;
}
