import { describe, expect, inject, it } from 'vitest'
import type { RecordedRequest } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { useSandboxGraph } from '../support/graph.ts'
import { randomDocument, seededRandom, type ChosenFields } from '../support/random-document.ts'
import { askSandbox, documentOfIds } from '../support/sandbox-document.ts'

const DOCUMENTS = inject('documents')
/** As many documents as may be needed until each endpoint has been called. */
const MAX_DOCUMENTS = 10_000
/**
 * All reads of the reference but the two that a browser makes; the estimate, the token, the tax settings, and two each of
 * scheduled posts and of curated categories of line items; the eight catalogs of targeting values beyond the documents; stats,
 * active entities, and two of reach.
 */
const ENDPOINTS = 69 - 2 + 7 + 8 + 4
const AT_ONCE = 8

const graph = useSandboxGraph({
  sandbox: { limits: { totalCounts: 1e9, globalReads: 1e9, statsReads: 1e9 }, logRequests: 1e6 },
  // What limits refuse is not answered, and tells nothing of answers.
  graph: {
    limits: { calls: 1e9, rows: 1e9, depth: 100, fields: 100_000, tokens: 100_000 },
    // On a busy machine, graph and sandbox, which share a process, can stand still for longer than an operation may take.
    operationTimeoutMs: 120_000,
    attemptTimeoutMs: 60_000,
  },
})

const random = seededRandom(20_260_601)
const { choose, meet } = askSandbox(random)
const chosen: ChosenFields = new Map()

/** Refusals that random documents meet: none of the line items promotes an account; the account has no history, or no reach. */
const BY_DESIGN = new Set([
  '400 accounts/:account_id/promoted_accounts',
  '400 accounts/:account_id/account_history',
  '400 stats/accounts/:account_id/reach/campaigns',
  '400 stats/accounts/:account_id/reach/funding_instruments',
])

/** What a request breaks of the limits that the documents set. */
function brokenLimits({ query, endpoint = '' }: RecordedRequest): string[] {
  const params = new Map(query)
  const ids = endpoint.startsWith('stats') && !endpoint.endsWith('active_entities') ? 20 : 200
  const count = params.get('count')
  const broken = query.filter(([name, value]) => /_ids$|_uris$/.test(name) && value.split(',').length > ids).map(String)
  if (count !== undefined && !(Number(count) >= 1 && Number(count) <= 1000)) broken.push(`count=${count}`)
  if (params.has('cursor') && params.has('with_total_count')) broken.push('cursor with with_total_count')
  return broken
}

describe('random valid documents', () => {
  it(`answers ${DOCUMENTS} of them, or more until all endpoints are called, within their plan, without an internal error or an exceeded limit`, async () => {
    const codes = new Set<unknown>()
    const refused = new Set<string>()
    const faulty: string[] = []
    const called = new Set<string>()
    const broken: string[] = []
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    meet((await graph.query(documentOfIds(schema))).data)
    graph.sandbox.clearRequests()

    for (let done = 0; done < DOCUMENTS || (called.size < ENDPOINTS && done < MAX_DOCUMENTS); done += AT_ONCE) {
      const documents = Array.from({ length: AT_ONCE }, () => randomDocument({ random, schema, choose, chosen }))
      const answers = await Promise.all(documents.map((document) => graph.query(document)))
      answers.forEach(({ status, data, errors = [], calls }, index) => {
        if (status !== 200 || errors.some(({ extensions }) => extensions.code === 'INTERNAL'))
          faulty.push(`${status} ${documents[index]} ${JSON.stringify(errors)}`)
        meet(data)
        for (const { extensions } of errors) codes.add(extensions.code)
        for (const call of calls)
          // A call without a status lost its connection. It is repeated, or else its field has an error of another code.
          if (call.status !== null && call.status >= 400) refused.add(`${call.status} ${call.path}`)
      })
      for (const { method, endpoint } of graph.sandbox.requests) called.add(`${method} ${endpoint}`)
      broken.push(...graph.sandbox.requests.flatMap(brokenLimits))
      graph.sandbox.clearRequests()
    }
    process.off('unhandledRejection', onUnhandled)

    expect(faulty).toEqual([])
    expect(unhandled).toEqual([])
    expect(['BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'UPSTREAM_ERROR']).toEqual(expect.arrayContaining([...codes]))
    // 404 for an ID, and 403 for an account, that the service does not have.
    expect([...refused].filter((call) => !/^40[34] /.test(call) && !BY_DESIGN.has(call))).toEqual([])
    expect(called.size).toBe(ENDPOINTS)
    expect(broken).toEqual([])
  }, 600_000)
})
