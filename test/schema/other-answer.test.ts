import { describe, expect, it } from 'vitest'
import { useGraphOver } from '../support/graph.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'

let answer: (request: UpstreamRequest) => UpstreamAnswer
const { upstream, graph } = useGraphOver((request) => answer(request), { operationTimeoutMs: 1_000 })

const UPDATE = `updateCampaign(input: { campaignId: "Campaign:a1:c1", spreadBudgetEvenly: true }) {
  row: campaign { restId }`
const BATCH_OF_ONE = `batchCampaigns(input: { accountId: "a1", operations: [
  { update: { campaignId: "c1", spreadBudgetEvenly: true } }] }) { rows: campaigns { restId }`
const PREVIEW = 'sendDraftPostPreview(input: { draftPostId: "DraftPost:a1:7" }) { isSent'
const UNAVAILABLE = { code: 'UPSTREAM_UNAVAILABLE' }
const UNKNOWN = { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' }
const writes = () => upstream.requests.filter(({ method }) => method !== 'GET')
const calls = () => upstream.requests.map(({ method, path }) => `${method} ${path.replace('/12/', '')}`)

describe('a read that is answered with another ID', () => {
  const OTHER = { id: 'c1', campaign_id: 'x1', name: 'Another' }

  it.each([
    ['a single entity', '{ campaign(id: "Campaign:a1:zzz") { name } }', ['campaign']],
    ['an account', '{ account(id: "a1") { name } }', ['account']],
  ])('is unavailable, and nothing of it is shown: %s', async (_, document, path) => {
    answer = () => ({ body: { data: [OTHER], next_cursor: null } })
    const { data, errors } = await graph.query(document)

    expect(JSON.stringify(data)).not.toContain('Another')
    expect(errors).toMatchObject([{ path, extensions: UNAVAILABLE }])
  })

  it('is unavailable in a list below a parent', async () => {
    const rows = [{ id: 'y1' }, { id: 'y2' }]
    answer = ({ path }) => ({ body: { data: path.endsWith('/campaigns') ? rows : [OTHER], next_cursor: null } })
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { campaigns { nodes { id lineItems { nodes { name } } } } } }',
    )

    expect(data).toMatchObject({ account: { campaigns: { nodes: [{ lineItems: null }, { lineItems: null }] } } })
    expect(errors).toMatchObject(
      [0, 1].map((index) => ({ path: ['account', 'campaigns', 'nodes', index, 'lineItems'] })),
    )
  })

  it('is unavailable among look-ups', async () => {
    answer = () => ({ body: { data: [OTHER], next_cursor: null } })
    const { data, errors } = await graph.query(
      '{ nodes(ids: ["Campaign:a1:y1", "Campaign:a1:y2"]) { ... on Campaign { name } } }',
    )

    expect(data).toMatchObject({ nodes: [null, null] })
    expect(errors).toMatchObject([
      { path: ['nodes', 0], extensions: UNAVAILABLE },
      { path: ['nodes', 1], extensions: UNAVAILABLE },
    ])
  })

  it('does not give an update the budget of another campaign', async () => {
    answer = ({ method }) =>
      method === 'GET' ? { body: { data: { id: 'a', daily_budget_amount_local_micro: 7 } } } : { body: {} }
    const { data, errors } = await graph.query(
      'mutation { updateCampaign(input: { campaignId: "Campaign:a1:zzz", name: "N" }) { campaign { id } } }',
    )

    expect(writes()).toEqual([])
    expect(data).toEqual({ updateCampaign: null })
    expect(errors).toMatchObject([{ extensions: UNAVAILABLE }])
  })

  it('is not cached', async () => {
    answer = () => ({ body: { data: [{ id: 'a9', name: 'Another' }], next_cursor: null } })
    const document = '{ node(id: "Account:a8") { ... on Account { name } } }'
    const wrong = await graph.query(document)
    answer = () => ({ body: { data: [{ id: 'a8', name: 'Right' }], next_cursor: null } })
    const right = await graph.query(document)

    expect(wrong.errors).toMatchObject([{ extensions: UNAVAILABLE }])
    expect(right.data).toEqual({ node: { name: 'Right' } })
  })
})

describe('a write that is answered with another ID', () => {
  it.each([
    [
      'update',
      'updateCampaign(input: { campaignId: "Campaign:a1:c1", dailyBudgetAmountLocalMicro: 1 }) { campaign { id } }',
    ],
    ['delete', 'deleteCampaign(input: { campaignId: "Campaign:a1:c1" }) { deletedId campaign { id } }'],
  ])('has no entity and an unknown outcome: %s', async (_, field) => {
    answer = ({ method }) => (method === 'GET' ? { status: 403 } : { body: { data: { id: 'c2' } } })
    const { data, errors } = await graph.query(`mutation { outcome: ${field} }`)

    expect(writes()).toHaveLength(1)
    expect(data).toMatchObject({ outcome: { campaign: null } })
    expect(JSON.stringify(data)).not.toContain('c2')
    expect(errors).toMatchObject([
      {
        path: ['outcome', 'campaign'],
        message: expect.stringContaining('another ID than c1') as string,
        extensions: UNKNOWN,
      },
    ])
  })
})

describe('a write whose answer has another ID than was sent', () => {
  const GRANT = `grantCustomAudiencePermission(input: {
    customAudienceId: "CustomAudience:a1:u1", grantedAccountId: "a2", permissionLevel: READ_ONLY
  }) { row: customAudiencePermission { restId }`

  it.each([
    ['the parent in the path', GRANT, { id: 'p9', custom_audience_id: 'u9' }],
    ['the account of a grant', GRANT, { id: 'p9', granted_account_id: 'a9' }],
    [
      'the parent of a deletion',
      `revokeCustomAudiencePermission(input: { customAudienceId: "CustomAudience:a1:u1", permissionId: "p1" }) {
        row: customAudiencePermission { restId }`,
      { id: 'p1', custom_audience_id: 'u9' },
    ],
    [
      'the media item',
      'addMediaToLibrary(input: { accountId: "a1", mediaKey: "3_1" }) { row: media { restId }',
      { media_key: '3_9' },
    ],
    [
      'the account',
      'updateTaxSettings(input: { accountId: "a1", taxId: "x" }) { row: taxSettings { taxId }',
      { account_id: 'a9', tax_id: 'another' },
    ],
    [
      'the parent in the parameters',
      `createCampaign(input: { accountId: "a1", fundingInstrumentId: "f1", name: "N" }) { row: campaign { restId }`,
      { id: 'c9', funding_instrument_id: 'f9' },
    ],
    [
      'the user in the parameters',
      `createPromotedAccount(input: { accountId: "a1", lineItemId: "l1", userId: "5" }) { row: promotedAccount { restId }`,
      { id: 'p9', line_item_id: 'l1', user_id: '6' },
    ],
  ])('has no entity and an unknown outcome: %s', async (_, field, row) => {
    answer = () => ({ body: { data: row } })
    const { data, errors } = await graph.query(`mutation { outcome: ${field} receipt { outcome ids } } }`)

    expect(writes()).toHaveLength(1)
    expect(data).toEqual({ outcome: { row: null, receipt: { outcome: 'UNKNOWN', ids: [] } } })
    expect(errors).toMatchObject([{ path: ['outcome', 'row'], extensions: UNKNOWN }])
  })
})

describe('a write whose answer has a status of success, and errors', () => {
  const PROBLEM = { code: 'INVALID', message: 'no' }
  const ROW = { id: 'c1', name: 'N' }

  it.each([
    ['no data', UPDATE, { errors: [PROBLEM] }],
    ['a row', UPDATE, { data: ROW, errors: [PROBLEM] }],
    ['the problems of operations', BATCH_OF_ONE, { data: [ROW], operation_errors: [[PROBLEM]] }],
    ['problems of no operation', BATCH_OF_ONE, { data: [ROW], operation_errors: [null, [PROBLEM]] }],
    ['no row that is read', PREVIEW, { data: { message: 'sent' }, errors: [PROBLEM] }],
  ])('has an unknown outcome: %s', async (_, field, body) => {
    answer = ({ method }) => (method === 'GET' ? { body: { data: [{ id: 'c1' }], next_cursor: null } } : { body })
    const { data, errors } = await graph.query<{ outcome: { receipt: object } }>(
      `mutation { outcome: ${field} receipt { outcome ids } } }`,
    )

    expect(writes()).toHaveLength(1)
    expect(data.outcome.receipt).toEqual({ outcome: 'UNKNOWN', ids: [] })
    expect(errors).toMatchObject([{ extensions: { ...UNKNOWN, upstream: { status: 200, errors: [PROBLEM] } } }])
  })

  it.each(['no', ['no'], { message: 'no' }])('has an unknown outcome if they have another form: %j', async (errors) => {
    answer = () => ({ body: { data: ROW, errors } })
    const { data } = await graph.query(`mutation { outcome: ${UPDATE} receipt { outcome } } }`)

    expect(data).toMatchObject({ outcome: { row: null, receipt: { outcome: 'UNKNOWN' } } })
  })

  it('is done if they are empty', async () => {
    answer = () => ({ body: { data: ROW, errors: [], operation_errors: null } })
    const { data, errors } = await graph.query(`mutation { outcome: ${UPDATE} receipt { outcome } } }`)

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ outcome: { row: { restId: 'c1' }, receipt: { outcome: 'DONE' } } })
  })
})

describe('the results of a batch', () => {
  const BATCH = `mutation ($operations: [CampaignOperation!]!) {
    outcome: batchCampaigns(input: { accountId: "a1", operations: $operations }) {
      campaigns { restId name } chunks { status } userErrors { code } receipt { items { outcome id } }
    }
  }`
  const create = (name: string) => ({ create: { fundingInstrumentId: 'f1', name } })
  const update = (campaignId: string) => ({ update: { campaignId, spreadBudgetEvenly: true } })
  const remove = (campaignId: string) => ({ delete: { campaignId } })
  const made = (id: string, name: string) => ({ id, name, funding_instrument_id: 'f1' })

  async function batch(operations: object[], rows: object[]) {
    answer = ({ method }) => (method === 'GET' ? { status: 403 } : { body: { data: rows } })
    const { data, errors = [] } = await graph.query<{
      outcome: { campaigns: ({ restId: string } | null)[]; chunks: { status: string }[] } | null
    }>(BATCH, { operations })
    expect(writes()).toHaveLength(1)
    return {
      ids: data.outcome?.campaigns.map((campaign) => campaign?.restId ?? null),
      status: data.outcome?.chunks[0]?.status,
      unknown: errors.map(({ path, extensions }) => [path?.[2], extensions]),
    }
  }

  it('are matched by ID, in whatever order they come', async () => {
    expect(await batch([update('a'), remove('b')], [{ id: 'b' }, { id: 'a' }])).toEqual({
      ids: ['a', 'b'],
      status: 'DONE',
      unknown: [],
    })
  })

  it('are matched by ID beside a row that belongs to no operation', async () => {
    expect(await batch([update('a'), remove('b')], [{ id: 'x' }, { id: 'a' }, { id: 'b' }])).toEqual({
      ids: ['a', 'b'],
      status: 'DONE',
      unknown: [],
    })
  })

  it('of creates are matched although the service shows what was sent in another form', async () => {
    const creates = ['A ', 'B'].map((name) => ({ create: { fundingInstrumentId: 'F1', name } }))
    expect(await batch(creates, [made('n1', 'A'), made('n2', 'B')])).toEqual({
      ids: ['n1', 'n2'],
      status: 'DONE',
      unknown: [],
    })
  })

  it('of creates are matched although their time was sent with another offset than it shows', async () => {
    answer = ({ method }) =>
      method === 'GET'
        ? { status: 403 }
        : { body: { data: [{ id: 'n1', campaign_id: 'c1', start_time: '2030-06-01T06:00:00Z' }] } }
    const { data, errors } = await graph.query(`mutation {
      outcome: batchLineItems(input: { accountId: "a1", operations: [{ create: {
        campaignId: "c1", objective: REACH, productType: PROMOTED_POSTS, placements: [ALL_ON_SVC], bidStrategy: AUTO
        startTime: "2030-06-01T08:00:00+02", endTime: "2030-07-01T08:00:00+0200"
      } }] }) { lineItems { restId } chunks { status } }
    }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({ outcome: { lineItems: [{ restId: 'n1' }], chunks: [{ status: 'DONE' }] } })
  })

  it('of creates are matched although columns that were sent are null', async () => {
    const creates = ['A', 'B'].map((name) => ({ create: { fundingInstrumentId: 'f1', name, standardDelivery: true } }))
    const row = (id: string, name: string) => ({ ...made(id, name), standard_delivery: null })

    expect(await batch(creates, [row('n1', 'A'), row('n2', 'B')])).toMatchObject({ ids: ['n1', 'n2'], status: 'DONE' })
  })

  it('of operations on one entity are matched in their order', async () => {
    expect(await batch([update('a'), update('b'), update('a')], [{ id: 'a' }, { id: 'a' }, { id: 'b' }])).toMatchObject(
      {
        ids: ['a', 'b', 'a'],
        status: 'DONE',
      },
    )
  })

  it('of creates are matched by order if all agrees', async () => {
    expect(
      await batch([create('A'), update('a'), create('B')], [made('n1', 'A'), { id: 'a' }, made('n2', 'B')]),
    ).toEqual({ ids: ['n1', 'a', 'n2'], status: 'DONE', unknown: [] })
  })

  it('of creates are matched by rows that lack columns, if the others tell them apart', async () => {
    const row = (id: string, name: string) => ({ id, name })

    expect(await batch([create('A'), create('B')], [row('n1', 'A'), row('n2', 'B')])).toMatchObject({
      ids: ['n1', 'n2'],
      status: 'DONE',
    })
  })

  it.each([
    ['DONE', ['n1', 'n2']],
    ['UNKNOWN', [null, null]],
  ])('of creates are matched by order if each row shows all that was sent for it: %s', async (status, ids) => {
    const withBudget = { create: { fundingInstrumentId: 'f1', name: 'A', dailyBudgetAmountLocalMicro: 5 } }
    const rows = [{ ...made('n1', 'A'), daily_budget_amount_local_micro: 5 }, made('n2', 'A')]

    expect(await batch([withBudget, create('A')], status === 'DONE' ? rows : rows.toReversed())).toMatchObject({
      ids,
      status,
    })
  })

  it.each([
    ['by a column', [create('A'), create('B')], [made('n2', 'B'), made('n1', 'A')], ['n1', 'n2']],
    [
      'by names that are nearly the same time',
      [create('2030-01-01T08:00:00.1Z'), create('2030-01-01T08:00:00.9Z')],
      [made('n2', '2030-01-01T08:00:00.9Z'), made('n1', '2030-01-01T08:00:00.1Z')],
      ['n1', 'n2'],
    ],
    ['beside an update', [create('A'), update('a')], [{ id: 'a' }, made('n1', 'A')], ['n1', 'a']],
    [
      'beside equal ones, which are interchangeable',
      [create('A'), create('B'), create('A')],
      [made('n1', 'A'), made('n2', 'A'), made('n3', 'B')],
      ['n1', 'n3', 'n2'],
    ],
  ])('of creates are matched in another order by what was sent: %s', async (_, operations, rows, ids) => {
    expect(await batch(operations, rows)).toEqual({ ids, status: 'DONE', unknown: [] })
  })

  it('of posts to promote are matched by the IDs of the posts', async () => {
    const rows = ['222', '111'].map((post_id) => ({ id: `p${post_id}`, line_item_id: 'l1', post_id }))
    answer = ({ method }) => (method === 'GET' ? { status: 403 } : { body: { data: rows } })
    const { data, errors } = await graph.query(`mutation {
      outcome: createPromotedPosts(input: { accountId: "a1", lineItemId: "l1", postIds: ["111", "222"] }) {
        promotedPosts { restId } receipt { outcome ids }
      }
    }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      outcome: {
        promotedPosts: [{ restId: 'p111' }, { restId: 'p222' }],
        receipt: { outcome: 'DONE', ids: ['PromotedPost:a1:p111', 'PromotedPost:a1:p222'] },
      },
    })
  })

  it('are matched by an ID in uppercase, to which the service answers in lowercase', async () => {
    expect(await batch([update('A1')], [{ id: 'a1' }])).toMatchObject({ ids: ['a1'], status: 'DONE' })
  })

  it.each([
    ['other rows', [create('A'), create('B')], [made('n2', 'D'), made('n1', 'C')], [null, null]],
    [
      'rows that only a column without a value can tell apart',
      [true, false].map((standardDelivery) => ({ create: { fundingInstrumentId: 'f1', name: 'A', standardDelivery } })),
      ['n1', 'n2'].map((id) => ({ ...made(id, 'A'), standard_delivery: null })),
      [null, null],
    ],
    ['one row twice', [create('A'), create('A')], [made('n1', 'A'), made('n1', 'A')], [null, null]],
    ['a row without a column', [create('A'), create('B')], [made('n1', 'A'), { id: 'n2' }], [null, null]],
    ['fewer rows', [create('A'), create('B')], [made('n2', 'B')], [null, 'n2']],
    ['fewer rows that are equal', [create('A'), create('A')], [made('n1', 'A')], [null, null]],
    [
      'rows in another order, one of them of two',
      [create('A'), create('B'), create('B')],
      [made('n2', 'B'), made('n1', 'A'), made('n2', 'B')],
      ['n1', null, null],
    ],
    ['more rows', [create('A')], [made('n1', 'A'), made('n2', 'A')], [null]],
    ['another ID', [update('a'), update('b')], [{ id: 'a' }, { id: 'c' }], ['a', null]],
    ['the ID of an operation', [create('A'), update('a')], [made('a', 'A'), { id: 'a' }], [null, null]],
  ])('that do not agree are unknown: %s', async (_, operations, rows, ids) => {
    const outcome = await batch(operations, rows)

    expect(outcome).toMatchObject({ ids, status: 'UNKNOWN' })
    const unknown = ids.flatMap((id, index) => (id === null ? [[index, UNKNOWN]] : []))
    expect(outcome.unknown).toMatchObject(unknown)
  })

  it.each([
    [
      'rows of other posts',
      ['333', '444'].map((post_id) => ({ id: `p${post_id}`, line_item_id: 'l2', post_id })),
      [null, null],
    ],
    ['fewer rows', [{ id: 'p1', line_item_id: 'l1', post_id: '222' }], [null, 'p1']],
    ['no rows', [], [null, null]],
  ])('of posts to promote are unknown with %s', async (_, rows, ids) => {
    answer = ({ method }) => (method === 'GET' ? { status: 403 } : { body: { data: rows } })
    const { data, errors } = await graph.query(`mutation {
      outcome: createPromotedPosts(input: { accountId: "a1", lineItemId: "l1", postIds: ["111", "222"] }) {
        promotedPosts { restId } chunks { status } receipt { ids }
      }
    }`)

    expect(data).toEqual({
      outcome: {
        promotedPosts: ids.map((id) => id && { restId: id }),
        chunks: [{ status: 'UNKNOWN' }],
        receipt: { ids: ids.flatMap((id) => (id === null ? [] : `PromotedPost:a1:${id}`)) },
      },
    })
    expect(errors).toMatchObject(
      ids.flatMap((id, index) =>
        id === null ? { path: ['outcome', 'promotedPosts', index], extensions: UNKNOWN } : [],
      ),
    )
    expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })
})

describe('a promoted account', () => {
  const CREATE = `mutation {
    outcome: createPromotedAccount(input: { accountId: "a1", lineItemId: "l1", userId: "7" }) { promotedAccount { id } }
  }`

  it.each([{}, { data: null }])('has an unknown outcome if the answer is %j', async (body) => {
    answer = ({ method }) => (method === 'GET' ? { status: 403 } : { body })
    const { data, errors } = await graph.query(CREATE)

    expect(data).toEqual({ outcome: null })
    expect(errors).toMatchObject([{ extensions: UNKNOWN }])
  })

  it('is null if the answer is an empty list: a user who is promoted already is ignored (R-PROMO-3)', async () => {
    answer = () => ({ body: { data: [] } })
    const { data, errors } = await graph.query(CREATE)

    expect(errors).toBeUndefined()
    expect(data).toEqual({ outcome: { promotedAccount: null } })
  })
})
