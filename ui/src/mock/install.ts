// Puts the made-up core in place of the real one, and lets tests reach it as `window.mock`.
import { emit } from "@tauri-apps/api/event";
import { mockIPC } from "@tauri-apps/api/mocks";
import type { Events } from "../lib/ipc";
import { MockCore } from "./core";

export interface MockHandle {
  core: MockCore;
  send<E extends keyof Events>(name: E, payload: Events[E]): Promise<void>;
}

declare global {
  interface Window {
    mock: MockHandle;
  }
}

const core = new MockCore();
const query = new URLSearchParams(window.location.search);
core.controls.open = query.get("open");
core.controls.stores = query.get("stores") !== "none";
core.controls.delay = Number(query.get("delay") ?? 0);
const fail = query.get("fail");
if (fail) {
  const [command, code] = fail.split(":") as [keyof typeof core.controls.failNext, string];
  core.controls.failNext[command] = code;
}

mockIPC((command, payload) => core.answer(command, payload), { shouldMockEvents: true });
window.mock = { core, send: (name, payload) => emit(name, payload) };
