import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { type LimitedGraph, openLimitedGraph } from '../../support/spend.ts'
import { exampleInput } from '../../wire/write-case.ts'

let graph: LimitedGraph
afterEach(() => graph.close())

const open = async (limit: object) => (graph = await openLimitedGraph([limit]))

/** A line item, a targeting criterion of another one, and what they are in. */
async function rows() {
  const { data } = await graph.query<{
    account: {
      lineItems: { nodes: { id: string; campaignId: string; targetingCriteria: { nodes: { id: string }[] } }[] }
    }
  }>(
    `{ account(id: "${graph.account}") { lineItems(first: 50) { nodes { id campaignId targetingCriteria(first: 1) { nodes { id } } } } } }`,
  )
  const row = data.account.lineItems.nodes.find(({ targetingCriteria }) => targetingCriteria.nodes.length > 0)!
  return { lineItem: row.id, campaign: row.campaignId, criterion: row.targetingCriteria.nodes[0]!.id }
}

describe('a rule', () => {
  it('protects everything below an ID: nothing of it is changed, deleted or added to', async () => {
    await open({ accounts: ['*'] })
    const { lineItem, campaign, criterion } = await rows()
    await graph.close()
    await open({ protected: [`Campaign:${graph.account}:${campaign}`] })
    const writes = [
      ['updateCampaign', { accountId: graph.account, campaignId: campaign, name: 'Other' }],
      ['deleteLineItem', { lineItemId: lineItem }],
      ['deleteTargetingCriterion', { targetingCriterionId: criterion }],
      ['createTrackingTag', { ...exampleInput('createTrackingTag'), accountId: graph.account, lineItemId: lineItem }],
    ] as const
    for (const [mutation, input] of writes) {
      const { payload, sent } = await graph.write(mutation, input)

      expect(payload.userErrors.map(({ spendLimit }) => spendLimit?.kind)).toEqual(['protected'])
      expect(sent).toEqual([])
    }
    expect((await graph.write('createCampaign', campaignInput({ entityStatus: 'PAUSED' }))).sent).toHaveLength(1)
  })

  it('refuses actions, also of one item of a batch, and counts and logs each refusal', async () => {
    await open({ refuse: ['DELETE Campaign'], dailyBudget: '10.00' })
    const { campaign } = await rows()
    const operations = [{ update: { campaignId: campaign, name: 'Other' } }, { delete: { campaignId: campaign } }]
    const { payload, sent } = await graph.write('batchCampaigns', { accountId: graph.account, operations })
    const metrics = await (await fetch(new URL('/metrics', graph.url))).text()

    expect(payload.userErrors).toMatchObject([
      { code: 'SPEND_LIMIT', field: ['input', 'operations', '1', 'delete'], spendLimit: { kind: 'refuse' } },
    ])
    expect(sent).toEqual([])
    expect(graph.logLines.filter((line) => line.includes('SPEND_LIMITS refused a write'))).toHaveLength(1)
    expect(metrics).toContain('adgraph_spend_refusals_total{kind="refuse"} 1')
  })

  it('shows the rest of the hour, to which a pause gives nothing back', async () => {
    await open({ activatedPerHour: '10.00' })
    const left = async () => {
      const { data } = await graph.query<{
        spendLimits: { leftOfHourLocalMicro: string; dailyBudgetLocalMicro: null }[]
      }>('{ spendLimits { account currency dailyBudgetLocalMicro activatedPerHourLocalMicro leftOfHourLocalMicro } }')
      return data.spendLimits.map(({ leftOfHourLocalMicro }) => leftOfHourLocalMicro)
    }
    expect(await left()).toEqual(['10000000'])
    const created = await graph.query<{ createCampaign: { campaign: { id: string } } }>(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } } }',
      { input: campaignInput({ dailyBudgetAmountLocalMicro: '6000000' }) },
    )
    const { id: campaignId } = created.data.createCampaign.campaign
    expect(await left()).toEqual(['4000000'])
    expect((await graph.write('updateCampaign', { campaignId, entityStatus: 'PAUSED' })).payload.userErrors).toEqual([])
    const again = await graph.write('updateCampaign', { campaignId, entityStatus: 'ACTIVE' })

    expect(again.payload.userErrors).toMatchObject([{ spendLimit: { kind: 'activatedPerHour', asked: '6.00 EUR' } }])
    expect(await left()).toEqual(['4000000'])
  })

  it('gives back what surely did not happen', async () => {
    await open({ activatedPerHour: '10.00' })
    // The funding instrument needs a daily budget, which only the service knows.
    const input = campaignInput({ totalBudgetAmountLocalMicro: '6000000' })
    const refused = await graph.write('createCampaign', { ...input, dailyBudgetAmountLocalMicro: undefined })
    expect(refused.sent).toHaveLength(1)
    expect(refused.payload.userErrors).toMatchObject([{ spendLimit: null }])
    const { payload } = await graph.write('createCampaign', campaignInput({ dailyBudgetAmountLocalMicro: '10000000' }))

    expect(payload.userErrors).toEqual([])
  })
})

describe('the start', () => {
  it('needs limits for agents that ask nobody, and Redis except over the embedded sandbox', async () => {
    await open({ bid: '1.00' })
    const live = { ADS_BASE_URL: 'https://ads.example', OAUTH_CONSUMER_KEY: 'key', OAUTH_CONSUMER_SECRET: 'secret' }

    expect(() => readConfig({ MCP: 'unattended' })).toThrow('SPEND_LIMITS is required with MCP=unattended')
    expect(() => readConfig({ MCP: 'unattended', SPEND_LIMITS: 'package.json', ...live })).toThrow(
      'REDIS_URL is required with MCP=unattended',
    )
    expect(readConfig({ MCP: 'unattended', SPEND_LIMITS: 'package.json' }).MCP).toBe('unattended')
    expect(() => readConfig({ SPEND_LIMITS: 'nowhere.json' })).toThrow('SPEND_LIMITS must be the path of a JSON file')
  })
})

/** The input of a new campaign. */
const campaignInput = (fields: object) => ({
  accountId: graph.account,
  fundingInstrumentId: graph.instrument,
  name: 'New',
  dailyBudgetAmountLocalMicro: '1000000',
  ...fields,
})
