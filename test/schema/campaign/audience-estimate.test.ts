import { describe, expect, it } from 'vitest'
import { customAudiences } from '../../../sandbox/audience/custom-audience.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import type { AudienceEstimateInput } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const graph = useSandboxGraph()

const ESTIMATE = graphql(`query AudienceEstimate($account: ID!, $input: AudienceEstimateInput!) {
  account(id: $account) { audienceEstimate(input: $input) { audienceSize raw } }
}`)
const ESTIMATE_OF_LINE_ITEM = graphql(`query LineItemAudienceEstimate($account: ID!) {
  account(id: $account) { lineItems(first: 1) { nodes {
    audienceEstimate { audienceSize } targetingCriteria { nodes { targetingType targetingValue operatorType } }
  } } }
}`)

const LINE_ITEM = graphql(`query EstimatedLineItem($account: ID!) {
  account(id: $account) { lineItems(first: 1) { nodes { id } } }
}`)

type Criterion = AudienceEstimateInput['targetingCriteria'][number]
const estimate = (input: AudienceEstimateInput) => graph.query(ESTIMATE, { account: DEMO_ACCOUNT_ID, input })

describe('the estimate of given criteria', () => {
  it('sends the criteria as JSON and returns the size as the service sends it (R-TGT-11)', async () => {
    const listed = await graph.query(LINE_ITEM, { account: DEMO_ACCOUNT_ID })
    const lineItem = listed.data!.account!.lineItems!.nodes[0]!.id
    graph.sandbox.clearRequests()
    const { data, errors } = await estimate({
      targetingCriteria: [
        { targetingType: 'LANGUAGE', targetingValue: 'en' },
        { targetingType: 'BROAD_KEYWORD', targetingValue: '50% off, 🥐', operatorType: 'NE' },
        { lineItemId: lineItem, targetingType: 'NETWORK_ACTIVATION_DURATION', targetingValue: '3', operatorType: 'LT' },
        { targetingType: 'NETWORK_ACTIVATION_DURATION', targetingValue: '1', operatorType: 'GTE' },
      ],
      operatorType: 'EQ',
    })
    expect(errors).toBeUndefined()
    expect(data!.account!.audienceEstimate).toEqual({
      audienceSize: { min: expect.any(Number) as number, max: expect.any(Number) as number },
      raw: { audience_size: data!.account!.audienceEstimate!.audienceSize },
    })
    const [request] = graph.sandbox.requests
    expect([request!.method, request!.path, request!.query, request!.json]).toEqual([
      'POST',
      `/12/accounts/${DEMO_ACCOUNT_ID}/audience_estimate`,
      [],
      {
        targeting_criteria: [
          { targeting_type: 'LANGUAGE', targeting_value: 'en' },
          { targeting_type: 'BROAD_KEYWORD', targeting_value: '50% off, 🥐', operator_type: 'NE' },
          {
            line_item_id: lineItem.split(':')[2],
            targeting_type: 'NETWORK_ACTIVATION_DURATION',
            targeting_value: '3',
            operator_type: 'LT',
          },
          { targeting_type: 'NETWORK_ACTIVATION_DURATION', targeting_value: '1', operator_type: 'GTE' },
        ],
        operator_type: 'EQ',
      },
    ])
  })

  it('requires a criterion (R-TGT-11) and IDs of the account, and sends nothing otherwise', async () => {
    const none = await estimate({ targetingCriteria: [] })
    expect(none.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'input.targetingCriteria', rule: 'R-TGT-11' },
    ])
    const foreign = await estimate({
      targetingCriteria: [
        { targetingType: 'LANGUAGE', targetingValue: 'en' },
        { lineItemId: 'LineItem:other:l1', targetingType: 'LANGUAGE', targetingValue: 'de' },
      ],
    })
    expect(foreign.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'input.targetingCriteria.1.lineItemId' },
    ])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'] as const)(
    "sends the service's ID of an audience for %s",
    async (targetingType) => {
      const audience = graph.sandbox.store
        .table(customAudiences)
        .rows(DEMO_ACCOUNT_ID)
        .find((row) => row.targetable && !row.deleted)!
      const targetingValue = `CustomAudience:${DEMO_ACCOUNT_ID}:${audience.id}`
      const { errors } = await estimate({ targetingCriteria: [{ targetingType, targetingValue }] })

      expect(errors).toBeUndefined()
      expect(graph.sandbox.requests.map(({ json }) => json)).toEqual([
        { targeting_criteria: [{ targeting_type: targetingType, targeting_value: audience.id }] },
      ])
    },
  )

  it.each<[Criterion, field: string, rule: string | undefined, message: string]>([
    [
      { targetingType: 'APP_LIST', targetingValue: 'v', operatorType: 'EQ' },
      'operatorType',
      'R-TGT-4',
      '`operatorType` must be NE for APP_LIST',
    ],
    [
      { targetingType: 'APP_LIST', targetingValue: 'v' },
      'operatorType',
      'R-TGT-4',
      '`operatorType` must be NE for APP_LIST',
    ],
    [
      { targetingType: 'EXACT_KEYWORD', targetingValue: 'sea', operatorType: 'LT' },
      'operatorType',
      'R-TGT-4',
      '`operatorType` is LT; keywords accept EQ and, to exclude them, NE',
    ],
    [{ targetingType: 'GENDER', targetingValue: '' }, 'targetingValue', 'R-TGT-2', '`targetingValue` is required'],
    [
      { targetingType: 'FOLLOWERS_OF_USER', targetingValue: 'ann' },
      'targetingValue',
      'R-CONV-22',
      '`targetingValue` is not the ID of a user, which must be a 64-bit number for FOLLOWERS_OF_USER',
    ],
    [
      { targetingType: 'SIMILAR_TO_FOLLOWERS_OF_USER', targetingValue: '9223372036854775808' },
      'targetingValue',
      'R-CONV-22',
      '`targetingValue` is not the ID of a user, which must be a 64-bit number for SIMILAR_TO_FOLLOWERS_OF_USER',
    ],
    [
      { targetingType: 'CUSTOM_AUDIENCE', targetingValue: 'CustomAudience:other:u1' },
      'targetingValue',
      undefined,
      `\`targetingValue\`: "CustomAudience:other:u1" does not belong to the account ${DEMO_ACCOUNT_ID}`,
    ],
  ])('refuses %j as a new criterion, and sends nothing', async (criterion, field, rule, message) => {
    const first = { targetingType: 'LANGUAGE', targetingValue: 'en' } as const
    const { data, errors } = await estimate({ targetingCriteria: [first, criterion] })

    expect(data!.account!.audienceEstimate).toBeNull()
    expect(errors?.map(({ message, extensions }) => ({ message, ...extensions }))).toEqual([
      {
        message,
        code: 'BAD_USER_INPUT',
        field: `input.targetingCriteria.1.${field}`,
        ...(rule !== undefined && { rule }),
      },
    ])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('accepts APP_LIST with the operator NE, also if the estimate has it', async () => {
    const apps = { targetingType: 'APP_LIST', targetingValue: 'v' } as const
    const language = { targetingType: 'LANGUAGE', targetingValue: 'en', operatorType: 'EQ' } as const
    for (const input of [
      { targetingCriteria: [language, { ...apps, operatorType: 'NE' as const }] },
      { targetingCriteria: [language, apps], operatorType: 'NE' as const },
    ])
      expect((await estimate(input)).errors).toBeUndefined()
  })

  it('reports the refusal of the service if no criterion is primary (R-TGT-11)', async () => {
    const { data, errors } = await estimate({
      targetingCriteria: [{ targetingType: 'LANGUAGE', targetingValue: 'en', operatorType: 'NE' }],
    })
    expect(data!.account!.audienceEstimate).toBeNull()
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'UPSTREAM_ERROR', upstream: { status: 400, errors: [{ parameter: 'targeting_criteria' }] } },
    ])
  })

  it('is retried after a server error, although it is a POST', async () => {
    graph.sandbox.faults.add({ fault: { kind: 'unavailable' }, match: { method: 'POST' }, times: 1 })
    const { data, errors, calls } = await estimate({
      targetingCriteria: [{ targetingType: 'LANGUAGE', targetingValue: 'en' }],
    })
    graph.sandbox.faults.clear()

    expect(errors).toBeUndefined()
    const { max } = data!.account!.audienceEstimate!.audienceSize as { max: unknown }
    expect(max).toBeGreaterThan(0)
    expect(calls.map(({ status, attempt }) => [status, attempt])).toEqual([
      [503, 1],
      [200, 2],
    ])
  })
})

describe("the estimate of a line item's own criteria", () => {
  it('sends its criteria without the columns of line items', async () => {
    const { data, errors } = await graph.query(ESTIMATE_OF_LINE_ITEM, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    const [lineItem] = data!.account!.lineItems!.nodes
    expect(lineItem!.audienceEstimate!.audienceSize).toEqual(expect.any(Object))
    expect(graph.sandbox.requests.find(({ method }) => method === 'POST')!.json).toEqual({
      targeting_criteria: lineItem!.targetingCriteria!.nodes.map((criterion) => ({
        targeting_type: criterion.targetingType,
        targeting_value: criterion.targetingValue,
        ...(criterion.operatorType !== null && { operator_type: criterion.operatorType }),
      })),
    })
  })

  it('sends the criteria of every operator, and is null without criteria', async () => {
    const upstream = await startUpstream(({ path }) => {
      if (path.endsWith('/line_items')) return { body: { data: [{ id: 'l1' }, { id: 'l2' }, { id: 'l3' }] } }
      if (path.endsWith('/audience_estimate')) return { body: { data: { audience_size: { min: 1, max: 2 } } } }
      return {
        body: {
          data: [
            {
              id: 'k1',
              line_item_id: 'l1',
              targeting_type: 'NETWORK_ACTIVATION_DURATION',
              targeting_value: '3',
              operator_type: 'LT',
            },
            {
              id: 'k2',
              line_item_id: 'l1',
              targeting_type: 'TV_SHOW',
              targeting_value: 10027243420,
              operator_type: 'EQ',
            },
            {
              id: 'k3',
              line_item_id: 'l2',
              targeting_type: 'NETWORK_ACTIVATION_DURATION',
              targeting_value: '3',
              operator_type: 'GTE',
            },
          ],
        },
      }
    })
    const scripted = await openGraph(upstream.url)
    const { data, errors } = await scripted.query(
      '{ account(id: "a1") { lineItems { nodes { restId audienceEstimate { audienceSize } } } } }',
    )
    await scripted.close()
    await upstream.close()

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      account: {
        lineItems: {
          nodes: [
            { restId: 'l1', audienceEstimate: { audienceSize: { min: 1 } } },
            { restId: 'l2', audienceEstimate: { audienceSize: { min: 1 } } },
            { restId: 'l3', audienceEstimate: null },
          ],
        },
      },
    })
    const posts = upstream.requests.filter(({ method }) => method === 'POST')
    expect(posts.map(({ body }) => JSON.parse(body) as unknown)).toEqualInSteps([
      {
        targeting_criteria: [
          { targeting_type: 'NETWORK_ACTIVATION_DURATION', targeting_value: '3', operator_type: 'LT' },
          { targeting_type: 'TV_SHOW', targeting_value: '10027243420', operator_type: 'EQ' },
        ],
      },
      {
        targeting_criteria: [
          { targeting_type: 'NETWORK_ACTIVATION_DURATION', targeting_value: '3', operator_type: 'GTE' },
        ],
      },
    ])
  })

  it.each(['targeting_type', 'targeting_value', 'operator_type'])(
    'is null with an error if a criterion has no %s, and nothing is estimated',
    async (column) => {
      const criterion = { targeting_type: 'LANGUAGE', targeting_value: 'en', operator_type: 'NE', [column]: null }
      const whole = { targeting_type: 'LANGUAGE', targeting_value: 'de', operator_type: 'EQ' }
      const upstream = await startUpstream(({ path }) => {
        if (path.endsWith('/line_items')) return { body: { data: [{ id: 'l1' }] } }
        return { body: { data: [whole, criterion].map((row, nth) => ({ id: `k${nth}`, line_item_id: 'l1', ...row })) } }
      })
      const scripted = await openGraph(upstream.url)
      const { data, errors } = await scripted.query(
        '{ account(id: "a1") { lineItems { nodes { restId audienceEstimate { audienceSize } } } } }',
      )
      await scripted.close()
      await upstream.close()

      expect(data).toEqual({ account: { lineItems: { nodes: [{ restId: 'l1', audienceEstimate: null }] } } })
      expect(errors).toMatchObject([
        {
          path: ['account', 'lineItems', 'nodes', 0, 'audienceEstimate'],
          extensions: { code: 'UPSTREAM_UNAVAILABLE' },
        },
      ])
      expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([])
    },
  )

  it.each([
    [1, 1],
    [50, 1],
    [201, 2],
  ])('reads the criteria of %i line items in %i calls, and estimates equal ones once', async (first, lists) => {
    const upstream = await startUpstream(({ path, query }) => {
      if (path.endsWith('/audience_estimate')) return { body: { data: { audience_size: {} } } }
      const ids = (query['line_item_ids'] ?? '').split(',')
      const data = path.endsWith('/line_items')
        ? Array.from({ length: Number(query['count']) }, (_, index) => ({ id: `l${index}` }))
        : ids.map((id) => ({
            id: `k${id}`,
            line_item_id: id,
            targeting_type: 'LANGUAGE',
            targeting_value: Number(id.slice(1)) % 2 === 0 ? 'en' : 'de',
            operator_type: 'EQ',
          }))
      return { body: { data, next_cursor: null } }
    })
    const scripted = await openGraph(upstream.url)
    const { errors, calls } = await scripted.query(
      `{ account(id: "a1") { lineItems(first: ${first}) { nodes { audienceEstimate { audienceSize } } } } }`,
    )
    await scripted.close()
    await upstream.close()

    expect(errors).toBeUndefined()
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/line_items': 1,
      'GET accounts/:account_id/targeting_criteria': lists,
      'POST accounts/:account_id/audience_estimate': Math.min(first, 2),
    })
  })
})
