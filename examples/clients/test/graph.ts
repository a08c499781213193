import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startAdgraph } from '../../gateway/src/adgraph.ts'

/** The account of the tests, and one of its campaigns, which has several line items. */
export const ACCOUNT = '18ce5h7k2qa'
export const CAMPAIGN = `Campaign:${ACCOUNT}:6dtbr`

/** Adgraph over its embedded sandbox. */
export interface TestGraph {
  url: string
  /** Restores the data of the sandbox, and removes its faults. */
  reset(): Promise<void>
  /** Lets the sandbox refuse the calls of this path and parameter. */
  refuse(path: string, param?: { name: string; value: string }): Promise<void>
  close(): Promise<void>
}

export async function startGraph(): Promise<TestGraph> {
  const sandboxPort = await freePort()
  const control = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${sandboxPort}/sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const adgraph = await startAdgraph({
    PORT: '0',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_NOW: '2026-06-01T12:00:00Z',
  })
  return {
    url: adgraph.url,
    close: () => adgraph.close(),
    async reset() {
      await control('POST', 'reset')
    },
    async refuse(path, param) {
      const { status } = await control('POST', 'faults', {
        match: { path, param },
        fault: { kind: 'status', status: 403 },
      })
      if (status !== 201) throw new Error(`The sandbox does not take the fault: ${status}`)
    },
  }
}

/** A port that no process listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
