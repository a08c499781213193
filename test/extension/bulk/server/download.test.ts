import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBulkGraph, type BulkGraph } from '../../../support/bulk.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

/** The downloads that a server sends at the same time, with those for callers who have none. */
const MAX_DOWNLOADS = 64

let upstream: Upstream
let graph: BulkGraph
let file: string
beforeAll(async () => {
  // Longer than what the sockets of both sides hold.
  const campaigns = Array.from({ length: 1_000 }, (_, nth) => ({ id: `c${nth}`, name: 'n'.repeat(15_000) }))
  upstream = await startListUpstream({ campaigns })
  graph = await openBulkGraph(upstream.url, { queueTimeoutMs: 50 })
  const { id } = await graph.start('{ account(id: "a") { campaigns { nodes { name } } } }')
  file = (await graph.until(id, 'COMPLETED')).files[0]!.url
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

/** A download of which only the beginning is read. */
async function unread(): Promise<Socket> {
  const { port, pathname } = new URL(file, graph.url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const [beginning] = (await once(socket, 'data')) as [Buffer]
  expect(beginning.toString('latin1')).toContain('HTTP/1.1 200 OK')
  socket.pause()
  return socket
}

it('downloads that nobody reads leave no room for more of them, and leave it again', async () => {
  const sockets = await Promise.all(Array.from({ length: MAX_DOWNLOADS }, unread))
  const refused = await graph.get(file)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await graph.get(file, {}, 'HEAD')).status).toBe(200)
})
