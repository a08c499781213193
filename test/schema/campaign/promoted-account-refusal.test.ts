import { afterEach, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const NONE = { code: 'INCOMPATIBLE_LINE_ITEM', message: 'None of the line items has promoted accounts' }

let upstream: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

async function open(promotedAccounts: UpstreamAnswer): Promise<void> {
  upstream = await startUpstream(({ path }) =>
    path.endsWith('/promoted_accounts') ? promotedAccounts : { body: { data: [{ id: 'li1' }, { id: 'li2' }] } },
  )
  graph = await openGraph(upstream.url)
}

describe('promoted accounts of line items that all have none (R-PROMO-4)', () => {
  it('are a refusal of `lineItemIds` at the root, with the message of the service', async () => {
    await open({ status: 400, headers: { 'x-transaction-id': 't1' }, body: { errors: [NONE] } })
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { id promotedAccounts(lineItemIds: ["li1"]) { nodes { id } } } }',
    )

    expect(errors).toEqual([
      {
        message: NONE.message,
        path: ['account', 'promotedAccounts'],
        locations: expect.any(Array) as unknown,
        extensions: {
          code: 'BAD_USER_INPUT',
          field: 'lineItemIds',
          rule: 'R-PROMO-4',
          upstream: { status: 400, errors: [NONE], transactionId: 't1' },
        },
      },
    ])
    expect(data).toEqual({ account: { id: 'Account:a1', promotedAccounts: null } })
    expect(upstream.requests).toHaveLength(1)
  })

  it('are an empty list for each line item', async () => {
    await open({ status: 400, body: { errors: [{ ...NONE, parameter: 'line_item_ids' }] } })
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { lineItems { nodes { restId promotedAccounts { nodes { id } } } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        lineItems: {
          nodes: [
            { restId: 'li1', promotedAccounts: { nodes: [] } },
            { restId: 'li2', promotedAccounts: { nodes: [] } },
          ],
        },
      },
    })
  })

  it('are an empty page after a cursor, and leave the list of the account an error in the same operation', async () => {
    const answers: UpstreamAnswer[] = [{ body: { data: [{ id: 'p1', line_item_id: 'li1' }], next_cursor: 'c' } }]
    upstream = await startUpstream(() => answers.pop() ?? { status: 400, body: { errors: [NONE] } })
    graph = await openGraph(upstream.url)
    const list = 'promotedAccounts(first: 1, after: $after'
    const below = `lineItem(id: "LineItem:a1:li1") { ${list}) { nodes { restId } totalCount pageInfo { endCursor hasNextPage } } }`
    type Below = { lineItem: { promotedAccounts: { pageInfo: { endCursor: string } } } }
    const first = await graph.query<Below>(`query ($after: String) { ${below.replace(' totalCount', '')} }`)
    const after = first.data.lineItem.promotedAccounts.pageInfo.endCursor
    const { data, errors } = await graph.query(
      `query ($after: String) { account(id: "a1") { ${list}, lineItemIds: ["li1"]) { nodes { id } } } ${below} }`,
      { after },
    )

    expect(data).toEqual({
      account: { promotedAccounts: null },
      lineItem: {
        promotedAccounts: { nodes: [], totalCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
      },
    })
    expect(errors).toMatchObject([{ path: ['account', 'promotedAccounts'], extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('are not confused with a 400 of the gateway about credentials', async () => {
    await open({ status: 400, body: { errors: [{ code: 215, message: 'Bad Authentication data' }] } })
    const { errors } = await graph.query(
      '{ account(id: "a1") { promotedAccounts(lineItemIds: ["li1"]) { nodes { id } } } }',
    )

    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED'])
  })

  it.each(['<html>Bad Request</html>', { errors: [] }, {}])(
    'are not confused with a 400 without a reason: %j',
    async (body) => {
      await open({ status: 400, body })
      const { data, errors } = await graph.query(
        '{ account(id: "a1") { lineItems { nodes { promotedAccounts { nodes { id } } } } } }',
      )

      expect(data).toEqual({
        account: { lineItems: { nodes: [{ promotedAccounts: null }, { promotedAccounts: null }] } },
      })
      expect(errors).toMatchObject(
        [0, 1].map(() => ({ extensions: { code: 'UPSTREAM_ERROR', upstream: { status: 400 } } })),
      )
    },
  )

  it('are not confused with a 400 for another parameter, or for a list without line items', async () => {
    await open({ status: 400, body: { errors: [{ ...NONE, parameter: 'sort_by' }] } })
    const { errors } = await graph.query(
      `{ account(id: "a1") {
        lineItems { nodes { promotedAccounts(sortBy: [{ field: PAUSED, direction: ASC }]) { nodes { id } } } }
        promotedAccounts(lineItemIds: ["li1"]) { nodes { id } }
        all: promotedAccounts { nodes { id } }
      } }`,
    )

    expect(errors?.length).toBeGreaterThan(0)
    for (const { extensions } of errors ?? []) {
      expect(extensions.code).toBe('UPSTREAM_ERROR')
      expect(extensions).not.toHaveProperty('rule')
    }
  })
})
