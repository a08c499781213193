import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundingInstruments } from '../../sandbox/account/funding-instrument.ts'
import { promotableUsers } from '../../sandbox/account/promotable-user.ts'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { lineItems } from '../../sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../sandbox/campaign/targeting-criterion.ts'
import { cards } from '../../sandbox/creative/card.ts'
import { draftPosts } from '../../sandbox/creative/draft-post.ts'
import { mediaLibrary } from '../../sandbox/creative/media.ts'
import { SMALL_ACCOUNT_ID, type Row, type Sandbox, type TableDefinition } from '../../sandbox/index.ts'
import { CUTS, startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts'
import { openGraph, type Graph } from '../support/graph.ts'
import { seededRandom } from '../support/random-document.ts'
import { startSandbox } from '../support/sandbox.ts'

const TRIES = 1_000
const AT_ONCE = 25
/** The share of requests whose connection is cut. */
const CUT = 0.7

let sandbox: Sandbox
let proxy: CuttingProxy
let graph: Graph
beforeAll(async () => {
  sandbox = await startSandbox()
  // The service's own failures, and refusals that surely did nothing and are tried again, come in between.
  sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'unavailable' }, probability: 0.05 })
  sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 429 }, probability: 0.05, times: 5 })
  proxy = await startCuttingProxy(sandbox.url, seededRandom(20_260_601), CUT)
  // What became of a write is looked for until the deadline.
  const operationTimeoutMs = 500
  graph = await openGraph(proxy.url, { credentials: sandbox.credentials, environment: 'sandbox', operationTimeoutMs })
})
afterAll(async () => {
  await graph.close()
  await proxy.close()
  await sandbox.close()
})

const live = <R extends Row>(table: TableDefinition<R>) =>
  sandbox.store
    .table(table)
    .rows(SMALL_ACCOUNT_ID)
    .filter((row) => !row.deleted)

interface Making {
  mutation: string
  /** An input that makes something of this name. */
  input: (name: string) => object
  /** The names of all that there is of it. */
  made: () => unknown[]
}

const PAUSED = { entityStatus: 'PAUSED', dailyBudgetAmountLocalMicro: 1_000_000 }

/** Writes of every encoding that make something, whose name, text or value tells it apart. */
function makings(): Making[] {
  const fundingInstrumentId = live(fundingInstruments)[0]!.id
  const lineItemId = live(lineItems)[0]!.id
  const asUserId = live(promotableUsers).find((row) => row.promotable_user_type === 'FULL')!.user_id
  const media = { media: { mediaKey: live(mediaLibrary).find((row) => row.media_type === 'IMAGE')!.id } }
  const details = { details: { title: 'x', destination: { url: 'https://shop.example' } } }
  const poll = { durationInMinutes: 60, firstChoice: 'Sea', secondChoice: 'Hills' }
  return [
    {
      mutation: 'createCampaign',
      input: (name) => ({ name, fundingInstrumentId, ...PAUSED }),
      made: () => live(campaigns).map((row) => row.name),
    },
    {
      mutation: 'batchCampaigns',
      input: (name) => ({ operations: [{ create: { name, fundingInstrumentId, ...PAUSED } }] }),
      made: () => live(campaigns).map((row) => row.name),
    },
    {
      mutation: 'createCustomAudience',
      input: (name) => ({ name }),
      made: () => live(customAudiences).map((row) => row.name),
    },
    {
      mutation: 'createTargetingCriterion',
      input: (targetingValue) => ({ lineItemId, operatorType: 'EQ', targetingType: 'BROAD_KEYWORD', targetingValue }),
      made: () => live(targetingCriteria).map((row) => row.targeting_value),
    },
    {
      mutation: 'createCard',
      input: (name) => ({ name, components: [media, details] }),
      made: () => live(cards).map((row) => row.name),
    },
    {
      mutation: 'createPollCard',
      input: (name) => ({ name, ...poll }),
      made: () => live(cards).map((row) => row.name),
    },
    {
      mutation: 'createDraftPost',
      input: (text) => ({ asUserId, text }),
      made: () => live(draftPosts).map((row) => row.text),
    },
  ]
}

type Told = 'made' | 'refused' | 'unknown' | 'not done'

/** Makes something of this name, and gives what the graph has told of it. */
async function make({ mutation, input }: Making, name: string): Promise<Told> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<{ outcome: { userErrors: object[]; chunks?: { status: string }[] } }>(
    `mutation ($input: ${type}!) { outcome: ${mutation}(input: $input) { userErrors { message } } }`,
    { input: { accountId: SMALL_ACCOUNT_ID, ...input(name) } },
  )
  if (errors) return errors[0]!.extensions['outcome'] === 'UNKNOWN' ? 'unknown' : 'not done'
  return data.outcome.userErrors.length === 0 ? 'made' : 'refused'
}

describe('a write whose connection is cut at any moment', () => {
  it('is never carried out twice, and never if it was reported as not carried out', async () => {
    const kinds = makings()
    const told: Told[] = []
    const tries = Array.from({ length: TRIES }, (_, index) => index)
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let index = tries.shift(); index !== undefined; index = tries.shift())
        told[index] = await make(kinds[index % kinds.length]!, `try ${index}`)
    })
    await Promise.all(workers)

    const made = kinds.map((kind) => kind.made())
    const outcomes: Record<string, number> = {}
    for (const [index, outcome] of told.entries()) {
      const found = made[index % kinds.length]!.filter((name) => name === `try ${index}`).length
      outcomes[`${outcome}: ${found}`] = (outcomes[`${outcome}: ${found}`] ?? 0) + 1
    }
    const some = expect.any(Number) as number
    expect(told).toHaveLength(TRIES)
    // After each outcome stands how many there are of what was to be made. Nothing is sent while the breaker is open,
    // which so many cuts may make it.
    const { 'not done: 0': _, ...others } = outcomes
    expect(others).toEqual({ 'made: 1': some, 'unknown: 0': some, 'unknown: 1': some })
    expect(Object.fromEntries(proxy.cuts)).toEqual(Object.fromEntries(CUTS.map((cut) => [cut, some])))
  })
})
