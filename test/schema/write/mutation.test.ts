import { describe, expect, it } from 'vitest'
import type { GraphQLProblem } from '../../support/graph.ts'
import type { UpstreamAnswer } from '../../support/upstream.ts'
import { openWriteGraph, useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1' })

const CREATE = `mutation ($input: CreateCampaignInput!) {
  outcome: createCampaign(input: $input) { campaign { id name } userErrors { code message field rule } }
}`
const UPDATE = `mutation ($input: UpdateCampaignInput!) {
  outcome: updateCampaign(input: $input) { campaign { id restId name } userErrors { code message field rule } }
}`
const DELETE = `mutation ($input: DeleteCampaignInput!, $validateOnly: Boolean! = false) {
  outcome: deleteCampaign(input: $input, validateOnly: $validateOnly) { deletedId campaign { id deleted } userErrors { code field } }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!, $split: Boolean! = false) {
  outcome: batchCampaigns(input: $input, split: $split) {
    campaigns { id name } chunks { start count status } userErrors { code field }
  }
}`
const NEW = { accountId: 'a1', fundingInstrumentId: 'f1', name: 'Spring' }
const CHANGE = { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: 1 }
const refused = (status: number, ...errors: object[]) => ({ status, body: { errors } })

describe('an operation with several mutations', () => {
  it('returns the result of each, even if another fails', async () => {
    graph.answer(({ method }) => (method === 'POST' ? { body: { data: { id: 'c9' } } } : { status: 503, body: '' }))
    const { data, errors } = await graph.write(
      `mutation ($input: CreateCampaignInput!) {
        a: createCampaign(input: $input) { campaign { id } }
        b: updateCampaign(input: { campaignId: "Campaign:a1:c1", spreadBudgetEvenly: true }) { campaign { id } }
        c: createCampaign(input: $input) { campaign { id } }
      }`,
      NEW,
    )

    expect(data).toEqual({
      a: { campaign: { id: 'Campaign:a1:c9' } },
      b: null,
      c: { campaign: { id: 'Campaign:a1:c9' } },
    })
    expect(errors).toMatchObject([
      { path: ['b'], extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN', upstream: { status: 503 } } },
    ])
    expect(graph.sent().map(([call]) => call)).toEqual([
      'POST accounts/a1/campaigns',
      'PUT accounts/a1/campaigns/c1',
      'POST accounts/a1/campaigns',
    ])
  })

  it('reads data again after each write', async () => {
    let budget = 1
    graph.answer(({ method }) => {
      if (method === 'PUT') budget += 1
      return { body: { data: { id: 'c1', name: `N${budget}`, daily_budget_amount_local_micro: budget } } }
    })
    const { data } = await graph.write(
      `mutation {
        a: updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "A" }) { userErrors { message } }
        b: updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "B" }) { userErrors { message } }
        c: batchCampaigns(input: { accountId: "a1", operations: [] }) { userErrors { message } }
      }`,
      {},
    )

    expect(data).toMatchObject({ a: { userErrors: [] }, b: { userErrors: [] } })
    // A daily budget that an update omits is read and sent again.
    expect(graph.sent()).toEqual([
      ['GET accounts/a1/campaigns/c1', null],
      ['PUT accounts/a1/campaigns/c1', { name: 'A', daily_budget_amount_local_micro: '1' }],
      ['GET accounts/a1/campaigns/c1', null],
      ['PUT accounts/a1/campaigns/c1', { name: 'B', daily_budget_amount_local_micro: '2' }],
    ])
  })

  it('reads data again after each batch, even if the batch was refused', async () => {
    const update = '{ update: { campaignId: "c1", name: "A" } }'
    const stored = { id: 'c1', daily_budget_amount_local_micro: null }
    graph.answer(({ method }) => (method === 'POST' ? refused(400, { code: 'X' }) : { body: { data: stored } }))
    const one = `batchCampaigns(input: { accountId: "a1", operations: [${update}] }) { userErrors { code } }`
    await graph.write(`mutation { a: ${one} b: ${one} }`, {})

    expect(graph.sent().map(([call]) => call)).toEqual([
      'GET accounts/a1/campaigns/c1',
      'POST batch/accounts/a1/campaigns',
      'GET accounts/a1/campaigns/c1',
      'POST batch/accounts/a1/campaigns',
    ])
  })
})

describe('a refusal of the service', () => {
  const problem = { code: 'INVALID', message: 'No' }
  it.each<[name: string, document: string, input: object, answer: UpstreamAnswer, userErrors: object[]]>([
    [
      '400 at its parameter',
      CREATE,
      NEW,
      refused(400, { ...problem, parameter: 'name' }),
      [{ field: ['input', 'name'] }],
    ],
    [
      '400 at a parameter that the input left out',
      CREATE,
      NEW,
      refused(400, { ...problem, parameter: 'daily_budget_amount_local_micro' }),
      [{ code: 'INVALID', message: 'No', field: ['input', 'dailyBudgetAmountLocalMicro'], rule: null }],
    ],
    [
      '400 at the input, if it has no such field',
      CREATE,
      NEW,
      refused(400, { ...problem, parameter: 'x' }),
      [{ field: ['input'] }],
    ],
    ['404 at the target', UPDATE, CHANGE, refused(404, problem), [{ code: 'INVALID', field: ['input', 'campaignId'] }]],
    [
      '404 without a body at the target',
      UPDATE,
      CHANGE,
      { status: 404 },
      [{ code: 'NOT_FOUND', field: ['input', 'campaignId'] }],
    ],
    [
      '404 at the target whose global id named the account',
      UPDATE,
      CHANGE,
      refused(404, { ...problem, parameter: 'account_id' }),
      [{ field: ['input', 'campaignId'] }],
    ],
    [
      '404 at the account that the input named',
      UPDATE,
      { ...CHANGE, accountId: 'a1' },
      refused(404, { ...problem, parameter: 'account_id' }),
      [{ field: ['input', 'accountId'] }],
    ],
    ['404 at the account of a new row', CREATE, NEW, { status: 404 }, [{ field: ['input', 'accountId'] }]],
    [
      '409 at its parameter',
      UPDATE,
      CHANGE,
      refused(409, { ...problem, attribute: 'name' }),
      [{ field: ['input', 'name'] }],
    ],
    ['409 without one at the input', UPDATE, CHANGE, refused(409, problem), [{ field: ['input'] }]],
  ])('is a user error: %s', async (_name, document, input, answer, userErrors) => {
    graph.answer(() => answer)
    const { data, errors } = await graph.write(document, input)

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ outcome: { campaign: null, userErrors } })
  })

  it.each<[name: string, answer: UpstreamAnswer, extensions: object]>([
    ['401', refused(401, { code: 32 }), { code: 'UNAUTHENTICATED' }],
    ['400 about credentials', refused(400, { code: 215 }), { code: 'UNAUTHENTICATED' }],
    ['403', refused(403, problem), { code: 'FORBIDDEN' }],
    ['429', { ...refused(429), headers: { 'x-rate-limit-reset': '4102444800' } }, { code: 'RATE_LIMITED' }],
    // See Other, as after a write that happened.
    ['303', { status: 303 }, { code: 'UPSTREAM_ERROR', outcome: 'UNKNOWN' }],
    ['500', { status: 500 }, { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' }],
    ['504', { status: 504 }, { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' }],
  ])('is an error at the mutation, not a user error: %s', async (name, answer, extensions) => {
    const isAwaited = ['429', '500', '504'].includes(name)
    const other = isAwaited ? await openWriteGraph({ id: 'c1' }, { operationTimeoutMs: 500 }) : graph
    other.answer(() => answer)
    const { data, errors } = await other.write(UPDATE, CHANGE)

    expect(data).toEqual({ outcome: null })
    expect(errors).toMatchObject([{ path: ['outcome'], extensions }])
    if (other !== graph) await other.close()
  })
})

describe('an unreadable response', () => {
  const WRONG: [name: string, answer: UpstreamAnswer][] = [
    ['no JSON', { body: '<html>' }],
    ['no data', { body: {} }],
    ['null', { body: { data: null } }],
    ['a list of nothing', { body: { data: [null] } }],
    ['a row without an id', { body: { data: { name: 'Spring' } } }],
    ['a row with an empty id', { body: { data: { id: '' } } }],
    ['no body', { status: 201 }],
  ]
  /** Expects an error at each of these paths below the mutation. */
  const isUnknown = (errors: GraphQLProblem[] | undefined, ...paths: (string | number)[][]) =>
    expect(errors).toMatchObject(
      paths.map((path) => ({
        message: expect.stringContaining('The service accepted') as string,
        path: ['outcome', ...path],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' },
      })),
    )

  it.each(WRONG)(
    'returns the ID of the changed entity, and an error at each other field: %s',
    async (_name, answer) => {
      graph.answer(() => answer)
      const { data, errors } = await graph.write(UPDATE, CHANGE)

      isUnknown(errors, ['campaign', 'name'])
      expect(data).toEqual({
        outcome: { campaign: { id: 'Campaign:a1:c1', restId: 'c1', name: null }, userErrors: [] },
      })
      expect(graph.sent()).toHaveLength(1)
    },
  )

  it('is an error at the mutation if no field is null because of it', async () => {
    graph.answer(() => ({ body: '<html>' }))
    const { data, errors } = await graph.write(
      'mutation ($input: UpdateCampaignInput!) { outcome: updateCampaign(input: $input) { campaign { id } } }',
      CHANGE,
    )

    isUnknown(errors, [])
    expect(data).toEqual({ outcome: { campaign: { id: 'Campaign:a1:c1' } } })
  })

  it('is an error at each field of a post, whose columns can have other names', async () => {
    const id = 'DraftPost:a1:9007199254740993'
    graph.answer(() => ({ body: '<html>' }))
    const { data, errors } = await graph.write(
      `mutation ($input: DeleteDraftPostInput!) {
        outcome: deleteDraftPost(input: $input) { deletedId draftPost { id text raw } }
      }`,
      { draftPostId: id },
    )

    isUnknown(errors, ['draftPost', 'text'], ['draftPost', 'raw'])
    expect(data).toEqual({ outcome: { deletedId: id, draftPost: { id, text: null, raw: null } } })
  })

  it('is an error at references and at `raw`, but not at lists, which need only the ID', async () => {
    graph.answer(({ method }) => ({
      body:
        method === 'GET'
          ? { data: [], next_cursor: null }
          : { data: [{ id: 'c8', funding_instrument_id: 'f1' }, null] },
    }))
    const operations = ['c8', 'c1'].map((campaignId) => ({ delete: { campaignId } }))
    const { data, errors } = await graph.write(
      `mutation ($input: BatchCampaignsInput!) {
        outcome: batchCampaigns(input: $input) {
          campaigns { fundingInstrument { id } raw lineItems { nodes { id } } }
        }
      }`,
      { accountId: 'a1', operations },
    )

    isUnknown(errors, ['campaigns', 1, 'fundingInstrument'], ['campaigns', 1, 'raw'])
    expect(data).toEqual({
      outcome: {
        campaigns: [
          {
            fundingInstrument: { id: 'FundingInstrument:a1:f1' },
            raw: { id: 'c8', funding_instrument_id: 'f1' },
            lineItems: { nodes: [] },
          },
          { fundingInstrument: null, raw: null, lineItems: { nodes: [] } },
        ],
      },
    })
  })

  it.each(WRONG)('returns the ID of the deleted entity: %s', async (_name, answer) => {
    graph.answer(() => answer)
    const { data, errors } = await graph.write(DELETE, { campaignId: 'c1', accountId: 'a1' })

    isUnknown(errors, ['campaign', 'deleted'])
    expect(data).toMatchObject({ outcome: { deletedId: 'Campaign:a1:c1', userErrors: [] } })
  })

  it.each(WRONG)('makes the outcome of a create unknown: %s', async (_name, answer) => {
    graph.answer(() => answer)
    const { data, errors } = await graph.write(CREATE, NEW)

    isUnknown(errors, [])
    expect(data).toEqual({ outcome: null })
  })

  it.each(WRONG)('returns the IDs in a batch, and the status UNKNOWN of its chunk: %s', async (_name, answer) => {
    graph.answer(() => answer)
    const operations = [
      { create: { fundingInstrumentId: 'f1', name: 'New' } },
      { update: { campaignId: 'c1', dailyBudgetAmountLocalMicro: 1 } },
      { delete: { campaignId: 'Campaign:a1:c2' } },
    ]
    const { data, errors } = await graph.write(BATCH, { accountId: 'a1', operations })

    isUnknown(errors, ['campaigns', 0], ['campaigns', 1, 'name'], ['campaigns', 2, 'name'])
    expect(data).toEqual({
      outcome: {
        campaigns: [null, { id: 'Campaign:a1:c1', name: null }, { id: 'Campaign:a1:c2', name: null }],
        chunks: [{ start: 0, count: 3, status: 'UNKNOWN' }],
        userErrors: [],
      },
    })
  })

  it('of a batch gives the rows that have the ID of an operation, and none of a create', async () => {
    graph.answer(() => ({ body: { data: [{ id: 'c8', name: 'New' }, null] } }))
    const operations = [
      { create: { fundingInstrumentId: 'f1', name: 'New' } },
      { update: { campaignId: 'c1', dailyBudgetAmountLocalMicro: 1 } },
    ]
    const { data, errors } = await graph.write(BATCH, { accountId: 'a1', operations })

    isUnknown(errors, ['campaigns', 0], ['campaigns', 1, 'name'])
    expect(data).toMatchObject({ outcome: { campaigns: [null, { id: 'Campaign:a1:c1', name: null }] } })
  })

  it('of a batch gives rows by their IDs if there are fewer of them', async () => {
    graph.answer(() => ({ body: { data: [{ id: 'c2', name: 'Two' }] } }))
    const operations = ['c1', 'c2'].map((campaignId) => ({ delete: { campaignId } }))
    const { data, errors } = await graph.write(BATCH, { accountId: 'a1', operations })

    isUnknown(errors, ['campaigns', 0, 'name'])
    expect(data).toMatchObject({
      outcome: {
        campaigns: [{ id: 'Campaign:a1:c1' }, { id: 'Campaign:a1:c2', name: 'Two' }],
        chunks: [{ status: 'UNKNOWN' }],
      },
    })
  })

  it('remains an error at fields below a write', async () => {
    graph.answer(({ method }) => (method === 'PUT' ? { body: { data: { id: 'c1' } } } : { status: 500 }))
    const { data, errors } = await graph.write(
      `mutation ($input: UpdateCampaignInput!) {
        outcome: updateCampaign(input: $input) { campaign { id lineItems { nodes { id } } } userErrors { code } }
      }`,
      CHANGE,
    )

    expect(data).toEqual({ outcome: { campaign: { id: 'Campaign:a1:c1', lineItems: null }, userErrors: [] } })
    expect(errors).toMatchObject([{ path: ['outcome', 'campaign', 'lineItems'] }])
  })
})

describe('a delete', () => {
  it('returns the global ID of the deleted entity', async () => {
    const { data } = await graph.write(DELETE, { campaignId: 'c1', accountId: 'a1' })

    expect(data).toMatchObject({ outcome: { deletedId: 'Campaign:a1:c1', campaign: { id: 'Campaign:a1:c1' } } })
  })

  it('returns no ID if it was refused, here or by the service, or only validated', async () => {
    const without = { outcome: { deletedId: null, campaign: null } }

    expect((await graph.write(DELETE, { campaignId: 'c1' })).data).toMatchObject(without)
    expect((await graph.write(DELETE, { campaignId: 'Campaign:a1:c1' }, { validateOnly: true })).data).toMatchObject(
      without,
    )
    graph.answer(() => ({ status: 404 }))
    expect((await graph.write(DELETE, { campaignId: 'Campaign:a1:c1' })).data).toMatchObject(without)
  })
})
