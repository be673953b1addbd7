// Writing the listed findings to a file, without any value.
import { toasts } from "../app/toasts.svelte";
import { errorNext, errorSentence } from "../lib/codes";
import { call, errorBody } from "../lib/ipc";
import { bytes } from "../lib/phrases";
import { visible } from "../lib/visible-text";
import type { ScanFormat } from "../lib/wire";
import * as m from "../paraglide/messages";
import type { Audit } from "./audit.svelte";

/** The shapes of the file, with their names, which are the same in every language. */
export const FORMATS: readonly [ScanFormat, string][] = [
  ["json", "JSON"],
  ["sarif", "SARIF"],
  ["html", "HTML"],
  ["markdown", "Markdown"],
  ["csv", "CSV"],
];

export async function exportScan({ scan, filter }: Audit, format: ScanFormat): Promise<void> {
  if (scan === null) return;
  try {
    const file = await call("export_scan", { scan, filter, format });
    if (file === null) return;
    toasts.show(m.audit_exported({ path: visible(file.path), size: bytes(file.bytes) }));
  } catch (thrown) {
    const error = errorBody(thrown);
    toasts.show([errorSentence(error), errorNext(error)].filter(Boolean).join(" "), { tone: "bad" });
  }
}
