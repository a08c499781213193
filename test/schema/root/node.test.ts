import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

const NODES = graphql(`query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`)
const IDS = graphql(`query CampaignIds($account: ID!, $first: Int) {
  account(id: $account) { campaigns(first: $first) { nodes { id } } }
}`)

/** The global IDs of an account's first campaigns. */
async function campaignIds(account: string, first: number): Promise<string[]> {
  const { data } = await graph.query(IDS, { account, first })
  graph.sandbox.clearRequests()
  return data!.account!.campaigns!.nodes.map(({ id }) => id)
}

describe('nodes', () => {
  it('come in the order of the IDs, with one call for each type and account', async () => {
    const ids = [
      ...(await campaignIds(DEMO_ACCOUNT_ID, 3)),
      ...(await campaignIds(EURO_ACCOUNT_ID, 2)),
      `Account:${SMALL_ACCOUNT_ID}`,
    ].reverse()
    const { data, errors, calls } = await graph.query(NODES, { ids: [...ids, ids[0]!] })

    expect(errors).toBeUndefined()
    expect(data!.nodes.map((node) => node?.id)).toEqual([...ids, ids[0]])
    expect(calls.map(({ path, keys }) => `${path} ${keys}`)).toEqualInSteps([
      'accounts/:account_id 0',
      'accounts/:account_id/campaigns 2',
      'accounts/:account_id/campaigns 3',
    ])
  })

  it('are not read if all fragments are on other types', async () => {
    const [known] = await campaignIds(DEMO_ACCOUNT_ID, 1)
    const { data, errors, calls } = await graph.query(
      'query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id ...F } nodes(ids: $ids) { __typename id ...F } } fragment F on LineItem { name }',
      { id: known, ids: [known, `Account:${SMALL_ACCOUNT_ID}`] },
    )

    expect([errors, calls]).toEqual([undefined, []])
    expect(data).toEqual({
      node: { id: known },
      nodes: [
        { __typename: 'Campaign', id: known },
        { __typename: 'Account', id: `Account:${SMALL_ACCOUNT_ID}` },
      ],
    })
  })

  it('are not read either if their IDs have the audience that they are below', async () => {
    const id = `CustomAudiencePermission:${DEMO_ACCOUNT_ID}:x1:p1`
    const { data, errors, calls } = await graph.query(
      'query ($id: ID!) { node(id: $id) { __typename id ... on LineItem { name } } }',
      { id },
    )

    expect([errors, calls]).toEqual([undefined, []])
    expect(data).toEqual({ node: { __typename: 'CustomAudiencePermission', id } })
  })

  it('are null if nothing is found, and null with an error at their index if the ID is not a valid global ID', async () => {
    const [known] = await campaignIds(DEMO_ACCOUNT_ID, 1)
    const { data, errors } = await graph.query(NODES, {
      ids: ['8wku2', known!, `Campaign:${DEMO_ACCOUNT_ID}:zzzzz`, `Nobody:${DEMO_ACCOUNT_ID}:1`],
    })

    expect(data!.nodes).toEqual([null, { __typename: 'Campaign', id: known }, null, null])
    expect(errors?.map(({ path, message, extensions }) => ({ path, message, extensions }))).toEqual([
      {
        path: ['nodes', 0],
        message: '`ids`: "8wku2" is not a valid global ID',
        extensions: { code: 'BAD_USER_INPUT', field: 'ids' },
      },
      {
        path: ['nodes', 3],
        message: `\`ids\`: "Nobody:${DEMO_ACCOUNT_ID}:1" is not a valid global ID`,
        extensions: { code: 'BAD_USER_INPUT', field: 'ids' },
      },
    ])
    expect(graph.sandbox.requests).toHaveLength(1)
  })

  it('are looked up together if their types and accounts alternate', async () => {
    const ours = await campaignIds(DEMO_ACCOUNT_ID, 2)
    const others = await campaignIds(EURO_ACCOUNT_ID, 2)
    const accounts = [`Account:${DEMO_ACCOUNT_ID}`, `Account:${EURO_ACCOUNT_ID}`]
    const ids = [0, 1].flatMap((nth) => [ours[nth]!, others[nth]!, accounts[nth]!])
    const { data, errors, calls } = await graph.query(NODES, { ids })

    expect(errors).toBeUndefined()
    expect(data!.nodes).toEqual(ids.map((id) => ({ __typename: id.split(':')[0], id })))
    expect(calls.map(({ path, keys }) => `${path} ${keys}`)).toEqualInSteps([
      'accounts 2',
      'accounts/:account_id/campaigns 2',
      'accounts/:account_id/campaigns 2',
    ])
  })

  it('are checked one by one if they begin with the same type and account', async () => {
    const [known] = await campaignIds(DEMO_ACCOUNT_ID, 1)
    const invalid = ['', 'a/b', 'a:b', '../x', 'a'.repeat(65)].map((rest) => `Campaign:${DEMO_ACCOUNT_ID}:${rest}`)
    const { data, errors } = await graph.query(NODES, { ids: [known!, ...invalid, known!] })

    const node = { __typename: 'Campaign', id: known }
    expect(data!.nodes).toEqual([node, ...invalid.map(() => null), node])
    expect(errors?.map(({ path }) => path)).toEqual(invalid.map((_, index) => ['nodes', index + 1]))
    expect(graph.sandbox.requests).toHaveLength(1)
  })

  it('are looked up 200 per call', async () => {
    const ids = Array.from({ length: 401 }, (_, index) => `TrackingTag:${DEMO_ACCOUNT_ID}:t${index}`)
    const { data, calls } = await graph.query(NODES, { ids })

    expect(data!.nodes).toEqual(ids.map(() => null))
    expect(calls.map(({ keys }) => keys)).toEqualInSteps([200, 200, 1])
  })

  it('of an account without access do not affect other accounts', async () => {
    const [known] = await campaignIds(DEMO_ACCOUNT_ID, 1)
    const { data, errors } = await graph.query(NODES, { ids: ['Campaign:18ce5nobody:c1', known!] })

    expect(data).toEqual({ nodes: [null, { __typename: 'Campaign', id: known }] })
    expect(errors).toMatchObject([{ path: ['nodes', 0], extensions: { code: 'FORBIDDEN', upstream: { status: 403 } } }])
  })
})

describe('an ID that could change the path', () => {
  const HOSTILE = [
    '/',
    'a/b',
    '..',
    '.',
    '../campaigns',
    '%2e%2e',
    'a%2fb',
    'a?x=1',
    'a#b',
    'a b',
    'a,b',
    'a\u0000b',
    'a\nb',
    'a\r\nHost: evil',
    'ä',
    '🔥',
    'a\\b',
    '',
    'a'.repeat(10_000),
  ]

  it.each(HOSTILE)('is refused before anything is sent: %j', async (id) => {
    const { errors } = await graph.query(
      `query ($id: ID!, $ids: [ID!]!, $global: ID!, $inAccount: ID!) {
        node(id: $global)  { id }
        nodeInAccount: node(id: $inAccount) { id }
        account(id: $id) { name }
        campaign(accountId: "${DEMO_ACCOUNT_ID}", id: $id) { name }
        foreign: campaign(accountId: $id, id: "8wku2") { name }
        known: account(id: "${DEMO_ACCOUNT_ID}") {
          campaigns(ids: $ids) { nodes { id } }
        }
        accounts(ids: $ids) { nodes { id } }
      }`,
      { id, ids: ['8wku2', id], global: `Campaign:${DEMO_ACCOUNT_ID}:${id}`, inAccount: `Campaign:${id}:8wku2` },
    )

    expect(graph.sandbox.requests).toEqual([])
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']))
    expect(errors?.every(({ message }) => message.length < 300)).toBe(true)
  })

  it.each([
    'Campaign',
    'Campaign:',
    'Campaign:a1',
    'Campaign::c1',
    ':a1:c1',
    'Campaign:a1:c1:x',
    'Account:a1:a1',
    'account:a1',
    '__proto__:a1:c1',
    'constructor:a1:c1',
  ])('is not a valid global ID: "%s"', async (id) => {
    const { data, errors } = await graph.query('query ($id: ID!) { node(id: $id) { id } }', { id })

    expect(data).toEqual({ node: null })
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'BAD_USER_INPUT', field: 'id' } }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('is accepted in either form, with the account in either form', async () => {
    const [id] = await campaignIds(SMALL_ACCOUNT_ID, 1)
    const raw = id!.split(':')[2]!
    const { data, errors } = await graph.query(
      `query ($id: ID!, $raw: ID!) {
        a: campaign(id: $id) { createdAt id }
        b: campaign(id: $id, accountId: "${SMALL_ACCOUNT_ID}") { createdAt id }
        c: campaign(id: $raw, accountId: "Account:${SMALL_ACCOUNT_ID}") { createdAt id }
        d: campaign(id: $raw, accountId: "${SMALL_ACCOUNT_ID}") { createdAt id }
      }`,
      { id, raw },
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ a: { id }, b: { id }, c: { id }, d: { id } })
    expect(graph.sandbox.requests).toHaveLength(1)
  })

  it('is refused if it and `accountId` are of different accounts', async () => {
    const { errors } = await graph.query(`{ campaign(id: "Campaign:a1:c1", accountId: "a2") { name } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'accountId' } }])
    expect(graph.sandbox.requests).toEqual([])
  })
})
