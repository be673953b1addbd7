// The bytes of one file, read in pages as they come into sight, with a bounded number of them kept.
import { call, errorBody } from "../lib/ipc";
import type { BytesSpan, BytesView, ErrorBody } from "../lib/wire";
import { joined, spanAt } from "./spans";

/** Bytes of one page; the core allows 65,536. */
export const CHUNK = 65_536;
/** Pages kept: 8 MiB. */
const KEPT = 128;

interface Chunk {
  bytes: Uint8Array;
  spans: BytesSpan[];
}

export class FileBytes {
  readonly source: string;
  readonly file: string;
  /** Size of the file in bytes; `null` before the first answer. */
  total = $state<number | null>(null);
  /** Page size of the database in bytes; 0 before the first answer. */
  pageSize = $state(0);
  error = $state.raw<ErrorBody | null>(null);
  /** Whether the file changed its size while it was looked at. */
  changed = $state(false);

  /** Counts the answers: whoever reads bytes is told by it, instead of by every single byte. */
  #version = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see #version
  #chunks = new Map<number, Chunk>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen hangs on it
  #running = new Map<number, Promise<void>>();

  constructor(source: string, file: string) {
    this.source = source;
    this.file = file;
  }

  /** Returns a byte, or `null` when it is not read. */
  byteAt = (offset: number): number | null => {
    void this.#version;
    const chunk = this.#chunks.get(Math.floor(offset / CHUNK));
    return chunk?.bytes[offset % CHUNK] ?? null;
  };

  /** Returns what a byte is for, or `null` when it is not read. */
  spanAt = (offset: number): BytesSpan | null => {
    void this.#version;
    const chunk = this.#chunks.get(Math.floor(offset / CHUNK));
    return chunk ? spanAt(chunk.spans, offset) : null;
  };

  /** Reads the pages of a stretch that are not there yet. */
  async show(from: number, to: number): Promise<void> {
    const last = Math.floor(Math.max(from, to - 1) / CHUNK);
    const wanted: Promise<void>[] = [];
    for (let index = Math.floor(Math.max(0, from) / CHUNK); index <= last; index += 1) {
      if (!this.#chunks.has(index)) wanted.push(this.#read(index));
    }
    await Promise.all(wanted);
  }

  /** Returns the bytes of a stretch, reading what is missing; `null` when that fails. */
  async bytes(from: number, to: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(Math.max(0, to - from));
    for (let at = from; at < to;) {
      const end = Math.min(to, (Math.floor(at / CHUNK) + 1) * CHUNK);
      await this.show(at, end);
      for (; at < end; at += 1) {
        const byte = this.byteAt(at);
        if (byte === null) return null;
        out[at - from] = byte;
      }
    }
    return out;
  }

  /** Forgets everything and reads what is asked for next. */
  again(): void {
    this.#chunks.clear();
    this.#version += 1;
    this.error = null;
    this.changed = false;
    this.total = null;
  }

  #read(index: number): Promise<void> {
    const running = this.#running.get(index);
    if (running) return running;
    const reading = this.#call(index).finally(() => this.#running.delete(index));
    this.#running.set(index, reading);
    return reading;
  }

  async #call(index: number): Promise<void> {
    try {
      const { source, file } = this;
      const answer = await call("read_bytes", { source, file, offset: index * CHUNK, limit: CHUNK });
      // Another size is another file: what was read before does not belong to it.
      if (this.total !== null && answer.total !== this.total) {
        this.#chunks.clear();
        this.changed = true;
      }
      this.total = answer.total;
      this.pageSize = answer.pageSize;
      this.#keep(index, answer);
      this.error = null;
    } catch (thrown) {
      this.error = errorBody(thrown);
    }
  }

  #keep(index: number, answer: BytesView): void {
    // The oldest goes first; what is on the screen was asked for last.
    const oldest = this.#chunks.keys().next();
    if (this.#chunks.size >= KEPT && !oldest.done) this.#chunks.delete(oldest.value);
    this.#version += 1;
    this.#chunks.set(index, { bytes: fromHex(answer.hex), spans: joined(answer.spans) });
  }
}

/** Returns the bytes that hexadecimal digits stand for; what is none ends them. */
export function fromHex(hex: string): Uint8Array {
  const out = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < out.length; at += 1) {
    const value = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
    if (Number.isNaN(value)) return out.slice(0, at);
    out[at] = value;
  }
  return out;
}
