import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFailingService, type FailingService, type WriteFault } from '../../support/failing-service.ts'
import { openGraph, type Graph } from '../../support/graph.ts'

const SETTLE_MS = 1_000

let service: FailingService
let graph: Graph
beforeAll(async () => {
  service = await startFailingService()
  const times = { settleMs: SETTLE_MS, operationTimeoutMs: 4_000 }
  graph = await openGraph(service.url, { ...times, checksPlan: false })
})
afterAll(async () => {
  await graph.close()
  await service.close()
})

const RECEIPT = 'receipt { outcome ids candidates items { outcome id candidates } }'
const single = (mutation: string, type: string, field: string) => `mutation ($input: ${type}!, $key: String) {
  outcome: ${mutation}(input: $input, idempotencyKey: $key) { ${field} { id } userErrors { message } ${RECEIPT} }
}`
const CREATE = single('createCampaign', 'CreateCampaignInput', 'campaign')
const BATCH = `mutation ($input: BatchCampaignsInput!, $key: String, $split: Boolean! = false) {
  outcome: batchCampaigns(input: $input, idempotencyKey: $key, split: $split) {
    campaigns { id } userErrors { message } ${RECEIPT}
  }
}`

interface Receipt {
  outcome: string
  ids: string[]
  candidates: string[]
  items: ({ outcome: string; id: string | null } | null)[] | null
}

let lastAccount = 0
const newAccount = () => `acc${(lastAccount += 1)}x`
const campaign = (accountId: string, name = 'Spring') => ({ accountId, fundingInstrumentId: 'f1', name })

/** A use of a mutation: its receipt, and the errors. */
async function use(document: string, input: object, key: string | null, options: object = {}) {
  const variables = { input, key, ...options }
  const { data, errors } = await graph.query<{ outcome: { receipt: Receipt } | null } | null>(document, variables)
  return { receipt: data?.outcome?.receipt, outcome: data?.outcome, errors }
}

const lost: WriteFault = { happens: true, answer: 503 }
const never: WriteFault = { happens: false, answer: 503 }

describe.concurrent('a create whose answer was lost', () => {
  it('is found by its parent and by all that was sent, and is not sent again', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { outcome, errors } = await use(CREATE, campaign(account), null)
    const id = `Campaign:${account}:${service.rows(account, 'campaigns')[0]?.id}`

    expect(errors).toBeUndefined()
    expect(outcome).toMatchObject({
      campaign: { id },
      receipt: {
        outcome: 'RECOVERED',
        ids: [id],
      },
    })
    const requests = service.requests.filter(({ path }) => path.includes(account))
    expect(requests.map(({ method, query }) => [method, query])).toEqual([
      ['POST', {}],
      ['GET', { with_draft: 'true', funding_instrument_ids: 'f1', sort_by: 'created_at-desc', count: '1000' }],
      ['GET', { campaign_ids: id.split(':')[2], with_draft: 'true' }],
    ])
  })

  it.each([
    [255, { q: 'é'.repeat(255), count: '1000' }],
    [256, { count: '1000' }],
  ])(
    'is found by a name of %s characters, which the list is filtered by if it takes so many',
    async (length, query) => {
      const account = newAccount()
      service.fail(account, lost)
      const input = { accountId: account, name: 'é'.repeat(length) }
      const { receipt } = await use(
        single('createCustomAudience', 'CreateCustomAudienceInput', 'customAudience'),
        input,
        null,
      )

      expect(receipt?.outcome).toBe('RECOVERED')
      const looks = service.requests.filter(({ method, path }) => method === 'GET' && path.includes(account))
      expect(looks[0]?.query).toEqual(query)
    },
  )

  it('by a lock that it could not get in time is found too', async () => {
    const account = newAccount()
    service.fail(account, { happens: true, answer: 423 })
    const first = await use(CREATE, campaign(account), 'locked')
    const second = await use(CREATE, campaign(account), 'locked')

    expect([first.receipt?.outcome, second.receipt?.outcome]).toEqual(['RECOVERED', 'REPLAYED'])
    expect(service.rows(account, 'campaigns')).toHaveLength(1)
  })

  it('is not the equal row that another use has made, even a moment before', async () => {
    const account = newAccount()
    const first = await use(CREATE, campaign(account), 'first')
    service.fail(account, lost)
    const second = await use(CREATE, campaign(account), 'second')

    expect(first.receipt?.outcome).toBe('DONE')
    expect(second.receipt?.outcome).toBe('RECOVERED')
    expect(second.receipt?.ids).not.toEqual(first.receipt?.ids)
  })

  it('is ambiguous if several rows fit, and the receipt has their IDs', async () => {
    const account = newAccount()
    service.fail(account, lost)
    service.rows(account, 'campaigns').unshift({
      id: 'foreign',
      shownAt: 0,
      created_at: new Date().toISOString(),
      funding_instrument_id: 'f1',
      name: 'Spring',
    })
    const { receipt, errors } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN' })
    expect(receipt?.candidates).toContain(`Campaign:${account}:foreign`)
    expect(receipt?.candidates).toHaveLength(2)
    expect(errors).toMatchObject([{ path: ['outcome', 'campaign'], extensions: { outcome: 'UNKNOWN' } }])
  })

  it('is UNKNOWN without a key if no row fits, and is not sent again', async () => {
    const account = newAccount()
    service.fail(account, never)
    const { receipt, errors } = await use(CREATE, campaign(account), null)

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [] })
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }])
    expect(service.rows(account, 'campaigns')).toEqual([])
  })

  it('is sent again with a key, once it cannot happen any more', async () => {
    const account = newAccount()
    service.fail(account, never)
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'DONE' })
    expect(service.rows(account, 'campaigns')).toHaveLength(1)
    const posts = service.requests.filter(({ method, path }) => method === 'POST' && path.includes(account))
    expect(posts).toHaveLength(2)
  })

  it('is sent again with a key if the list to look in is refused because it is empty', async () => {
    const account = newAccount()
    service.fail(account, never)
    const document = single('createPromotedAccount', 'CreatePromotedAccountInput', 'promotedAccount')
    const { receipt } = await use(document, { accountId: account, lineItemId: 'l1', userId: '1' }, 'k')

    expect(receipt).toMatchObject({ outcome: 'DONE' })
    expect(service.rows(account, 'promoted_accounts')).toHaveLength(1)
  })

  it('is found later if it does not show at once', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: 500 })
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'RECOVERED' })
    expect(service.rows(account, 'campaigns')).toHaveLength(1)
  })

  it('is looked for although there is neither a key nor a receipt', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const document = 'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } } }'
    const { data, errors } = await graph.query(document, { input: campaign(account) })

    expect(errors).toBeUndefined()
    const [row] = service.rows(account, 'campaigns')
    expect(data).toEqual({ createCampaign: { campaign: { id: `Campaign:${account}:${row?.id}` } } })
    expect(service.requests.filter(({ path }) => path.includes(account))).toHaveLength(3)
  })

  it('is ambiguous if the row that fits does not show when it was created', async () => {
    const account = newAccount()
    service.fail(account, never)
    const id = 'old'
    service.rows(account, 'campaigns').unshift({ id, shownAt: 0, funding_instrument_id: 'f1', name: 'Spring' })
    const { receipt } = await use(CREATE, campaign(account), 'k')

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', candidates: [`Campaign:${account}:old`] })
  })

  it('is ambiguous if a row can be that of a copy of the post that it promotes (R-PROMO-6)', async () => {
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

  it('is the entity that the service refuses to have twice', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, hiddenMs: Infinity }, { happens: false, answer: 'duplicate' })
    const criterion = { lineItemId: 'l1', targetingType: 'PHRASE_KEYWORD', operatorType: 'EQ', targetingValue: 'bread' }
    const document = single('createTargetingCriterion', 'CreateTargetingCriterionInput', 'targetingCriterion')
    const input = { accountId: account, ...criterion }
    // Refused before it shows: nothing is said that is not known.
    const first = await use(document, input, 'k')
    expect(first.receipt).toMatchObject({ outcome: 'UNKNOWN' })
    const [row] = service.rows(account, 'targeting_criteria')
    row!.shownAt = Date.now()
    const second = await use(document, input, 'k')

    expect(second.receipt).toMatchObject({
      outcome: 'RECOVERED',
      ids: [`TargetingCriterion:${account}:${row!.id}`],
    })
    expect(service.rows(account, 'targeting_criteria')).toHaveLength(1)
  })
})

describe.concurrent('an update or a delete whose answer was lost', () => {
  const UPDATE = `mutation ($input: UpdateCampaignInput!) {
    outcome: updateCampaign(input: $input) { campaign { id name } userErrors { message } ${RECEIPT} }
  }`
  const DELETE = `mutation ($input: DeleteCampaignInput!) {
    outcome: deleteCampaign(input: $input) { deletedId campaign { id } userErrors { message } ${RECEIPT} }
  }`
  /** A campaign that exists: the account, and its global ID. */
  const stored = () => {
    const account = newAccount()
    service.rows(account, 'campaigns').push({ id: 'c1', shownAt: 0, name: 'Old', funding_instrument_id: 'f1' })
    return { account, campaignId: `Campaign:${account}:c1` }
  }
  const sent = (account: string) =>
    service.requests.filter(({ path }) => path.includes(account)).map(({ method }) => method)

  it('is done if the row shows what was sent, and is not sent again', async () => {
    const { account, campaignId } = stored()
    service.fail(account, lost)
    const { outcome, errors } = await use(UPDATE, { campaignId, name: 'New', spreadBudgetEvenly: true }, null)

    expect(errors).toBeUndefined()
    expect(outcome).toMatchObject({
      campaign: { id: campaignId, name: 'New' },
      receipt: {
        outcome: 'RECOVERED',
        ids: [campaignId],
      },
    })
    expect(sent(account)).toEqual(['PUT', 'GET', 'GET'])
  })

  it('is UNKNOWN if the row does not show it, after it was read three times', async () => {
    const { account, campaignId } = stored()
    service.fail(account, never)
    const { receipt, errors } = await use(UPDATE, { campaignId, name: 'New', spreadBudgetEvenly: true }, null)

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [] })
    expect(errors).toMatchObject([{ path: ['outcome', 'campaign'], extensions: { outcome: 'UNKNOWN' } }])
    expect(sent(account)).toEqual(['PUT', 'GET', 'GET', 'GET'])
  })

  it('is a deletion that is done if the row is deleted', async () => {
    const { account, campaignId } = stored()
    service.fail(account, lost)
    const { outcome, errors } = await use(DELETE, { campaignId }, null)

    expect(errors).toBeUndefined()
    expect(outcome).toMatchObject({
      deletedId: campaignId,
      campaign: { id: campaignId },
      receipt: { outcome: 'RECOVERED', ids: [campaignId] },
    })
    expect(sent(account)[0]).toBe('DELETE')
    expect(
      sent(account)
        .slice(1)
        .every((method) => method === 'GET'),
    ).toBe(true)
  })

  it('is not a deletion that is done if the row never was there', async () => {
    const account = newAccount()
    service.fail(account, never)
    const { outcome, receipt } = await use(DELETE, { campaignId: `Campaign:${account}:none` }, null)

    expect(outcome).toMatchObject({ deletedId: null })
    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [] })
    const reads = service.requests.filter(({ method, path }) => method === 'GET' && path.includes(account))
    expect(new Set(reads.map(({ query }) => query['with_deleted']))).toEqual(new Set(['true']))
  })

  it('is a deletion that is done if the row is gone, where deleted rows are not shown', async () => {
    const account = newAccount()
    service.rows(account, 'draft_posts').push({ id: '7', shownAt: 0 })
    service.fail(account, lost)
    const document = `mutation ($input: DeleteDraftPostInput!) {
      outcome: deleteDraftPost(input: $input) { deletedId userErrors { message } ${RECEIPT} }
    }`
    const { receipt } = await use(document, { draftPostId: `DraftPost:${account}:7` }, null)

    expect(receipt).toMatchObject({ outcome: 'RECOVERED', ids: [`DraftPost:${account}:7`] })
  })

  it('is left open at once if a look is refused', async () => {
    const { account, campaignId } = stored()
    service.fail(account, never)
    service.refuseReads(account)
    const { receipt, errors } = await use(UPDATE, { campaignId, name: 'New', spreadBudgetEvenly: true }, null)

    expect(receipt).toMatchObject({ outcome: 'UNKNOWN' })
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }])
    expect(sent(account)).toEqual(['PUT', 'GET'])
  })

  it('is not a deletion that is done while the row is there', async () => {
    const { account, campaignId } = stored()
    service.fail(account, never)
    const { receipt, outcome } = await use(DELETE, { campaignId }, null)

    expect(outcome).toMatchObject({ deletedId: null })
    expect(receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [] })
  })

  it('has a receipt too if nothing failed', async () => {
    const { campaignId } = stored()
    const { receipt } = await use(UPDATE, { campaignId, name: 'New', spreadBudgetEvenly: true }, null)

    expect(receipt).toEqual({
      outcome: 'DONE',
      ids: [campaignId],
      candidates: [],
      items: null,
    })
  })

  it.each([
    ['RECOVERED', lost],
    ['UNKNOWN', never],
  ])('is told for each item of a batch: %s', async (expected, fault) => {
    const { account, campaignId } = stored()
    Object.assign(service.rows(account, 'campaigns')[0]!, { purchase_order_number: '1' })
    service.rows(account, 'campaigns').push({ id: 'c2', shownAt: 0, name: 'Two', funding_instrument_id: 'f1' })
    service.fail(account, fault)
    const operations = [
      // What the next operation changes again is not compared.
      { update: { campaignId, name: 'A', purchaseOrderNumber: '7', spreadBudgetEvenly: true } },
      { update: { campaignId, name: 'B', spreadBudgetEvenly: true } },
      { delete: { campaignId: 'c2' } },
      { create: { fundingInstrumentId: 'f1', name: 'Three' } },
    ]
    const { receipt, outcome } = await use(BATCH, { accountId: account, operations }, 'k')

    const made = service.rows(account, 'campaigns').find(({ name }) => name === 'Three')
    const ids = [campaignId, campaignId, `Campaign:${account}:c2`, `Campaign:${account}:${made?.id}`]
    expect(receipt).toMatchObject({
      outcome: expected,
      items: ids.map((id) => ({ outcome: expected, id: expected === 'RECOVERED' ? id : null })),
    })
    expect(outcome).toMatchObject({ campaigns: ids.map((id) => (expected === 'RECOVERED' ? { id } : null)) })
    expect(sent(account).filter((method) => method === 'POST')).toHaveLength(1)
  })
})

describe.concurrent('settings whose update was lost', () => {
  const TAX = `mutation ($input: UpdateTaxSettingsInput!) {
    outcome: updateTaxSettings(input: $input) { userErrors { message } ${RECEIPT} }
  }`
  const USER = `mutation ($input: UpdateUserSettingsInput!) {
    outcome: updateUserSettings(input: $input) { userErrors { message } ${RECEIPT} }
  }`
  const tax = { addressCity: 'Ulm', taxExemptionId: null }
  const user = { userId: '7', contactPhoneExtension: '12', subscribeEmailTypes: ['B', 'A'] }
  it.each<[what: string, document: string, input: object, shown: object, outcome: string]>([
    ['tax settings that show it', TAX, tax, { address_city: 'Ulm', tax_exemption_id: null, tax_id: '1' }, 'RECOVERED'],
    ['tax settings of which one field differs', TAX, tax, { address_city: 'Ulm', tax_exemption_id: '3' }, 'UNKNOWN'],
    // The service does not show the address of a client.
    ['tax settings that lack a field', TAX, { clientAddressRegion: 'CA' }, { tax_id: '1' }, 'UNKNOWN'],
    ['tax settings that lack one field', TAX, { taxId: '1', clientAddressRegion: 'CA' }, { tax_id: '1' }, 'UNKNOWN'],
    [
      'tax settings that lack one field and differ in another',
      TAX,
      { taxId: '2', clientAddressRegion: 'CA' },
      { tax_id: '1' },
      'UNKNOWN',
    ],
    [
      'tax settings that show a name as the company',
      TAX,
      { addressName: 'Co' },
      { address_company: 'Co' },
      'RECOVERED',
    ],
    ['tax settings that show another company', TAX, { addressName: 'Co' }, { address_company: null }, 'UNKNOWN'],
    // The service writes this column with a capital, and lists in its own order.
    [
      'user settings that show it',
      USER,
      user,
      { Contact_phone_extension: '12', subscribe_email_types: ['A', 'B'] },
      'RECOVERED',
    ],
    [
      'user settings with another list',
      USER,
      user,
      { contact_phone_extension: '12', subscribe_email_types: ['A'] },
      'UNKNOWN',
    ],
    ['user settings without a list', USER, user, { contact_phone_extension: '12' }, 'UNKNOWN'],
  ])('are compared by each field that was sent: %s', async (_what, document, input, shown, outcome) => {
    const account = newAccount()
    service.fail(account, never)
    const name = document === TAX ? 'tax_settings' : 'user_settings/7'
    service.answer(account, name, { ...shown })
    const { receipt, errors } = await use(document, { accountId: account, ...input }, null)

    expect(receipt).toMatchObject({
      outcome,
      ids: [],
    })
    expect(errors === undefined).toBe(outcome === 'RECOVERED')
    const requests = service.requests.filter(({ path }) => path.includes(account))
    expect(requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['PUT'])
  })
})

describe('a look', () => {
  it('is a call of no field in the trace', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { calls, trace } = await graph.query(CREATE, { input: campaign(account) })

    expect(calls.map(({ method, path, fields }) => [method, path, fields])).toEqual([
      ['POST', 'accounts/:account_id/campaigns', ['outcome']],
      ['GET', 'accounts/:account_id/campaigns', []],
      ['GET', 'accounts/:account_id/campaigns', []],
    ])
    expect(trace?.requests).toBe(3)
    expect(trace?.fields.map(({ path, calls }) => [path, calls])).toEqual([['outcome', 1]])
  })
})

describe('a receipt', () => {
  it('is null for a batch that the service refused', async () => {
    const account = newAccount()
    service.fail(account, { happens: false, answer: 'duplicate' })
    const input = { accountId: account, operations: [{ create: campaign(account) }] }
    const { outcome } = await use(BATCH, input, null)

    expect(outcome).toMatchObject({ userErrors: [{}], receipt: null })
  })
})

describe.concurrent('a batch whose answer was lost', () => {
  const operations = (account: string, count: number) =>
    Array.from({ length: count }, (_, nth) => ({ create: campaign(account, `N${nth}`) }))

  it('is found item by item', async () => {
    const account = newAccount()
    service.fail(account, lost)
    const { receipt, outcome } = await use(BATCH, { accountId: account, operations: operations(account, 3) }, 'k')
    const ids = service.rows(account, 'campaigns').map(({ id }) => `Campaign:${account}:${id}`)

    expect(receipt).toMatchObject({ outcome: 'RECOVERED', items: ids.map((id) => ({ outcome: 'RECOVERED', id })) })
    expect(outcome).toMatchObject({ campaigns: ids.map((id) => ({ id })) })
  })

  it('tells which of its items the service kept, and is not sent again', async () => {
    const account = newAccount()
    service.fail(account, { ...lost, operations: 1 })
    const { receipt } = await use(BATCH, { accountId: account, operations: operations(account, 2) }, 'k')
    const [row] = service.rows(account, 'campaigns')

    expect(receipt).toMatchObject({
      outcome: 'UNKNOWN',
      items: [
        { outcome: 'RECOVERED', id: `Campaign:${account}:${row?.id}` },
        { outcome: 'UNKNOWN', id: null },
      ],
    })
    expect(service.rows(account, 'campaigns')).toHaveLength(1)
  })
})
