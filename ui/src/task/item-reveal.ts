// The unmasked text of an item, for somebody who asks.
import { call } from "../lib/ipc";
import type { SnapshotRequest } from "../lib/wire";

/** UTF-16 units that are shown unmasked; the core allows no more at once. */
const MOST = 65_536;

/** Names an item among what can be shown unmasked. */
export function itemKey(request: SnapshotRequest, path: string, index: number): string {
  return `item ${JSON.stringify(request)} ${path} ${index}`;
}

export async function readPlain(request: SnapshotRequest, path: string, index: number): Promise<string> {
  const item = await call("reveal_item", { ...request, path, index, offset: 0, limit: MOST });
  return item.text;
}
