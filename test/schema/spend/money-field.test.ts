import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../sandbox/seed/account.ts'
import { schema } from '../../../src/graph.ts'
import { declaredOf, isSingle, type Declared } from '../../../src/schema/write/declared.ts'
import { writesIn } from '../../support/schema.ts'
import { type LimitedGraph, openLimitedGraph, type Payload } from '../../support/spend.ts'

/** An input field that is money: of a mutation, or of an operation of a batch. */
interface MoneyField {
  mutation: string
  kind: string | undefined
  does: Declared
  field: string
}

/** The schema is walked: a field that is added is tested, or has no input below and fails. */
const FIELDS = writesIn(schema).flatMap((mutation): MoneyField[] => {
  const does = declaredOf(mutation) ?? {}
  const all = isSingle(does)
    ? [{ kind: undefined, does }]
    : Object.entries(does).map(([kind, each]) => ({ kind, does: each }))
  return all.flatMap((each) =>
    Object.keys(each.does.money ?? {}).map((field) => ({ ...each, mutation: mutation.name, field })),
  )
})

const LIMITS = { dailyBudget: '1.00', totalBudget: '2.00', bid: '1.00' }

/** The largest amount within each limit, in micros. */
const WITHIN = { dailyBudget: 1_000_000, totalBudget: 2_000_000, bid: 1_000_000 }

const TIMES = { startTime: '2026-06-02T00:00:00Z', endTime: '2026-07-02T00:00:00Z' }
const BUDGETS = { dailyBudgetAmountLocalMicro: WITHIN.dailyBudget, totalBudgetAmountLocalMicro: WITHIN.totalBudget }
const BID = { bidStrategy: 'MAX', bidAmountLocalMicro: WITHIN.bid }

let graph: LimitedGraph

/** Rows of each account: a funding instrument, a paused campaign, a paused line item with a bid. */
const rows = new Map<string, { instrument: Row; campaign: Row; lineItem: LineItem }>()

interface Row {
  id: string
  entityStatus: string
}

interface LineItem extends Row {
  bidAmountLocalMicro: string | null
  campaignId: string
  objective: string
  productType: string
  placements: string[]
}

beforeAll(async () => {
  graph = await openLimitedGraph([{ accounts: [EURO_ACCOUNT_ID, YEN_ACCOUNT_ID], ...LIMITS }])
  for (const account of [EURO_ACCOUNT_ID, YEN_ACCOUNT_ID, DEMO_ACCOUNT_ID]) {
    const { data } = await graph.query<{
      account: { instruments: { nodes: Row[] }; campaigns: { nodes: Row[] }; lineItems: { nodes: LineItem[] } }
    }>(
      `{ account(id: "${account}") {
        instruments: fundingInstruments(first: 1) { nodes { id entityStatus } }
        campaigns(first: 200) { nodes { id entityStatus } }
        lineItems(first: 200) {
          nodes { id entityStatus bidAmountLocalMicro campaignId objective productType placements }
        }
      } }`,
    )
    const { instruments, campaigns, lineItems } = data.account
    const isPaused = ({ entityStatus }: Row) => entityStatus === 'PAUSED'
    rows.set(account, {
      instrument: instruments.nodes[0]!,
      campaign: campaigns.nodes.find(isPaused)!,
      lineItem: lineItems.nodes.find((row) => isPaused(row) && row.bidAmountLocalMicro)!,
    })
  }
})

afterAll(() => graph.close())

/** An input within the limits, for entities of an account. What it creates is ACTIVE. */
function inputFor({ does: { action, type }, kind }: MoneyField, account = EURO_ACCOUNT_ID): Record<string, unknown> {
  const { instrument, campaign, lineItem } = rows.get(account)!
  const { campaignId, objective, productType, placements } = lineItem
  const ofLineItem = { campaignId, objective, productType, placements }
  const inputs: Record<string, object> = {
    'CREATE Campaign': { fundingInstrumentId: instrument.id, name: 'New', ...BUDGETS },
    'UPDATE Campaign': { campaignId: campaign.id, ...BUDGETS },
    'CREATE LineItem': { ...ofLineItem, ...BID, ...TIMES, ...BUDGETS },
    'UPDATE LineItem': { lineItemId: lineItem.id, ...BID, ...BUDGETS },
    'CREATE FundingInstrument': {
      type: 'CREDIT_LINE',
      currency: 'EUR',
      ...TIMES,
      creditLimitLocalMicro: WITHIN.totalBudget,
      fundedAmountLocalMicro: WITHIN.totalBudget,
    },
  }
  return { ...(kind === undefined && { accountId: account }), ...inputs[`${action} ${type}`]! }
}

/** The input of the mutation with this input of a row. */
const wrapped = ({ kind }: MoneyField, input: object, accountId = EURO_ACCOUNT_ID): object =>
  kind === undefined ? input : { accountId, operations: [{ [kind]: input }] }

const SELECTION = '{ userErrors { code message field spendLimit { kind limit asked } } }'

/** The input fields whose values are words. */
const WORDS = new Set(['entityStatus', 'objective', 'productType', 'placements', 'bidStrategy', 'type'])

/** A value as GraphQL writes it. `$amount` is a variable. */
function literal(value: unknown, isWord = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, isWord)).join(', ')}]`
  if (typeof value !== 'object' || value === null)
    return isWord || value === '$amount' ? String(value) : JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each, WORDS.has(name))}`)
    .join(', ')} }`
}

interface Given {
  query: string
  variables?: object
}

function asVariable({ mutation, ...field }: MoneyField, input: object, account?: string, args = ''): Given {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  return {
    query: `mutation ($input: ${type}!) { ${mutation}(input: $input ${args}) ${SELECTION} }`,
    variables: { input: wrapped({ mutation, ...field }, input, account) },
  }
}

const withAmount = (field: MoneyField, amount: unknown) => ({ ...inputFor(field), [field.field]: amount })

const limitOf = ({ does, field }: MoneyField) => does.money![field]!

/** One micro above the limit. */
const over = (field: MoneyField) => WITHIN[limitOf(field)] + 1

/** The field of a mutation with an amount in its literal input. */
const call = (field: MoneyField, amount: unknown) =>
  `${field.mutation}(input: ${literal(wrapped(field, withAmount(field, amount)))}) ${SELECTION}`

/** The ways to give an amount above the limit. */
const WAYS: Record<string, (field: MoneyField) => Given> = {
  'a literal text': (field) => ({ query: `mutation { ${call(field, String(over(field)))} }` }),
  'a literal integer': (field) => ({ query: `mutation { ${call(field, over(field))} }` }),
  'a text in a variable of the input': (field) => asVariable(field, withAmount(field, String(over(field)))),
  'an integer in a variable of the input': (field) => asVariable(field, withAmount(field, over(field))),
  'a nested variable': (field) => ({
    query: `mutation ($amount: Long) { ${call(field, '$amount')} }`,
    variables: { amount: String(over(field)) },
  }),
  'a default of a variable': (field) => ({
    query: `mutation ($amount: Long = ${over(field)}) { ${call(field, '$amount')} }`,
  }),
  'a variable with another default': (field) => ({
    query: `mutation ($amount: Long = 1) { ${call(field, '$amount')} }`,
    variables: { amount: over(field) },
  }),
  'a fragment': (field) => ({
    query: `mutation { ...Fields } fragment Fields on Mutation { ${call(field, over(field))} }`,
  }),
  aliases: (field) => ({
    query: `mutation { one: ${call(field, over(field))} ... on Mutation @include(if: true) { other: ${call(field, over(field))} } }`,
  }),
  'the largest amount': (field) =>
    asVariable(field, {
      ...withAmount(field, '9223372036854775807'),
      ...(limitOf(field) === 'dailyBudget' && { totalBudgetAmountLocalMicro: '9223372036854775807' }),
    }),
}

async function answerTo({ query, variables }: Given) {
  const { data, errors = [], calls } = await graph.query<Record<string, Payload> | null>(query, variables)
  const userErrors = Object.values(data ?? {}).flatMap((payload) => payload?.userErrors ?? [])
  return {
    errors: [...errors, ...userErrors],
    kinds: userErrors.flatMap(({ spendLimit }) => spendLimit?.kind ?? []),
    fieldOf: (kind: string) => userErrors.find(({ spendLimit }) => spendLimit?.kind === kind)?.field.at(-1),
    sent: calls.filter(({ method }) => method !== 'GET'),
  }
}

describe.each(FIELDS)('$field of $mutation, $kind', (field) => {
  const kind = limitOf(field)
  // A funding instrument spends nothing by itself.
  const spends = field.does.type !== 'FundingInstrument'

  it('is accepted within the limit', async () => {
    const { kinds, sent } = await answerTo(asVariable(field, inputFor(field), undefined, 'validateOnly: true'))

    expect(kinds).toEqual([])
    expect(sent).toEqual([])
  })

  it.each(Object.entries(WAYS))('is refused above the limit as %s', async (_way, given) => {
    const { kinds, fieldOf, sent } = await answerTo(given(field))

    expect(kinds).toContain(kind)
    expect(fieldOf(kind)).toBe(field.field)
    expect(sent).toEqual([])
  })

  it('is refused with `validateOnly` too', async () => {
    const input = withAmount(field, over(field))
    const { kinds, sent } = await answerTo(asVariable(field, input, undefined, 'validateOnly: true'))

    expect(kinds).toEqual([kind])
    expect(sent).toEqual([])
  })

  it.runIf(spends)('is refused as null, which removes a limit, and as 0, which can do so', async () => {
    for (const amount of [null, 0, '0']) {
      const { errors, sent } = await answerTo(asVariable(field, withAmount(field, amount)))

      expect(errors).not.toEqual([])
      expect(sent).toEqual([])
    }
  })

  it.runIf(spends)('is refused where it is absent, and the stored value does not keep the limit', async () => {
    const { does } = field
    const { [does.id ?? '']: id, accountId, [field.field]: _absent, ...others } = inputFor(field)
    const own = does.id ? { [does.id]: id } : { ...others, ...(kind === 'bid' && { bidStrategy: 'AUTO' }) }
    const { kinds, sent } = await answerTo(asVariable(field, { accountId, ...own, entityStatus: 'ACTIVE' }))

    expect(kinds).toContain(kind)
    expect(sent).toEqual([])
  })

  it('is refused as a value that is no amount', async () => {
    for (const amount of ['-1', -1, '9223372036854775808', 1.5, '1e9', '1.00', true, [1, 1]]) {
      const { errors, sent } = await answerTo(asVariable(field, withAmount(field, amount)))

      expect(errors).not.toEqual([])
      expect(sent).toEqual([])
    }
  })

  it('is refused in a currency that no rule has, and in an account that no rule names', async () => {
    const inYen = { ...inputFor(field, YEN_ACCOUNT_ID), ...(!spends && { currency: 'JPY' }) }
    const other = await answerTo(asVariable(field, inYen, YEN_ACCOUNT_ID))
    const unnamed = await answerTo(asVariable(field, inputFor(field, DEMO_ACCOUNT_ID), DEMO_ACCOUNT_ID))

    expect(other.kinds).toEqual(['currency'])
    expect(unnamed.kinds).toEqual(['account'])
    expect([...other.sent, ...unnamed.sent]).toEqual([])
  })

  it.runIf(spends)('is refused for an ID that is not one of the account', async () => {
    const name = field.does.id ?? field.does.parent!.id
    const id = String(inputFor(field, DEMO_ACCOUNT_ID)[name]).split(':').at(-1)!
    const type = field.does.id ? field.does.type : field.does.parent!.type
    for (const given of [id, `${type}:${DEMO_ACCOUNT_ID}:${id}`, `${type}:${EURO_ACCOUNT_ID}:${id}`]) {
      const { errors, sent } = await answerTo(asVariable(field, { ...inputFor(field), [name]: given }))

      expect(errors).not.toEqual([])
      expect(sent).toEqual([])
    }
  })
})
