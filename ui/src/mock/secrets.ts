// Made-up secrets, put together here so that no file holds one; and the masks that the core would show.
import type { CompareRow, Dropped, MaskedSpan } from "../lib/wire";
import { hex } from "./random";

export interface Fake {
  value: string;
  rule: string;
  title: string;
  masked: string;
}

function fake(rule: string, title: string, prefix: string[], rest: string): Fake {
  const start = prefix.join("");
  const value = start + rest;
  const masked = start === "" ? "••••••••" : `${start}•••••••• (${value.length})`;
  return { value, rule, title, masked };
}

const MIXED = (seed: number, length: number) =>
  hex(seed)
    .replace(/[0-9]/g, (digit) => "ghjkmnpqrs"[Number(digit)] ?? "x")
    .slice(0, length);

export const FAKES = {
  github: fake("github-token", "GitHub personal access token", ["gh", "p_"], MIXED(71, 36)),
  aws: fake("aws-access-key", "AWS access key id", ["AK", "IA"], MIXED(72, 16).toUpperCase()),
  slack: fake("slack-bot-token", "Slack bot token", ["xo", "xb-"], `${MIXED(73, 12)}-${MIXED(74, 24)}`),
  password: fake("password-assignment", "Password in an assignment", [], MIXED(75, 12)),
  database: fake("database-url", "Database address with a password", [], MIXED(76, 14)),
  resident: fake("kr-resident-number", "Korean resident registration number", [], "900101-1000000"),
  email: fake("email-address", "E-mail address", [], ["mina", "example.org"].join("@")),
  address: fake("ip-address", "IP address", [], [203, 0, 113, 9].join(".")),
  pem: fake("private-key", "Private key (PEM)", ["-----BEG", "IN "], `PRIVATE KEY----- ${MIXED(77, 40)}`),
} as const;

const ALL: readonly Fake[] = Object.values(FAKES);

/** Returns a text with made-up secrets masked, and where the masks are. */
export function maskText(text: string): { text: string; masked: MaskedSpan[] } {
  const masked: MaskedSpan[] = [];
  let out = "";
  let rest = text;
  for (;;) {
    const next = ALL.map((one) => ({ one, at: rest.indexOf(one.value) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (!next) return { text: out + rest, masked };
    out += rest.slice(0, next.at);
    masked.push({ rule: next.one.rule, utf16: [out.length, next.one.masked.length] });
    out += next.one.masked;
    rest = rest.slice(next.at + next.one.value.length);
  }
}

/** Returns a row as the core shows it: masked, and said to be. */
export function maskRow(row: CompareRow): CompareRow {
  const side = (pieces: CompareRow["from"]) =>
    pieces?.map((piece) => ({ ...piece, text: maskText(piece.text).text })) ?? null;
  const all = [...(row.from ?? []), ...(row.to ?? [])];
  if (!all.some((piece) => maskText(piece.text).masked.length > 0)) return row;
  return { ...row, from: side(row.from), to: side(row.to), masked: true };
}

export function maskDropped(dropped: Dropped): Dropped {
  const { text, masked } = maskText(dropped.text);
  return masked.length === 0 ? dropped : { ...dropped, text, masked: true };
}
