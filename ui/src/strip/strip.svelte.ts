// The lists of one epoch through all its revisions, read when they come into sight.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, SideRequest, StripRequest, StripRevision, StripView } from "../lib/wire";

export class Strip {
  readonly request: StripRequest;
  view = $state.raw<StripView | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  reading = $state(false);

  constructor(request: StripRequest) {
    this.request = request;
  }

  async read(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      this.view = await call("read_strip", this.request);
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    } finally {
      this.reading = false;
    }
  }

  /** Returns the side of a comparison that a column stands for. */
  side({ revision, digest, source }: StripRevision): SideRequest {
    const stored = source === "live" || source === "earlier-epoch";
    return {
      ...this.request,
      ...(stored || revision === null ? {} : { revision }),
      ...(stored || digest === null ? {} : { digest }),
    };
  }
}
