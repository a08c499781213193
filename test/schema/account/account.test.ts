import { describe, expect, it } from 'vitest'
import { CLOSED_ACCOUNT_ID, DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openGraph, openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const PAGE = graphql(`query AccountPage($first: Int, $after: String) {
  accounts(first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }
}`)

const ROW = { id: 'a1' }

const graph = useSandboxGraph()

describe('an account', () => {
  it('is listed in pages, in the order of the service', async () => {
    const page = async (first: number, after?: string | null) =>
      (await graph.query(PAGE, { first, after })).data!.accounts!
    const whole = (await page(4)).nodes
    const first = await page(2)
    const next = await page(2, first.pageInfo.endCursor)

    expect(new Set(whole.map(({ restId }) => restId)).size).toBe(4)
    expect([...first.nodes, ...next.nodes]).toEqual(whole)
  })

  it('can be listed with every filter of the interface, in full pages because of the low rate limit', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ accounts(
        ids: ["a1", "Account:a2"], namePrefix: "kōji", first: 3, withDeleted: true,
        sortBy: [{ field: NAME, direction: ASC }]
      ) { nodes { id } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      ['/12/accounts', { account_ids: 'a1,a2', q: 'kōji', sort_by: 'name-asc', with_deleted: 'true', count: '1000' }],
    ])
  })

  it('is read in one call with other accounts', async () => {
    const { data, calls } = await graph.query(
      `{ demo: account(id: "${DEMO_ACCOUNT_ID}") { name } small: account(id: "${SMALL_ACCOUNT_ID}") { name } }`,
    )

    expect(data).toEqual({ demo: { name: 'Tidewater Outfitters' }, small: { name: 'Kōji & Rye Bakery ☕️' } })
    expect(calls.map(({ path, keys }) => [path, keys])).toEqual([['accounts', 2]])
  })

  it('takes no call if only its ID and lists below it are selected', async () => {
    const key = await graph.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { __typename id restId } }`)
    const tree = await graph.query(
      `query { account(id: "${DEMO_ACCOUNT_ID}") { ...lists } }
       fragment lists on Account { ... { campaigns(first: 1) { nodes { id } } } }`,
    )

    expect(key.data).toEqual({
      account: { __typename: 'Account', id: `Account:${DEMO_ACCOUNT_ID}`, restId: DEMO_ACCOUNT_ID },
    })
    expect(key.calls).toEqual([])
    expect(callCounts(tree.calls)).toEqual({ 'GET accounts/:account_id/campaigns': 1 })
  })

  it('is returned after its deletion only with withDeleted', async () => {
    const { data, errors } = await graph.query(
      `{
        hidden: account(id: "${CLOSED_ACCOUNT_ID}") { name }
        shown: account(id: "${CLOSED_ACCOUNT_ID}", withDeleted: true) { deleted }
      }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ hidden: null, shown: { deleted: true } })
  })

  it.each([
    ['alone', '{ unknown: account(id: "nope") { name } }', [['accounts/:account_id', 403]]],
    [
      'before another account',
      `{ unknown: account(id: "nope") { name } other: account(id: "${SMALL_ACCOUNT_ID}") { name } }`,
      [['accounts', 200]],
    ],
    [
      'after another account',
      `{ other: account(id: "${SMALL_ACCOUNT_ID}") { name } unknown: account(id: "nope") { name } }`,
      [['accounts', 200]],
    ],
    [
      'through node',
      '{ unknown: node(id: "Account:nope") { id ... on Account { name } } }',
      [['accounts/:account_id', 403]],
    ],
    [
      'alone with deleted accounts',
      '{ unknown: account(id: "nope", withDeleted: true) { name } }',
      [['accounts/:account_id', 403]],
    ],
    [
      'beside another account with deleted accounts',
      `{
        unknown: account(id: "nope", withDeleted: true) { name }
        other: account(id: "${SMALL_ACCOUNT_ID}", withDeleted: true) { name }
      }`,
      [['accounts', 200]],
    ],
  ])('is null if the user cannot see it: %s', async (_how, document, expected) => {
    const fresh = await openSandboxGraph()
    const { data, errors, calls } = await fresh.query<Record<string, unknown>>(document)
    await fresh.close()

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      unknown: null,
      ...(document.includes('other:') && { other: { name: 'Kōji & Rye Bakery ☕️' } }),
    })
    expect(calls.map(({ path, status }) => [path, status])).toEqual(expected)
  })

  it('is FORBIDDEN if the service refuses it for another reason', async () => {
    const upstream = await startUpstream(() => ({
      status: 403,
      body: { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'no' }] },
    }))
    const refused = await openGraph(upstream.url)
    const { data, errors } = await refused.query('{ account(id: "a1") { name } }')
    await refused.close()
    await upstream.close()

    expect(data).toEqual({ account: null })
    expect(errors).toMatchObject([{ path: ['account'], extensions: { code: 'FORBIDDEN', upstream: { status: 403 } } }])
  })

  it('leaves the lists of an account that the user cannot see FORBIDDEN', async () => {
    const { data, errors } = await graph.query('{ account(id: "nope") { campaigns { nodes { id } } } }')

    expect(data).toEqual({ account: { campaigns: null } })
    expect(errors).toMatchObject([{ path: ['account', 'campaigns'], extensions: { code: 'FORBIDDEN' } }])
  })

  it('refuses the ID of another type, and an invalid ID', async () => {
    const { errors, sent } = await readRow(
      ROW,
      '{ type: account(id: "Campaign:a1:c1") { name } text: account(id: "a/1") { name } }',
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the ID of an Account; "Campaign:a1:c1" is the ID of a Campaign',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      [
        '`id`: "a/1" is not a valid ID; IDs consist of letters, digits, _ and -',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
