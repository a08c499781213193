import type { Interrupt } from '../upstream.ts'

/** The probability of each fault, for reads in an account whose ID starts with `a`. */
const UNAVAILABLE = 0.03
const BROKEN = 0.01
const SLOW = 0.01
const SLOW_MS = 800

/** The upstream of the soak test: the lists of the benchmark with faults, and writes that succeed. */
export const faults: Interrupt = (request, response, next) => {
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
  else if (drawn < UNAVAILABLE + BROKEN + SLOW) setTimeout(next, SLOW_MS)
  else next()
}
