import { getNamedType } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  SMALL_ACCOUNT_ID,
  TAILORED_AUDIENCE_ID,
  YEN_ACCOUNT_ID,
  type RecordedRequest,
} from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { openSandboxGraph } from '../support/graph.ts'
import { randomDocument, seededRandom, type ChooseValue } from '../support/random-document.ts'
import { SANDBOX_NOW } from '../support/sandbox.ts'

const DOCUMENTS = inject('documents')
/** As many documents as may be needed until each endpoint has been called. */
const MAX_DOCUMENTS = 10_000
/**
 * All reads of the reference but the two that a browser makes; the estimate, the token, the tax settings, and two each of
 * scheduled posts and of curated categories of line items; the eight catalogs of targeting values beyond the documents.
 */
const ENDPOINTS = 69 - 2 + 7 + 8
const AT_ONCE = 8

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph({
    sandbox: { limits: { totalCounts: 1e9, globalReads: 1e9 }, logRequests: 1e6 },
    // What limits refuse is not answered, and tells nothing of answers.
    graph: {
      limits: { calls: 1e9, rows: 1e9, depth: 100, fields: 100_000, tokens: 100_000 },
      // On a busy machine, graph and sandbox, which share a process, can stand still for longer than an operation may take.
      operationTimeoutMs: 120_000,
      attemptTimeoutMs: 60_000,
    },
  })
})
afterAll(() => graph.close())

const random = seededRandom(20_260_601)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const text = (value: string) => JSON.stringify(value)

/** The global ids met so far, by type: documents ask for what earlier answers named. */
const met = new Map<string, string[]>([
  [
    'Account',
    [DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, EMPTY_ACCOUNT_ID, EURO_ACCOUNT_ID, YEN_ACCOUNT_ID].map((id) => `Account:${id}`),
  ],
])

function meet(answer: unknown): void {
  for (const [, id, type] of JSON.stringify(answer).matchAll(/"(([A-Z][A-Za-z]+):[A-Za-z0-9_:-]+)"/g)) {
    const ids = met.get(type!) ?? []
    if (ids.length < 500 && !ids.includes(id!)) met.set(type!, [...ids, id!])
  }
}

const anyId = () => text(pick([...met.values()].flat()))
const idOf = (type: string) => text(pick(met.get(type) ?? [`${type}:${SMALL_ACCOUNT_ID}:unknown`]))
const idsOf = (type: string) => `[${Array.from({ length: 1 + Math.floor(random() * 3) }, () => idOf(type)).join(', ')}]`

/** What to send for arguments whose type alone does not tell. */
const choose: ChooseValue = (argument, field) => {
  const type = getNamedType(field.type).name.replace(/Connection$/, '')
  switch (argument) {
    case 'first':
      return String(pick([1, 2, 3, 5]))
    case 'after':
    case 'accountId':
      return undefined
    case 'id':
      if (field.name === 'card') return idOf(pick(['ComposableCard', 'LegacyCard', 'PollCard']))
      return field.name === 'node' ? anyId() : idOf(type)
    case 'ids':
      if (field.name === 'nodes') return `[${anyId()}, ${anyId()}]`
      return random() < 0.3 ? idsOf(type) : undefined
    case 'campaignIds':
      return random() < 0.3 ? idsOf('Campaign') : undefined
    case 'campaignId':
      return random() < 0.3 ? idOf('Campaign') : undefined
    case 'lineItemIds':
      return field.name === 'targetingCriteria' || random() < 0.3 ? idsOf('LineItem') : undefined
    case 'fundingInstrumentIds':
      return random() < 0.3 ? idsOf('FundingInstrument') : undefined
    case 'namePrefix':
    case 'words':
      return random() < 0.3 ? text(pick(['s', 'Spring', 'ü', '🎒', 'a b,c'])) : undefined
    case 'sortBy': {
      const [known] = field.args.filter(({ name, type }) => name === 'sortBy' && getNamedType(type).name !== 'SortBy')
      const attribute = known ? 'CREATED_AT' : '"createdAt"'
      return random() < 0.3 ? `{ field: ${attribute}, direction: ${pick(['ASC', 'DESC'])} }` : undefined
    }
    case 'locale':
      return text(pick(['en-US', 'ja-JP']))
    case 'countryCode':
      return random() < 0.3 ? text(pick(['US', 'DE'])) : undefined
    case 'uris':
      return `[${text(`card://${idOf('ComposableCard').split(':')[2]!.slice(0, -1)}`)}]`
    case 'postIds':
      return idsOf('PublishedPost')
    case 'cardUris':
      return random() < 0.3 ? '["card://1", "card://2"]' : undefined
    case 'lang':
      return random() < 0.3 ? text(pick(['en', 'de', 'ja'])) : undefined
    case 'currency':
      return random() < 0.3 ? text(pick(['USD', 'EUR', 'XXX'])) : undefined
    case 'countryCodes':
      return `[${text(pick(['US', 'JP', 'ZZ']))}]`
    case 'keywords':
      return `[${text(pick(['coffee', 'ヘッドホン', '50% off!']))}, "🥐"]`
    case 'startTime':
      if (field.name === 'history') return '"2026-01-01T00:00:00Z"'
      return text(new Date(Date.parse(SANDBOX_NOW) - pick([1, 3, 6]) * 86_400_000).toISOString())
    case 'endTime':
      return field.name === 'history' ? '"2026-06-02T00:00:00Z"' : undefined
    case 'entityId':
      return anyId()
    case 'userId':
      return text(pick(['1000000001', '9007199254740993']))
    case 'grantedAccountIds':
      return random() < 0.3 ? idsOf('Account') : undefined
    case 'tailoredAudienceId':
      return text(TAILORED_AUDIENCE_ID)
    case 'input':
      return pick([
        '{ targetingCriteria: [{ targetingType: LANGUAGE, targetingValue: "en" }] }',
        '{ targetingCriteria: [{ targetingType: AGE, targetingValue: "AGE_OVER_50" }], operatorType: EQ }',
      ])
    default:
      return undefined
  }
}

/** Refusals that random documents meet: none of the line items promotes an account; the account has no history. */
const BY_DESIGN = new Set(['400 accounts/:account_id/promoted_accounts', '400 accounts/:account_id/account_history'])

/** What a request breaks of the limits that the documents set. */
function brokenLimits({ query }: RecordedRequest): string[] {
  const params = new Map(query)
  const count = params.get('count')
  const broken = query.filter(([name, value]) => /_ids$|_uris$/.test(name) && value.split(',').length > 200).map(String)
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

    for (let done = 0; done < DOCUMENTS || (called.size < ENDPOINTS && done < MAX_DOCUMENTS); done += AT_ONCE) {
      const documents = Array.from({ length: AT_ONCE }, () => randomDocument({ random, schema, choose }))
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
