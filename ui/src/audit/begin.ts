// What can be done with findings: take them out, delete the bodies around them, stop that those are offered, let them pass.
import { navigation } from "../app/navigation.svelte";
import { toasts } from "../app/toasts.svelte";
import { deleteFlow } from "../delete/delete-flow.svelte";
import { errorSentence } from "../lib/codes";
import { shortCorrelation } from "../lib/format";
import { errorBody } from "../lib/ipc";
import { visible } from "../lib/visible-text";
import type { ScanFinding } from "../lib/wire";
import * as m from "../paraglide/messages";
import { redactFlow } from "../redact/redact-flow.svelte";
import { suppressAll } from "../task/restore";
import { titleOf } from "../tasks/names";
import { allowFlow } from "./allow-flow.svelte";
import type { Audit } from "./audit.svelte";
import { bodiesOf, type Body } from "./bodies";
import { openedAudit } from "./opened-audit.svelte";
import { placesOf } from "./places.svelte";

/** The audit on the screen, or `null` when none is, or nothing was scanned. */
export function shownAudit(): Audit | null {
  const { current } = openedAudit;
  return navigation.inAudit && current?.scan != null ? current : null;
}

/** What an action is about: the selected findings, or else the one that is shown. */
export function meant(audit: Audit): ScanFinding[] {
  if (audit.picked.count > 0) return audit.picked.all();
  return audit.open === null ? [] : [audit.open];
}

export function beginRedact(audit: Audit, findings: readonly ScanFinding[]): void {
  if (findings.length === 0) return;
  void redactFlow.begin({
    source: audit.source,
    pick: { all: false, rules: [], findings: findings.map(({ id }) => id) },
    count: findings.length,
    title: findings.length === 1 ? (findings[0]?.title ?? "") : "",
  });
}

/** Opens the dialog that deletes the stored bodies around findings. */
export async function beginDeleteBodies(audit: Audit, findings: readonly ScanFinding[]): Promise<void> {
  const bodies = await bodiesAround(audit, findings);
  if (bodies === null) return;
  const current = bodies.filter((body) => body.current);
  if (bodies.length === 0) toasts.show(m.audit_no_body());
  else if (bodies.length === 1 || current.length === 0) deleteBody(audit.source, bodies[0] as Body);
  else {
    const tasks = current.map(({ taskCorrelation }) => taskCorrelation);
    void deleteFlow.begin({
      kind: "many",
      source: audit.source,
      query: "",
      filter: "all",
      tasks,
      count: tasks.length,
    });
  }
}

/** Opens the dialog that deletes one stored body. */
export function deleteBody(source: string, { taskCorrelation, epoch }: Body): void {
  const title = titleOf(source, taskCorrelation);
  void deleteFlow.begin({
    kind: "one",
    source,
    taskCorrelation,
    epoch,
    title: title === null ? shortCorrelation(taskCorrelation) : visible(title),
  });
}

/** Stops that the bodies around findings are offered. */
export async function suppressBodies(audit: Audit, findings: readonly ScanFinding[]): Promise<void> {
  const bodies = await bodiesAround(audit, findings);
  if (bodies === null) return;
  const current = bodies.filter((body) => body.current);
  if (current.length === 0) toasts.show(m.audit_none_offered());
  else await suppressAll(audit.source, current);
}

export function beginAllow(audit: Audit, finding: ScanFinding): void {
  if (audit.scan !== null) allowFlow.begin(audit.scan, finding);
}

async function bodiesAround(audit: Audit, findings: readonly ScanFinding[]): Promise<Body[] | null> {
  const { scan } = audit;
  if (scan === null) return null;
  try {
    const places = [];
    for (const finding of findings) places.push(...(await placesOf(scan, finding)));
    return bodiesOf(places);
  } catch (thrown) {
    toasts.show(errorSentence(errorBody(thrown)), { tone: "bad" });
    return null;
  }
}
