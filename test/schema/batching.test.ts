import { describe, expect, it } from 'vitest'
import { callCounts, useGraphOver } from '../support/graph.ts'
import { listsOf } from '../support/upstream.ts'

const PARENTS = 201
const rowsOf = (name: string, row: (index: number) => object = () => ({})) =>
  Array.from({ length: PARENTS }, (_, index) => ({ id: `${name}${index}`, ...row(index) }))
const ofLineItem = (name: string) => rowsOf(name, (index) => ({ line_item_id: `l${index}` }))

const { graph } = useGraphOver(
  listsOf({
    funding_instruments: rowsOf('f'),
    campaigns: rowsOf('c', (index) => ({ funding_instrument_id: `f${index}`, name: `campaign ${index}` })),
    line_items: rowsOf('l', (index) => ({
      campaign_id: `c${index}`,
      funding_instrument_id: `f${index}`,
      name: `line item ${index}`,
    })),
    promoted_posts: rowsOf('p', (index) => ({ line_item_id: `l${index}`, post_id: `${index}` })),
    promoted_accounts: rowsOf('a', (index) => ({ line_item_id: `l${index}`, user_id: `${index}` })),
    scheduled_promoted_posts: rowsOf('s', (index) => ({ line_item_id: `l${index}`, scheduled_post_id: `${index}` })),
    media_creatives: ofLineItem('m'),
    tracking_tags: ofLineItem('t'),
    targeting_criteria: ofLineItem('k'),
    // The account a1, as its own GET returns it.
    a1: [{ id: 'a1', name: 'account' }],
    line_item_curated_categories: ofLineItem('g'),
    recommendations: rowsOf('r', (index) => ({ account_id: 'a1', funding_instrument_id: `f${index}` })).slice(0, 50),
    promotable_users: rowsOf('u', (index) => ({ user_id: `${index}` })),
    posts: rowsOf('', (index) => ({ media_keys: [`13_${index % 2}`] })),
    video_conversation: rowsOf('v', () => ({ poster_media_key: '3_1' })),
    // Media items, as their own GET returns them.
    '13_0': [{ id: '13_0', media_key: '13_0' }],
    '13_1': [{ id: '13_1', media_key: '13_1' }],
    '3_1': [{ id: '3_1', media_key: '3_1' }],
    scheduled_posts: rowsOf(''),
    account_media: rowsOf('m', (index) => ({ video_id: `${index}` })),
    media_library: rowsOf('', (index) => ({ media_key: `13_${index}` })),
    curated_categories: rowsOf('y', (index) => ({ publisher_user_ids: [`${index}`] })),
    publishers: rowsOf('', (index) => ({ user_id: `${index}`, username: `publisher ${index}` })),
    account_history: rowsOf('', (index) => ({ entity: 'LINE_ITEM', entity_id: `l${index}` })),
    custom_audiences: rowsOf('x', (index) => ({ name: `x${index}`, metadata: [{ custom_audience_id: `x${index}` }] })),
  }),
)

/** How the calls of one level grow with its parents: 200 parents a call. */
const LEVELS = [
  [1, 1],
  [50, 1],
  [201, 2],
] as const

describe('a list below', () => {
  it.each([
    ['fundingInstruments', 'campaigns', 'campaigns'],
    ['fundingInstruments', 'lineItems', 'line_items'],
    ['campaigns', 'lineItems', 'line_items'],
    ['lineItems', 'targetingCriteria', 'targeting_criteria'],
    ['lineItems', 'promotedPosts', 'promoted_posts'],
    ['lineItems', 'promotedAccounts', 'promoted_accounts'],
    ['lineItems', 'scheduledPromotedPosts', 'scheduled_promoted_posts'],
    ['lineItems', 'mediaCreatives', 'media_creatives'],
    ['lineItems', 'trackingTags', 'tracking_tags'],
  ])('%s: %s takes 1, 1 and 2 calls for 1, 50 and 201 parents', async (parents, field, table) => {
    for (const [count, lists] of LEVELS) {
      const { data, errors, calls } = await graph.query<{
        account: { parents: { nodes: Record<string, { nodes: object[] }>[] } }
      }>(
        `{ account(id: "a1") { parents: ${parents}(first: ${count}) { nodes { ${field}(first: 5) { nodes { restId } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(data.account.parents.nodes.map((parent) => parent[field]!.nodes.length)).toEqual(
        Array.from({ length: count }, () => 1),
      )
      const below = calls.filter(({ keys }) => keys > 0)
      expect(below.map(({ path, keys }) => [path, keys])).toEqualInSteps(
        [Math.min(count, 200), count - 200].slice(0, lists).map((keys) => [`accounts/:account_id/${table}`, keys]),
      )
      expect(calls).toHaveLength(1 + lists)
    }
  })
})

describe('media creatives below campaigns', () => {
  it('take a call for each campaign, because their filter takes one id only (R-PROMO-12)', async () => {
    for (const [count] of LEVELS) {
      const { errors, calls } = await graph.query(
        `{ account(id: "a1") { campaigns(first: ${count}) { nodes { mediaCreatives(first: 1) { nodes { restId } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': 1,
        'GET accounts/:account_id/media_creatives': count,
      })
    }
  })
})

describe('what rows name', () => {
  it.each([
    ['campaigns', 'fundingInstrument { currency }', 'funding_instruments'],
    ['lineItems', 'fundingInstrument { currency }', 'funding_instruments'],
    ['lineItems', 'campaign { name }', 'campaigns'],
    ['mediaCreatives', 'lineItem { name }', 'line_items'],
    ['promotedAccounts', 'lineItem { name }', 'line_items'],
    ['promotedPosts', 'lineItem { name }', 'line_items'],
    ['scheduledPromotedPosts', 'lineItem { name }', 'line_items'],
    ['trackingTags', 'lineItem { name }', 'line_items'],
    ['lineItemCuratedCategories', 'lineItem { name }', 'line_items'],
    ['customAudiences', 'metadata { customAudience { name } }', 'custom_audiences'],
  ])(
    '%s: %s takes 1, 1 and 2 calls for 1, 50 and 201 rows, and none if only the ID is selected',
    async (parents, selection, table) => {
      for (const [count, lists] of LEVELS) {
        const { errors, calls } = await graph.query(
          `{ account(id: "a1") { ${parents}(first: ${count}) { nodes { ${selection} } } } }`,
        )
        expect(errors).toBeUndefined()
        const named = calls.filter(({ keys }) => keys > 0).map(({ path }) => path)
        expect(named).toEqual(Array.from({ length: lists }, () => `accounts/:account_id/${table}`))
        expect(calls).toHaveLength(1 + lists)
      }
      const keyed = selection.replace(/\{ \w+ \}/, '{ id restId __typename }')
      const { errors, calls } = await graph.query(
        `{ account(id: "a1") { ${parents}(first: 50) { nodes { ${keyed} } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(calls).toHaveLength(1)
    },
  )

  it.each(['campaigns', 'lineItems', 'recommendations'])(
    '%s: account takes one call for any number of rows, and none where only its id is selected',
    async (parents) => {
      const list = `${parents}(first: 50)`
      const named = await graph.query(`{ account(id: "a1") { ${list} { nodes { account { name } } } } }`)
      const keyed = await graph.query(`{ account(id: "a1") { ${list} { nodes { account { id } } } } }`)

      expect([named.errors, keyed.errors]).toEqual([undefined, undefined])
      expect(named.calls.map(({ path }) => path).slice(1)).toEqual(['accounts/:account_id'])
      expect(keyed.calls).toHaveLength(1)
    },
  )

  it('is read with its own account, not with its row, where nothing else of a row is selected', async () => {
    const { data, calls } = await graph.query('{ campaign(id: "Campaign:a1:c1") { account { name } } }')

    expect(data).toEqual({ campaign: { account: { name: 'account' } } })
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id': 1 })
  })

  it('by changes of one type takes 1, 1 and 2 calls for 1, 50 and 201 changes', async () => {
    for (const [count, lists] of LEVELS) {
      const { data, errors, calls } = await graph.query<{
        account: { history: { nodes: { node: { id: string } }[] } }
      }>(
        `{ account(id: "a1") { history(
          entityType: LINE_ITEM, entityId: "l0", first: ${count},
          startTime: "2026-05-01T00:00:00Z", endTime: "2026-05-02T00:00:00Z"
        ) { nodes { node { id } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(data.account.history.nodes.map(({ node }) => node.id)).toEqual(
        Array.from({ length: count }, (_, index) => `LineItem:a1:l${index}`),
      )
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/account_history': 1,
        'GET accounts/:account_id/line_items': lists,
      })
    }
  })

  it('by curated categories is the list of publishers, which is read once and then cached', async () => {
    const read = (count: number) =>
      graph.query<{ account: { curatedCategories: { nodes: { publishers: { nodes: { username: string }[] } }[] } } }>(
        `{ account(id: "a1") { curatedCategories(countryCodes: ["US"], first: ${count}) {
          nodes { publishers { nodes { username } } }
        } } }`,
      )
    const { data, calls } = await read(50)
    const { calls: one } = await read(1)

    expect(
      data.account.curatedCategories.nodes.map(({ publishers }) => publishers.nodes.map(({ username }) => username)),
    ).toEqual(Array.from({ length: 50 }, (_, index) => [`publisher ${index}`]))
    expect([calls, one].map(callCounts)).toEqual([
      { 'GET accounts/:account_id/curated_categories': 1, 'GET publishers': 1 },
      { 'GET accounts/:account_id/curated_categories': 1 },
    ])
  })

  it('is looked up by nodes 200 ids a call for each type', async () => {
    for (const [count, lists] of LEVELS) {
      const ids = Array.from({ length: count }, (_, index) => [`Campaign:a1:c${index}`, `LineItem:a1:l${index}`]).flat()
      const { errors, calls } = await graph.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': lists,
        'GET accounts/:account_id/line_items': lists,
      })
    }
  })
})

describe('what refers to a row without a filter for it', () => {
  it.each([
    ['lineItems(', 'lineItemCuratedCategories { nodes { id } }', 'line_item_curated_categories', 1],
    ['fundingInstruments(', 'recommendations { nodes { id } }', 'recommendations', 1],
    ['promotedAccounts(', 'promotableUser { id }', 'promotable_users', 1],
    ['posts(postType: PUBLISHED, ', '... on PublishedPost { promotedPosts { nodes { id } } }', 'promoted_posts', 1],
    ['scheduledPosts(', 'scheduledPromotedPosts { nodes { id } }', 'scheduled_promoted_posts', 1],
    // The pages of the media library have up to 50 items.
    ['accountMediaItems(', 'media { mediaKey }', 'media_library', 5],
  ])('%s: %s is found in the list of the account, which is read once for 1 or 50 parents', async (...given) => {
    const [parents, selection, table, pages] = given
    for (const count of [1, 50]) {
      const { data, errors, calls } = await graph.query<{ account: { parents: { nodes: object[] } } }>(
        `{ account(id: "a1") { parents: ${parents}first: ${count}) { nodes { ${selection} } } } }`,
      )
      expect(errors).toBeUndefined()
      const found = data.account.parents.nodes.flatMap((parent) =>
        Object.values(parent).flatMap((value: { nodes?: unknown[] } | null) => value?.nodes ?? [value]),
      )
      expect(new Set(found.map((item) => JSON.stringify(item))).size).toBe(count)
      expect(found).not.toContain(null)
      expect(calls.slice(1).map(({ path }) => path)).toEqual(
        Array.from({ length: pages }, () => `accounts/:account_id/${table}`),
      )
    }
  })
})

describe('media items', () => {
  it.each([
    ['posts(postType: PUBLISHED, first: 50)', 'mediaItems { nodes { mediaUrl } }', 2],
    ['videoConversationCards(first: 50)', 'posterMedia { mediaUrl }', 1],
  ])('of %s are read once each', async (list, selection, distinct) => {
    const field = list.startsWith('posts') ? `... on PublishedPost { ${selection} }` : selection
    const { errors, calls } = await graph.query(`{ account(id: "a1") { ${list} { nodes { ${field} } } } }`)

    expect(errors).toBeUndefined()
    expect(calls.slice(1).map(({ path }) => path)).toEqual(
      Array.from({ length: distinct }, () => 'accounts/:account_id/media_library/:media_key'),
    )
  })
})
