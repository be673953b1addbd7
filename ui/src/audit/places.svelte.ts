// The places of one finding, read page by page.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, ScanFinding, ScanPlace } from "../lib/wire";

/** Places of one page; the core allows 500. */
export const PAGE = 100;

export class Places {
  readonly scan: string;
  readonly finding: ScanFinding;
  places = $state.raw<ScanPlace[]>([]);
  loading = $state(false);
  error = $state.raw<ErrorBody | null>(null);

  constructor(scan: string, finding: ScanFinding) {
    this.scan = scan;
    this.finding = finding;
    this.places = finding.places;
  }

  /** Number of places that were not read yet. */
  get rest(): number {
    return Math.max(0, this.finding.placeCount - this.places.length);
  }

  async more(): Promise<void> {
    if (this.loading || this.rest === 0) return;
    this.loading = true;
    try {
      this.places = [
        ...this.places,
        ...(await readPlaces(this.scan, this.finding, this.places.length, PAGE)),
      ];
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.loading = false;
    }
  }
}

async function readPlaces(
  scan: string,
  finding: ScanFinding,
  offset: number,
  limit: number,
): Promise<ScanPlace[]> {
  const page = await call("scan_places", { scan, finding: finding.id, offset, limit });
  return page.places;
}

/** Returns the places of a finding, at most 500; those that came with it are not asked for again. */
export async function placesOf(scan: string, finding: ScanFinding): Promise<ScanPlace[]> {
  if (finding.places.length >= finding.placeCount) return finding.places;
  return readPlaces(scan, finding, 0, 500);
}
