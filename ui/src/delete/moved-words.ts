// What moved between two plans, in words.
import { num } from "../lib/phrases";
import * as m from "../paraglide/messages";
import type { Moved } from "./moved";

export function movedSentence({ what, before, after }: Moved): string {
  switch (what) {
    case "revision":
      return m.delete_moved_revision({ before: num(before), after: num(after) });
    case "digest":
      return m.delete_moved_digest();
    case "bodies":
      return m.delete_moved_bodies();
    case "gone":
      return m.delete_moved_gone();
    case "nothing":
      return m.delete_same();
  }
}
