// What the bytes of an occurrence are for, in words; and where its bytes can be looked at.
import type { ShownPlace } from "../bytes/place";
import { fileName } from "../lib/format";
import type { ResidueHit, ResidueRegion, RevisionSource } from "../lib/wire";
import * as m from "../paraglide/messages";

const REGIONS: Record<ResidueRegion, () => string> = {
  "live-row": m.kind_row,
  "page-slack": m.kind_page_slack,
  "free-page": m.kind_free_page,
  log: m.kind_log,
  "log-leftover": m.kind_log_leftover,
  journal: m.kind_journal,
  backup: m.rev_backup,
};

export function regionWords({ region, file }: Pick<ResidueHit, "region" | "file">): string {
  if (region === "backup" && !inBackups(file)) return m.place_history();
  return REGIONS[region]?.() ?? region;
}

/** Returns the place of an occurrence in the bytes view; `null` when that file cannot be shown there. */
export function placeOf(hit: ResidueHit, storePath: string): ShownPlace | null {
  const main = fileName(storePath);
  const own = [main, `${main}-wal`, `${main}-journal`].includes(hit.file);
  if (!own && !inBackups(hit.file)) return null;
  return { file: hit.file, page: hit.page, offset: hit.offset, source: sourceOf(hit.region) };
}

export function inBackups(file: string): boolean {
  return /^backups[\\/]/.test(file);
}

function sourceOf(region: ResidueRegion): RevisionSource {
  if (region === "live-row") return "live";
  return region === "journal" ? "other-file" : region;
}
