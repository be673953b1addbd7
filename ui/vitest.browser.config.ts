import { defineConfig } from "vitest/config";

// Drives the built window in a real Chromium; one browser at a time keeps small machines usable.
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/browser/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
