import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path('web'),
  // Nothing may become a data: address, or `default-src 'self'` would refuse it.
  build: { outDir: path('dist/web'), emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' } },
});
