import { describe, expect, it } from 'vitest'
import { recommendations } from '../../../sandbox/account/recommendation.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const RECOMMENDATIONS = graphql(`query Recommendations($account: ID!, $empty: ID!) {
  account(id: $account) { recommendations { nodes {
    id restId accountId fundingInstrumentId status message createdAt updatedAt fundingInstrument { currency }
  } } }
  empty: account(id: $empty) { recommendations { nodes { id } } }
}`)

interface Change {
  operation: object
}

const graph = useSandboxGraph()

const rows = () => graph.sandbox.store.table(recommendations).rows(DEMO_ACCOUNT_ID)
const TREE =
  'changes { entityType operation dependentEntities { entityType operation dependentEntities { entityType operation } } }'

/** Parameters with the names of input fields. */
const fieldsOf = (params: object) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  )

describe('recommendations', () => {
  it('are at most one for each funding instrument, in version 5 of the interface (R-ACC-7, R-CONV-2)', async () => {
    const { data, errors, calls } = await graph.query(RECOMMENDATIONS, {
      account: DEMO_ACCOUNT_ID,
      empty: EMPTY_ACCOUNT_ID,
    })
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        recommendations: {
          nodes: rows().map((row) => ({
            id: `Recommendation:${DEMO_ACCOUNT_ID}:${row.id}`,
            restId: row.id,
            accountId: DEMO_ACCOUNT_ID,
            fundingInstrumentId: row.funding_instrument_id,
            status: row.status,
            message: row.message,
            createdAt: row.created_at,
            updatedAt: row.updated_at,
            fundingInstrument: { currency: 'USD' },
          })),
        },
      },
      empty: { recommendations: { nodes: [] } },
    })
    const funding = data!.account!.recommendations!.nodes.map(({ fundingInstrumentId }) => fundingInstrumentId)
    expect(new Set(funding).size).toBe(funding.length)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/recommendations': 2,
      'GET accounts/:account_id/funding_instruments': 1,
    })
    expect(graph.sandbox.requests.map(({ path, query }) => [path, query]).slice(0, 2)).toEqualInSteps([
      [`/5/accounts/${DEMO_ACCOUNT_ID}/recommendations`, []],
      [`/5/accounts/${EMPTY_ACCOUNT_ID}/recommendations`, []],
    ])
  })

  it('are changes that batches take as they are', async () => {
    const { data } = await graph.query<{
      account: { recommendations: { nodes: { changes: (Change & { dependentEntities: Change[] })[] }[] } }
    }>(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { recommendations { nodes {
        changes { operation dependentEntities { operation } }
      } } } }`,
    )
    const changes = data.account.recommendations.nodes.flatMap((recommendation) => recommendation.changes)
    const operations = (list: Change[]) => list.map(({ operation }) => operation)
    const answer = await graph.query<Record<string, { userErrors: object[]; checked: string[] }>>(
      `mutation ($campaigns: [CampaignOperation!]!, $lineItems: [LineItemOperation!]!) {
        batchCampaigns(input: { accountId: "${DEMO_ACCOUNT_ID}", operations: $campaigns }, validateOnly: true) {
          userErrors { message field }
        }
        batchLineItems(input: { accountId: "${DEMO_ACCOUNT_ID}", operations: $lineItems }, validateOnly: true) {
          userErrors { message field }
        }
      }`,
      {
        campaigns: operations(changes),
        lineItems: operations(changes.flatMap(({ dependentEntities }) => dependentEntities)),
      },
    )

    expect(changes).toHaveLength(rows().length)
    expect(answer.errors).toBeUndefined()
    expect(answer.data).toEqual({ batchCampaigns: { userErrors: [] }, batchLineItems: { userErrors: [] } })
  })

  it('read the tree of their changes with one call each', async () => {
    const { data, errors, calls } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { recommendations { nodes { ${TREE} } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        recommendations: {
          nodes: rows().map(({ changes: [change] }) => ({
            changes: [
              {
                entityType: 'CAMPAIGN',
                operation: { update: fieldsOf(change!.params) },
                dependentEntities: [
                  {
                    entityType: 'LINE_ITEM',
                    operation: { create: fieldsOf(change!.dependent_entities[0]!.params) },
                    dependentEntities: [
                      {
                        entityType: 'TARGETING_CRITERIA',
                        operation: {
                          create: fieldsOf(change!.dependent_entities[0]!.dependent_entities[0]!.params),
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          })),
        },
      },
    })
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/recommendations': 1,
      'GET accounts/:account_id/recommendations/:recommendation_id': rows().length,
    })
  })

  it('are read by ID in one call with their changes, and are null if they do not exist', async () => {
    const [row] = rows()
    const { data, errors } = await graph.query(
      `{ recommendation(id: "${row!.id}", accountId: "${DEMO_ACCOUNT_ID}") { message changes { entityType } }
         none: recommendation(id: "none", accountId: "${DEMO_ACCOUNT_ID}") { message }
         node(id: "Recommendation:${DEMO_ACCOUNT_ID}:${row!.id}") { __typename }
         same: recommendation(id: "Recommendation:${DEMO_ACCOUNT_ID}:${row!.id}") { status } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      recommendation: { message: row!.message, changes: [{ entityType: 'CAMPAIGN' }] },
      none: null,
      node: { __typename: 'Recommendation' },
      same: { status: row!.status },
    })
    const path = `/5/accounts/${DEMO_ACCOUNT_ID}/recommendations/`
    expect(graph.sandbox.requests.map((request) => request.path)).toEqualInSteps([`${path}${row!.id}`, `${path}none`])
  })
  it('of changes that do not fit have errors of their own that are of the service', async () => {
    const changes = [{ operation_type: 5 }, { operation_type: 'Update', params: 'p' }, { operation_type: '' }, {}]
    const upstream = await startUpstream(() => ({ body: { data: [{ id: 'r1', changes }] } }))
    const other = await openGraph(upstream.url)
    const { data, errors } = await other.query(
      '{ account(id: "a1") { recommendations { nodes { changes { operation } } } } }',
    )
    await other.close()
    await upstream.close()

    expect(data).toEqual({
      account: { recommendations: { nodes: [{ changes: changes.map(() => ({ operation: null })) }] } },
    })
    const path = ['account', 'recommendations', 'nodes', 0, 'changes']
    expect(errors).toMatchObject(
      ['the type of an operation: 5', 'the parameters of an operation: "p"'].map((value, index) => ({
        message: `The service sent a value that is not ${value}`,
        path: [...path, index, 'operation'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE' },
      })),
    )
  })
})
