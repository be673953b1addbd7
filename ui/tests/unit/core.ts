// A stand-in for the core: answers calls from a table and remembers them.
import { mockIPC } from "@tauri-apps/api/mocks";
import type { Commands } from "../../src/lib/wire";

type Answers = { [K in keyof Commands]?: (request: Commands[K]["request"]) => unknown };

export interface Heard {
  name: string;
  request: unknown;
}

/** Answers the named commands; a thrown object is a refusal. Returns every call, oldest first. */
export function core(answers: Answers): Heard[] {
  const heard: Heard[] = [];
  mockIPC((name, payload) => {
    const { request } = payload as { request: never };
    heard.push({ name, request });
    const answer = answers[name as keyof Commands] as ((request: never) => unknown) | undefined;
    if (!answer) throw refusal("internal");
    return answer(request);
  });
  return heard;
}

export function refusal(code: string) {
  return { code, message: "", next: null, matches: [], known: null };
}
