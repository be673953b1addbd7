// Every action of the window, once. Menu, command box, shortcuts and help sheet are made from this table.
import { language } from "../app/language.svelte";
import { layout } from "../app/layout.svelte";
import { navigation } from "../app/navigation.svelte";
import { overlays } from "../app/overlays.svelte";
import { refreshAll } from "../app/refresh";
import { theme } from "../app/theme.svelte";
import { shownAudit } from "../audit/begin";
import { leaveFinding } from "../audit/open-audit";
import { focusFindings } from "../audit/list-focus";
import { bytesSheet } from "../bytes/sheet.svelte";
import { shownPlaces } from "../bytes/place";
import { copyDropped } from "../compare/copy-dropped";
import { compareLayout } from "../compare/layout.svelte";
import { currentComparison } from "../compare/current.svelte";
import { anyBodyOnScreen, beginDelete, bodyOnScreen, exportBody } from "../delete/begin";
import { copy } from "../lib/clipboard";
import type { TaskFilter } from "../lib/wire";
import * as m from "../paraglide/messages";
import { openChosenFile } from "../sources/open-file";
import { focusList, focusSearch, openMarked } from "../tasks/list-focus";
import { opened } from "../tasks/opened-store.svelte";
import { selection } from "../tasks/selection.svelte";
import { FILTERS, filterName } from "../tasks/filters";
import { openedTask } from "../task/opened-task.svelte";
import { setSuppressed } from "../task/restore";
import { stripOnScreen } from "../strip/on-screen";
import { markedNow, stepRevision } from "../task/step-revision";
import { timelineLayout } from "../task/timeline-layout.svelte";
import { type Action, action, always } from "./action";
import { AUDIT_ACTIONS } from "./audit-actions";
import { anySelected, STORE_ACTIONS } from "./store-actions";

const inStore = () => opened.list !== null;
const inList = () => inStore() && navigation.inMemory;
// Findings have a list of their own.
const inAnyList = () => inList() || shownAudit() !== null;
const hasTask = () => navigation.inMemory && openedTask.current?.view != null;
// Suppress and delete are about the stored body; they are not offered beside a recovered one.
const stored = () => hasTask() && openedTask.current?.found === null;
const recovered = () => hasTask() && openedTask.current?.found != null;
const suppressed = () => openedTask.current?.view?.task.suppressed ?? false;
// While tasks are selected, delete is about them.
const deletable = () => navigation.inMemory && bodyOnScreen() !== null && !anySelected();
const comparing = () => navigation.inMemory && (currentComparison.value?.page?.changes ?? 0) > 0;

export const ACTIONS: readonly Action[] = [
  action("go", "palette", m.action_palette, ["Mod+k"], always, () => overlays.toggle("palette")),
  action("go", "open-file", m.action_open_file, ["Mod+o"], always, () => void openChosenFile()),
  action(
    "go",
    "show-stores",
    m.action_show_stores,
    ["Mod+Shift+s"],
    () => navigation.source !== null,
    () => navigation.home(),
  ),
  action(
    "go",
    "back",
    m.action_back,
    ["Alt+ArrowLeft"],
    () => navigation.source !== null,
    () => {
      if (!leaveFinding()) navigation.back();
    },
  ),
  action("go", "refresh", m.action_refresh, ["F5", "Mod+r"], always, refreshAll),

  action("list", "search-list", m.action_search_list, ["/"], inList, focusSearch),
  action("list", "next-task", m.action_next_task, ["j"], inAnyList, () => step(1)),
  action("list", "previous-task", m.action_previous_task, ["k"], inAnyList, () => step(-1)),
  action("list", "open-task", m.action_open_task, ["o"], inAnyList, openHere),
  ...FILTERS.map((filter) => filterAction(filter)),
  ...STORE_ACTIONS,

  action(
    "task",
    "suppress-restore",
    m.action_suppress,
    ["s"],
    () => stored() && !suppressed(),
    () => void setSuppressed(true),
  ),
  action(
    "task",
    "allow-restore",
    m.action_allow,
    ["a"],
    () => stored() && suppressed(),
    () => void setSuppressed(false),
  ),
  action("task", "delete-body", m.action_delete_body, ["Delete"], deletable, beginDelete),
  action(
    "task",
    "export-body",
    m.action_export_body,
    ["e"],
    () => navigation.inMemory && anyBodyOnScreen() !== null,
    () => void exportBody(),
  ),
  action(
    "task",
    "copy-correlation",
    m.action_copy_correlation,
    ["c"],
    hasTask,
    () => void copy(openedTask.current?.correlation ?? ""),
  ),
  action("task", "previous-revision", m.action_previous_revision, ["["], hasTask, () => stepRevision(-1)),
  action("task", "next-revision", m.action_next_revision, ["]"], hasTask, () => stepRevision(1)),
  action("task", "back-to-stored", m.action_back_to_stored, ["b"], recovered, () =>
    openedTask.current?.backToStored(),
  ),
  action(
    "task",
    "show-bytes",
    m.action_show_bytes,
    ["h"],
    () => navigation.inMemory && shownPlaces(markedNow()?.entry ?? null).length > 0,
    showBytes,
  ),
  action("task", "timeline-layout", m.action_timeline_layout, ["t"], hasTask, () => timelineLayout.toggle()),
  action(
    "task",
    "show-new-state",
    m.action_show_new_state,
    ["n"],
    () => navigation.inMemory && openedTask.current?.waiting != null,
    () => openedTask.current?.showWaiting(),
  ),

  action("compare", "compare", m.action_compare, ["d"], hasTask, () =>
    currentComparison.element?.scrollIntoView({ block: "start" }),
  ),
  action(
    "compare",
    "next-change",
    m.action_next_change,
    ["F7"],
    comparing,
    () => void currentComparison.value?.jump(1),
  ),
  action(
    "compare",
    "previous-change",
    m.action_previous_change,
    ["Shift+F7"],
    comparing,
    () => void currentComparison.value?.jump(-1),
  ),
  action(
    "compare",
    "swap-sides",
    m.action_swap_sides,
    ["x"],
    () => navigation.inMemory && currentComparison.value?.page != null,
    () => void currentComparison.value?.swap(),
  ),
  action(
    "compare",
    "compare-layout",
    m.action_compare_layout,
    ["u"],
    () => layout.columns !== "one" && hasTask(),
    () => compareLayout.toggle(),
  ),

  action(
    "compare",
    "copy-dropped",
    m.action_copy_dropped,
    ["m"],
    () => navigation.inMemory && (currentComparison.value?.page?.droppedCount ?? 0) > 0,
    () => {
      if (currentComparison.value !== null) void copyDropped(currentComparison.value);
    },
  ),
  action("compare", "strip", m.action_strip, ["w"], hasTask, () => stripOnScreen.show()),

  ...AUDIT_ACTIONS,

  action("view", "help", m.action_help, ["?"], always, () => overlays.toggle("help")),
  action(
    "view",
    "toggle-details",
    m.action_toggle_details,
    ["i"],
    () => layout.columns !== "three" && hasTask(),
    () => {
      layout.drawer = !layout.drawer;
    },
  ),
  action("view", "activity", m.action_activity, [], always, () => overlays.show("activity")),
  action("view", "history", m.action_history, [], always, () => overlays.show("history")),
  action("view", "theme-system", m.action_theme_system, [], always, () => theme.choose("system")),
  action("view", "theme-light", m.action_theme_light, [], always, () => theme.choose("light")),
  action("view", "theme-dark", m.action_theme_dark, [], always, () => theme.choose("dark")),
  action("view", "language-en", m.action_english, [], always, () => language.choose("en")),
  action("view", "language-ko", m.action_korean, [], always, () => language.choose("ko")),
];

const BY_ID = new Map(ACTIONS.map((entry) => [entry.id, entry]));

/** Returns an action by its id; unknown ids come from a newer menu and give `undefined`. */
export function actionById(id: string): Action | undefined {
  return BY_ID.get(id);
}

/** Does an action when it can be done now; returns whether it was. */
export function run(id: string): boolean {
  const found = BY_ID.get(id);
  if (!found?.when()) return false;
  found.run();
  return true;
}

function filterAction(filter: TaskFilter): Action {
  const title = () => m.action_filter({ name: filterName(filter) });
  return action("list", `filter-${filter}`, title, [], inList, () => opened.list?.choose(filter));
}

function showBytes(): void {
  const task = openedTask.current;
  const entry = markedNow()?.entry ?? null;
  const place = shownPlaces(entry)[0];
  if (task && entry && place) bytesSheet.show(task.source, entry, place);
}

function openHere(): void {
  const audit = shownAudit();
  if (audit !== null) audit.openMarked();
  else openMarked();
}

function step(by: number): void {
  const audit = shownAudit();
  if (audit !== null) {
    audit.move(by);
    void focusFindings();
    return;
  }
  selection.endExtend();
  opened.move(by);
  focusList();
}
