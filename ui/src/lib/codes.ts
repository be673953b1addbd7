// Sentences for stable codes. A code without a sentence is shown as it is, never hidden.
import * as m from "../paraglide/messages";
import type { ErrorBody, RevisionSource, SourceOrigin } from "./wire";

type Sentence = () => string;

function of(table: Record<string, Sentence>, code: string): string | null {
  return Object.hasOwn(table, code) ? (table[code]?.() ?? null) : null;
}

const ERRORS: Record<string, Sentence> = {
  "unsupported-schema": m.err_unsupported_schema,
  "not-a-continuity-store": m.err_not_a_continuity_store,
  "not-a-database": m.err_not_a_database,
  corrupt: m.err_corrupt,
  missing: m.err_missing,
  "no-permission": m.err_no_permission,
  "not-a-file": m.err_not_a_file,
  "changed-since-read": m.err_changed_since_read,
  "stale-revision": m.err_stale_revision,
  "refused-by-rules": m.err_refused_by_rules,
  busy: m.err_busy,
  "read-only": m.err_read_only,
  "disk-full": m.err_disk_full,
  "not-found": m.err_not_found,
  ambiguous: m.err_ambiguous,
  "not-confirmed": m.err_not_confirmed,
  "no-field": m.err_no_field,
  "not-comparable": m.err_not_comparable,
  "unknown-source": m.err_unknown_source,
  "sqlite-error": m.err_sqlite_error,
  "no-body": m.err_no_body,
  "io-error": m.err_io_error,
  "changed-while-reading": m.err_changing,
  "too-large": m.err_too_large,
  "no-file": m.err_no_file,
  stopped: m.err_stopped,
  "no-scan": m.err_no_scan,
  "unknown-finding": m.err_unknown_finding,
  "nothing-found": m.err_nothing_found,
  "old-epoch": m.err_old_epoch,
  "invalid-reason": m.err_invalid_reason,
  "protected-file": m.err_protected_file,
  internal: m.err_internal,
};

const NEXT: Record<string, Sentence> = {
  "unsupported-schema": m.err_unsupported_schema_next,
  "not-a-continuity-store": m.err_not_a_continuity_store_next,
  "not-a-database": m.err_not_a_database_next,
  corrupt: m.err_corrupt_next,
  missing: m.err_missing_next,
  "no-permission": m.err_no_permission_next,
  "not-a-file": m.err_not_a_file_next,
  "changed-since-read": m.err_changed_since_read_next,
  "stale-revision": m.err_stale_revision_next,
  busy: m.err_busy_next,
  "not-found": m.err_not_found_next,
  "changed-while-reading": m.err_changing_next,
  "not-comparable": m.err_not_comparable_next,
  "unknown-source": m.err_unknown_source_next,
  "read-only": m.err_read_only_next,
  "disk-full": m.err_disk_full_next,
  "no-file": m.err_no_file_next,
  "no-body": m.err_no_body_next,
  "no-scan": m.err_no_scan_next,
  "unknown-finding": m.err_no_scan_next,
  "nothing-found": m.err_nothing_found_next,
  "old-epoch": m.err_old_epoch_next,
  "invalid-reason": m.err_invalid_reason_next,
  "protected-file": m.err_protected_file_next,
  internal: m.err_internal_next,
};

/** Returns what happened, in the language of the window where the code is known. */
export function errorSentence(error: ErrorBody): string {
  return of(ERRORS, error.code) ?? (error.message || error.code);
}

/** Returns the next step, or `null` when there is none. */
export function errorNext(error: ErrorBody): string | null {
  return of(NEXT, error.code) ?? error.next;
}

const PROBLEMS: Record<string, [short: Sentence, long: Sentence]> = {
  "malformed-json": [m.problem_malformed_json_short, m.problem_malformed_json],
  "not-an-object": [m.problem_not_an_object_short, m.problem_not_an_object],
  "digest-mismatch": [m.problem_digest_mismatch_short, m.problem_digest_mismatch],
  "column-revision": [m.problem_column_revision_short, m.problem_column_revision],
  "column-digest": [m.problem_column_digest_short, m.problem_column_digest],
  "column-updated-at": [m.problem_column_updated_at_short, m.problem_column_updated_at],
  "epoch-mismatch": [m.problem_epoch_mismatch_short, m.problem_epoch_mismatch],
  "correlation-mismatch": [m.problem_correlation_mismatch_short, m.problem_correlation_mismatch],
  contract: [m.problem_contract_short, m.problem_contract],
  "non-finite-number": [m.problem_non_finite_number_short, m.problem_non_finite_number],
  "too-deep": [m.problem_too_deep_short, m.problem_too_deep],
};

const REASONS: Record<string, Sentence> = {
  "receiver-state": m.reason_receiver_state,
  STALE_REVISION: m.load_stale,
  INTEGRITY_FAILED: m.problem_digest_mismatch_short,
  INVALID_INPUT: m.candidate_error_invalid,
  CONTINUITY_UNAVAILABLE: m.candidate_error_unavailable,
};

/** Returns a problem in a few words, for a list row. */
export function problemShort(code: string): string {
  const entry = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return entry?.[0]() ?? of(REASONS, code) ?? code;
}

/** Returns a problem as a sentence. */
export function problemSentence(code: string): string {
  const entry = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return entry?.[1]() ?? code;
}

const FAULTS: Record<string, Sentence> = {
  missing: m.fault_missing,
  "wrong-type": m.fault_wrong_type,
  "too-long": m.fault_too_long,
  "too-many": m.fault_too_many,
  "unknown-field": m.fault_unknown_field,
  "not-allowed": m.fault_not_allowed,
  "wrong-form": m.fault_wrong_form,
  "too-small": m.fault_too_small,
  empty: m.fault_empty,
};

/** Returns how a field breaks the contract, to follow the field's path. */
export function faultPhrase(reason: string): string {
  return of(FAULTS, reason) ?? reason;
}

const REMARKS: Record<string, Sentence> = {
  "receiver-state": m.remark_receiver_state,
  "purged-before": m.remark_purged_before,
  "numbering-restarted": m.remark_numbering_restarted,
};

export function remarkSentence(code: string): string {
  return of(REMARKS, code) ?? code;
}

const COMPACT: Record<string, Sentence> = {
  "nothing-pending": m.compact_nothing,
  "current-direct-defer": m.compact_defer,
  "current-workflow-inject": m.compact_inject,
  unreadable: m.compact_unreadable,
  stale: m.compact_stale,
  consumed: m.compact_consumed,
  suppressed: m.compact_suppressed,
};

/** Returns what a compact hook would do, or `null` when the code is not known. */
export function compactSentence(code: string): string | null {
  return of(COMPACT, code);
}

const DAMAGE: Record<string, Sentence> = {
  "unreadable-page": m.damage_unreadable_page,
  "missing-column": m.damage_missing_column,
  "missing-table": m.damage_missing_table,
  "wrong-type": m.damage_wrong_type,
  "rows-without-task": m.damage_rows_without_task,
};

/** Returns why a table or its rows cannot be read. */
export function damageReason(code: string): string {
  return of(DAMAGE, code) ?? code;
}

const CARDS: Record<string, Sentence> = {
  "root-json": m.card_root_json,
  "receipt-json": m.card_receipt_json,
  "receipt-mismatch": m.card_receipt_mismatch,
  projection: m.card_projection,
  "not-digestible": m.card_not_digestible,
  "too-deep": m.card_too_deep,
};

/** Returns why rows of the workflow ledger make no card; `null` when the code is not known. */
export function cardFailure(code: string): string | null {
  return of(CARDS, code);
}

const NOTES: Record<string, Sentence> = {
  "same-digest-other-bytes": m.note_same_digest_other_bytes,
  fork: m.note_fork,
  "revision-went-back": m.note_revision_went_back,
  "fine-pass-cut": m.note_fine_pass_cut,
};

const NOTE_NAMES: Record<string, Sentence> = {
  "same-digest-other-bytes": m.note_name_same_digest,
  fork: m.note_name_fork,
  "revision-went-back": m.note_name_went_back,
};

/** Returns a remark in a word or two, or `null` when its sentence says enough. */
export function noteName(code: string): string | null {
  return of(NOTE_NAMES, code);
}

export function noteSentence(code: string): string {
  return of(NOTES, code) ?? code;
}

const SOURCES: Record<RevisionSource, Sentence> = {
  live: m.rev_live,
  "earlier-epoch": m.rev_earlier_epoch,
  log: m.rev_log,
  "log-leftover": m.rev_log_leftover,
  "free-page": m.rev_free_page,
  "page-slack": m.rev_page_slack,
  delta: m.rev_delta,
  backup: m.rev_backup,
  "other-file": m.rev_other_file,
  receipt: m.rev_receipt,
  history: m.rev_history,
};

export function revisionSource(source: RevisionSource): string {
  return of(SOURCES, source) ?? source;
}

const ORIGINS: Record<SourceOrigin, Sentence> = {
  environment: m.origin_environment,
  "state-folder": m.origin_state_folder,
  "claude-plugin": m.origin_claude_plugin,
  backup: m.origin_backup,
  opened: m.origin_opened,
  given: m.origin_given,
  demo: m.origin_demo,
};

export function originWords(origin: SourceOrigin): string {
  return of(ORIGINS, origin) ?? origin;
}

const ROOTS: Record<string, Sentence> = {
  open: m.root_open,
  "needs-review": m.root_needs_review,
  "needs-user": m.root_needs_user,
  completed: m.root_completed,
  abandoned: m.root_abandoned,
};

export function rootState(state: string): string {
  return of(ROOTS, state) ?? state;
}

const FIELDS: Record<string, Sentence> = {
  objective: m.field_objective,
  constraints: m.field_constraints,
  completionCriteria: m.field_completion_criteria,
  progress: m.field_progress,
  decisions: m.field_decisions,
  blockers: m.field_blockers,
  nextActions: m.field_next_actions,
  evidenceRefs: m.field_evidence_refs,
};

/** Returns the heading of a field; fields that the contract does not name keep their path. */
export function fieldName(path: string): string {
  return of(FIELDS, path.replace(/^core\./, "")) ?? path;
}
