// The ways into the audit.
import { navigation } from "../app/navigation.svelte";
import { focusFindings } from "./list-focus";
import { openedAudit } from "./opened-audit.svelte";

/** Goes from the finding that is shown back to the list; returns whether there was a way back. */
export function leaveFinding(): boolean {
  const audit = navigation.inAudit ? openedAudit.current : null;
  if (audit === null || audit.open === null) return false;
  audit.open = null;
  void focusFindings();
  return true;
}

/** Shows the audit of the open store; of one task where that is given. */
export async function openAudit(task: string | null = null): Promise<void> {
  if (navigation.source === null) return;
  navigation.show("audit");
  openedAudit.open(navigation.source);
  const audit = openedAudit.current;
  if (audit !== null && task !== null) {
    audit.open = null;
    await audit.choose({ taskCorrelation: task });
  }
  await focusFindings();
}
