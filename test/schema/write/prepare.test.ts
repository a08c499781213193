import { afterEach, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { applyInOrder } from '../../../src/schema/write/change.ts'
import { Check } from '../../../src/schema/write/input.ts'
import { Stored } from '../../../src/schema/write/stored.ts'
import { callsOf } from '../../support/function-count.ts'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1', daily_budget_amount_local_micro: 5 })

const UPDATE = `mutation ($input: UpdateCampaignInput!, $validateOnly: Boolean = false) {
  updateCampaign(input: $input, validateOnly: $validateOnly) { userErrors { message } }
}`
const LITERAL = `mutation {
  updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "Fall" }) { userErrors { message } }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { userErrors { message } } }`
const TWO = `mutation ($one: UpdateCampaignInput!, $other: UpdateCampaignInput!) {
  one: updateCampaign(input: $one) { userErrors { message } }
  other: updateCampaign(input: $other) { userErrors { message } }
}`
const change = { campaignId: 'Campaign:a1:c1', name: 'Fall' }
const operations = ['c1', 'c2', 'c3'].map((campaignId) => ({ update: { campaignId, name: 'Fall' } }))

describe('the input of a mutation', () => {
  it.each<[what: string, document: string, input: object, options: object, times: number]>([
    ['of a write', UPDATE, change, {}, 1],
    ['of a validation', UPDATE, change, { validateOnly: true }, 1],
    ['of a literal', LITERAL, {}, {}, 1],
    ['of each operation of a batch', BATCH, { accountId: 'a1', operations }, {}, 3],
    ['of each of two mutations', TWO, {}, { one: change, other: { ...change, name: 'Spring' } }, 2],
  ])('is prepared once for the plan and the resolver: that %s', async (_what, document, input, options, times) => {
    graph.reset()
    const prepared = await callsOf('src/schema/campaign/campaign-write.ts', 'update', async () => {
      await graph.write(document, input, options)
    })

    expect(prepared).toBe(times)
  })
})

describe('a resolver that is wrapped', () => {
  const field = schema.getMutationType()!.getFields()['updateCampaign']!
  const { resolve } = field
  afterEach(() => void (field.resolve = resolve))

  it('writes the input that it is given, whatever was planned', async () => {
    field.resolve = (root, args: { input: object }, context, info) =>
      resolve!(
        root,
        { ...args, input: { ...args.input, name: 'Winter', dailyBudgetAmountLocalMicro: 7n } },
        context,
        info,
      )
    graph.reset()
    await graph.write(UPDATE, change)

    expect(graph.written()).toEqual([
      ['PUT accounts/a1/campaigns/c1', { name: 'Winter', daily_budget_amount_local_micro: '7' }],
    ])
  })
})

describe('the operations of a batch', () => {
  it('are checked in several turns of the event loop, if they take long', async () => {
    const spin = () => {
      const end = performance.now() + 3
      while (performance.now() < end);
    }
    const many = Array.from({ length: 20 }, (_, index) => ({
      check: new Check({}, ['input', 'operations', String(index)]),
      apply: () => {
        spin()
        return index
      },
    }))
    let turns = 0
    const count = () => {
      turns += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const params = await applyInOrder(many, many.keys(), new Stored())
    clearImmediate(counting)

    expect(params).toEqual([...many.keys()])
    expect(turns).toBeGreaterThan(3)
  })
})
