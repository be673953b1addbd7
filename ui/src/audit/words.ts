// Classes, severities, confidences and places of findings in the language of the window.
import type {
  RevisionSource,
  ScanClass,
  ScanConfidence,
  ScanKind,
  ScanPhase,
  ScanSeverity,
  ScanSource,
} from "../lib/wire";
import { revisionSource } from "../lib/codes";
import * as m from "../paraglide/messages";

type Sentence = () => string;

const CLASSES: Record<ScanClass, Sentence> = {
  secret: m.class_secret,
  personal: m.class_personal,
  network: m.class_network,
};

export function className(name: ScanClass): string {
  return CLASSES[name]?.() ?? name;
}

/** The worst first. */
export const SEVERITIES: readonly ScanSeverity[] = ["critical", "high", "medium", "low"];

const SEVERITY: Record<ScanSeverity, Sentence> = {
  critical: m.severity_critical,
  high: m.severity_high,
  medium: m.severity_medium,
  low: m.severity_low,
};

export function severityName(severity: ScanSeverity): string {
  return SEVERITY[severity]?.() ?? severity;
}

/** The surest first. */
export const CONFIDENCES: readonly ScanConfidence[] = ["high", "medium", "low"];

const CONFIDENCE: Record<ScanConfidence, Sentence> = {
  high: m.confidence_high,
  medium: m.confidence_medium,
  low: m.confidence_low,
};

export function confidenceName(confidence: ScanConfidence): string {
  return CONFIDENCE[confidence]?.() ?? confidence;
}

const REASONS: Record<string, [short: Sentence, long: Sentence]> = {
  prefix: [m.sure_prefix_short, m.sure_prefix],
  "checksum-valid": [m.sure_checksum_valid_short, m.sure_checksum_valid],
  "checksum-failed": [m.sure_checksum_failed_short, m.sure_checksum_failed],
  "structure-valid": [m.sure_structure_valid_short, m.sure_structure_valid],
  "structure-failed": [m.sure_structure_failed_short, m.sure_structure_failed],
  "unusual-length": [m.sure_unusual_length_short, m.sure_unusual_length],
  name: [m.sure_name_short, m.sure_name],
  context: [m.sure_context_short, m.sure_context],
  random: [m.sure_random_short, m.sure_random],
  "weak-value": [m.sure_weak_value_short, m.sure_weak_value],
  prose: [m.sure_prose_short, m.sure_prose],
  "documented-example": [m.sure_documented_short, m.sure_documented],
  "cut-off": [m.sure_cut_off_short, m.sure_cut_off],
  locked: [m.sure_locked_short, m.sure_locked],
  "bare-digits": [m.sure_bare_digits_short, m.sure_bare_digits],
  "no-check-digit-since-2020": [m.sure_since_2020_short, m.sure_since_2020],
  "own-rule": [m.sure_own_rule_short, m.sure_own_rule],
};

/** Reasons that lower the confidence. */
const LOWERS = new Set([
  "checksum-failed",
  "structure-failed",
  "unusual-length",
  "weak-value",
  "prose",
  "documented-example",
  "cut-off",
  "locked",
  "bare-digits",
]);

export function lowers(reason: string): boolean {
  return LOWERS.has(reason);
}

/** Returns a reason in a word or two; a code that is not known is shown as it is. */
export function reasonShort(code: string): string {
  return Object.hasOwn(REASONS, code) ? (REASONS[code]?.[0]() ?? code) : code;
}

export function reasonSentence(code: string): string {
  return Object.hasOwn(REASONS, code) ? (REASONS[code]?.[1]() ?? code) : code;
}

/** Returns where a text comes from, in the words of the timeline. */
export function sourceName(source: ScanSource): string {
  return source === "session-log" ? m.source_session_log() : revisionSource(source);
}

/** Returns the source whose icon the timeline has. */
export function iconSource(source: ScanSource): RevisionSource {
  return source === "session-log" ? "other-file" : source;
}

const KINDS: Record<ScanKind, Sentence> = {
  body: m.scan_kind_body,
  delta: m.scan_kind_delta,
  receipt: m.scan_kind_receipt,
  ledger: m.scan_kind_ledger,
  column: m.scan_kind_column,
  fragment: m.scan_kind_fragment,
  "session-log": m.scan_kind_session_log,
};

export function kindName(kind: ScanKind): string {
  return KINDS[kind]?.() ?? kind;
}

const PHASES: Record<ScanPhase, Sentence> = {
  rows: m.scan_phase_rows,
  leftovers: m.scan_phase_leftovers,
  ledger: m.scan_phase_ledger,
  backups: m.scan_phase_backups,
  history: m.scan_phase_history,
  logs: m.scan_phase_logs,
};

export function scanPhase(phase: ScanPhase): string {
  return PHASES[phase]?.() ?? phase;
}
