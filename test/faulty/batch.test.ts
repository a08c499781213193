import { array, boolean, constant, constantFrom, oneof, record, type Arbitrary } from 'fast-check'
import { expect, inject, it } from 'vitest'
import { keptColumns, type Exchange } from '../support/faulty-service.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { rarely, storedColumns, usesOf } from './faults.ts'
import { LINE_ITEM } from './one-write.ts'
import {
  budgetsRead,
  didNotHappen,
  errorAt,
  idIn,
  isObject,
  isUnknown,
  newIdsIn,
  prepareAccount,
  toldByStatus,
  type Columns,
  type Problems,
} from './reckoning.ts'
import { useFaultyGraph, useMutation } from './setup.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.22)

const faulty = useFaultyGraph()

/** A batch: the field of its rows, and its operations as they are in the input. */
interface Batch {
  field: string
  /** The field of the input that lists the operations. */
  list: string
  operation: Arbitrary<unknown>
  /** The rest of the input. */
  input?: Columns
  /** The parameter with the ID of the entity that an operation changes. */
  idParam?: string
}

/** An empty name is refused, and the service removes the blank at the end of a name. */
const NAMES = ['A', 'A', 'B', 'C', 'C ', '']

const BATCHES: Record<string, Batch> = {
  batchCampaigns: {
    field: 'campaigns',
    list: 'operations',
    idParam: 'campaign_id',
    operation: oneof(
      record({
        create: record(
          {
            fundingInstrumentId: constant('f1'),
            name: constantFrom(...NAMES),
            dailyBudgetAmountLocalMicro: constantFrom('5', '7'),
          },
          { requiredKeys: ['fundingInstrumentId', 'name'] },
        ),
      }),
      record({
        update: record(
          {
            campaignId: constantFrom('ca', 'cb'),
            name: constantFrom(...NAMES),
            dailyBudgetAmountLocalMicro: constantFrom('5', '7', null),
            spreadBudgetEvenly: constant(true),
          },
          { requiredKeys: ['campaignId'] },
        ),
      }),
      record({ delete: record({ campaignId: constantFrom('cb', 'cc') }) }),
    ),
  },
  batchLineItems: {
    field: 'lineItems',
    list: 'operations',
    idParam: 'line_item_id',
    operation: oneof(
      record({ create: constantFrom(...NAMES).map((name) => ({ ...LINE_ITEM, name })) }),
      record({ update: record({ lineItemId: constantFrom('la', 'lb'), name: constantFrom(...NAMES) }) }),
      record({ delete: record({ lineItemId: constantFrom('lb', 'lc') }) }),
    ),
  },
  batchTargetingCriteria: {
    field: 'targetingCriteria',
    list: 'operations',
    idParam: 'targeting_criterion_id',
    operation: oneof(
      record({
        create: constantFrom('bread', 'milk', '').map((targetingValue) => ({
          lineItemId: 'la',
          targetingType: 'BROAD_KEYWORD',
          operatorType: 'EQ',
          targetingValue,
        })),
      }),
      record({ delete: record({ targetingCriterionId: constantFrom('ta', 'tb') }) }),
    ),
  },
  createPromotedPosts: {
    field: 'promotedPosts',
    list: 'postIds',
    input: { lineItemId: 'la' },
    operation: constantFrom('111', '222', '333'),
  },
}

const run = constantFrom(...Object.keys(BATCHES), 'batchCampaigns').chain((mutation) =>
  record({
    mutation: constant(mutation),
    operations: array(BATCHES[mutation]!.operation, { minLength: 1, maxLength: 4 }),
    stored: storedColumns,
    hasKey: boolean(),
    skipInvalid: boolean(),
    validateOnly: rarely,
    uses: usesOf(2),
  }),
)

interface Payload {
  rows: ({ restId: string; raw: Columns | null } | null)[] | null
  chunks: { status: string }[]
  userErrors: { code: string; field: string[]; rule: string | null }[]
  receipt: { outcome: string; items: ({ outcome: string; id: string | null } | null)[] } | null
}

const documentOf = (mutation: string, { field }: Batch) => `mutation (
  $input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!, $key: String, $skipInvalid: Boolean!, $validateOnly: Boolean!
) {
  outcome: ${mutation}(input: $input, idempotencyKey: $key, skipInvalid: $skipInvalid, validateOnly: $validateOnly) {
    rows: ${field} { restId raw } chunks { status } userErrors { code field rule } receipt { outcome items { outcome id } }
  }
}`

/** An operation as it was sent: the ID of the entity that it changes, if it makes none, and its parameters. */
interface Sent {
  id: string | undefined
  params: Columns
}

function operationsIn({ sent }: Exchange, { idParam }: Batch): Sent[] {
  if (Array.isArray(sent))
    return (sent as { operation_type: string; params: Columns }[]).map(({ operation_type, params }) => ({
      id: operation_type === 'Create' ? undefined : (params[idParam!] as string).toLowerCase(),
      params: keptColumns(params),
    }))
  const { post_ids, ...others } = sent as { post_ids: string }
  return post_ids.split(',').map((post_id) => ({ id: undefined, params: keptColumns({ ...others, post_id }) }))
}

/**
 * Whether a column has a value that was sent: true, false, or undefined if the row does not show it. The post of a promoted post
 * can be a copy (R-PROMO-6).
 */
function shows(row: Columns, name: string, value: unknown): boolean | undefined {
  const column = row[name] ?? undefined
  if (column === undefined) return undefined
  const isShown = JSON.stringify([column].flat().map(String)) === listed(value)
  return isShown || name !== 'post_id' ? isShown : undefined
}

const listed = (value: unknown) =>
  JSON.stringify((typeof value === 'string' ? value.split(',') : [value].flat()).map(String))

/** What an answer tells of each operation: the ID of its row, null if nothing may be told, and undefined if it need not. */
function toldOfEach(operations: readonly Sent[], exchange: Exchange): (string | null | undefined)[] {
  const { data } = exchange
  const rows = Array.isArray(data) ? (data as unknown[]) : isObject(data) ? [data] : []
  const ids = rows.map(idIn)
  const named = operations.map(({ id }) => id)
  const isCounted = rows.length === operations.length && named.every((id, nth) => id === undefined || ids[nth] === id)
  const shown = operations.map(({ id, params }, nth) =>
    id === undefined && isObject(rows[nth])
      ? Object.entries(params).map(([name, value]) => shows(rows[nth] as Columns, name, value))
      : [],
  )
  const areOwn = operations.every(
    ({ id }, nth) =>
      id !== undefined ||
      (ids[nth] !== undefined && !named.includes(ids[nth]) && ids.filter((one) => one === ids[nth]).length === 1),
  )
  const mayTell = isCounted && areOwn && !shown.flat().includes(false)
  const mustTell = mayTell && !shown.flat().includes(undefined)
  return operations.map(({ id }, nth) => {
    if (id === undefined) return mustTell ? ids[nth]! : mayTell ? undefined : null
    const own = named.flatMap((one, index) => (one === id ? index : []))
    const received = ids.flatMap((one, index) => (one === id ? index : []))
    return own.length === received.length ? id : null
  })
}

it(
  'of a service that does things by halves, the results of a batch belong to its operations',
  { timeout: 60_000 + RUNS * 1_000 },
  async () => {
    const failure = await failedRun(
      RUNS,
      run,
      async ({ mutation, operations, stored, hasKey, skipInvalid, validateOnly, uses }, account) => {
        const batch = BATCHES[mutation]!
        prepareAccount(faulty.service, account, stored)
        const demands: Demand[] = []
        const seen: unknown[] = []
        let mayHaveHappened = false
        for (const use of hasKey ? uses : uses.slice(0, 1)) {
          const used = await useMutation<Payload>(faulty, account, use, documentOf(mutation, batch), {
            input: { ...batch.input, [batch.list]: operations },
            key: hasKey ? 'key' : null,
            skipInvalid,
            validateOnly,
          })
          const { payload, errors, exchanges, sent, isLate } = used
          seen.push(used.seen)
          const last = sent.at(-1)
          demands.push(
            ...used.demands,
            ['nothing is sent', sent.length === 0 || (!validateOnly && !mayHaveHappened)],
            ['only what surely did not happen is sent again', sent.slice(0, -1).every(({ status }) => status === 429)],
          )
          if (last)
            demands.push(
              ...demandTold(last, batch, payload, errors, { operations, skipInvalid, isLate, hasKey, exchanges }),
            )
          else if (!mayHaveHappened && !isLate) demands.push(...demandUnsent(payload, errors, validateOnly))
          // What was sent too late can arrive during the next use.
          if (isLate) break
          if (last) mayHaveHappened = !didNotHappen(toldByStatus(last) ?? 'done')
        }
        faulty.service.forget(account)
        return { demands, seen }
      },
    )
    expect(failure).toBeUndefined()
  },
)

/** An update of a campaign without a budget, the first of it, sends the one that was read. */
function demandKnown(exchanges: readonly Exchange[], sent: readonly Sent[], inputs: readonly unknown[]): Demand[] {
  return sent.flatMap(({ id, params }, nth): Demand[] => {
    const { update } = inputs[nth] as { update?: Columns }
    const isFirst = sent.findIndex((one) => one.id === id) === nth
    const keeps = update && !('dailyBudgetAmountLocalMicro' in update) && update['spreadBudgetEvenly'] !== true
    if (id === undefined || !isFirst || !keeps) return []
    const budget = (params['daily_budget_amount_local_micro'] ?? null) as string | number | null
    const known = budgetsRead(exchanges, id).has(budget === null ? null : String(budget))
    return [[`the budget ${String(budget)} is known`, known]]
  })
}

function demandUnsent(payload: Payload | null, errors: Problems, validateOnly: boolean): Demand[] {
  const { userErrors = [], receipt = null, rows = [] } = payload ?? {}
  return [
    ['there is no outcome', receipt === null && !errors.some(isUnknown) && !rows?.some((row) => row !== null)],
    ['it says why nothing is sent', userErrors.length + errors.length > 0 || validateOnly],
  ]
}

interface Given {
  exchanges: readonly Exchange[]
  operations: readonly unknown[]
  skipInvalid: boolean
  isLate: boolean
  hasKey: boolean
}

/** Something was sent: its operations, and the report about each. */
function demandTold(
  exchange: Exchange,
  batch: Batch,
  payload: Payload | null,
  errors: Problems,
  { operations, skipInvalid, isLate, hasKey, exchanges }: Given,
): Demand[] {
  const { userErrors = [], receipt = null, chunks = [] } = payload ?? {}
  const rows = payload?.rows ?? []
  const sent = operationsIn(exchange, batch)
  const byStatus = isLate ? 'lost' : toldByStatus(exchange)
  if (byStatus !== undefined && didNotHappen(byStatus)) {
    const isTold = byStatus === 'refused' ? userErrors.length > 0 : errors.length > 0
    return [
      ['there is no outcome', receipt === null && !errors.some(isUnknown) && !rows.some((row) => row !== null)],
      ['the refusal is reported', isTold],
    ]
  }
  const refused = new Set(userErrors.map(({ field }) => Number(field[2])))
  const indexes = [...operations.keys()].filter((index) => !refused.has(index))
  const demands: Demand[] = [
    ['refused operations are left out, and only with skipInvalid', indexes.length === sent.length],
    ['only with skipInvalid', skipInvalid || refused.size === 0],
    ['refused operations have no row', [...refused].every((index) => rows[index] === null)],
    ...(batch.field === 'campaigns'
      ? demandKnown(
          exchanges,
          sent,
          indexes.map((index) => operations[index]),
        )
      : []),
  ]
  const told = byStatus === 'lost' ? sent.map(() => null) : toldOfEach(sent, exchange)
  const answered = [exchange.data].flat().map(idIn)
  const isDone = told.every((id) => typeof id === 'string')
  if (isDone) demands.push(['it is DONE', receipt?.outcome === 'DONE' && chunks[0]?.status === 'DONE'])
  if (told.includes(null)) demands.push(['it is not DONE', isUnclear(receipt, byStatus, told, exchange, sent)])
  for (const [nth, index] of indexes.entries()) {
    const [row, item, id] = [rows[index] ?? null, receipt?.items[index] ?? null, told[nth]]
    const { id: own } = sent[nth] ?? {}
    // Operations that make equal rows are interchangeable. An answer can show the row under another ID.
    const made = sent.flatMap((one, at) =>
      JSON.stringify(one) === JSON.stringify(sent[nth]) ? (exchange.happened?.[at] ?? []) : [],
    )
    // A recovered row comes from a list, which can show another ID for it.
    const others = [...newIdsIn(exchanges)].filter((one) => !exchange.happened?.includes(one))
    const shown = item?.outcome === 'RECOVERED' ? others : made.map((one) => `x${one}`)
    const ids = own === undefined ? [...made, ...shown, ...(id === null ? [] : [answered[nth]])] : [own]
    const isOwn = (one: string) => ids.includes(one)
    const itemId = item?.id?.split(':').at(-1)
    demands.push(
      [`the row at ${index} belongs to its operation`, row === null || isOwn(row.restId)],
      [`the ID at ${index} belongs to its operation`, itemId === undefined || isOwn(itemId)],
      [
        `the row at ${index} is shown, or its error`,
        row !== null ||
          item?.outcome === 'RECOVERED' ||
          errorAt(errors, ['outcome', 'rows', index])?.extensions['outcome'] === 'UNKNOWN',
      ],
    )
    if (typeof id === 'string') demands.push([`the row at ${index} is returned`, row?.restId === id])
    if (id === null && own === undefined && row)
      demands.push([`the row at ${index} is recovered`, hasKey && item?.outcome === 'RECOVERED'])
  }
  return demands
}

/** Whether a receipt leaves unreported operations open; accepted changes of known entities are done. */
function isUnclear(
  receipt: Payload['receipt'],
  byStatus: string | undefined,
  told: readonly unknown[],
  { data }: Exchange,
  sent: readonly Sent[],
): boolean {
  if (receipt?.outcome === 'UNKNOWN' || receipt?.outcome === 'RECOVERED') return true
  const isUnreadable = byStatus === undefined && !isOfOther(data, sent)
  return receipt?.outcome === 'DONE' && isUnreadable && sent.every(({ id }) => id !== undefined)
}

/** Whether an answer has the documented form. */
function isOfOther(data: unknown, sent: readonly Sent[]): boolean {
  const rows = [data].flat()
  return rows.length === sent.length && rows.every((row) => idIn(row) !== undefined)
}
