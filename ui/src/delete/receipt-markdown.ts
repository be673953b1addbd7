// The receipt of a delete as Markdown. It holds numbers, digests and file names, never text of a body.
import { errorSentence } from "../lib/codes";
import { num } from "../lib/phrases";
import type { DeletedBody, ProofPlace, RefusedBody } from "../lib/wire";
import * as m from "../paraglide/messages";
import { foundWords } from "../proof/found-words";
import { placeName, stateName } from "../proof/place-words";
import { said } from "../proof/reason-words";
import { proofSentence, reachSentence } from "../proof/sums";
import type { Receipt } from "./receipt";
import { leftAloneWords, receiptTitle } from "./receipt-words";
import { scopeName } from "./scope-words";

/** Returns the receipt as a Markdown document that ends with a line feed. */
export function receiptMarkdown(receipt: Receipt): string {
  const { store, target, scope, summary } = receipt;
  const { proof } = summary;
  const refused = { count: summary.refusedCount, n: num(summary.refusedCount) };
  return [
    `# ${receiptTitle(receipt)}`,
    "",
    proofSentence(proof),
    "",
    `- ${m.receipt_store()}: \`${store}\``,
    `- ${m.receipt_scope()}: ${scopeName(target, scope)}`,
    ...summary.deleted.map(deletedLine),
    ...more(summary.deletedCount - summary.deleted.length),
    ...(summary.refusedCount > 0 ? ["", `## ${m.receipt_refused(refused)}`, ""] : []),
    ...summary.refused.map(refusedLine),
    ...more(summary.refusedCount - summary.refused.length),
    ...block(leftAloneWords(summary)),
    "",
    `| ${m.receipt_place()} | ${m.receipt_state()} | ${m.receipt_why()} |`,
    "|---|---|---|",
    ...proof.places.map(placeLine),
    ...block(proof.sharesText ? m.receipt_shares() : ""),
    ...block(reachSentence(proof)),
    "",
  ].join("\n");
}

function deletedLine({ taskCorrelation, result }: DeletedBody): string {
  const body = m.epoch_revision({ epoch: num(result.epoch), revision: num(result.revision) });
  const tombstone = `${m.receipt_tombstone()} \`${result.tombstoneDigest}\``;
  return `- \`${taskCorrelation}\`, ${body}, ${result.purgedAt}, ${tombstone}`;
}

function refusedLine({ taskCorrelation, epoch, error }: RefusedBody): string {
  const where = m.epoch_n({ epoch: num(epoch) });
  return `- \`${taskCorrelation}\`, ${where}: ${errorSentence(error)} (${error.code})`;
}

function placeLine(place: ProofPlace): string {
  const { why, detail, holders, then } = said(place);
  const note = [foundWords(place, "pieces"), why, detail, holders, then].filter(Boolean).join("; ");
  return `| ${placeName(place.place)} (${cell(place.file)}) | ${stateName(place.state)} | ${cell(note)} |`;
}

function more(rest: number): string[] {
  return rest > 0 ? [`- ${m.plan_bodies_more({ count: rest, n: num(rest) })}`] : [];
}

function block(sentence: string): string[] {
  return sentence === "" ? [] : ["", sentence];
}

function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
