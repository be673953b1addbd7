// The ways into the audit.
import { navigation } from "../app/navigation.svelte";
import { focusFindings } from "./list-focus";
import { openedAudit } from "./opened-audit.svelte";

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
