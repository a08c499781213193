import { afterEach, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { declaredOf, isSingle } from '../../../src/schema/write/declared.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, openGraph } from '../../support/graph.ts'
import { writesIn } from '../../support/schema.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'
import { WRITES } from '../../wire/write-case.ts'

/** The input fields with the IDs of what something is put into. */
const PARENTS = ['lineItemId', 'campaignId', 'fundingInstrumentId', 'customAudienceId', 'tailoredAudienceId']

interface Protected {
  mutation: string
  input: object
  id: string
}

type Fields = Readonly<Record<string, unknown>>

/** Each write in an account, with each ID that protects it: of the account, of what it changes or deletes, and of what it adds to. */
const CASES = WRITES.flatMap(({ mutation, input = {} }): Protected[] => {
  const does = declaredOf(writesIn(schema).find(({ name }) => name === mutation)!) ?? {}
  const ownFields = (isSingle(does) ? [does] : Object.values(does)).flatMap(({ id }) => id ?? [])
  const operations = (input as { operations?: Fields[] }).operations ?? []
  const changes = [input as Fields, ...operations.flatMap((operation) => Object.values(operation) as Fields[])]
  const names = ['accountId', ...ownFields, ...PARENTS]
  const ids = changes.flatMap((change) =>
    names.flatMap((name) => (typeof change[name] === 'string' ? [change[name]] : [])),
  )
  return [...new Set(ids)].map((id) => ({ mutation, input, id }))
})

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

type Rows = Readonly<Record<string, { id: string }[]>>

/** A service with rows of the lists that have any, by their names. */
async function open(limit: object, rows: Rows): Promise<void> {
  service = await startUpstream(({ method, path, query }) => {
    const [, list = '', id] = /accounts\/\w+\/(\w+(?:\/\w+\/permissions)?)(?:\/(\w+))?$/.exec(path) ?? []
    if (method !== 'GET') return { body: { data: { id: id ?? 'new' } } }
    const found = rows[list] ?? []
    const [, ids] = Object.entries(query).find(([name]) => name.endsWith('_ids')) ?? []
    if (id === undefined)
      return { body: { data: found.filter((row) => !ids || ids.split(',').includes(row.id)), next_cursor: null } }
    const own = found.find((row) => row.id === id)
    return own ? { body: { data: own } } : { status: 404, body: NOT_FOUND }
  })
  graph = await openGraph(service.url, {
    spend: { rules: rulesOf({ accounts: ['a1'], ...limit }), store: createSpendStore(createMemoryStore()) },
    environment: 'sandbox',
  })
}

const NOT_FOUND = { errors: [{ code: 'NOT_FOUND', message: 'not found' }] }

/** Campaigns with amounts in the currency of the limits, which writes of money need. */
const CAMPAIGNS = ['c1', 'c2', 'c3'].map((id) => ({
  id,
  funding_instrument_id: 'f1',
  entity_status: 'PAUSED',
  daily_budget_amount_local_micro: 1,
}))

const LINE_ITEMS = [{ id: 'l1', campaign_id: 'c1' }]

/** Whether a write is refused because of what is protected, and the writes that were sent. */
async function write(mutation: string, input: object) {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<Record<string, { userErrors: { spendLimit: { kind: string } | null }[] }>>(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { message spendLimit { kind } } } }`,
    { input },
  )
  expect(errors).toBeUndefined()
  return {
    isProtected: data?.[mutation]?.userErrors.some(({ spendLimit }) => spendLimit?.kind === 'protected'),
    sent: service.requests.flatMap(({ method, target }) => (method === 'GET' ? [] : `${method} ${target}`)),
  }
}

const REFUSED = { isProtected: true, sent: [] }
const SENT = { isProtected: false, sent: [expect.any(String)] }

it.each(CASES)('$mutation is refused where $id is protected', async ({ mutation, input, id }) => {
  await open({ protected: [id.toUpperCase()] }, { campaigns: CAMPAIGNS })

  expect(await write(mutation, input)).toEqual(REFUSED)
})

it.each(['LineItem:a1:c1', 'Campaign:a2:c1'])(
  'an entity with the ID of another type or account is not protected: %s',
  async (id) => {
    await open({ accounts: ['a1', 'a2'], protected: [id] }, { campaigns: CAMPAIGNS })

    expect(await write('updateCampaign', { accountId: 'a1', campaignId: 'c1', name: 'New' })).toEqual(SENT)
  },
)

it('an audience that is protected can be targeted, which does not change it', async () => {
  await open({ protected: ['CustomAudience:a1:a7'] }, { campaigns: CAMPAIGNS, line_items: LINE_ITEMS })
  const target = { lineItemId: 'l1', operatorType: 'EQ', targetingType: 'CUSTOM_AUDIENCE', targetingValue: 'a7' }

  expect(await write('createTargetingCriterion', { accountId: 'a1', ...target })).toEqual(SENT)
})

describe('an entity above a protected one', () => {
  const ROWS = {
    campaigns: CAMPAIGNS,
    line_items: LINE_ITEMS,
    promoted_posts: [{ id: 'p1', line_item_id: 'l1' }],
    'custom_audiences/a7/permissions': [{ id: 'p7', custom_audience_id: 'a7' }],
  }

  it.each([
    ['deleteCampaign', { campaignId: 'c1' }, 'LineItem:a1:l1'],
    ['deleteCampaign', { campaignId: 'C1' }, 'PromotedPost:a1:P1'],
    ['deleteCampaign', { campaignId: 'c1' }, 'p1'],
    ['deleteLineItem', { lineItemId: 'l1' }, 'p1'],
    ['batchCampaigns', { operations: [{ delete: { campaignId: 'c1' } }] }, 'l1'],
    ['deleteFundingInstrument', { fundingInstrumentId: 'f1' }, 'c2'],
    ['deleteAccount', {}, 'anything'],
    ['deleteCustomAudience', { customAudienceId: 'a7' }, 'CustomAudiencePermission:a1:a7:p7'],
    ['deleteCustomAudience', { customAudienceId: 'A7' }, 'P7'],
  ])('is not deleted: %s of %j, where %s is protected', async (mutation, input, id) => {
    await open({ protected: [id] }, ROWS)

    expect(await write(mutation, { accountId: 'a1', ...input })).toEqual(REFUSED)
  })

  it.each([
    ['deleteCampaign', { campaignId: 'c2' }, 'l1'],
    ['deleteCampaign', { campaignId: 'c1' }, 'LineItem:a1:gone'],
    ['deleteCustomAudience', { customAudienceId: 'a8' }, 'CustomAudiencePermission:a1:a7:p7'],
    ['deleteCustomAudience', { customAudienceId: 'a8' }, 'p7'],
    [
      'revokeCustomAudiencePermission',
      { customAudienceId: 'a8', permissionId: 'p7' },
      'CustomAudiencePermission:a1:a7:p7',
    ],
  ])(
    'is deleted if nothing that is protected is below it: %s of %j, where %s is protected',
    async (mutation, input, id) => {
      await open({ protected: [id] }, ROWS)

      expect(await write(mutation, { accountId: 'a1', ...input })).toEqual(SENT)
    },
  )

  it('can be changed', async () => {
    await open({ protected: ['l1'] }, ROWS)

    expect(await write('updateCampaign', { accountId: 'a1', campaignId: 'c1', entityStatus: 'PAUSED' })).toEqual(SENT)
  })

  it('is not deleted if it is not known what the protected one is in', async () => {
    await open({ protected: ['l1'] }, { ...ROWS, line_items: [{ id: 'l1' }] })

    expect(await write('deleteCampaign', { accountId: 'a1', campaignId: 'c2' })).toEqual(REFUSED)
  })
})
