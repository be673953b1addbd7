// What older revisions go, in words.
import { num } from "../lib/phrases";
import type { LostRevisions, PurgePlan } from "../lib/wire";
import * as m from "../paraglide/messages";
import { otherTasks } from "./other-tasks";

/** Returns what a delete takes away beside what it is about. */
export function lostByDelete(plan: PurgePlan): string {
  const { revisions, ofOtherTasks } = plan.lost;
  if (ofOtherTasks === 0) return m.lost_own({ count: revisions, n: num(revisions) });
  const counted = { count: ofOtherTasks, n: num(ofOtherTasks) };
  const tasks = otherTasks(plan);
  if (tasks === null) return m.lost_other(counted);
  return m.lost_other_tasks({ ...counted, tasks: m.n_other_tasks({ count: tasks, n: num(tasks) }) });
}

/** Returns what of the deleted tasks goes with the revisions of others; empty when nothing does. */
export function ownAmongLost({ lost: { revisions, ofOtherTasks } }: PurgePlan): string {
  const own = revisions - ofOtherTasks;
  return own > 0 && ofOtherTasks > 0 ? m.lost_own_too({ count: own, n: num(own) }) : "";
}

/** Returns what erasing everything that is left over takes away. */
export function lostByErasing({ revisions, tasks }: LostRevisions): string {
  return m.lost_store({
    count: revisions,
    n: num(revisions),
    tasks: m.n_tasks({ count: tasks, n: num(tasks) }),
  });
}
