import { defineConfig } from 'vite'

// Bundles the server into few files: at its start Node reads these instead of two thousand. `node server/main.ts` does the same, slower.
export default defineConfig({
  publicDir: false,
  resolve: {
    alias: {
      // @fastify/static imports the package glob, 136 KB, only for its option `wildcard: false`, which we do not set
      glob: 'node:fs/promises',
      // Fastify imports its compilers of schemas, 600 KB, only where it is given none; see app.ts
      '@fastify/ajv-compiler': 'node:fs/promises',
      '@fastify/fast-json-stringify-compiler': 'node:fs/promises',
    },
  },
  build: { ssr: 'server/main.ts', target: 'node24', minify: false },
  ssr: { noExternal: true },
})
