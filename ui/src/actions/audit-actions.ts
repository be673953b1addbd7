// Actions on what an audit found.
import { navigation } from "../app/navigation.svelte";
import { overlays } from "../app/overlays.svelte";
import { toasts } from "../app/toasts.svelte";
import {
  beginAllow,
  beginDeleteBodies,
  beginRedact,
  meant,
  shownAudit,
  suppressBodies,
} from "../audit/begin";
import { exportScan, FORMATS } from "../audit/export";
import { openAudit } from "../audit/open-audit";
import { openedAudit } from "../audit/opened-audit.svelte";
import { toggleValue } from "../audit/value";
import { errorSentence } from "../lib/codes";
import { errorBody } from "../lib/ipc";
import * as m from "../paraglide/messages";
import { openedTask } from "../task/opened-task.svelte";
import { type Action, action, always } from "./action";

const inStore = () => navigation.source !== null;
const scanned = () => shownAudit() !== null;
const anyMeant = () => {
  const audit = shownAudit();
  return audit !== null && meant(audit).length > 0;
};
const oneOpen = () => shownAudit()?.open != null;

/** Does something with the audit on the screen. */
function audited(run: (audit: NonNullable<ReturnType<typeof shownAudit>>) => void): () => void {
  return () => {
    const audit = shownAudit();
    if (audit !== null) run(audit);
  };
}

export const AUDIT_ACTIONS: readonly Action[] = [
  action("audit", "memory", m.action_memory, ["Mod+1"], inStore, () => navigation.show("memory")),
  action("audit", "audit", m.action_audit, ["Mod+2"], inStore, () => void openAudit()),
  action(
    "audit",
    "audit-task",
    m.action_audit_task,
    [],
    () => navigation.inMemory && openedTask.current !== null,
    () => void openAudit(openedTask.current?.correlation ?? null),
  ),
  action(
    "audit",
    "scan",
    m.action_scan,
    [],
    () => navigation.inAudit && openedAudit.current?.scanning === false,
    () => void openedAudit.current?.run(),
  ),
  action(
    "audit",
    "redact",
    m.action_redact,
    ["r"],
    anyMeant,
    audited((audit) => beginRedact(audit, meant(audit))),
  ),
  action(
    "audit",
    "delete-around",
    m.action_delete_around,
    [],
    anyMeant,
    audited((audit) => void beginDeleteBodies(audit, meant(audit))),
  ),
  action(
    "audit",
    "suppress-around",
    m.action_suppress_around,
    [],
    anyMeant,
    audited((audit) => void suppressBodies(audit, meant(audit))),
  ),
  action(
    "audit",
    "let-pass",
    m.action_let_pass,
    ["l"],
    oneOpen,
    audited((audit) => {
      if (audit.open !== null) beginAllow(audit, audit.open);
    }),
  ),
  action(
    "audit",
    "show-value",
    m.action_show_value,
    ["v"],
    oneOpen,
    audited((audit) => {
      toggleValue(audit).catch((thrown: unknown) => {
        toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
      });
    }),
  ),
  ...FORMATS.map(([format, name]) =>
    action(
      "audit",
      `export-${format}`,
      () => m.audit_export({ format: name }),
      [],
      scanned,
      audited((audit) => void exportScan(audit, format)),
    ),
  ),
  action("audit", "allowed", m.action_allowed, [], always, () => overlays.show("allowed")),
];
