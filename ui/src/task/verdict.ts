// The candidate's verdict as a badge and two sentences.
import { member } from "../lib/body-json";
import type { Candidate, Check } from "../lib/wire";
import * as m from "../paraglide/messages";

export interface Verdict {
  badge: string;
  tone: "ok" | "warn" | "bad" | "soft";
  sentence: string;
  /** Reason codes and the answer of a load, joined. */
  note: string;
}

/** Returns what the tools would answer, in words. */
export function verdict(candidate: Candidate): Verdict {
  if (candidate.error !== null) {
    const { code } = candidate.error;
    return { badge: code, tone: "bad", sentence: errorWords(code), note: candidate.reasonCodes.join(" · ") };
  }
  const offered = candidate.decision === "DEFER";
  const sound = (candidate.load?.ok ?? true) && !candidate.checks.some(spoils);
  return {
    badge: candidate.decision ?? "?",
    tone: offered ? (sound ? "ok" : "warn") : "soft",
    sentence: offered ? offeredWords(candidate) : rejectedWords(candidate.reasonCodes),
    note: [...candidate.reasonCodes, loadWords(candidate)].filter(Boolean).join(" · "),
  };
}

/** A failed check of the body itself; a stale marker does not spoil what is offered. */
function spoils(check: Check): boolean {
  return check.pass === false && check.id !== "marker";
}

function offeredWords(candidate: Candidate): string {
  return member(candidate.summary, "source") === "workflow"
    ? m.candidate_defer_workflow()
    : m.candidate_defer_direct();
}

function rejectedWords(codes: readonly string[]): string {
  if (codes.includes("RESTORE_SUPPRESSED")) return m.candidate_suppressed();
  if (codes.includes("NO_RESTORE_CANDIDATE")) return m.candidate_none();
  if (codes.includes("NO_TASK_BINDING")) return m.candidate_no_binding();
  return m.candidate_reject_other();
}

function errorWords(code: string): string {
  if (code === "CONTINUITY_UNAVAILABLE") return m.candidate_error_unavailable();
  if (code === "INVALID_INPUT") return m.candidate_error_invalid();
  return m.candidate_error_other();
}

function loadWords({ load }: Candidate): string {
  if (load === null) return "";
  if (load.ok) return m.load_ok();
  switch (load.code) {
    case "STALE_REVISION":
      return m.load_stale();
    case "INTEGRITY_FAILED":
      return m.load_integrity();
    case "INVALID_INPUT":
      return m.load_invalid();
    case "CONTINUITY_UNAVAILABLE":
      return m.load_unavailable();
    case "SNAPSHOT_NOT_FOUND":
      return m.load_not_found();
    default:
      return m.load_other({ code: load.code ?? "?" });
  }
}
