import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { type WriteStore, createWriteStore } from '../../../src/state/write-store.ts'
import { startFaultyService, type FaultyService, type Fault } from '../../support/faulty-service.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'

let service: FaultyService
let graph: Graph
const graphs: Graph[] = []
beforeAll(async () => {
  service = await startFaultyService()
  graph = await open()
})
afterAll(async () => {
  for (const each of graphs) await each.close()
  await service.close()
})

async function open(options: GraphOptions = {}): Promise<Graph> {
  const opened = await openGraph(service.url, { operationTimeoutMs: 4_000, checksPlan: false, ...options })
  graphs.push(opened)
  return opened
}

const RECEIPT = 'receipt { outcome ids candidates requestIds items { outcome id candidates } }'
const single = (mutation: string, type: string, field: string) => `mutation ($input: ${type}!, $key: String) {
  outcome: ${mutation}(input: $input, idempotencyKey: $key) { ${field} { id } userErrors { code message } ${RECEIPT} }
}`
const CREATE = single('createCampaign', 'CreateCampaignInput', 'campaign')
const BATCH = `mutation (
  $input: BatchCampaignsInput!, $key: String, $split: Boolean! = false, $skipInvalid: Boolean! = false
) {
  outcome: batchCampaigns(input: $input, idempotencyKey: $key, split: $split, skipInvalid: $skipInvalid) {
    campaigns { id } chunks { status } userErrors { code message field rule } ${RECEIPT}
  }
}`

interface Receipt {
  outcome: string
  ids: string[]
  candidates: string[]
  items: ({ outcome: string; id: string | null; candidates: string[] } | null)[] | null
}

let lastAccount = 0
const newAccount = () => `acc${(lastAccount += 1)}x`
const campaign = (accountId: string, name = 'Spring') => ({ accountId, fundingInstrumentId: 'f1', name })
/** A row that another program has made. */
const foreign = (id: string, row: object = {}) => ({
  id,
  shownAt: 0,
  created_at: new Date().toISOString(),
  funding_instrument_id: 'f1',
  name: 'Spring',
  ...row,
})

/** A use of a mutation: its receipt, and the errors. */
async function use(document: string, input: object, key: string | null, options: object = {}, over = graph) {
  const variables = { input, key, ...options }
  const { data, errors } = await over.query<{ outcome: { receipt: Receipt; userErrors: object[] } | null } | null>(
    document,
    variables,
  )
  return { receipt: data?.outcome?.receipt, outcome: data?.outcome, errors }
}

const lost: Fault = { happens: true, answer: 503 }
const never: Fault = { happens: false, answer: 503 }
const ofAccount = (account: string) => service.requests.filter(({ path }) => path.includes(account))
const methods = (account: string) => ofAccount(account).map(({ method }) => method)
const posts = (account: string) => methods(account).filter((method) => method === 'POST').length
const globalIds = (account: string) => service.rows(account, 'campaigns').map(({ id }) => `Campaign:${account}:${id}`)

describe.concurrent('a create with a key whose answer was lost', () => {
  it('is found by its parent and by all that was sent, and is not sent again', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { outcome, errors } = await use(CREATE, campaign(account), 'k')
    const [id] = globalIds(account)

    expect(errors).toBeUndefined()
    expect(outcome).toMatchObject({
      campaign: { id },
      receipt: { outcome: 'RECOVERED', ids: [id], candidates: [], items: null },
    })
    expect(ofAccount(account).map(({ method, query }) => [method, query])).toEqual([
      ['POST', {}],
      ['GET', { with_draft: 'true', funding_instrument_ids: 'f1', sort_by: 'created_at-desc', count: '1000' }],
      ['GET', { campaign_ids: id?.split(':')[2], with_draft: 'true' }],
    ])
    expect((await use(CREATE, campaign(account), 'k')).outcome).toMatchObject({
      campaign: { id },
      receipt: { outcome: 'REPLAYED', ids: [id] },
    })
    expect(posts(account)).toBe(1)
  })

  it.each([
    [255, { q: 'é'.repeat(255), count: '1000' }],
    [256, { count: '1000' }],
  ])('is found by a name of %s characters, which filters the list if it takes so many', async (length, query) => {
    const account = newAccount()
    service.fail(account, lost)
    const document = single('createCustomAudience', 'CreateCustomAudienceInput', 'customAudience')
    const { receipt } = await use(document, { accountId: account, name: 'é'.repeat(length) }, 'k')

    expect(receipt?.outcome).toBe('RECOVERED')
    expect(ofAccount(account).find(({ method }) => method === 'GET')?.query).toEqual(query)
  })

  it('by a lock that it could not get in time is found too', async () => {
    const account = newAccount()
    service.fail(account, { happens: true, answer: 423 })
    const first = await use(CREATE, campaign(account), 'locked')
    const second = await use(CREATE, campaign(account), 'locked')

    expect([first.receipt?.outcome, second.receipt?.outcome]).toEqual(['RECOVERED', 'REPLAYED'])
    expect(globalIds(account)).toHaveLength(1)
  })

  it('is found if it shows a moment later', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: 500 })
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'RECOVERED', ids: globalIds(account) })
    expect(posts(account)).toBe(1)
  })

  it('is UNKNOWN if no row fits, is looked for at each further use of the key, and is never sent again', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: Infinity })
    const uses = [await use(CREATE, campaign(account), 'k'), await use(CREATE, campaign(account), 'k')]
    for (const { receipt, errors } of uses) {
      expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: [] })
      expect(errors).toMatchObject([{ path: ['outcome', 'campaign'], extensions: { outcome: 'UNKNOWN' } }])
    }
    service.rows(account, 'campaigns')[0]!.shownAt = 0

    expect((await use(CREATE, campaign(account), 'k')).receipt).toMatchObject({
      outcome: 'RECOVERED',
      ids: globalIds(account),
    })
    expect(posts(account)).toBe(1)
  })

  it('is UNKNOWN if it did not happen, also where the list to look in is refused because it is empty', async () => {
    const account = newAccount()
    service.fail(account, never)
    const document = single('createPromotedAccount', 'CreatePromotedAccountInput', 'promotedAccount')
    const { receipt } = await use(document, { accountId: account, lineItemId: 'l1', userId: '1' }, 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: [] })
    expect(posts(account)).toBe(1)
  })

  it('is UNKNOWN if several rows fit, which are its candidates, newest first and at most ten', async () => {
    const account = newAccount()
    service.fail(account, never)
    const madeAt = (nth: number) => new Date(Date.now() + nth * 1_000).toISOString()
    const rows = Array.from({ length: 12 }, (_, nth) => foreign(`r${nth}`, { created_at: madeAt(nth) }))
    service.rows(account, 'campaigns').push(...rows)
    const { receipt, errors } = await use(CREATE, campaign(account), 'k')

    const newest = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((nth) => `Campaign:${account}:r${nth}`)
    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: newest })
    expect(errors).toMatchObject([{ path: ['outcome', 'campaign'], extensions: { outcome: 'UNKNOWN' } }])
  })

  it.each([
    ['was made before it was sent', () => ({ created_at: new Date(Date.now() - 5_000).toISOString() }), []],
    ['differs in what was sent', () => ({ name: 'Summer' }), []],
    ['does not show when it was made', () => ({ created_at: undefined }), ['row']],
    ['lacks a column that was sent', () => ({ name: undefined }), ['row']],
  ])('is not a row that %s', async (_what, row, candidates) => {
    const account = newAccount()
    service.fail(account, never)
    service.rows(account, 'campaigns').push(foreign('row', row()))
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({
      outcome: 'UNKNOWN',
      ids: [],
      candidates: candidates.map((id) => `Campaign:${account}:${id}`),
    })
  })

  it.each([
    ['an ID in uppercase', { fundingInstrumentId: 'F1' }, { funding_instrument_id: 'f1' }, 'RECOVERED'],
    ['a text with blanks around it', { name: ' Spring ' }, { name: 'Spring' }, 'RECOVERED'],
    ['a text that the service changed otherwise', { name: 'Spring  Sale' }, { name: 'spring sale' }, 'UNKNOWN'],
  ])('is recognized although the row shows %s in another way', async (_what, input, row, outcome) => {
    const account = newAccount()
    service.fail(account, { ...lost, stored: row })
    const { receipt } = await use(CREATE, { ...campaign(account), ...input }, 'k')

    const ids = globalIds(account)
    expect(ids).toHaveLength(1)
    expect(receipt).toMatchObject(
      outcome === 'UNKNOWN' ? { outcome, ids: [], candidates: ids } : { outcome, ids, candidates: [] },
    )
  })

  it('is recognized without the bid that the service ignores (R-LI-5)', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, stored: { bid_amount_local_micro: null } })
    const { receipt } = await use(
      single('createLineItem', 'CreateLineItemInput', 'lineItem'),
      {
        accountId: account,
        campaignId: 'c1',
        objective: 'REACH',
        productType: 'PROMOTED_POSTS',
        placements: ['ALL_ON_SVC'],
        startTime: '2100-01-01T00:00:00Z',
        endTime: '2100-02-01T00:00:00Z',
        bidStrategy: 'AUTO',
        bidAmountLocalMicro: '1000000',
      },
      'k',
    )

    const [row] = service.rows(account, 'line_items')
    expect(receipt).toMatchObject({ outcome: 'RECOVERED', ids: [`LineItem:${account}:${row?.id}`] })
  })

  it('is UNKNOWN while another write creates an equal row, with its IDs in another form', async () => {
    const account = newAccount()
    service.fail(account, { happens: true, answer: 'hang', stored: { funding_instrument_id: 'f1' } }, never)
    const slow = use(CREATE, { ...campaign(account), fundingInstrumentId: 'F1' }, 'slow')
    await expect.poll(() => globalIds(account)).toHaveLength(1)
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: globalIds(account) })
    await slow
  })

  it.each([
    ['Sale: shop.example/spring', 'Sale: https://s.example/1', ['700']],
    ['Shoes & more', 'Shoes &amp; more', ['700']],
    ['Shoes', 'Boots', []],
  ])(
    'where %j was sent, can be a post that shows %j, as far as the service changes texts',
    async (text, shown, candidates) => {
      const account = newAccount()
      service.fail(account, never)
      const created_at = new Date().toISOString()
      const post = { id: '700', id_str: '700', shownAt: 0, created_at, full_text: shown, nullcast: true }
      service.rows(account, 'posts').unshift({ ...post, user: { id_str: '7' } })
      const input = { accountId: account, asUserId: '7', text }
      const { receipt } = await use(single('createPost', 'CreatePostInput', 'post'), input, 'k')

      const ids = candidates.map((id) => `PublishedPost:${account}:${id}`)
      expect(receipt).toMatchObject({ outcome: 'UNKNOWN', candidates: ids })
    },
  )

  it('is not certainly a row that can belong to a copy of the post that it promotes (R-PROMO-6)', async () => {
    const account = newAccount()
    service.fail(account, never)
    const created_at = new Date().toISOString()
    const copy = { id: 'copy', shownAt: 0, created_at, line_item_id: 'l1', post_id: '999' }
    service.rows(account, 'promoted_posts').unshift(copy)
    const document = `mutation ($input: CreatePromotedPostsInput!, $key: String) {
      outcome: createPromotedPosts(input: $input, idempotencyKey: $key) { promotedPosts { id } ${RECEIPT} }
    }`
    const { receipt } = await use(document, { accountId: account, lineItemId: 'l1', postIds: ['1'] }, 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', candidates: [`PromotedPost:${account}:copy`] })
  })

  it.each([['first'], [null]])(
    'is not the row that another write, with the key %s, has made a moment before',
    async (key) => {
      const account = newAccount()
      const first = await use(CREATE, campaign(account), key)
      service.fail(account, never)
      const second = await use(CREATE, campaign(account), 'second')

      expect(first.receipt?.outcome).toBe('DONE')
      expect(second.receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: [] })
    },
  )

  it('is UNKNOWN while another write creates an equal row, which can be the one that shows', async () => {
    const account = newAccount()
    service.fail(account, { happens: true, answer: 'hang' }, never)
    const slow = use(CREATE, campaign(account), 'slow')
    await expect.poll(() => globalIds(account)).toHaveLength(1)
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: globalIds(account) })
    expect((await slow).receipt?.outcome).toBe('UNKNOWN')
  })

  it('is looked for no longer if a look is refused', async () => {
    const account = newAccount()
    service.fail(account, lost)
    service.refuseReads(account)
    const { receipt, errors } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', candidates: [] })
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }])
    expect(methods(account)).toEqual(['POST', 'GET'])
  })
})

describe.concurrent('a write without a key whose answer was lost', () => {
  const UPDATE = `mutation ($input: UpdateCampaignInput!) {
    outcome: updateCampaign(input: $input) { campaign { id name } userErrors { message } ${RECEIPT} }
  }`
  const DELETE = `mutation ($input: DeleteCampaignInput!) {
    outcome: deleteCampaign(input: $input) { deletedId campaign { id } userErrors { message } ${RECEIPT} }
  }`
  const TAX = `mutation ($input: UpdateTaxSettingsInput!) {
    outcome: updateTaxSettings(input: $input) { taxSettings { raw } userErrors { message } ${RECEIPT} }
  }`

  it.each([
    ['create', 'POST', CREATE, (account: string) => campaign(account)],
    [
      'update',
      'PUT',
      UPDATE,
      (account: string) => ({ campaignId: `Campaign:${account}:c1`, spreadBudgetEvenly: true }),
    ],
    ['delete', 'DELETE', DELETE, (account: string) => ({ campaignId: `Campaign:${account}:c1` })],
    ['change of settings', 'PUT', TAX, (account: string) => ({ accountId: account, addressCity: 'Ulm' })],
  ])('is UNKNOWN, and is neither looked for nor sent again: a %s', async (_what, method, document, inputOf) => {
    for (const fault of [lost, never]) {
      const account = newAccount()
      service.rows(account, 'campaigns').push(foreign('c1', { created_at: '2020-01-01T00:00:00Z' }))
      service.fail(account, fault)
      const { receipt, errors } = await use(document, inputOf(account), null)

      expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: [], items: null })
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } }])
      expect(methods(account)).toEqual([method])
    }
  })

  it('has a receipt too if nothing failed', async () => {
    const account = newAccount()
    service.rows(account, 'campaigns').push(foreign('c1'))
    const { receipt } = await use(UPDATE, { campaignId: `Campaign:${account}:c1`, spreadBudgetEvenly: true }, null)

    const ids = [`Campaign:${account}:c1`]
    expect(receipt).toEqual({ outcome: 'DONE', ids, candidates: [], requestIds: [expect.any(String)], items: null })
  })
})

describe('a look', () => {
  it('is a call of no field in the trace', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { calls, trace } = await graph.query(CREATE, { input: campaign(account), key: 'k' })

    expect(calls.map(({ method, path, fields }) => [method, path, fields])).toEqual([
      ['POST', 'accounts/:account_id/campaigns', ['outcome']],
      ['GET', 'accounts/:account_id/campaigns', []],
      ['GET', 'accounts/:account_id/campaigns', []],
    ])
    expect(trace?.requests).toBe(3)
    expect(trace?.fields.map(({ path, calls }) => [path, calls])).toEqual([['outcome', 1]])
  })

  it('goes by the clock of the service, although the answer with its time was lost', async () => {
    const behind = await startFaultyService({ clockMs: -3_600_000 })
    const over = await openGraph(behind.url, { operationTimeoutMs: 3_000, checksPlan: false })
    try {
      const account = newAccount()
      behind.fail(account, { happens: true, answer: 'none' })
      const { receipt } = await use(CREATE, campaign(account), 'k', {}, over)

      expect(receipt).toMatchObject({ outcome: 'RECOVERED' })
      expect(behind.rows(account, 'campaigns')).toHaveLength(1)
    } finally {
      await over.close()
      await behind.close()
    }
  })
})

describe.concurrent('a batch whose answer was lost', () => {
  const creates = (account: string, names: readonly string[]) => ({
    accountId: account,
    operations: names.map((name) => ({ create: campaign(account, name) })),
  })

  it('is found item by item, equal ones in any order', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { receipt, outcome, errors } = await use(BATCH, creates(account, ['A', 'B', 'A']), 'k')

    expect(errors).toBeUndefined()
    expect(receipt).toMatchObject({ outcome: 'RECOVERED', candidates: [] })
    expect(new Set(receipt?.ids)).toEqual(new Set(globalIds(account)))
    expect(receipt?.items).toEqual(receipt?.ids.map((id) => ({ outcome: 'RECOVERED', id, candidates: [] })))
    expect(receipt?.ids[1]).toBe(globalIds(account)[1])
    expect(outcome).toMatchObject({ campaigns: receipt?.ids.map((id) => ({ id })), chunks: [{ status: 'DONE' }] })
  })

  it('reports which of its items the service kept, with their rows, and is not sent again', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, operations: 1 })
    const uses = [
      await use(BATCH, creates(account, ['A', 'B']), 'k'),
      await use(BATCH, creates(account, ['A', 'B']), 'k'),
    ]
    const [id] = globalIds(account)

    for (const { receipt, outcome, errors } of uses) {
      expect(receipt).toMatchObject({
        outcome: 'UNKNOWN',
        ids: [id],
        items: [
          { outcome: 'RECOVERED', id, candidates: [] },
          { outcome: 'UNKNOWN', id: null, candidates: [] },
        ],
      })
      expect(outcome).toMatchObject({ campaigns: [{ id }, null], chunks: [{ status: 'UNKNOWN' }] })
      expect(errors).toMatchObject([{ path: ['outcome', 'campaigns', 1], extensions: { outcome: 'UNKNOWN' } }])
    }
    expect(posts(account)).toBe(1)
  })

  it('has the rows of updates from the answer, and the rows of creates that are found', async () => {
    const account = newAccount()
    service.rows(account, 'campaigns').push(foreign('c1', { created_at: '2020-01-01T00:00:00Z', name: 'Old' }))
    service.fail(account, { happens: true, rows: 'fewer', at: 1, operations: 2 })
    const operations = [
      { update: { campaignId: 'c1', name: 'New', spreadBudgetEvenly: true } },
      { create: { fundingInstrumentId: 'f1', name: 'A' } },
      { create: { fundingInstrumentId: 'f1', name: 'B' } },
    ]
    const send = () => use(BATCH, { accountId: account, operations }, 'k')
    const [first, second] = [await send(), await send()]

    const [made, updated] = globalIds(account)
    for (const [{ receipt, outcome }, told] of [
      [first, 'DONE'],
      [second, 'REPLAYED'],
    ] as const) {
      expect(outcome).toMatchObject({ campaigns: [{ id: updated }, { id: made }, null] })
      expect(receipt).toMatchObject({
        outcome: 'UNKNOWN',
        ids: [updated, made],
        items: [
          { outcome: told, id: updated, candidates: [] },
          { outcome: 'RECOVERED', id: made, candidates: [] },
          { outcome: 'UNKNOWN', id: null, candidates: [] },
        ],
      })
    }
    expect(posts(account)).toBe(1)
  })

  it('leaves equal items UNKNOWN if there are not exactly as many rows', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, operations: 1 })
    const { receipt } = await use(BATCH, creates(account, ['A', 'A']), 'k')

    const item = { outcome: 'UNKNOWN', id: null, candidates: globalIds(account) }
    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: globalIds(account), items: [item, item] })
  })

  it('leaves items UNKNOWN that a row fits although they are unequal', async () => {
    const account = newAccount()
    service.fail(account, never)
    const operations = [campaign(account), { ...campaign(account), purchaseOrderNumber: '7' }]
    service.rows(account, 'campaigns').unshift(foreign('kept', { purchase_order_number: '7' }))
    const input = { accountId: account, operations: operations.map((create) => ({ create })) }
    const { receipt } = await use(BATCH, input, 'k')

    const candidates = [`Campaign:${account}:kept`]
    const item = { outcome: 'UNKNOWN', id: null, candidates }
    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates, items: [item, item] })
  })

  it('leaves updates and deletes UNKNOWN beside creates that are found', async () => {
    const account = newAccount()
    const before = { created_at: '2020-01-01T00:00:00Z' }
    service.rows(account, 'campaigns').push(foreign('c1', before), foreign('c2', before))
    service.fail(account, lost)
    const operations = [
      { update: { campaignId: 'c1', name: 'B', spreadBudgetEvenly: true } },
      { create: { fundingInstrumentId: 'f1', name: 'Three' } },
      { delete: { campaignId: 'c2' } },
    ]
    const { receipt, outcome } = await use(BATCH, { accountId: account, operations }, 'k')

    const [id] = globalIds(account)
    const open = { outcome: 'UNKNOWN', id: null, candidates: [] }
    expect(receipt).toMatchObject({
      outcome: 'UNKNOWN',
      ids: [id],
      items: [open, { outcome: 'RECOVERED', id, candidates: [] }, open],
    })
    expect(outcome).toMatchObject({ campaigns: [null, { id }, null] })
    expect(posts(account)).toBe(1)
  })

  it('that is split is found call by call, and sends what was not sent yet', async () => {
    const account = newAccount()
    const names = Array.from({ length: 41 }, (_, nth) => `N${nth}`)
    service.fail(account, { ...lost, hiddenMs: Infinity })
    const send = () => use(BATCH, creates(account, names), 'k', { split: true })
    const first = await send()
    expect(first.outcome).toMatchObject({ chunks: [{ status: 'UNKNOWN' }, { status: 'NOT_TRIED' }] })
    for (const row of service.rows(account, 'campaigns')) row.shownAt = 0
    const second = await send()

    expect(second.errors).toBeUndefined()
    expect(second.receipt?.items?.map((item) => item?.outcome)).toEqual([
      ...Array.from({ length: 40 }, () => 'RECOVERED'),
      'DONE',
    ])
    expect(posts(account)).toBe(2)
    expect(globalIds(account)).toHaveLength(41)
  })

  it('is not found by the row of a call of another split batch, which is continued with its key', async () => {
    const account = newAccount()
    const names = Array.from({ length: 41 }, (_, nth) => `N${nth}`)
    service.fail(account, {}, { happens: false, answer: 'duplicate' })
    await use(BATCH, creates(account, names), 'split', { split: true })
    expect(globalIds(account)).toHaveLength(40)
    service.fail(account, { happens: true, answer: 'hang' }, never)
    const slow = use(BATCH, creates(account, names), 'split', { split: true })
    await expect.poll(() => globalIds(account)).toHaveLength(41)
    const { receipt } = await use(CREATE, campaign(account, 'N40'), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [], candidates: [globalIds(account)[0]] })
    expect((await slow).receipt?.items?.at(-1)).toMatchObject({ outcome: 'UNKNOWN' })
  })

  it('that is split is not continued while its key cannot be recorded, and is continued later', async () => {
    const store = createWriteStore(createMemoryStore())
    let saves = 0
    const writeStore: WriteStore = {
      ...store,
      async save(...args) {
        // The first call is recorded before it is sent.
        if ((saves += 1) === 2) throw new Error('Redis is unavailable')
        return store.save(...args)
      },
    }
    const over = await open({ writeStore })
    const account = newAccount()
    const names = Array.from({ length: 41 }, (_, nth) => `N${nth}`)
    const first = await use(BATCH, creates(account, names), 'k', { split: true }, over)

    expect(first.outcome).toMatchObject({
      chunks: [{ status: 'DONE' }, { status: 'FAILED' }],
      receipt: { outcome: 'DONE' },
    })
    expect(first.errors?.map(({ message }) => message)).toEqual(['Redis is unavailable; no more was sent'])
    expect(globalIds(account)).toHaveLength(40)
    const second = await use(BATCH, creates(account, names), 'k', { split: true }, over)
    expect(second.outcome).toMatchObject({ chunks: [{ status: 'DONE' }, { status: 'DONE' }] })
    expect(globalIds(account)).toHaveLength(41)
    expect(posts(account)).toBe(2)
  })

  it('has no receipt if the service refused it', async () => {
    const account = newAccount()
    service.fail(account, { happens: false, answer: 'duplicate' })
    const { outcome } = await use(BATCH, creates(account, ['A']), null)

    expect(outcome).toMatchObject({ userErrors: [{}], receipt: null })
  })
})

describe.concurrent('a batch with a key, when the stored data leave operations out', () => {
  /** An account with one of the two funding instruments that the batch refers to. The other one can be added. */
  function openAccount() {
    const account = newAccount()
    service.answer(account, 'authenticated_user_access', { permissions: ['AD_MANAGER'] })
    const instruments = service.rows(account, 'funding_instruments')
    instruments.push({ id: 'f1', shownAt: 0 })
    const operations = ['f2', 'f1'].map((id) => ({ create: { fundingInstrumentId: id, name: 'Spring' } }))
    const send = (over = graph) => use(BATCH, { accountId: account, operations }, 'k', { skipInvalid: true }, over)
    return { account, send, addInstrument: () => void instruments.push({ id: 'f2', shownAt: 0 }) }
  }
  const LEFT_OUT = [{ field: ['input', 'operations', '0', 'create', 'fundingInstrumentId'] }]

  it('has their user errors at each further use, whatever is stored by then', async () => {
    const { account, send, addInstrument } = openAccount()
    const first = await send()
    addInstrument()
    const second = await send()

    const [id] = globalIds(account)
    for (const [{ outcome, receipt }, done] of [
      [first, 'DONE'],
      [second, 'REPLAYED'],
    ] as const) {
      expect(outcome).toMatchObject({ campaigns: [null, { id }], userErrors: LEFT_OUT })
      expect(receipt).toMatchObject({ outcome: done, items: [null, { outcome: done, id }] })
    }
    expect(second.outcome?.userErrors).toEqual(first.outcome?.userErrors)
    expect(posts(account)).toBe(1)
  })

  it('is looked for without them after the process was killed while it was sent', async () => {
    const { account, send, addInstrument } = openAccount()
    const writeSecrets = ['a secret of 32 characters or more']
    const store = createWriteStore(createMemoryStore())
    let saves = 0
    // What was recorded before it was sent is all that is left.
    const killed: WriteStore = {
      ...store,
      save: async (...args) => ((saves += 1) === 1 ? store.save(...args) : 'saved'),
      async saveLater() {},
    }
    service.fail(account, lost)
    await send(await open({ writeStore: killed, writeSecrets, operationTimeoutMs: 500 }))
    addInstrument()
    const begin: WriteStore['begin'] = async (...args) => {
      const found = await store.begin(...args)
      return found && { ...found, ageMs: Infinity }
    }
    const { outcome, receipt } = await send(await open({ writeStore: { ...store, begin }, writeSecrets }))

    const [id] = globalIds(account)
    expect(outcome).toMatchObject({ campaigns: [null, { id }], userErrors: LEFT_OUT })
    expect(receipt).toMatchObject({ outcome: 'RECOVERED', items: [null, { outcome: 'RECOVERED', id }] })
    expect(posts(account)).toBe(1)
  })

  it('is not sent while they cannot be recorded, and is sent later', async () => {
    const { account, send } = openAccount()
    const store = createWriteStore(createMemoryStore())
    let failures = 1
    const save: WriteStore['save'] = async (...args) => {
      if ((failures -= 1) >= 0) throw new Error('Redis is unavailable')
      return store.save(...args)
    }
    const over = await open({ writeStore: { ...store, save } })
    const first = await send(over)
    expect(first.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    expect(posts(account)).toBe(0)

    expect((await send(over)).receipt).toMatchObject({ outcome: 'DONE', ids: globalIds(account) })
    expect(posts(account)).toBe(1)
  })
})

describe.concurrent('a use of a key beside one that is under way', () => {
  it('waits for it', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: 500 })
    const first = use(CREATE, campaign(account), 'k')
    await expect.poll(() => posts(account)).toBe(1)
    const second = use(CREATE, campaign(account), 'k')

    expect([(await first).receipt?.outcome, (await second).receipt?.outcome]).toEqual(['RECOVERED', 'REPLAYED'])
    expect(posts(account)).toBe(1)
  })

  /**
   * A graph whose store has the record of a use that was killed while it was sending, so many milliseconds ago, in an instance whose
   * operations may take longer.
   */
  async function afterKill(account: string, ageMs: number) {
    const writeSecrets = ['a secret of 32 characters or more']
    const store = createWriteStore(createMemoryStore())
    const killed = { ...store, save: async () => 'saved' as const }
    service.fail(account, { happens: true, answer: 503 })
    const first = await open({ writeStore: killed, writeSecrets, operationTimeoutMs: 2_000 })
    await use(CREATE, campaign(account), 'k', {}, first)
    const begin: WriteStore['begin'] = async (...args) => {
      const found = await store.begin(...args)
      return found && { ...found, ageMs }
    }
    return open({ writeStore: { ...store, begin }, writeSecrets, operationTimeoutMs: 1_000 })
  }

  it('is UNKNOWN at its deadline, and sends nothing', async () => {
    const account = newAccount()
    const over = await afterKill(account, 2_000)
    const { receipt, errors } = await use(CREATE, campaign(account), 'k', {}, over)

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [] })
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }])
    expect(posts(account)).toBe(1)
  })

  it('looks for what that has created, once no operation can be under way for so long', async () => {
    const account = newAccount()
    const over = await afterKill(account, 2_001)
    const { receipt } = await use(CREATE, campaign(account), 'k', {}, over)

    expect(receipt).toMatchObject({ outcome: 'RECOVERED', ids: globalIds(account) })
    expect(posts(account)).toBe(1)
  })

  it('does not hold the process up if its caller disconnects', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: 500 })
    const first = use(CREATE, campaign(account), 'k')
    await expect.poll(() => posts(account)).toBe(1)
    const gone = new AbortController()
    const second = fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CREATE, variables: { input: campaign(account), key: 'k' } }),
      signal: gone.signal,
    }).catch(() => 'gone')
    await expect.poll(() => methods(account).length).toBeGreaterThan(1)
    gone.abort()

    expect(await second).toBe('gone')
    expect((await first).receipt).toMatchObject({ outcome: 'RECOVERED' })
  })
})
