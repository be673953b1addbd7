// A made-up recorded history.
import type { ClearHistory, HistorySettings, HistoryState, HistoryStore, Source } from "../lib/wire";

interface Kept extends HistoryStore {
  /** Bodies of each task, by correlation. */
  own: Record<string, number>;
}

const BODY = 4100;

export class MockHistory {
  settings: HistorySettings = { record: false, keepDays: 90, keepBytes: 512 * 1024 * 1024 };
  path: string | null = "/home/mina/.local/share/continuity-inspector/history.sqlite3";
  #stores: Kept[];

  constructor(sources: readonly Source[], correlations: readonly string[]) {
    const paths = ["main", "claude"].flatMap((id) => sources.filter((source) => source.id === id));
    this.#stores = paths.map(({ id, path }, index) => {
      const own = Object.fromEntries(
        correlations.slice(index * 2, 40).map((name, at) => [name, 1 + (at % 7)]),
      );
      return {
        source: id,
        path,
        tasks: 0,
        bodies: 0,
        bytes: 0,
        oldest: new Date(Date.now() - 62 * 86_400_000).toISOString(),
        newest: new Date(Date.now() - 240_000 * (index + 1)).toISOString(),
        own,
      };
    });
  }

  state(): HistoryState {
    const stores = this.#stores.map(({ own, ...store }) => {
      const bodies = Object.values(own).reduce((sum, count) => sum + count, 0);
      return { ...store, tasks: Object.keys(own).length, bodies, bytes: bodies * BODY };
    });
    const kept = stores.filter((store) => store.bodies > 0);
    return {
      settings: this.settings,
      path: this.path,
      bodies: kept.reduce((sum, store) => sum + store.bodies, 0),
      bytes: kept.reduce((sum, store) => sum + store.bytes, 0),
      stores: kept,
      problem: null,
    };
  }

  clear({ source, taskCorrelation }: ClearHistory): void {
    for (const store of this.#stores) {
      if (source !== undefined && store.source !== source) continue;
      if (taskCorrelation === undefined) store.own = {};
      else delete store.own[taskCorrelation];
    }
  }
}
