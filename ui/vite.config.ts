import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `--mode mock` builds the same window over made-up stores, for the browser tests and for `npm run dev`.
// The other modes never contain src/mock.
export default defineConfig({
  plugins: [svelte()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    target: ["es2022", "safari16"],
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
});
