import { defineConfig } from 'vite'

/** Where the graph is. The browser calls it through this server, so Adgraph needs no CORS settings. */
const graph = { '/graphql': process.env['ADGRAPH_URL'] ?? 'http://127.0.0.1:4000' }

export default defineConfig({
  server: { host: '127.0.0.1', port: 4300, proxy: graph },
  preview: { host: '127.0.0.1', port: 4300, proxy: graph },
  build: { target: 'es2023', assetsInlineLimit: 0 },
})
