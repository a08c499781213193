import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitMsFor } from '../../../src/extension/bulk/export-context.ts'
import { openAdgraph } from '../../../src/package/adgraph.ts'
import { budgetHeaders } from '../../support/client.ts'
import { openExporter } from '../../support/export.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

const WINDOW = { limit: 100, resetAfterMs: 500, lengthMs: 1000 }

describe('an export waits for a rate limit', () => {
  it.each([
    ['not while more than the reserve is left', { remaining: 11, own: 89 }, 0],
    ['until the last tenth of the window when it alone has used all but the reserve', { remaining: 10, own: 90 }, 400],
    ['not in the last tenth', { remaining: 10, own: 90, resetAfterMs: 100 }, 0],
    ['until the reset when nothing is left', { remaining: 0, own: 100, resetAfterMs: 100 }, 100],
    ['not while it has taken less than half of what others leave', { remaining: 60, own: 20 }, 0],
    ['until the reset when it has taken half of what others leave', { remaining: 40, own: 40 }, 500],
    ['until the reset for the reserve that others use', { remaining: 10, own: 2 }, 500],
    [
      'until the last tenth with a limit of a few calls, and leaves one of them',
      { limit: 5, remaining: 1, own: 4 },
      400,
    ],
  ])('%s', (_, use, waitMs) => {
    expect(waitMsFor({ ...WINDOW, ...use }, 0.5)).toBe(waitMs)
  })
})

/** The calls that a window of a second allows, and the pages that the service has. */
const LIMIT = 20
const PAGES = 48

/** A service with one list of many pages, and windows that begin with each second. `calls` counts the calls of each window. */
async function startWindows(): Promise<Upstream & { calls: Map<number, number>; refused: number }> {
  const calls = new Map<number, number>()
  const service = {
    calls,
    refused: 0,
    ...(await startUpstream(({ query }) => {
      const resetAt = Math.floor(Date.now() / 1000) + 1
      const used = (calls.get(resetAt) ?? 0) + 1
      calls.set(resetAt, used)
      const headers = {
        date: new Date().toUTCString(),
        'x-account-rate-limit-limit': String(LIMIT),
        'x-account-rate-limit-remaining': String(Math.max(0, LIMIT - used)),
        'x-account-rate-limit-reset': String(resetAt),
      }
      if (used > LIMIT) {
        service.refused += 1
        return { status: 429, headers, body: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Wait' }] } }
      }
      const page = Number(query['cursor'] ?? 0)
      return { headers, body: { data: [{ id: `c${page}` }], next_cursor: page + 1 < PAGES ? String(page + 1) : null } }
    })),
  }
  return service
}

describe('beside an export', () => {
  it('rate limits are used but for a reserve, and none is exceeded', async () => {
    const upstream = closedAfterTest(await startWindows())
    const exporter = closedAfterTest(await openExporter(upstream.url))
    const waits: (number | undefined)[] = []
    const manifest = await exporter.run('{ account(id: "a") { apps { nodes { id } } } }', {
      onProgress: ({ waitingUntil }) => waits.push(waitingUntil),
    })
    const whole = [...upstream.calls.values()].slice(1, -1)

    expect(manifest).toMatchObject({ errors: [], rows: PAGES })
    expect(upstream.refused).toBe(0)
    expect(waits.some((until) => until !== undefined)).toBe(true)
    expect(Math.min(...whole)).toBeGreaterThanOrEqual(0.85 * LIMIT)
  })

  it.each(['other', 'exporting'])(
    'a list that all share is read for others while it waits (user: %s)',
    async (user) => {
      const reset = Math.ceil(Date.now() / 1000) + 600
      // The user who exports has only the reserve left, or nothing if others ask.
      const left = user === 'other' ? 0 : 1
      const upstream = await startUpstream(({ headers: { authorization = '' } }) => ({
        body: { data: [{ id: 'l1', currency: 'USD' }], next_cursor: null },
        headers: budgetHeaders('x-rate-limit', authorization.includes('exporting') ? left : 5, reset, 5),
      }))
      const graph = await openAdgraph({
        adsBaseUrl: upstream.url,
        consumer: { key: 'k', secret: 's' },
        credentials: ({ headers }) => ({ token: headers.get('x-user')!, tokenSecret: 's' }),
        logLevel: 'silent',
        operationTimeoutMs: 2_000,
      })
      const stop = new AbortController()
      closedAfterTest(upstream)
      closedAfterTest(graph)
      onTestFinished(() => stop.abort())
      const requestOf = (user: string, init: RequestInit = {}) =>
        new Request('https://app.example/graphql', {
          ...init,
          headers: { 'content-type': 'application/json', 'x-user': user },
        })
      const rules = (currency: string) => `{ biddingRules(currency: "${currency}") { nodes { currency } } }`
      const ask = async (user: string, currency: string) => {
        const body = JSON.stringify({ query: rules(currency) })
        return (await graph.fetch(requestOf(user, { method: 'POST', body }))).json()
      }
      await ask('exporting', 'EUR')
      const rows = graph.export({ query: rules('USD'), request: requestOf('exporting'), signal: stop.signal })
      rows.next().catch(() => {})
      await sleep(200)

      expect(upstream.requests).toHaveLength(1)
      expect(await ask(user, 'USD')).toEqual({ data: { biddingRules: { nodes: [{ currency: 'USD' }] } } })
    },
  )

  it('operations that need no more than the reserve are not refused', async () => {
    const upstream = closedAfterTest(await startWindows())
    const exporter = closedAfterTest(await openExporter(upstream.url))
    const operations: Promise<unknown>[] = []
    // A person's operation that needs one call, and can wait for the last part of a window, but not for a whole one.
    const person = setInterval(() => operations.push(exporter.operation(400)), 300)
    const manifest = await exporter.run('{ account(id: "a") { apps { nodes { id } } } }')
    clearInterval(person)
    const outcomes = await Promise.allSettled(operations)

    expect(operations.length).toBeGreaterThan(4)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(manifest.rows).toBe(PAGES)
    expect(upstream.refused).toBe(0)
  })
})
