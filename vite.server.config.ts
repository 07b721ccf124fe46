import { defineConfig } from 'vite'

// Bundles the server into few files: at its start Node reads these instead of two thousand. `node server/start/main.ts` does the same, slower.
export default defineConfig({
  publicDir: false,
  // @fastify/static imports the package glob, 136 KB, only for its option `wildcard: false`, which we do not set
  resolve: { alias: { glob: 'node:fs/promises' } },
  build: { ssr: 'server/start/main.ts', target: 'node24', minify: false },
  ssr: { noExternal: true },
})
