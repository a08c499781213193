import { boolean, constant, constantFrom, oneof, record } from 'fast-check'
import { expect, inject, it } from 'vitest'
import type { Exchange, Fault, FaultyService, Pages } from '../support/faulty-service.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { faultsOf, rarely, readFault } from './faults.ts'
import { pages, ROWS, rowsOf } from './pages.ts'
import { DEADLINE_MS, demandErrors, errorAt, idIn, isObject, MARGIN_MS, OLD, type Problems } from './reckoning.ts'
import { useFaultyGraph } from './setup.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.22)
/** The most requests of one list: five pages, each of them tried four times, and again without what failed. */
const MAX_REQUESTS = 60

const faulty = useFaultyGraph()

const KINDS = ['account', 'cached', 'nested', 'nodes', 'references', 'own'] as const

const run = record({
  kind: constantFrom(...KINDS, 'account', 'cached', 'account', 'cached'),
  first: constantFrom(1, 2, 3, 5, 50),
  pages,
  reads: oneof(constant<Fault[]>([]), constant<Fault[]>([]), faultsOf(readFault)),
  isTwice: boolean(),
  /** Whether IDs are in uppercase. */
  isUppercase: rarely,
})

interface Shown {
  restId: string
  raw: Record<string, unknown>
  lineItems?: List | null
  campaign?: Shown | null
}

interface List {
  nodes: Shown[]
  pageInfo: { hasNextPage: boolean }
}

const LIST = 'nodes { restId raw } pageInfo { hasNextPage }'
const NODE_IDS = ['c0', 'c1', 'c2', 'zz']
const cased = (id: string, isUppercase: boolean) => (isUppercase ? id.toUpperCase() : id)
const DOCUMENTS: Record<(typeof KINDS)[number], (account: string, first: number, isUppercase: boolean) => string> = {
  account: (account, first) => `{ account(id: "${account}") { list: campaigns(first: ${first}) { ${LIST} } } }`,
  cached: (account, first) => `{ targetingOptions {
    list: interests(first: ${first}, namePrefix: "${account.toLowerCase()}") { nodes { restId: targetingValue raw: name } pageInfo { hasNextPage } }
  } }`,
  nested: (account, first) => `{ account(id: "${account}") { list: campaigns {
    nodes { restId raw lineItems(first: ${first}) { ${LIST} } } pageInfo { hasNextPage }
  } } }`,
  nodes: (
    account,
    _,
    isUppercase,
  ) => `{ nodes(ids: [${NODE_IDS.map((id) => `"Campaign:${account}:${cased(id, isUppercase)}"`).join()}]) {
    ... on Campaign { restId raw }
  } }`,
  references: (account) => `{ account(id: "${account}") { list: lineItems {
    nodes { restId raw campaign { restId raw } } pageInfo { hasNextPage }
  } } }`,
  own: (account, first, isUppercase) => `{
    account(id: "${account}") { list: campaigns(first: ${first}) { ${LIST} } }
    own: campaign(id: "${cased('c1', isUppercase)}", accountId: "${account}") { restId raw }
    same: campaign(id: "c1", accountId: "${account}") { restId raw }
  }`,
}

const ALL = Array.from({ length: ROWS }, (_, nth) => `c${nth}`)

/** The rows that an account has. */
function prepare(service: FaultyService, account: string, divided: Pages, kind: (typeof KINDS)[number]): void {
  const indexes = Array.from({ length: ROWS }, (_, nth) => nth)
  const table = { nested: 'line_items', cached: 'targeting_criteria/interests' }[kind as string] ?? 'campaigns'
  service.rows(account, 'campaigns').push(...indexes.map((nth) => ({ ...OLD, id: `c${nth}`, name: `N${nth}` })))
  service
    .rows(account, 'line_items')
    .push(...indexes.map((nth) => ({ ...OLD, id: `l${nth}`, name: `L${nth}`, campaign_id: `c${nth % 3}` })))
  service
    .rows(account, 'targeting_criteria/interests')
    .push(...indexes.map((nth) => ({ ...OLD, id: `i${nth}`, targeting_value: `i${nth}`, name: `I${nth}` })))
  if (!['nodes', 'references', 'own'].includes(kind)) service.divide(account, table, divided)
}

/** Whether an exchange was as it had to be. */
const isClean = ({ status, data }: Exchange) => status === 200 && data !== undefined

it(
  'of a service that does things by halves, lists are whole or null, and each row once',
  { timeout: 60_000 + RUNS * 1_000 },
  async () => {
    const failure = await failedRun(
      RUNS,
      run,
      async ({ kind, first, pages: divided, reads, isTwice, isUppercase }, account) => {
        const { service, graph } = faulty
        prepare(service, account, divided, kind)
        service.failReads(account, ...reads)
        const demands: Demand[] = []
        const seen: unknown[] = []
        for (let use = 0; use < (isTwice ? 2 : 1); use += 1) {
          const before = service.exchanges(account).length
          const startMs = Date.now()
          const { data, errors } = await graph.query(DOCUMENTS[kind](cased(account, isUppercase), first, isUppercase))
          const tookMs = Date.now() - startMs
          const exchanges = service.exchanges(account)
          seen.push({ exchanges: [...exchanges], data, errors })
          const cursors = exchanges.slice(before).map(({ query }) => query['cursor'])
          const isOneList = (kind === 'account' || kind === 'cached') && reads.length === 0
          demands.push(
            ['no page is read twice', !isOneList || new Set(cursors).size === cursors.length],
            ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
            ['it ends after as many requests as it has pages', exchanges.length <= (use + 1) * MAX_REQUESTS],
            ...demandErrors({ data, errors }),
            ...demandRows(data, errors ?? [], { kind, first, divided, reads, exchanges }),
          )
        }
        service.forget(account)
        return { demands, seen }
      },
    )
    expect(failure).toBeUndefined()
  },
)

interface Given {
  kind: (typeof KINDS)[number]
  first: number
  divided: Pages
  reads: readonly Fault[]
  exchanges: readonly Exchange[]
}

function demandRows(data: unknown, errors: Problems, given: Given): Demand[] {
  const { kind, first, divided, reads, exchanges } = given
  // After many failures, an endpoint is not called for a while.
  const isFaulty = reads.length > 0 || errors.some(({ message }) => message.includes('nothing was sent'))
  // A row that is answered with 404 does not exist.
  const areRowsKept = reads.every(({ rows, columns, answer }) => !rows && !columns && answer !== 404)
  const answered = new Set(
    exchanges.filter(isClean).flatMap((each) => [each.data].flat().map((row) => JSON.stringify(row))),
  )
  const demands: Demand[] =
    kind === 'cached'
      ? []
      : shownIn(data).flatMap((row): Demand[] => [
          [`the row ${row.restId} has its ID`, idIn(row.raw) === row.restId],
          [`the row ${row.restId} was answered`, answered.has(JSON.stringify(row.raw))],
        ])
  if (kind === 'nodes') {
    const nodes = (data as { nodes: (Shown | null)[] } | null)?.nodes ?? []
    for (const [nth, id] of NODE_IDS.entries()) {
      const row = nodes[nth] ?? null
      const isTold = row !== null || id === 'zz' || errorAt(errors, ['nodes', nth]) !== undefined
      demands.push(
        [`the node ${id} has its ID`, row === null || row.restId === id],
        [`the node ${id} is there, or there is an error`, isTold || !areRowsKept],
      )
    }
    return demands
  }
  if (kind === 'own')
    for (const name of ['own', 'same'] as const) {
      const row = (data as Record<typeof name, Shown | null> | null)?.[name] ?? null
      const isTold = row !== null || errorAt(errors, [name]) !== undefined
      demands.push(
        [`the campaign ${name} is c1`, row === null || row.restId === 'c1'],
        [`the campaign ${name} is there, or there is an error`, isTold || !areRowsKept],
      )
    }
  const parent = kind === 'cached' ? 'targetingOptions' : 'account'
  const { list = null } = (data as Record<string, { list: List | null } | null> | null)?.[parent] ?? {}
  if (kind === 'references') {
    for (const [nth, row] of list?.nodes.entries() ?? []) {
      const { campaign = null, raw } = row
      const isTold = campaign !== null || errorAt(errors, [parent, 'list', 'nodes', nth, 'campaign']) !== undefined
      demands.push(
        [`the campaign of ${row.restId} is its own`, campaign === null || campaign.restId === raw['campaign_id']],
        [`the campaign of ${row.restId} is there, or there is an error`, isTold || !areRowsKept],
      )
    }
    return [...demands, ...demandOnce(list)]
  }
  if (kind === 'nested') {
    const all = rowsOf(divided, 'l')
    for (const [nth, { restId, lineItems = null }] of list?.nodes.entries() ?? []) {
      const own = all?.filter((id) => Number(id.slice(1)) % 3 === Number(restId.slice(1)))
      const error = errorAt(errors, [parent, 'list', 'nodes', nth, 'lineItems'])
      demands.push(...demandList(lineItems, error, { expected: own, first, isFaulty, areRowsKept, haveIds: true }), [
        `line items of ${restId} are its own`,
        (lineItems?.nodes ?? []).every(({ raw }) => raw['campaign_id'] === restId),
      ])
    }
    return [...demands, ...demandOnce(list)]
  }
  const expected = kind === 'own' ? ALL : kind === 'cached' ? rowsOf(divided, 'i', false) : rowsOf(divided, 'c')
  const error = errorAt(errors, [parent, 'list'])
  return [
    ...demands,
    ...demandList(list, error, {
      expected,
      first,
      isFaulty,
      areRowsKept,
      haveIds: kind !== 'cached',
    }),
  ]
}

interface ExpectedList {
  /** Undefined if the cursors lead back. */
  expected: readonly string[] | undefined
  first: number
  isFaulty: boolean
  areRowsKept: boolean
  haveIds: boolean
}

function demandList(list: List | null, error: Problems[number] | undefined, given: ExpectedList): Demand[] {
  const { expected, first, isFaulty, areRowsKept, haveIds } = given
  if (!list) {
    const isUnavailable = error?.extensions.code === 'UPSTREAM_UNAVAILABLE'
    return [
      ['there is an error of the list that is null', error !== undefined],
      [
        'the list is null because its cursors lead back, or because the service fails',
        expected === undefined || isFaulty,
      ],
      ['the error is UPSTREAM_UNAVAILABLE', isFaulty || isUnavailable],
    ]
  }
  const ids = list.nodes.map(({ restId }) => restId)
  const isExact = !areRowsKept || !expected || ids.join() === expected.slice(0, first).join()
  return [
    ...(haveIds ? demandOnce(list) : []),
    ['there are no more rows than requested', ids.length <= first],
    ['the list is whole', isExact],
  ]
}

function demandOnce(list: List | null): Demand[] {
  const ids = (list?.nodes ?? []).map(({ restId }) => restId)
  return [[`each row is there once: ${ids.join()}`, new Set(ids).size === ids.length]]
}

/** All rows in the data of a response. */
function shownIn(data: unknown): Shown[] {
  if (Array.isArray(data)) return data.flatMap(shownIn)
  if (!isObject(data)) return []
  const { raw, ...others } = data
  const below = Object.values(others).flatMap(shownIn)
  return raw === undefined ? below : [data as unknown as Shown, ...below]
}
