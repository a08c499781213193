import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../support/agent.ts'
import { openGraph, useGraphOver } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'
import { listsOf, startUpstream } from '../../support/upstream.ts'
import { type Prepared, startService } from './campaign-service.ts'

const documents = new Map([
  [
    'a1',
    {
      document:
        '# The campaigns of an account.\n# By page.\nquery Campaigns($account: ID!, $first: Int = 2) { account(id: $account) { campaigns(first: $first) { nodes { restId name entityStatus } } } }',
    },
  ],
  [
    'a2',
    {
      document:
        '# Renames a campaign.\nmutation Rename($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { name } } }',
    },
  ],
  ['a3', { document: '{ account(id: "a1") { campaigns { nodes { raw } } } }' }],
  ['a4', { document: 'query A { __typename } query B { __typename }' }],
  ['a5', { document: 'subscription { __typename }' }],
])

const { upstream, graph } = useGraphOver(
  listsOf({
    campaigns: [
      { id: 'c1', name: 'One' },
      { id: 'c2', name: 'Two' },
      { id: 'c3', name: 'Three' },
    ],
  }),
  { agents: 'write', trustedDocuments: { documents, only: true } },
)
const agent = openForTests(() => connectAgent(graph.url))

describe('trusted documents', () => {
  it('are tools, with schemas, texts and hints of their own, and the only documents where only they are accepted', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_schema', 'confirm_write', 'Campaigns', 'Rename'])
    expect(tools.find(({ name }) => name === 'Campaigns')).toMatchObject({
      title: 'The campaigns of an account',
      description: expect.stringContaining('The campaigns of an account. By page.') as string,
      inputSchema: { properties: { account: { type: 'string' }, first: {} }, required: ['account'] },
      outputSchema: { properties: { data: {} } },
      annotations: { readOnlyHint: true },
    })
    expect(tools.find(({ name }) => name === 'Rename')).toMatchObject({
      inputSchema: { properties: { input: { $ref: '#/$defs/UpdateCampaignInput' } }, required: ['input'] },
    })
  })

  it('read in the calls of the document, with the cursor to read on', async () => {
    const { value, isError } = await agent.call('Campaigns', { account: 'a1' })
    expect([isError, value]).toEqual([
      false,
      {
        data: {
          account: {
            campaigns: {
              nodes: [
                { restId: 'c1', name: 'One', entityStatus: null },
                { restId: 'c2', name: 'Two', entityStatus: null },
              ],
            },
          },
        },
        errors: [],
        continued: [{ path: 'account.campaigns', items: 2, reason: 'PAGE', after: expect.any(String) as string }],
        cut_texts: [],
      },
    ])
    expect(upstream.requests).toHaveLength(1)
    expect((await agent.call('Campaigns', { first: 1 })).isError).toBe(true)
    expect(upstream.requests).toHaveLength(1)
  })

  it('prepare a write if they are mutations, and send none', async () => {
    const { text } = await agent.call('Rename', { input: { campaignId: 'Campaign:a1:c1', name: '' } })
    expect(text).toContain('Nothing was sent')
    expect(upstream.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('send a mutation once, after its tool has prepared it', async () => {
    const row = { id: 'c1', name: 'One', daily_budget_amount_local_micro: 5_000_000 }
    const service = await startUpstream(({ path }) => ({
      body: { data: path.endsWith('/authenticated_user_access') ? { permissions: ['ACCOUNT_ADMIN'] } : row },
    }))
    const own = await openGraph(service.url, { agents: 'write', trustedDocuments: { documents, only: true } })
    const writer = await connectAgent(own.url)
    const sent = () =>
      service.requests.flatMap(({ method, target }) => (method === 'GET' ? [] : [`${method} ${target}`]))
    try {
      const input = { campaignId: 'Campaign:a1:c1', entityStatus: 'PAUSED', dailyBudgetAmountLocalMicro: '4000000' }
      const { value } = await writer.call('Rename', { input })
      expect([typeof value['confirmation'], sent()]).toEqual(['string', []])
      const { confirmation } = value
      const first = await writer.call('confirm_write', { confirmation })
      const again = await writer.call('confirm_write', { confirmation })

      expect([first.isError, first.value['data']]).toEqual([false, { updateCampaign: { campaign: { name: 'One' } } }])
      expect(again.value).toEqual({ ...first.value, repeated: true })
      expect(sent()).toEqual(['PUT /12/accounts/a1/campaigns/c1'])
    } finally {
      await writer.close()
      await own.close()
      await service.close()
    }
  })

  it('prepare a mutation that stops at fewer calls than its preparation needs, and send it within them', async () => {
    const row = { id: 'c1', name: 'One', daily_budget_amount_local_micro: 5_000_000 }
    const service = await startUpstream(({ path }) => ({
      body: { data: path.endsWith('/authenticated_user_access') ? { permissions: ['ACCOUNT_ADMIN'] } : row },
    }))
    const enforced = new Map([['a2', { ...documents.get('a2')!, maxCalls: 1, enforce: true }]])
    const own = await openGraph(service.url, { agents: 'write', trustedDocuments: { documents: enforced, only: true } })
    const writer = await connectAgent(own.url)
    try {
      const input = { campaignId: 'Campaign:a1:c1', entityStatus: 'PAUSED' }
      const send = async (changes: object) => {
        const { value } = await writer.call('Rename', { input: { ...input, ...changes } })
        expect(typeof value['confirmation']).toBe('string')
        const { isError, text } = await writer.call('confirm_write', { confirmation: value['confirmation'] })
        return [isError, text.includes('BUDGET_SPENT')]
      }

      expect(await send({ dailyBudgetAmountLocalMicro: '4000000' })).toEqual([false, false])
      // Without a daily budget, the campaign is read before it is changed.
      expect(await send({})).toEqual([true, true])
      expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1)
    } finally {
      await writer.close()
      await own.close()
      await service.close()
    }
  })

  it.each([
    ['by itself', '', 'true', {}],
    ['by a variable', ', $check: Boolean! = false', '$check', { check: true }],
    ['by the default of a variable', ', $check: Boolean! = true', '$check', {}],
  ])('validate a mutation that says so %s, and give no confirmation', async (_, declared, validateOnly, variables) => {
    const service = await startService()
    const document = `mutation Check($input: UpdateCampaignInput!${declared}) { updateCampaign(input: $input, validateOnly: ${validateOnly}) { userErrors { message } } }`
    const check = new Map([['a6', { document }]])
    const own = await openGraph(service.url, { agents: 'write', trustedDocuments: { documents: check, only: true } })
    const writer = await connectAgent(own.url)
    try {
      const input = { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: '4000000' }
      const { isError, text, value } = await writer.call<Prepared>('Check', { input, ...variables })

      expect([isError, text, value.confirmation]).toEqual([
        false,
        'Nothing was sent. The input is valid. `validateOnly` is true, so there is nothing to confirm.',
        undefined,
      ])
      expect(value.writes[0]?.changes).toMatchObject([{ current: '5000000', new: '4000000' }])
    } finally {
      await writer.close()
      await own.close()
      await service.close()
    }
  })
})
