// Naming a revision that is not the stored body of its epoch.
import type { RevisionEntry, SideRequest } from "../lib/wire";

/** Returns the request that names a revision by its number and digest, as far as it says them. */
export function revisionRequest(
  source: string,
  taskCorrelation: string,
  { epoch, revision, digest }: RevisionEntry,
): SideRequest {
  return {
    source,
    taskCorrelation,
    epoch,
    ...(revision === null ? {} : { revision }),
    ...(digest === null ? {} : { digest }),
  };
}
