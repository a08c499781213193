import { join } from 'node:path'
import { defineConfig } from 'vite'

// Builds the program. Of a start, most was loading a thousand modules, so those that are always loaded together are joined to chunks.
// The compiler writes only the types.

/** What is not put into chunks: graphql, of which a process can have only one, and what is loaded only if it is used. */
const EXTERNAL = [
  /^graphql(\/|$)/,
  /^(@modelcontextprotocol\/|@opentelemetry\/sdk-node$)/,
  /^(classic-level|csv-stringify|ioredis|jose|log-update|minisearch)(\/|$)/,
]

/** The modules that package.json names, and those of the sandbox that sources import as `#sandbox/…`. */
const ENTRIES = [
  'src/cli',
  'src/package/codegen',
  'src/package/index',
  'src/package/rest',
  'src/package/sandbox',
  'sandbox/access/user',
  'sandbox/fault/check',
  'sandbox/http/server',
  'sandbox/index',
  'sandbox/seed/account',
]

export default defineConfig({
  resolve: {
    alias: [{ find: /^#sandbox\/(.+)$/, replacement: join(import.meta.dirname, 'sandbox/$1.ts') }],
  },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    emptyOutDir: false,
    target: 'node20.19',
    minify: false,
    sourcemap: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      external: EXTERNAL,
      input: Object.fromEntries(ENTRIES.map((entry) => [entry.replace('src/', ''), `${entry}.ts`])),
      output: {
        entryFileNames: '[name].js',
        // A top-level constant must remain one: V8 makes its value a part of optimized code.
        topLevelVar: false,
        // As deep as `src/server/build.ts`, which has the path of this folder.
        chunkFileNames: 'chunk/[name].js',
      },
    },
  },
  logLevel: 'warn',
})
