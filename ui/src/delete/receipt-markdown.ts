// The receipt of a delete as Markdown. It holds numbers, digests and file names, never text of a body.
import { fileName } from "../lib/format";
import type { ProofPlace, PurgeDone, SnapshotRequest } from "../lib/wire";
import * as m from "../paraglide/messages";
import { placeName, stateName, whyAndThen } from "./proof-words";

/** Returns the receipt as a Markdown document that ends with a line feed. */
export function receiptMarkdown(request: SnapshotRequest, done: PurgeDone): string {
  const { result, proof } = done;
  return [
    `# ${m.receipt_title({ epoch: String(result.epoch) })}`,
    "",
    proofSentence(proof.places, proof.erased),
    "",
    `- ${m.receipt_task()}: \`${request.taskCorrelation}\``,
    `- ${m.receipt_revision()}: ${result.revision}`,
    `- ${m.receipt_tombstone()}: \`${result.tombstoneDigest}\``,
    `- ${m.receipt_at()}: ${result.purgedAt}`,
    "",
    `| ${m.receipt_place()} | ${m.receipt_state()} | |`,
    "|---|---|---|",
    ...proof.places.map(line),
    "",
  ].join("\n");
}

/** Returns the one sentence that sums a proof up. */
export function proofSentence(places: readonly ProofPlace[], erased: boolean): string {
  if (erased) return m.receipt_erased();
  return places.some((place) => place.state === "remains") ? m.receipt_remains() : m.receipt_unknown();
}

function line(place: ProofPlace): string {
  const name = `${placeName(place.place)} (${cell(fileName(place.file))})`;
  const found = place.found > 0 ? m.found_pieces({ count: place.found, n: String(place.found) }) : "";
  const note = [found, ...whyAndThen(place)].filter(Boolean).join("; ");
  return `| ${name} | ${stateName(place.state)} | ${cell(note)} |`;
}

function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
