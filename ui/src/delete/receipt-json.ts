// The receipt of a delete as JSON: what the core answered, with the store and the scope.
import type { Receipt } from "./receipt";

/** Returns the receipt as a JSON document that ends with a line feed. */
export function receiptJson({ store, scope, summary }: Receipt): string {
  return `${JSON.stringify({ store, scope, ...summary }, null, 2)}\n`;
}
