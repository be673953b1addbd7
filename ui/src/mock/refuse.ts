// Made-up refusals.
import type { ErrorBody } from "../lib/wire";

export function refuse(code: string): ErrorBody {
  return { code, message: `The core says: ${code}.`, next: null, matches: [], known: null };
}
