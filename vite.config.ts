import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The page is loaded from app:// as well as over HTTP. A module script needs CORS headers, which a custom scheme lacks,
 * so the only bundle is a classic script that runs after the document is parsed.
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

/** The page only; scripts/build.ts builds the other targets. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), classicScript],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome148',
    // One style sheet, so that the script does not add styles.
    cssCodeSplit: false,
    // No host serves the map, so the script does not name it.
    sourcemap: 'hidden',
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // A dynamic import of the page is a module that is evaluated later, in the same file.
      output: { format: 'iife', codeSplitting: false, sourcemapExcludeSources: true },
      // Vite's helper of dynamic imports names it for style sheets of their own, which there are none of.
      transform: { define: { 'import.meta': '{}' } },
    },
  },
});
