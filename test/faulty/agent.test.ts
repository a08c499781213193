import { boolean, constant, constantFrom, oneof, record } from 'fast-check'
import { expect, inject, it } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import type { Exchange, Fault } from '../support/faulty-service.ts'
import { openForTests } from '../support/open.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { faultsOf, readFault, storedColumns, writeFault } from './faults.ts'
import {
  amountIn,
  didNotHappen,
  idIn,
  isObject,
  prepareAccount,
  toldOfOne,
  writesIn,
  type Columns,
} from './reckoning.ts'
import { useFaultyGraph } from './setup.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.06)

const { service, graph } = useFaultyGraph({ agents: 'write' })
/** The accounts that a person was asked about. */
const asked = new Set<string>()
const connect = (action: 'accept' | 'decline') =>
  connectAgent(graph.url, {
    answer(message) {
      for (const [, account] of message.matchAll(/\w+:(acc\d+x):/g)) asked.add(account!)
      return action
    },
  })
const accepting = openForTests(() => connect('accept'))
const declining = openForTests(() => connect('decline'))

const run = record({
  input: record(
    {
      name: constant('New'),
      dailyBudgetAmountLocalMicro: constantFrom('3', '7', '0', null),
      totalBudgetAmountLocalMicro: constantFrom('8', '12', null),
      spreadBudgetEvenly: constant(true),
      entityStatus: constantFrom('ACTIVE', 'PAUSED'),
      fundingInstrumentId: constantFrom('f1', 'f2'),
    },
    { requiredKeys: ['name'] },
  ),
  stored: storedColumns,
  reads: oneof(constant<Fault[]>([]), faultsOf(readFault)),
  writes: faultsOf(writeFault),
  agrees: boolean(),
})

interface Prepared {
  asks?: string[]
  confirmation?: string
}

type Amount = bigint | null | undefined

/** Whether a change of an amount surely lets no more money be spent. */
function isHarmlessAmount(before: Amount, value: string | null): boolean {
  if (value === null) return before === null
  const to = BigInt(value)
  return before !== undefined && before !== null && (to === before || (to > 0n && to < before))
}

/** Whether a change of this campaign surely lets no more money be spent. */
function isHarmless(input: Columns, row: Columns): boolean {
  const daily = amountIn(row, 'daily_budget_amount_local_micro')
  const total = amountIn(row, 'total_budget_amount_local_micro')
  const given = (name: string) => input[name] as string | null | undefined
  const [newDaily, newTotal] = [given('dailyBudgetAmountLocalMicro'), given('totalBudgetAmountLocalMicro')]
  const instrument = given('fundingInstrumentId')
  return (
    (newDaily === undefined || isHarmlessAmount(daily, newDaily)) &&
    (newTotal === undefined || isHarmlessAmount(total, newTotal)) &&
    (input['spreadBudgetEvenly'] !== true || daily === null) &&
    (input['entityStatus'] !== 'ACTIVE' || row['entity_status'] === 'ACTIVE') &&
    (instrument === undefined || row['funding_instrument_id'] === instrument)
  )
}

/** The rows of a campaign that were answered. */
const rowsRead = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ method, path }) => method === 'GET' && /\/campaigns(\/\w+)?$/.test(path))
    .flatMap(({ data }) => [data].flat())
    .filter((row): row is Columns => isObject(row) && idIn(row) === 'ca')

it(
  'of a service that does things by halves, an agent sends nothing that a person was not asked about',
  { timeout: 60_000 + RUNS * 2_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ input, stored, reads, writes, agrees }, account) => {
      prepareAccount(service, account, stored)
      service.rows(account, 'funding_instruments').push({ ...OTHER_INSTRUMENT })
      service.failReads(account, ...reads)
      const agent = agrees ? accepting : declining
      const document = `mutation ($input: UpdateCampaignInput!) {
        updateCampaign(input: $input) { campaign { id } userErrors { code } receipt { outcome } }
      }`
      const variables = { input: { campaignId: `Campaign:${account}:ca`, ...input } }
      const prepared = await agent.call<Prepared>('prepare_write', { document, variables })
      const before = [...service.exchanges(account)]
      const { asks = [], confirmation } = prepared.value
      const rows = rowsRead(before)
      const isSafe = rows.length > 0 && rows.every((row) => isHarmless(input, row))
      const demands: Demand[] = [
        ['nothing is sent before it is confirmed', writesIn(before).length === 0],
        ['a person is asked about what may spend more', isSafe || asks.length > 0 || confirmation === undefined],
      ]
      const seen: unknown[] = [{ exchanges: before, asks, confirmation, text: prepared.text }]
      if (confirmation !== undefined) {
        service.failReads(account)
        service.fail(account, ...writes)
        const results = [
          await agent.call('confirm_write', { confirmation }),
          await agent.call('confirm_write', { confirmation }),
        ]
        const sent = writesIn(service.exchanges(account))
        const told = sent.map((each) => toldOfOne(each, 'ca', false))
        seen.push({ sent, results: results.map(({ text }) => text) })
        demands.push(
          ['nothing is sent that a person has not agreed to', agrees || asks.length === 0 || sent.length === 0],
          // Nothing is asked if what was shown has changed since.
          ['a person was asked', asks.length === 0 || sent.length === 0 || asked.has(account)],
          ['only what surely did not happen is sent again', told.slice(0, -1).every(didNotHappen)],
        )
      }
      service.forget(account)
      return { demands, seen }
    })
    expect(failure).toBeUndefined()
  },
)

const OTHER_INSTRUMENT = { id: 'f2', type: 'CREDIT_CARD', created_at: '2020-01-01T00:00:00Z', shownAt: 0 }
