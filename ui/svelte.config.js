import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  vitePlugin: {
    // Libraries choose for themselves.
    dynamicCompileOptions({ filename }) {
      return filename.includes("node_modules") ? { runes: undefined } : undefined;
    },
  },
};
