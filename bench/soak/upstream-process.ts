import type { IncomingMessage, ServerResponse } from 'node:http'
import { startUpstream } from '../upstream.ts'

/** How often each fault is played, of reads below an account whose id begins with `a`. */
const UNAVAILABLE = 0.03
const BROKEN = 0.01
const SLOW = 0.01
const SLOW_MS = 800

/**
 * The upstream of the soak, in a process of its own: the lists of the benchmark, with faults, and writes that are
 * taken. Tells its address to the process that forked it, and ends with that.
 */
process.on('disconnect', () => process.exit())
const { url } = await startUpstream(0, interrupt)
process.send?.({ url })

/** Answers a write, plays a fault, or lets the request go on. */
function interrupt(request: IncomingMessage, response: ServerResponse, goOn: () => void): void {
  if (request.method !== 'GET') {
    const id = request.url?.split('?')[0]?.split('/').at(-1)
    const body = JSON.stringify({ data: { id, name: 'Written', entity_status: 'PAUSED' } })
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    return
  }
  const drawn = request.url?.startsWith('/12/accounts/a') ? Math.random() : 1
  if (drawn < UNAVAILABLE) response.writeHead(503).end()
  else if (drawn < UNAVAILABLE + BROKEN) request.socket.destroy()
  else if (drawn < UNAVAILABLE + BROKEN + SLOW) setTimeout(goOn, SLOW_MS)
  else goOn()
}
