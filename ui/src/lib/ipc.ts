// The only door to the core: typed calls, typed errors, typed events.
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import type { Commands, ErrorBody, OpenRequested, PurgeProgress, ScanProgress, StoreChanged } from "./wire";

/** Every event that the core sends, with what it carries. */
export interface Events {
  "store-changed": StoreChanged;
  "open-requested": OpenRequested;
  /** What was dropped, given or linked to cannot be opened. */
  "open-failed": ErrorBody;
  /** How far the delete is that goes on. */
  "purge-progress": PurgeProgress;
  /** How far the redaction is that goes on. */
  "redact-progress": PurgeProgress;
  /** How far the scan is that goes on. */
  "scan-progress": ScanProgress;
  /** Id of an action of the action table, picked in the native menu. */
  "menu-action": string;
}

/** A failed call. Switch on `body.code`, never on the text. */
export class CallError extends Error {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.code);
    this.name = "CallError";
    this.body = body;
  }
}

/** Calls a command of the core and returns its answer; throws a `CallError` when it fails. */
export async function call<K extends keyof Commands>(
  name: K,
  request: Commands[K]["request"],
): Promise<Commands[K]["answer"]> {
  try {
    return await invoke<Commands[K]["answer"]>(name, { request });
  } catch (error) {
    throw new CallError(errorBody(error));
  }
}

/** Listens to an event of the core; returns a function that stops listening. */
export function on<E extends keyof Events>(name: E, heard: (payload: Events[E]) => void): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  listen<Events[E]>(name, (event) => heard(event.payload)).then(
    (unlisten) => {
      if (stopped) unlisten();
      else stop = unlisten;
    },
    // Without the core (a plain browser) nothing is ever sent.
    () => {},
  );
  return () => {
    stopped = true;
    stop?.();
  };
}

/** Returns the error document inside anything that was thrown; unknown shapes get the code `internal`. */
export function errorBody(thrown: unknown): ErrorBody {
  if (thrown instanceof CallError) return thrown.body;
  if (typeof thrown === "object" && thrown !== null && "code" in thrown) {
    const body = thrown as Partial<ErrorBody>;
    return {
      code: String(body.code),
      message: typeof body.message === "string" ? body.message : "",
      next: typeof body.next === "string" ? body.next : null,
      matches: Array.isArray(body.matches) ? body.matches : [],
      known: body.known ?? null,
    };
  }
  const message = typeof thrown === "string" ? thrown : "";
  return { code: "internal", message, next: null, matches: [], known: null };
}

/** The request of commands that ask for nothing in particular. */
export const NOTHING: Record<symbol, never> = {};
