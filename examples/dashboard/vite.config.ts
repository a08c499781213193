import { defineConfig } from 'vite'

const url = process.env['ADGRAPH_URL'] ?? 'http://127.0.0.1:4000'

/**
 * Where the graph and its sign-in are. The browser calls them through this server, so Adgraph needs no CORS settings. The
 * service sends the browser back to the host of the request to sign in, which is this server.
 */
export const proxyTo = (target: string) => ({ '/graphql': target, '/auth': { target, changeOrigin: false } })

const graph = proxyTo(url)

export default defineConfig({
  server: { host: '127.0.0.1', port: 4300, proxy: graph },
  preview: { host: '127.0.0.1', port: 4300, proxy: graph },
  build: { target: 'es2023', assetsInlineLimit: 0 },
})
