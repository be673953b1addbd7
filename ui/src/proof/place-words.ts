// Places of a proof and their states, in words.
import type { PlaceState, ProofPlaceKind } from "../lib/wire";
import * as m from "../paraglide/messages";

const PLACES: Record<ProofPlaceKind, () => string> = {
  row: m.proof_row,
  "page-slack": m.place_page_slack,
  "free-page": m.place_free_page,
  log: m.place_log,
  "shared-memory": m.place_shared_memory,
  journal: m.place_journal,
  receipt: m.place_receipt,
  delta: m.place_delta,
  backup: m.place_backup,
  workflow: m.place_workflow,
  history: m.place_history,
  "schema-object": m.place_schema_object,
};

const STATES: Record<PlaceState, () => string> = {
  gone: m.state_gone,
  remains: m.state_remains,
  unknown: m.state_unknown,
};

export function isPlace(kind: string): kind is ProofPlaceKind {
  return Object.hasOwn(PLACES, kind);
}

export function placeName(place: ProofPlaceKind): string {
  return PLACES[place]?.() ?? place;
}

export function stateName(state: PlaceState): string {
  return STATES[state]?.() ?? state;
}
