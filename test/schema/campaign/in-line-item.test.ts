import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'

/** The children of line items: type, field, list, and path in the interface. */
const LISTED_BY_ACCOUNT = [
  ['PromotedAccount', 'promotedAccount', 'promotedAccounts', 'promoted_accounts'],
  ['PromotedPost', 'promotedPost', 'promotedPosts', 'promoted_posts'],
  ['ScheduledPromotedPost', 'scheduledPromotedPost', 'scheduledPromotedPosts', 'scheduled_promoted_posts'],
  ['TrackingTag', 'trackingTag', 'trackingTags', 'tracking_tags'],
  ['MediaCreative', 'mediaCreative', 'mediaCreatives', 'media_creatives'],
] as const
const ALL = [
  ...LISTED_BY_ACCOUNT,
  ['TargetingCriterion', 'targetingCriterion', 'targetingCriteria', 'targeting_criteria'],
] as const

const ROW = { id: 'x1', line_item_id: 'l1' }

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe.each(LISTED_BY_ACCOUNT)('a %s', (_type, _field, list, table) => {
  it('is paged in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, list, table)

    expect(listed).toHaveLength(4)
    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('reads the line items of all in one call, and in none if only the ID is selected', async () => {
    const read = (selection: string) =>
      graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { ${list}(first: 50) { nodes { lineItem { ${selection} } } } } }`,
      )
    const named = await read('name campaign { id }')
    const keyed = await read('id restId __typename')

    expect([named.errors, keyed.errors]).toEqual([undefined, undefined])
    expect(callCounts(named.calls)).toEqual({
      [`GET accounts/:account_id/${table}`]: 1,
      'GET accounts/:account_id/line_items': 1,
    })
    expect(callCounts(keyed.calls)).toEqual({ [`GET accounts/:account_id/${table}`]: 1 })
  })
})

describe.each(ALL)('a %s', (type, field, list, table) => {
  it('is found through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ node(id: "${type}:a1:x1") { __typename id ... on ${type} { restId } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: type, id: `${type}:a1:x1`, restId: 'x1' } })
    expect(sent).toHaveLength(1)
  })

  it('is read in one call for one line item and for 50', async () => {
    for (const first of [1, 50]) {
      const { errors, calls } = await graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: ${first}) { nodes { ${list} { nodes { id } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/line_items': 1,
        [`GET accounts/:account_id/${table}`]: 1,
      })
      expect(calls.map(({ keys }) => keys)).toEqual([0, first])
    }
  })

  it('refuses an ID of another type or another account, and a missing account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: ${field}(id: "Nobody:a1:x1") { createdAt }
        account: ${field}(id: "${type}:a2:x1", accountId: "a1") { createdAt }
        raw: ${field}(id: "x1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        `\`id\` takes the ID of a ${type}; "Nobody:a1:x1" is the ID of a Nobody`,
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      [`\`accountId\`: "${type}:a2:x1" belongs to another account`, { code: 'BAD_USER_INPUT', field: 'accountId' }],
      [
        '`accountId` is required with "x1", which is not a global ID',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
