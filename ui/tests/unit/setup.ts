import "@testing-library/jest-dom/vitest";
import { clearMocks } from "@tauri-apps/api/mocks";
import { afterEach } from "vitest";

// jsdom has neither.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

afterEach(() => {
  if ("__TAURI_INTERNALS__" in window) clearMocks();
  document.body.replaceChildren();
});
