// The file whose bytes are looked at, the byte that the keyboard is on, and the selected bytes.
import { overlays } from "../app/overlays.svelte";
import { toasts } from "../app/toasts.svelte";
import { copy } from "../lib/clipboard";
import { errorSentence } from "../lib/codes";
import { bytes as size, num } from "../lib/phrases";
import type { RevisionEntry } from "../lib/wire";
import * as m from "../paraglide/messages";
import { FileBytes } from "./file-bytes.svelte";
import { asHex, asText } from "./hex-rows";
import { type ShownPlace, shownPlaces } from "./place";

/** Bytes that are copied at once at most. */
export const MOST_COPIED = 1_048_576;

class BytesSheet {
  file = $state.raw<FileBytes | null>(null);
  /** The revision whose place is shown; `null` for a file looked at by itself. */
  entry = $state.raw<RevisionEntry | null>(null);
  /** Places of the revision, to go from one to the next. */
  places = $state.raw<readonly ShownPlace[]>([]);
  place = $state.raw<ShownPlace | null>(null);
  /** Offset of the byte that the keyboard is on. */
  at = $state(0);
  /** The other end of the selection; `null` when nothing is selected. */
  anchor = $state<number | null>(null);
  /** Counts the jumps to a place, after which the place stands near the top. */
  jumps = $state(0);

  /** First and last selected byte. */
  selection: [first: number, last: number] | null = $derived(
    this.anchor === null ? null : [Math.min(this.anchor, this.at), Math.max(this.anchor, this.at)],
  );

  /** Opens a place of a revision. */
  show(source: string, entry: RevisionEntry, place: ShownPlace): void {
    this.entry = entry;
    this.places = shownPlaces(entry);
    this.#open(source, place);
  }

  /** Opens a place that belongs to no revision. */
  showFile(source: string, place: ShownPlace): void {
    this.entry = null;
    this.places = [place];
    this.#open(source, place);
  }

  /** Goes to another place of the same revision. */
  choose(place: ShownPlace): void {
    if (this.file !== null) this.#open(this.file.source, place);
  }

  /** Puts the keyboard on a byte; `extend` selects everything up to it. */
  go(offset: number, extend = false): void {
    const last = Math.max(0, (this.file?.total ?? 1) - 1);
    if (extend) this.anchor ??= this.at;
    else this.anchor = null;
    this.at = Math.max(0, Math.min(last, offset));
  }

  /** Goes to a byte and shows it near the top. */
  jump(offset: number): void {
    this.go(offset);
    this.jumps += 1;
  }

  async copy(form: "hex" | "text"): Promise<void> {
    const { file } = this;
    const [first, last] = this.selection ?? [this.at, this.at];
    if (file === null) return;
    const count = last - first + 1;
    if (count > MOST_COPIED) {
      toasts.show(m.bytes_copy_too_many({ size: size(MOST_COPIED) }), { tone: "bad" });
      return;
    }
    const bytes = await file.bytes(first, last + 1);
    if (bytes === null) {
      toasts.show(file.error ? errorSentence(file.error) : m.copy_failed(), { tone: "bad" });
      return;
    }
    await copy(form === "hex" ? asHex(bytes) : asText(bytes), m.bytes_copied({ count, n: num(count) }));
  }

  #open(source: string, place: ShownPlace): void {
    if (this.file?.file !== place.file || this.file.source !== source) {
      this.file = new FileBytes(source, place.file);
    }
    this.place = place;
    this.anchor = null;
    this.at = place.offset ?? 0;
    this.jumps += 1;
    overlays.show("bytes");
    void this.#begin(this.file, place);
  }

  /** A place that names its page only is found once the page size is known. */
  async #begin(file: FileBytes, place: ShownPlace): Promise<void> {
    await file.show(this.at, this.at + 1);
    if (place !== this.place || file.total === null) return;
    if (place.offset === null && place.page !== null) this.jump((place.page - 1) * file.pageSize);
    else if (this.at >= file.total) this.jump(file.total - 1);
  }
}

export const bytesSheet = new BytesSheet();
