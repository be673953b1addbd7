// The search for a text in all files of a store. The text is held while the sheet is open and nowhere else.
import { call, errorBody } from "../lib/ipc";
import type { ErrorBody, ResidueDocument } from "../lib/wire";

/** Bounds of the core, in bytes of UTF-8. */
const SHORTEST = 4;
const LONGEST = 1_048_576;

class ResidueSearch {
  source = $state<string | null>(null);
  text = $state("");
  /** Whether the text can be read on the screen. */
  shown = $state(false);
  searching = $state(false);
  answer = $state.raw<ResidueDocument | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  /** Key of the occurrence whose bytes were looked at last. */
  looked = $state<string | null>(null);
  #turn = 0;

  /** What is looked for: spaces around it are not, so that more is found, never less. */
  get sought(): string {
    return this.text.trim();
  }

  /** Why this text cannot be looked for. */
  problem: "short" | "long" | null = $derived.by(() => {
    const bytes = new TextEncoder().encode(this.text.trim()).length;
    if (bytes < SHORTEST) return "short";
    return bytes > LONGEST ? "long" : null;
  });

  /** Looks in another store; what was found elsewhere is not shown any more. */
  look(source: string): void {
    this.source = source;
    this.#drop();
  }

  type(text: string): void {
    this.text = text;
    this.#drop();
  }

  async search(): Promise<void> {
    const { source } = this;
    if (source === null || this.problem !== null) return;
    const turn = ++this.#turn;
    this.searching = true;
    this.answer = null;
    this.error = null;
    this.looked = null;
    try {
      const answer = await call("find_residue", { source, text: this.sought });
      if (turn === this.#turn) this.answer = answer;
    } catch (thrown) {
      if (turn === this.#turn) this.error = errorBody(thrown);
    } finally {
      if (turn === this.#turn) this.searching = false;
    }
  }

  /** Forgets the text and what was found. */
  forget(): void {
    this.text = "";
    this.shown = false;
    this.source = null;
    this.#drop();
  }

  /** An answer to another question must not be shown. */
  #drop(): void {
    this.#turn += 1;
    this.searching = false;
    this.answer = null;
    this.error = null;
    this.looked = null;
  }
}

export const residue = new ResidueSearch();
