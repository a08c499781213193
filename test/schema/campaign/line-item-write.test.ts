import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { batchAnswer } from '../../support/batch-answer.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, openWriteGraph, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'l1', campaign_id: 'c1', name: 'Spring', bid_amount_local_micro: 5_500_000, deleted: false }
const STORED = {
  ...ROW,
  objective: 'WEBSITE_CLICKS',
  placements: ['ALL_ON_SVC'],
  bid_strategy: 'AUTO',
  primary_web_event_tag: null,
  advertiser_domain: null,
  categories: [],
  android_app_store_identifier: null,
  ios_app_store_identifier: null,
  entity_status: 'PAUSED',
}

const graph = useWriteGraph(ROW)

const CREATE = graphql(`mutation CreateLineItem($input: CreateLineItemInput!, $validateOnly: Boolean = false) {
  outcome: createLineItem(input: $input, validateOnly: $validateOnly) {
    lineItem { id name bidAmountLocalMicro campaign { id } }
    userErrors { code message field rule } validation { checked unchecked }
  }
}`)
const UPDATE = graphql(`mutation UpdateLineItem($input: UpdateLineItemInput!, $validateOnly: Boolean = false) {
  outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {
    lineItem { id } userErrors { code message field rule } validation { checked unchecked }
  }
}`)
const DELETE = graphql(`mutation DeleteLineItem($input: DeleteLineItemInput!) {
  outcome: deleteLineItem(input: $input) { lineItem { id deleted name } userErrors { code field rule } }
}`)
const BATCH =
  graphql(`mutation BatchLineItems($input: BatchLineItemsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchLineItems(input: $input, split: $split, validateOnly: $validateOnly) {
    lineItems { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }
  }
}`)

const LIST = graphql(`query FirstLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 2) { nodes { id name } } }
}`)
const FUNDING = graphql(`query FundingInstrumentForLineItems($account: ID!) {
  account(id: $account) { fundingInstruments(first: 1) { nodes { id } } }
}`)
const NEW_CAMPAIGN = graphql(`mutation CreateCampaignForLineItems($input: CreateCampaignInput!) {
  createCampaign(input: $input) { campaign { id } }
}`)
const LIKE = graphql(`query LineItemToCopy($account: ID!) {
  account(id: $account) { lineItems(first: 1) { nodes {
    id campaign { id } objective productType placements categories
    advertiserDomain androidAppStoreIdentifier iosAppStoreIdentifier
  } } }
}`)
const READ = graphql(`query WrittenLineItem($id: ID!) {
  node(id: $id) { ... on LineItem { name objective placements entityStatus endTime } }
}`)

/** The sent requests, without those for the permitted placements, which are cached after the first. */
function readOfAccount(): [string, object | null][] {
  return graph
    .sent()
    .filter(([path]) => path !== 'GET line_items/placements')
    .toSorted(([one], [other]) => one.localeCompare(other))
}

/** A valid line item with only the required fields. */
const CLICKS = {
  campaignId: 'c1',
  objective: 'WEBSITE_CLICKS',
  productType: 'PROMOTED_POSTS',
  placements: ['ALL_ON_SVC'],
  startTime: '2026-06-01T08:00:00Z',
  endTime: '2026-07-01T08:00:00Z',
}
const PARAMS = {
  campaign_id: 'c1',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_POSTS',
  placements: 'ALL_ON_SVC',
  start_time: '2026-06-01T08:00:00Z',
  end_time: '2026-07-01T08:00:00Z',
}

describe('createLineItem', () => {
  const preroll = { objective: 'PREROLL_VIEWS', productType: 'MEDIA', categories: ['retl'] }
  const reach = { objective: 'REACH', bidAmountLocalMicro: 1 }
  it.each<[rule: string | null, field: string, broken: object, kept: object]>([
    ['R-LI-1', 'placements', { placements: [] }, {}],
    ['R-LI-3', 'advertiserDomain', network({ advertiserDomain: null }), network()],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: 'https://shop.example' }, { advertiserDomain: 'shop.example' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: 'shop' }, { advertiserDomain: 'www.shop.example' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: 'shop.example/sale' }, { advertiserDomain: 'größe.example' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: 'my shop.example' }, { advertiserDomain: 'my-shop.co.example' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: '-shop.example' }, { advertiserDomain: '1shop.example' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: '192.0.2.1' }, { advertiserDomain: 'shop.xn--p1ai' }],
    ['R-LI-3', 'advertiserDomain', { advertiserDomain: 'shop.example:443' }, { advertiserDomain: 'SHOP.example' }],
    ['R-LI-3', 'categories', network({ categories: [] }), network()],
    ['R-LI-3', 'categories', network({ categories: ['a', ''] }), network({ categories: ['a'] })],
    ['R-LI-3', 'categories', network({ categories: ['a,b'] }), network({ categories: ['a', 'b'] })],
    ['R-LI-4', 'androidAppStoreIdentifier', { objective: 'APP_INSTALLS' }, app({ androidAppStoreIdentifier: 'a' })],
    ['R-LI-4', 'androidAppStoreIdentifier', { objective: 'APP_ENGAGEMENTS' }, app({ iosAppStoreIdentifier: '1' })],
    ['R-LI-5', 'bidAmountLocalMicro', { bidAmountLocalMicro: 0 }, { bidAmountLocalMicro: 1 }],
    ['R-LI-5', 'bidAmountLocalMicro', { bidStrategy: 'MAX' }, { bidStrategy: 'MAX', bidAmountLocalMicro: 1 }],
    ['R-LI-5', 'bidAmountLocalMicro', { bidStrategy: 'TARGET' }, { bidStrategy: 'AUTO' }],
    ['R-LI-6', 'bidStrategy', { ...reach, bidStrategy: 'MAX' }, { ...reach, bidStrategy: 'TARGET' }],
    [
      'R-LI-6',
      'bidStrategy',
      { objective: 'ENGAGEMENTS', bidStrategy: 'TARGET', bidAmountLocalMicro: 1 },
      { objective: 'ENGAGEMENTS', bidStrategy: 'MAX', bidAmountLocalMicro: 1 },
    ],
    ['R-LI-7', 'goal', { goal: 'WEBSITE_CONVERSIONS' }, { goal: 'WEBSITE_CONVERSIONS', primaryWebEventTag: 'o1' }],
    ['R-LI-8', 'advertiserUserId', { advertiserUserId: '1' }, { ...preroll, advertiserUserId: '1' }],
    ['R-LI-10', 'durationInDays', { durationInDays: 8 }, { durationInDays: 7 }],
    [null, 'frequencyCap', { objective: 'REACH', frequencyCap: -1 }, { objective: 'REACH', frequencyCap: 0 }],
    ['R-LI-11', 'frequencyCap', { frequencyCap: 3 }, { objective: 'ENGAGEMENTS', frequencyCap: 3 }],
    ['R-LI-12', 'goal', { objective: 'REACH', goal: 'SITE_VISITS' }, { goal: 'SITE_VISITS' }],
    ['R-LI-12', 'goal', { goal: 'APP_PURCHASES' }, app({ goal: 'APP_PURCHASES', iosAppStoreIdentifier: '1' })],
    ['R-LI-13', 'name', { name: '' }, { name: 'x' }],
    ['R-LI-13', 'name', { name: '🎒'.repeat(256) }, { name: '🎒'.repeat(255) }],
    ['R-ACC-14', 'categories', { ...preroll, categories: null }, preroll],
    ['R-ACC-14', 'categories', { ...preroll, categories: ['a', 'b', 'c'] }, { ...preroll, categories: ['a', 'b'] }],
  ])('checks %s at %s, broken and kept (%#)', async (rule, field, broken, kept) => {
    const refused = await graph.write(CREATE, { accountId: 'a1', ...CLICKS, ...broken })

    expect(refused.data!.outcome!.userErrors).toMatchObject([{ code: 'BAD_USER_INPUT', field: ['input', field], rule }])
    expect(refused.data!.outcome!.lineItem).toBeNull()
    expect(graph.sent()).toEqual([])

    const taken = await graph.write(CREATE, { accountId: 'a1', ...CLICKS, ...kept })

    expect(taken.data!.outcome!.userErrors).toEqual([])
    expect(graph.sent()).toHaveLength(1)
  })

  it('accepts `payBy` with APP_INSTALLS, and refuses it with any other objective (R-LI-16)', async () => {
    const charged = { accountId: 'a1', ...CLICKS, payBy: 'APP_CLICK' }
    const refused = await graph.write(CREATE, charged)
    await graph.write(CREATE, { ...charged, ...app({ iosAppStoreIdentifier: '1' }) })

    expect(refused.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'payBy'], rule: 'R-LI-16' }])
    expect(graph.sent()).toMatchObject([['POST accounts/a1/line_items', { pay_by: 'APP_CLICK' }]])
  })

  it('reports all broken rules at once, including IDs of other types, and sends nothing', async () => {
    const { data } = await graph.write(CREATE, {
      accountId: 'a1',
      ...CLICKS,
      campaignId: 'LineItem:a1:l1',
      placements: [],
      durationInDays: 2,
    })

    expect(graph.sent()).toEqual([])
    expect(data!.outcome!.userErrors.map(({ field, rule, message }) => [field[1], rule, message])).toEqual([
      ['campaignId', null, '`campaignId` takes the ID of a Campaign; "LineItem:a1:l1" is the ID of a LineItem'],
      ['placements', 'R-LI-1', '`placements` is empty; at least one placement is required'],
      ['durationInDays', 'R-LI-10', '`durationInDays` is 2; it must be 1, 7 or 30'],
    ])
  })

  it.each([
    ['R-LI-1', { objective: null }],
    ['R-LI-9', { audienceExpansion: 'WIDE' }],
    ['R-LI-12', { goal: 'UNRECOGNIZED' }],
  ])('refuses values that do not fit the GraphQL type (%s), and sends nothing', async (_rule, broken) => {
    const { errors } = await graph.write(CREATE, { accountId: 'a1', ...CLICKS, ...broken })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  describe('with validateOnly', () => {
    const around = (siblings: object[], campaigns: object[] = [{ id: 'c1' }]) =>
      graph.answer(({ path }) => {
        if (path.endsWith('/campaigns')) return { body: { data: campaigns } }
        if (path.endsWith('/line_items')) return { body: { data: siblings, next_cursor: null } }
        const placements = [['ALL_ON_SVC'], ['SVC_TIMELINE', 'SVC_SEARCH']]
        return { body: { data: [{ product_type: 'PROMOTED_POSTS', placements }] } }
      })

    it('reads the campaign, its line items and the permitted placements, and changes nothing', async () => {
      const sibling = {
        id: 'l9',
        campaign_id: 'c1',
        objective: 'WEBSITE_CLICKS',
        product_type: 'PROMOTED_POSTS',
      }
      around([sibling])
      const input = { accountId: 'a1', ...CLICKS, placements: ['SVC_SEARCH', 'SVC_TIMELINE'] }
      const { data } = await graph.write(CREATE, input, { validateOnly: true })

      expect(readOfAccount()).toEqual([
        ['GET accounts/a1/campaigns', { campaign_ids: 'c1', with_draft: 'true' }],
        ['GET accounts/a1/line_items', { campaign_ids: 'c1', count: '100', with_draft: 'true' }],
      ])
      expect(data!.outcome).toMatchObject({
        lineItem: null,
        userErrors: [],
        // The bid strategy and the goal are those that the service chooses.
        validation: { unchecked: ['R-AUTH-5', 'R-LI-5', 'R-LI-7', 'R-LI-15'] },
      })
      expect(data!.outcome!.validation!.checked).toEqual(expect.arrayContaining(['R-LI-2', 'R-ACC-10']))
    })

    it('leaves the rules of a bid strategy and a goal unchecked that are null, as if they were left out', async () => {
      around([])
      const input = { accountId: 'a1', ...CLICKS, bidStrategy: null, goal: null }
      const { data } = await graph.write(CREATE, input, { validateOnly: true })

      expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', 'R-LI-5', 'R-LI-7', 'R-LI-15'])
    })

    it.each([
      [{ bidStrategy: 'AUTO', goal: 'LINK_CLICKS' }, ['R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-12']],
      [{ bidAmountLocalMicro: '1000000', primaryWebEventTag: 'o1' }, ['R-LI-5']],
    ])(
      'checks what the bid strategy and the goal that the service chooses cannot break: %j',
      async (changes, rules) => {
        around([])
        const { data } = await graph.write(CREATE, { accountId: 'a1', ...CLICKS, ...changes }, { validateOnly: true })
        const { checked, unchecked } = data!.outcome!.validation!

        expect(unchecked).toEqual(['R-AUTH-5', 'R-LI-15'])
        expect(checked.filter((rule) => /^R-LI-(5|6|7|12)$/.test(rule)).toSorted()).toEqual(rules.toSorted())
      },
    )

    it("refuses an objective other than the campaign's, and placements that are not a permitted combination", async () => {
      around([{ id: 'l9', campaign_id: 'c1', objective: 'REACH', product_type: 'MEDIA' }])
      const input = { accountId: 'a1', ...CLICKS, placements: ['SVC_TIMELINE'] }
      const { data } = await graph.write(CREATE, input, { validateOnly: true })

      expect(data!.outcome!.userErrors).toMatchObject([
        { field: ['input', 'objective'], rule: 'R-LI-2' },
        { field: ['input', 'productType'], rule: 'R-LI-2' },
        { field: ['input', 'placements'], rule: 'R-ACC-10' },
      ])
    })

    it('leaves what the line items of the campaign have in common unchecked if they lack the columns', async () => {
      const sparse = { id: 'l8', campaign_id: 'c1' }
      around([sparse])
      const input = { accountId: 'a1', ...CLICKS }
      const unknown = await graph.write(CREATE, input, { validateOnly: true })
      around([sparse, { ...sparse, id: 'l9', objective: 'REACH', product_type: 'PROMOTED_POSTS' }])
      const known = await graph.write(CREATE, input, { validateOnly: true })

      const unchecked = ['R-LI-5', 'R-LI-7', 'R-LI-15', 'R-LI-2']
      expect(unknown.data!.outcome).toMatchObject({
        userErrors: [],
        validation: { unchecked: ['R-AUTH-5', ...unchecked] },
      })
      expect(known.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'objective'], rule: 'R-LI-2' }])
    })

    it('leaves placements unchecked if the catalog lacks the product type', async () => {
      // The catalog is cached.
      const fresh = await openWriteGraph(ROW)
      fresh.answer(({ path }) => {
        if (path.endsWith('/line_items')) return { body: { data: [], next_cursor: null } }
        return { body: { data: path.endsWith('/placements') ? [{ product_type: 'PROMOTED_POSTS' }] : [{ id: 'c1' }] } }
      })
      const { data } = await fresh.write(CREATE, { accountId: 'a1', ...CLICKS }, { validateOnly: true })
      await fresh.close()

      const unchecked = ['R-LI-5', 'R-LI-7', 'R-LI-15', 'R-ACC-10']
      expect(data!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', ...unchecked] } })
    })

    it('refuses a campaign that does not exist, and a campaign that is full', async () => {
      around([], [])
      const missing = await graph.write(CREATE, { accountId: 'a1', ...CLICKS }, { validateOnly: true })
      const { objective, productType: product_type } = CLICKS
      around(
        Array.from({ length: 100 }, (_, index) => ({ id: `l${index}`, campaign_id: 'c1', objective, product_type })),
      )
      const full = await graph.write(CREATE, { accountId: 'a1', ...CLICKS }, { validateOnly: true })

      expect(missing.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'campaignId'], rule: null }])
      expect(full.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'campaignId'], rule: 'R-LI-15' }])
    })

    it('reads nothing if the input itself breaks a rule', async () => {
      const input = { accountId: 'a1', ...CLICKS, durationInDays: 2 }
      const { data } = await graph.write(CREATE, input, { validateOnly: true })

      expect(graph.written()).toEqual([])
      expect(data!.outcome!.userErrors).toHaveLength(1)
    })
  })
})

/** Fields for the placement PUBLISHER_NETWORK. */
function network(changes: object = {}): object {
  return { placements: ['PUBLISHER_NETWORK'], advertiserDomain: 'shop.example', categories: ['iab1'], ...changes }
}

/** Fields for the objective APP_INSTALLS. */
function app(changes: object): object {
  return { objective: 'APP_INSTALLS', ...changes }
}

describe('updateLineItem', () => {
  it('sends only the changes, and removes null fields', async () => {
    const { data, errors } = await graph.write(UPDATE, {
      lineItemId: 'LineItem:a1:l1',
      name: 'New',
      startTime: '2026-06-01T08:00:00Z',
      endTime: '2026-07-01T08:00:00Z',
      goal: 'SITE_VISITS',
      bidStrategy: 'TARGET',
      bidAmountLocalMicro: 7,
      audienceExpansion: 'BROAD',
      frequencyCap: 2,
      durationInDays: 1,
      entityStatus: 'PAUSED',
      advertiserDomain: null,
      categories: [],
      androidAppStoreIdentifier: null,
      iosAppStoreIdentifier: '1',
      payBy: 'LINK_CLICK',
      dailyBudgetAmountLocalMicro: null,
      totalBudgetAmountLocalMicro: 9,
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      [
        'PUT accounts/a1/line_items/l1',
        {
          name: 'New',
          start_time: '2026-06-01T08:00:00Z',
          end_time: '2026-07-01T08:00:00Z',
          goal: 'SITE_VISITS',
          bid_strategy: 'TARGET',
          bid_amount_local_micro: '7',
          audience_expansion: 'BROAD',
          frequency_cap: '2',
          duration_in_days: '1',
          entity_status: 'PAUSED',
          advertiser_domain: '',
          categories: '',
          android_app_store_identifier: '',
          ios_app_store_identifier: '1',
          pay_by: 'LINK_CLICK',
          daily_budget_amount_local_micro: '',
          total_budget_amount_local_micro: '9',
        },
      ],
    ])
    expect(data).toMatchObject({ outcome: { lineItem: { id: 'LineItem:a1:l1' }, userErrors: [] } })
  })

  it.each<[rule: string, field: string, broken: object]>([
    ['R-LI-13', 'name', { name: '' }],
    ['R-LI-13', 'name', { name: null }],
    ['R-LI-16', 'entityStatus', { entityStatus: 'DRAFT' }],
    ['R-LI-1', 'endTime', { endTime: null }],
    ['R-LI-5', 'bidAmountLocalMicro', { bidStrategy: 'MAX', bidAmountLocalMicro: null }],
    ['R-LI-10', 'durationInDays', { durationInDays: 0 }],
  ])('checks %s at %s, and sends nothing if it is broken (%#)', async (rule, field, broken) => {
    const { data } = await graph.write(UPDATE, { lineItemId: 'LineItem:a1:l1', ...broken })

    expect(data!.outcome!.userErrors).toMatchObject([{ field: ['input', field], rule }])
    expect(graph.sent()).toEqual([])
  })

  it.each(['advertiserUserId', 'campaignId', 'objective', 'placements', 'productType'])(
    'does not take `%s`, which cannot be changed or sent back',
    async (field) => {
      const { errors } = await graph.write(UPDATE, { lineItemId: 'LineItem:a1:l1', [field]: 'x' })

      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(graph.written()).toEqual([])
    },
  )

  it('checks the changes against the current line item with validateOnly', async () => {
    graph.answer(() => ({ body: { data: { ...STORED, objective: 'FOLLOWERS', bid_amount_local_micro: null } } }))
    const { data } = await graph.write(
      UPDATE,
      {
        lineItemId: 'LineItem:a1:l1',
        bidStrategy: 'MAX',
        goal: 'SITE_VISITS',
        frequencyCap: 1,
        payBy: 'APP_CLICK',
      },
      { validateOnly: true },
    )

    expect(graph.sent()).toEqual([['GET accounts/a1/line_items', { line_item_ids: 'l1', with_draft: 'true' }]])
    expect(data!.outcome!.userErrors.map(({ field, rule }) => [field[1], rule])).toEqual([
      ['bidAmountLocalMicro', 'R-LI-5'],
      ['bidStrategy', 'R-LI-6'],
      ['frequencyCap', 'R-LI-11'],
      ['goal', 'R-LI-12'],
      ['payBy', 'R-LI-16'],
    ])
    expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5'])
  })

  const network = { placements: ['PUBLISHER_NETWORK'], advertiser_domain: 'shop.example', categories: ['IAB1'] }
  const app = { objective: 'APP_INSTALLS', ios_app_store_identifier: '585027354' }
  const preroll = { objective: 'PREROLL_VIEWS', categories: ['IAB1'] }
  const june = { start_time: '2026-06-01T08:00:00Z', end_time: '2026-07-01T08:00:00Z' }
  it.each<[row: object, input: object, refused: [field: string, rule: string | null][], unchecked: string[]]>([
    [network, { advertiserDomain: null }, [['advertiserDomain', 'R-LI-3']], []],
    [network, { categories: [] }, [['categories', 'R-LI-3']], []],
    [network, { categories: ['IAB2'] }, [], []],
    [{}, { advertiserDomain: null, categories: [] }, [], []],
    [app, { iosAppStoreIdentifier: null }, [['androidAppStoreIdentifier', 'R-LI-4']], []],
    [app, { iosAppStoreIdentifier: null, androidAppStoreIdentifier: 'com.example' }, [], []],
    [preroll, { categories: [] }, [['categories', 'R-ACC-14']], []],
    [preroll, { categories: ['IAB1', 'IAB2', 'IAB3'] }, [['categories', 'R-ACC-14']], []],
    [{ placements: undefined }, { advertiserDomain: null }, [], ['R-LI-3']],
    [{}, { entityStatus: 'ACTIVE' }, [], ['R-LI-15']],
    [{ entity_status: 'ACTIVE' }, { entityStatus: 'ACTIVE' }, [], []],
    [{}, { name: 'x' }, [], []],
    [june, { endTime: '2026-06-01T10:00:00+02:00' }, [['endTime', null]], []],
    [june, { endTime: '2026-06-01T10:00:01+02:00' }, [], []],
    [june, { startTime: '2026-07-01T08:00:00Z' }, [['startTime', null]], []],
    [june, { startTime: '2026-07-01T08:00:00Z', endTime: '2026-07-02T08:00:00Z' }, [], []],
    [{ ...june, end_time: null }, { startTime: '2026-07-01T08:00:00Z' }, [], []],
    [{ ...june, start_time: june.end_time }, { name: 'x' }, [], []],
    [{ ...june, end_time: 'soon' }, { startTime: '2026-07-01T08:00:00Z' }, [], []],
    [{ ...june, end_time: '2026-02-30T08:00:00Z' }, { startTime: '2026-07-01T08:00:00Z' }, [], []],
    [{ ...june, start_time: 7 }, { endTime: '2026-06-01T10:00:00+02:00' }, [], []],
    [{ placements: 'PUBLISHER_NETWORK' }, { advertiserDomain: null }, [], ['R-LI-3']],
    [{ placements: 'PUBLISHER_NETWORK' }, { advertiserDomain: 'shop.example' }, [], []],
    [{ bid_amount_local_micro: 'oops' }, { bidStrategy: 'AUTO' }, [], []],
    [{ objective: undefined }, { frequencyCap: null, payBy: 'APP_CLICK' }, [], ['R-LI-16']],
  ])('checks with validateOnly against the stored line item %j: %j', async (row, changes, refused, unchecked) => {
    const catalog = ['IAB1', 'IAB2', 'IAB3'].map((id) => ({ id }))
    graph.answer(({ path }) => ({ body: { data: path.endsWith('_categories') ? catalog : [{ ...STORED, ...row }] } }))
    const { data } = await graph.write(UPDATE, { lineItemId: 'LineItem:a1:l1', ...changes }, { validateOnly: true })

    expect(data!.outcome!.userErrors.map(({ field, rule }) => [field[1], rule])).toEqual(refused)
    expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', ...unchecked])
    const ofAccount = graph.sent().filter(([call]) => call.startsWith('GET accounts/a1/'))
    expect(ofAccount.map(([call]) => call)).toEqual(['GET accounts/a1/line_items'])
  })

  it('reports a missing web event tag at the goal, because an update cannot set the tag', async () => {
    const parameter = 'primary_web_event_tag'
    const errors = [
      { code: 'MISSING_PARAMETER', message: 'No tag', parameter },
      { code: 'INVALID', message: 'No' },
    ]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const input = { lineItemId: 'LineItem:a1:l1', goal: 'WEBSITE_CONVERSIONS' }
    const { data } = await graph.write(UPDATE, input)

    expect(data!.outcome!.userErrors.map(({ field }) => field)).toEqual([['input', 'goal'], ['input']])
  })

  it('reports a line item that does not exist with validateOnly', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const input = { lineItemId: 'LineItem:a1:l1', name: 'New' }
    const { data } = await graph.write(UPDATE, input, { validateOnly: true })

    expect(data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'lineItemId'], rule: null }])
  })
})

describe('batchLineItems', () => {
  const create = (changes: object = {}) => ({ create: { ...CLICKS, ...changes } })

  it('sends its operations in order in one JSON call', async () => {
    graph.answer(({ body }) => batchAnswer(body))
    const { data, errors } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        create({ placements: ['SVC_SEARCH', 'SVC_TIMELINE'], bidStrategy: 'MAX', bidAmountLocalMicro: '7' }),
        { update: { lineItemId: 'LineItem:a1:l1', name: 'One', frequencyCap: null } },
        { delete: { lineItemId: 'l2' } },
      ],
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      [
        'POST batch/accounts/a1/line_items',
        [
          {
            operation_type: 'Create',
            params: {
              ...PARAMS,
              placements: 'SVC_SEARCH,SVC_TIMELINE',
              bid_strategy: 'MAX',
              bid_amount_local_micro: 7,
            },
          },
          { operation_type: 'Update', params: { line_item_id: 'l1', name: 'One', frequency_cap: '' } },
          { operation_type: 'Delete', params: { line_item_id: 'l2' } },
        ],
      ],
    ])
    expect(data).toMatchObject({
      outcome: {
        lineItems: [{ restId: 'n0' }, { restId: 'l1' }, { restId: 'l2' }],
        chunks: [{ start: 0, count: 3, status: 'DONE' }],
        userErrors: [],
      },
    })
  })

  it('refuses invalid items by their index, and more items than fit in a call', async () => {
    const { data } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        ...Array.from({ length: 37 }, () => create()),
        create({ objective: 'REACH' }),
        create({ campaignId: '', placements: [] }),
        { update: { lineItemId: 'LineItem:a2:l1', name: '' } },
        { update: { lineItemId: 'l1', accountId: 'a2', name: 'x' } },
        { delete: { lineItemId: '' } },
      ],
    })

    expect(graph.sent()).toEqual([])
    expect(data!.outcome!.userErrors.map(({ field, rule }) => [field.slice(2).join(' '), rule])).toEqual([
      ['38 create campaignId', 'R-LI-1'],
      ['38 create placements', 'R-LI-1'],
      ['39 update lineItemId', null],
      ['39 update name', 'R-LI-13'],
      ['40 update accountId', null],
      ['41 delete lineItemId', null],
      ['37 create objective', 'R-LI-2'],
      ['', 'R-LI-16'],
    ])
  })

  it('reports the failing item by its index and field, whether the field was given or missing', async () => {
    const problem = { code: 'INVALID_PARAMETER', message: 'Bad', parameter: 'params.end_time' }
    const missing = { code: 'MISSING_PARAMETER', message: 'No domain', parameter: 'advertiser_domain' }
    const other = { code: 'INVALID', message: 'No such thing', attribute: 'serving_status' }
    graph.answer(() => ({
      status: 400,
      body: { operation_errors: [[], null, [problem, missing, other]], request: [] },
    }))
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations: [create(), create(), create()] })

    expect(data!.outcome).toMatchObject({
      lineItems: [null, null, null],
      chunks: [{ start: 0, count: 3, status: 'FAILED' }],
      userErrors: [
        { code: 'INVALID_PARAMETER', field: ['input', 'operations', '2', 'create', 'endTime'], rule: null },
        { code: 'MISSING_PARAMETER', field: ['input', 'operations', '2', 'create', 'advertiserDomain'], rule: null },
        { code: 'INVALID', field: ['input', 'operations', '2', 'create'], rule: null },
      ],
    })
  })

  it('splits on request, 40 in a call, and stops at the first failure', async () => {
    graph.answer(({ body }, nth) =>
      nth === 2
        ? { status: 400, body: { errors: [{ code: 'TOO_MANY_LINE_ITEMS', message: 'No' }] } }
        : batchAnswer(body),
    )
    const operations = Array.from({ length: 95 }, () => create())
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations }, { split: true })

    expect(graph.sent().map(([, body]) => (body as unknown[]).length)).toEqual([40, 40])
    expect(data!.outcome).toMatchObject({
      chunks: [
        { start: 0, count: 40, status: 'DONE' },
        { start: 40, count: 40, status: 'FAILED' },
        { start: 80, count: 15, status: 'NOT_TRIED' },
      ],
      // Nothing was changed for these alone.
      userErrors: Array.from({ length: 40 }, (_, index) => ({
        code: 'TOO_MANY_LINE_ITEMS',
        field: ['input', 'operations', String(40 + index)],
      })),
    })
  })

  it('reads the data that all its operations depend on in a few calls with validateOnly', async () => {
    graph.answer(({ path, query }) => {
      if (path.endsWith('/campaigns')) return { body: { data: [{ id: 'c1' }, { id: 'c2' }] } }
      if (path.endsWith('/placements')) return { body: { data: [] } }
      const ids = query['line_item_ids']?.split(',')
      if (ids) return { body: { data: ids.map((id) => ({ ...STORED, id, objective: 'REACH' })) } }
      return { body: { data: [], next_cursor: null } }
    })
    const { data } = await graph.write(
      BATCH,
      {
        accountId: 'a1',
        operations: [
          create(),
          create({ campaignId: 'c2' }),
          { update: { lineItemId: 'l1', goal: 'SITE_VISITS' } },
          { update: { lineItemId: 'l2', name: 'x' } },
          { delete: { lineItemId: 'l3' } },
        ],
      },
      { validateOnly: true },
    )

    expect(readOfAccount().map(([path]) => path)).toEqual([
      'GET accounts/a1/campaigns',
      'GET accounts/a1/line_items',
      'GET accounts/a1/line_items',
    ])
    expect(data!.outcome!.userErrors).toMatchObject([
      { field: ['input', 'operations', '2', 'update', 'goal'], rule: 'R-LI-12' },
    ])
  })

  it('checks times with validateOnly against those that earlier operations set', async () => {
    const stored = { ...STORED, start_time: '2026-06-01T08:00:00Z', end_time: '2026-07-01T08:00:00Z' }
    graph.answer(({ query }) => ({
      body: { data: query['line_item_ids']?.split(',').map((id) => ({ ...stored, id })) ?? [] },
    }))
    const update = (lineItemId: string, times: object) => ({ update: { lineItemId, ...times } })
    const operations = [
      update('l1', { endTime: '2026-09-01T08:00:00Z' }),
      update('l1', { startTime: '2026-08-01T08:00:00Z' }),
      update('l2', { startTime: '2026-08-01T08:00:00Z' }),
      update('l1', { endTime: '2026-07-01T08:00:00Z' }),
    ]
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })

    expect(data!.outcome!.userErrors.map(({ field }) => field.slice(2))).toEqual([
      ['2', 'update', 'startTime'],
      ['3', 'update', 'endTime'],
    ])
  })
})

describe('in the sandbox', () => {
  it('is returned by later reads as it was created, updated and deleted', async () => {
    const { ask, close } = await openSandboxWrites()
    const found = await ask(LIKE, { account: DEMO_ACCOUNT_ID })
    const { id: _, campaign, ...like } = found.account!.lineItems!.nodes[0]!
    const input = {
      accountId: DEMO_ACCOUNT_ID,
      campaignId: campaign!.id,
      ...like,
      startTime: CLICKS.startTime,
      endTime: CLICKS.endTime,
      name: 'New, 100 % 🎒',
      entityStatus: 'PAUSED',
    }

    const checked = await ask(CREATE, { input, validateOnly: true })
    expect(checked.outcome).toMatchObject({ lineItem: null, userErrors: [] })

    const created = await ask(CREATE, { input })
    expect(created.outcome).toMatchObject({ lineItem: { name: 'New, 100 % 🎒' }, userErrors: [] })
    const { id } = created.outcome!.lineItem!

    const made = await ask(READ, { id })
    expect(made.node).toMatchObject({
      name: 'New, 100 % 🎒',
      objective: like.objective,
      placements: like.placements,
      entityStatus: 'PAUSED',
      endTime: CLICKS.endTime,
    })

    await ask(UPDATE, { input: { lineItemId: id, name: 'Newer', endTime: '2026-08-01T08:00:00Z' } })
    expect((await ask(READ, { id })).node).toMatchObject({
      name: 'Newer',
      endTime: '2026-08-01T08:00:00Z',
    })

    const gone = await ask(DELETE, { input: { lineItemId: id } })
    expect(gone.outcome).toMatchObject({ lineItem: { id, deleted: true }, userErrors: [] })
    expect((await ask(READ, { id })).node).toBeNull()
    expect((await ask(DELETE, { input: { lineItemId: id } })).outcome).toMatchObject({
      lineItem: null,
      userErrors: [{ field: ['input', 'lineItemId'] }],
    })
    await close()
  })

  it('takes and refuses categories as the service does, with validateOnly and without', async () => {
    const { ask, close } = await openSandboxWrites()
    const onNetwork = { placements: ['ALL_ON_SVC', 'PUBLISHER_NETWORK'], advertiserDomain: 'shop.example' }
    const preroll = { objective: 'PREROLL_VIEWS', productType: 'MEDIA' }
    const found = await ask(FUNDING, { account: DEMO_ACCOUNT_ID })
    const fundingInstrumentId = found.account!.fundingInstruments!.nodes[0]!.id
    for (const [changes, rule] of [
      [{ ...onNetwork, categories: ['IAB1', 'IAB1-1'] }, undefined],
      [{ ...onNetwork, categories: ['IAB1', 'nonsense'] }, 'R-LI-3'],
      [{ ...onNetwork, categories: ['retl'] }, 'R-LI-3'],
      [{ ...preroll, categories: ['retl', 'trav'] }, undefined],
      [{ ...preroll, categories: ['IAB1'] }, 'R-ACC-14'],
      [{ ...preroll, categories: ['retl', 'nonsense'] }, 'R-ACC-14'],
    ] as const) {
      const accountId = DEMO_ACCOUNT_ID
      const made = await ask(NEW_CAMPAIGN, {
        input: { accountId, fundingInstrumentId, name: 'New', dailyBudgetAmountLocalMicro: '1000000' },
      })
      const input = { accountId, ...CLICKS, ...changes, campaignId: made.createCampaign!.campaign!.id }
      const checked = await ask(CREATE, { input, validateOnly: true })
      const sent = await ask(CREATE, { input })

      const refusals = rule === undefined ? [] : [{ field: ['input', 'categories'], rule }]
      expect(checked.outcome!.userErrors).toMatchObject(refusals)
      expect(checked.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', 'R-LI-5', 'R-LI-7', 'R-LI-15'])
      expect(sent.outcome!.userErrors).toMatchObject(refusals.map(({ field }) => ({ field, rule: null })))
    }
    await close()
  })

  it.each([
    ['PROMOTED_POSTS', ['SVC_TIMELINE', 'SVC_SEARCH', 'SVC_TIMELINE'], ['SVC_TIMELINE', 'SVC_SEARCH']],
    ['MEDIA', ['ALL_ON_SVC', 'ALL_ON_SVC'], ['ALL_ON_SVC']],
  ])('has each placement of %s once, with validateOnly and without: %j', async (productType, placements, unique) => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const accountId = DEMO_ACCOUNT_ID
    const found = await ask(FUNDING, { account: accountId })
    const fundingInstrumentId = found.account!.fundingInstruments!.nodes[0]!.id
    const made = await ask(NEW_CAMPAIGN, {
      input: { accountId, fundingInstrumentId, name: 'New', dailyBudgetAmountLocalMicro: '1000000' },
    })
    const campaignId = made.createCampaign!.campaign!.id
    const objective = productType === 'MEDIA' ? { objective: 'PREROLL_VIEWS', categories: ['retl'] } : {}
    const input = { accountId, ...CLICKS, ...objective, campaignId, productType, placements }

    const checked = await ask(CREATE, { input, validateOnly: true })
    expect(checked.outcome!.userErrors).toEqual([])
    expect(checked.outcome!.validation!.checked).toContain('R-ACC-10')

    const { outcome } = await ask(CREATE, { input })
    expect(outcome!.userErrors).toEqual([])
    expect(Object.fromEntries(sandbox.requests.at(-1)!.form)).toMatchObject({ placements: unique.join(',') })
    expect((await ask(READ, { id: outcome!.lineItem!.id })).node).toMatchObject({ placements: unique })
    await close()
  })

  it('checks the categories of an update against the catalog for its objective', async () => {
    const { ask, close } = await openSandboxWrites()
    const found = await ask(LIKE, { account: DEMO_ACCOUNT_ID })
    const input = { lineItemId: found.account!.lineItems!.nodes[0]!.id, categories: ['IAB1', 'nonsense'] }
    const checked = await ask(UPDATE, { input, validateOnly: true })
    const sent = await ask(UPDATE, { input })
    await close()

    expect(checked.outcome!.userErrors).toMatchObject([{ field: ['input', 'categories'], rule: 'R-LI-3' }])
    expect(checked.outcome!.userErrors[0]!.message).toContain('Not in it: nonsense')
    expect(sent.outcome!.userErrors).toMatchObject([{ field: ['input', 'categories'], rule: null }])
  })

  it('changes nothing if one item of a batch is refused, and reports the item', async () => {
    const { ask, close } = await openSandboxWrites()
    const before = await ask(LIST, { account: DEMO_ACCOUNT_ID })
    const [one, two] = before.account!.lineItems!.nodes
    const refused = await ask(BATCH, {
      input: {
        accountId: DEMO_ACCOUNT_ID,
        operations: [
          { update: { lineItemId: one?.id, name: 'Other' } },
          { update: { lineItemId: two?.id, name: 'Other' } },
          { create: { ...CLICKS, campaignId: 'nope' } },
        ],
      },
    })

    expect(refused).toMatchObject({
      outcome: {
        lineItems: [null, null, null],
        chunks: [{ status: 'FAILED' }],
        userErrors: [{ field: ['input', 'operations', '2', 'create', 'campaignId'], rule: null }],
      },
    })
    expect(await ask(LIST, { account: DEMO_ACCOUNT_ID })).toEqual(before)
    await close()
  })
})
