import { describe, expect, inject, it } from 'vitest'
import { seededRandom } from '../../support/random-document.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../support/upstream.ts'
import { useWriteGraph } from '../../support/write.ts'

/** A row that can lack columns, or have values in them that do not fit. */
type CampaignRow = Record<string, unknown>

interface Reported {
  userErrors: { field: string[]; rule: string | null }[]
  validation: { checked: string[]; unchecked: string[] } | null
}

const RUNS = 4 * inject('inputs')
const TIMEOUT_MS = 60_000 + RUNS * 1_000
const [DAILY, TOTAL] = ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro'] as const
const MISSING = Symbol('missing')

const graph = useWriteGraph({})
let rows: Map<string, CampaignRow>

function answer({ method, path, query, body }: UpstreamRequest): UpstreamAnswer {
  const id = path.split('/')[5]
  if (method === 'POST')
    return { body: { data: (JSON.parse(body) as Sent[]).map(({ params }) => ({ id: params['campaign_id'] })) } }
  if (method === 'PUT') return { body: { data: { id } } }
  if (id !== undefined) return { body: { data: rows.get(id) } }
  const ids = query['campaign_ids']?.split(',') ?? []
  return { body: { data: ids.flatMap((one) => rows.get(one) ?? []) } }
}

interface Sent {
  params: Record<string, unknown>
}

const random = seededRandom(46)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

function drawRow(id: string): CampaignRow {
  const amount = () => pick<unknown>([4, '6', 9, null, MISSING, MISSING, '', 'oops', '1.5', 1.5, true, [], {}])
  const level = pick<unknown>(['CAMPAIGN', 'LINE_ITEM', 'LINE_ITEM', null, MISSING, 7])
  const columns = { id, budget_optimization: level, [DAILY]: amount(), [TOTAL]: amount() }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== MISSING))
}

function drawUpdate(campaignId: string): Record<string, unknown> {
  return {
    campaignId,
    name: 'New',
    ...pick([{}, {}, { totalBudgetAmountLocalMicro: pick(['5', '8', null]) }]),
    ...pick([{}, {}, { spreadBudgetEvenly: true }, { dailyBudgetAmountLocalMicro: pick(['4', '7', null]) }]),
  }
}

/** What a row tells of an amount: the amount, null for none, and undefined if that is not known. */
function amountIn(row: CampaignRow, column: string): bigint | null | undefined {
  const value = row[column]
  if (value === null || (!(column in row) && row['budget_optimization'] === 'LINE_ITEM')) return null
  return Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value))
    ? BigInt(value as number)
    : undefined
}

function amountOf(value: unknown): bigint | null {
  return value === null ? null : BigInt(value as string)
}

/** What must become of an update of this row. */
function reckon(update: Record<string, unknown>, row: CampaignRow) {
  const { dailyBudgetAmountLocalMicro: given, totalBudgetAmountLocalMicro: newTotal, spreadBudgetEvenly } = update
  const keeps = given === undefined && spreadBudgetEvenly !== true
  const kept = amountIn(row, DAILY)
  const daily = given !== undefined ? amountOf(given) : keeps ? kept : null
  const total = newTotal !== undefined ? amountOf(newTotal) : amountIn(row, TOTAL)
  const isKnown = daily !== undefined && total !== undefined
  const isOver = isKnown && daily !== null && total !== null && daily > total
  const rests = given !== undefined || newTotal !== undefined
  const broken = [...(rests && isOver ? ['R-CAMP-3'] : []), ...(keeps && kept === undefined ? ['R-CAMP-6'] : [])]
  // One that the campaign does not have decides, whatever the other is.
  const isDecided = isKnown || daily === null || total === null
  return { broken, daily, isUnchecked: rests && (!isDecided || given === null) }
}

const SINGLE = `mutation ($input: UpdateCampaignInput!) {
  validated: updateCampaign(input: $input, validateOnly: true) { ...Told }
  sent: updateCampaign(input: $input) { ...Told }
} fragment Told on UpdateCampaignPayload { userErrors { field rule } validation { checked unchecked } }`
const BATCH = `mutation ($input: BatchCampaignsInput!) {
  validated: batchCampaigns(input: $input, skipInvalid: true, validateOnly: true) { ...Told }
  sent: batchCampaigns(input: $input, skipInvalid: true) { ...Told }
} fragment Told on BatchCampaignsPayload { userErrors { field rule } validation { checked unchecked } }`

async function write(document: string, input: object) {
  graph.reset()
  graph.answer(answer)
  const { data, errors } = await graph.write<{ validated: Reported; sent: Reported }>(document, input)
  expect(errors).toBeUndefined()
  return data!
}

const rulesOf = ({ userErrors }: Reported) => userErrors.map(({ rule }) => rule)

describe('a campaign whose row does not tell all', () => {
  it('is updated only with its known columns and the input', { timeout: TIMEOUT_MS }, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      rows = new Map([['c1', drawRow('c1')]])
      const input = drawUpdate('c1')
      const { broken, daily, isUnchecked } = reckon(input, rows.get('c1')!)
      const { validated, sent } = await write(SINGLE, { accountId: 'a1', ...input })
      const shown = { input, row: rows.get('c1') }

      expect({ ...shown, broken: rulesOf(validated) }).toEqual({ ...shown, broken })
      expect({ ...shown, isUnchecked: validated.validation!.unchecked.includes('R-CAMP-3') }).toEqual({
        ...shown,
        isUnchecked: isUnchecked && !broken.includes('R-CAMP-3'),
      })
      // A write that needs nothing reads nothing, and leaves what rests on the campaign to the service.
      const needs = input['dailyBudgetAmountLocalMicro'] === undefined && input['spreadBudgetEvenly'] !== true
      const brokenByInput = needs ? broken : reckon(input, {}).broken
      expect({ ...shown, broken: rulesOf(sent) }).toEqual({ ...shown, broken: brokenByInput })
      const [, params] = graph.written()[0] ?? []
      const isSent = sent.userErrors.length === 0
      const budget = daily === null && input['dailyBudgetAmountLocalMicro'] === null ? '' : daily?.toString()
      expect({ ...shown, isSent: graph.written().length === 1 }).toEqual({ ...shown, isSent })
      const sentBudget = isSent ? (params as CampaignRow)[DAILY] : budget
      expect({ ...shown, budget: sentBudget }).toEqual({ ...shown, budget })
    }
  })

  it(
    'is left out of a batch with `skipInvalid` for what `validateOnly` refuses, and for nothing else',
    { timeout: TIMEOUT_MS },
    async () => {
      for (let run = 0; run < RUNS; run += 1) {
        rows = new Map(['c1', 'c2', 'c3'].map((id) => [id, drawRow(id)]))
        const updates = [...rows.keys()].map(drawUpdate)
        const expected = updates.map((update) => reckon(update, rows.get(update['campaignId'] as string)!))
        const input = { accountId: 'a1', operations: updates.map((update) => ({ update })) }
        const { validated, sent } = await write(BATCH, input)
        const shown = { updates, rows: [...rows.values()] }

        const refused = expected.flatMap(({ broken }, index) => broken.map((rule) => [String(index), rule]))
        for (const { userErrors } of [validated, sent])
          expect({ ...shown, refused: userErrors.map(({ field, rule }) => [field[2], rule]) }).toEqual({
            ...shown,
            refused,
          })
        const operations = (graph.written()[0]?.[1] ?? []) as Sent[]
        expect({ ...shown, sent: operations.map(({ params }) => params['campaign_id']) }).toEqual({
          ...shown,
          sent: updates.flatMap(({ campaignId }, index) => (expected[index]!.broken.length === 0 ? campaignId : [])),
        })
      }
    },
  )
})
