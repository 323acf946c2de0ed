import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The page is loaded from app:// as well as over HTTP. A module script needs CORS headers that a custom scheme does not
 * have, so the one bundle is a classic script that runs once the document is parsed.
 */
const classicScript: Plugin = {
  name: 'classic-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace(/<script type="module" crossorigin/g, '<script defer')
        .replace(/<link rel="stylesheet" crossorigin/g, '<link rel="stylesheet"'),
  },
};

/** The page only; the programs around it are built by scripts/build.ts. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), classicScript],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome148',
    // One sheet beside the one script, instead of styles that the script has to add.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
  },
});
