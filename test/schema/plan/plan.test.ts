import {
  getOperationAST,
  getVariableValues,
  GraphQLBoolean,
  GraphQLID,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { listCampaigns } from '../../../src/rest/campaign/campaign.ts'
import { lookUpCost } from '../../../src/schema/cost/cost.ts'
import { expectationOf } from '../../../src/schema/plan/expectation.ts'
import { planOf, type Plan } from '../../../src/schema/plan/plan.ts'

function planned(text: string, variables: Record<string, unknown> = {}, ofSchema = schema): Plan {
  const document = parse(text)
  expect(validate(ofSchema, document)).toEqual([])
  const operation = getOperationAST(document)!
  const { coerced, errors } = getVariableValues(ofSchema, operation.variableDefinitions ?? [], variables)
  expect(errors).toBeUndefined()
  return planOf(ofSchema, { document, operation, variables: coerced! })
}

/** The minimum and maximum number of calls of an operation. */
function plan(text: string, variables?: Record<string, unknown>): [min: number, max: number] {
  const { min, max } = planned(text, variables).calls
  return [min, max]
}

const inAccount = (selection: string) => `{ account(id: "a") { ${selection} } }`
const inCampaigns = (first: number, selection: string) =>
  inAccount(`campaigns(first: ${first}) { nodes { ${selection} } }`)

describe('the calls that an operation needs', () => {
  it('are one for a list, and none for an account with a known ID', () => {
    expect(plan('{ account(id: "a") { id } }')).toEqual([0, 0])
    expect(plan(inAccount('campaigns { nodes { id } }'))).toEqual([1, 1])
    expect(plan(inAccount('campaigns { totalCount }'))).toEqual([1, 1])
    expect(plan(inAccount('mediaItems(first: 1000) { nodes { restId } }'))).toEqual([1, 20])
  })

  it('are those of each account, and may be shared by the lists of one', () => {
    const list = (alias: string, id: string) => `${alias}: account(id: "${id}") { campaigns { nodes { name } } }`
    expect(plan(`{ ${list('x', 'a')} ${list('y', 'a')} }`)).toEqual([1, 2])
    expect(plan(`{ ${list('x', 'a')} ${list('y', 'b')} ${list('z', 'A')} }`)).toEqual([2, 3])
  })

  it.each([
    '{ account(id: "a") { campaigns(namePrefix: "") { nodes { name } } } }',
    '{ account(id: "a") { accountMediaItems(sortBy: [{ field: "x", direction: ASC }]) { nodes { restId } } } }',
    '{ campaign(id: "c") { name } }',
    '{ biddingRules(currency: "x") { nodes { currency } } }',
  ])('can be none if a text is refused, or an ID without its account: %s', (document) => {
    expect(plan(document)[0]).toBe(0)
  })

  it.each([
    '{ account(id: "a") { campaigns(first: 5, withDeleted: true) { nodes { name } } } }',
    '{ account(id: "a") { campaigns(sortBy: [{ field: NAME, direction: ASC }]) { nodes { name } } } }',
    '{ campaign(id: "c", accountId: "a") { name } }',
    '{ campaign(id: "Campaign:a:c") { name } }',
  ])('are certain with arguments that their types check: %s', (document) => {
    expect(plan(document)).toEqual([1, 1])
  })

  it('can be none if an ID is refused before anything is sent', () => {
    for (const id of ['Campaign:a:b/c', 'LineItem:a:c', 'Campaign:a', 'no id', ''])
      expect(plan(`{ campaign(id: "${id}") { name } }`)).toEqual([0, 1])
    expect(plan(inAccount('campaigns(ids: ["c", "no id"]) { nodes { id } }'))).toEqual([0, 1])
    for (const id of ['a b', 'Campaign:a:c'])
      expect(plan(`{ account(id: "${id}") { campaigns { nodes { id } } } }`)).toEqual([0, 1])
    const entity = (id: string) => `{ _entities(representations: [{ __typename: "Campaign", id: "${id}" }]) {
      ... on Campaign { name } ... on LineItem { name } } }`
    for (const id of ['Campaign:a:b/c', 'LineItem:a:c', 'c']) expect(plan(entity(id))).toEqual([0, 0])
    expect(plan(entity('Campaign:a:c'))).toEqual([1, 1])
    for (const type of ['"Media"', '"Nothing"', '"ContentCategory"', 'null'])
      expect([type, plan(entity('Campaign:a:c').replace('"Campaign"', type))]).toEqual([type, [0, 0]])
    for (const refused of ['"Campaign:a:c"', '{ id: "Campaign:a:c" }', '1'])
      expect(plan(`{ _entities(representations: [${refused}]) { ... on Campaign { name } } }`)).toEqual([0, 0])
    const ids = Array.from({ length: 201 }, (_, nth) => `c${nth}`)
    const byIds = 'query ($ids: [ID!]) { account(id: "a") { campaigns(ids: $ids) { nodes { id } } } }'
    expect(plan(byIds, { ids })[0]).toBe(0)
    expect(plan(byIds, { ids: ids.slice(1) })[0]).toBe(1)
    for (const id of ['LineItem:a:c', 'Campaign:b:c']) expect([id, plan(byIds, { ids: [id] })]).toEqual([id, [0, 1]])
    expect(plan(byIds, { ids: ['Campaign:a:c'] })).toEqual([1, 1])
    for (const id of ['Campaign:a:c', 'LineItem:b:l'])
      expect(plan(inAccount(`targetingCriteria(lineItemIds: ["${id}"]) { nodes { id } }`))[0]).toBe(0)
    expect(plan(inAccount('campaigns(after: "nonsense") { nodes { id } }'))[0]).toBe(0)
  })

  it('join the look-up of an account for its time zone with look-ups of other accounts', () => {
    const stats = `stats(startTime: "2026-06-01", endTime: "2026-06-02", granularity: DAY, placement: ALL_ON_SVC) { startTime }`
    const endpoints = (document: string) =>
      planned(document).steps.flatMap(({ endpoint }) => (endpoint?.path.startsWith('accounts') ? [endpoint?.path] : []))

    expect(endpoints(`{ b: account(id: "b") { id ${stats} } }`)).toEqual(['accounts/:account_id'])
    expect(endpoints(`{ a: account(id: "a") { name } b: account(id: "b") { id ${stats} } }`)).toEqual([
      'accounts',
      'accounts',
    ])
  })

  it('can be none for cached data, and below a row that may not exist', () => {
    expect(plan('{ account(id: "a") { name } }')).toEqual([0, 1])
    expect(plan(inAccount('name campaigns { nodes { id } }'))).toEqual([0, 2])
    expect(plan('{ campaign(id: "Campaign:a:c") { name lineItems { nodes { id } } } }')).toEqual([1, 2])
    expect(plan('{ campaign(id: "Campaign:a:c") { id lineItems { nodes { id } } } }')).toEqual([1, 1])
  })

  it('have the list as endpoint where one account is looked up together with others', () => {
    const endpoints = (text: string) => planned(text).steps.map(({ endpoint }) => endpoint?.path)
    const nodes = (...ids: string[]) => `nodes(ids: ${JSON.stringify(ids)}) { ... on Account { name } }`

    expect(endpoints('{ account(id: "a") { name } }')).toEqual(['accounts/:account_id'])
    expect(endpoints(`{ ${nodes('Account:b', 'Account:c')} }`)).toEqual(['accounts'])
    expect(endpoints(`{ account(id: "a") { name } ${nodes('Account:b', 'Account:c')} }`)).toEqual([
      'accounts',
      'accounts',
    ])
  })

  it('can be none for a list without selected rows', () => {
    expect(plan(inAccount('campaigns { __typename pageInfo { hasPreviousPage } }'))).toEqual([0, 1])
  })

  it('are more for a resumed list: in the middle of a page, after a row that has moved, or to count it', () => {
    // There may be none, because only its own list accepts a cursor.
    expect(plan(inAccount('campaigns(after: "c") { nodes { id } }'))).toEqual([0, 3])
    expect(plan(inAccount('campaigns(after: "c") { totalCount }'))).toEqual([0, 4])
  })

  it('are at most one for the children of 200 parents if their documented limit fits into a page', () => {
    expect(plan(inCampaigns(9, 'lineItems { nodes { id } }'))).toEqual([1, 2])
    // 200 campaigns can have 20,000 line items: 20 pages, read twice at worst.
    expect(plan(inCampaigns(200, 'lineItems(first: 5) { nodes { id } }'))).toEqual([1, 1 + 1 + 40])
    expect(plan(inCampaigns(201, 'lineItems(first: 5) { nodes { id } }'))).toEqual([1, 1 + 2 + 40])
  })

  it('are at most two for each parent if one parent can have more rows than a page', () => {
    const lineItems = (first: number, selection: string) =>
      inAccount(`lineItems(first: ${first}) { nodes { ${selection} } }`)
    expect(plan(lineItems(1, 'promotedPosts(first: 5) { nodes { id } }'))).toEqual([1, 2])
    expect(plan(lineItems(2, 'promotedPosts(first: 5) { nodes { id } }'))).toEqual([1, 1 + 3])
    expect(plan(lineItems(200, 'promotedPosts(first: 10) { nodes { id } }'))).toEqual([1, 1 + 399 + 2])
  })

  it('are one for each parent if the interface cannot batch them', () => {
    expect(plan(inCampaigns(70, 'mediaCreatives(first: 10) { nodes { id } }'))).toEqual([1, 1 + 70])
    expect(plan('{ accounts(first: 30) { nodes { campaigns(first: 2) { nodes { id } } } } }')).toEqual([0, 1 + 30])
  })

  it('batch children and references of the same account only', () => {
    const selection = 'campaigns(first: 2) { nodes { fundingInstrument { description } } }'
    expect(plan(`{ accounts(first: 30) { nodes { ${selection} } } }`)).toEqual([0, 1 + 30 + 30])
  })

  it('are one for 200 references, and none if their IDs are enough', () => {
    const lineItems = (first: number, selection: string) =>
      inAccount(`lineItems(first: ${first}) { nodes { ${selection} } }`)
    expect(plan(lineItems(200, 'campaign { name }'))).toEqual([1, 2])
    expect(plan(lineItems(201, 'campaign { name }'))).toEqual([1, 3])
    expect(plan(lineItems(201, 'campaign { id __typename }'))).toEqual([1, 1])
  })

  it('count the requested IDs, not the page size', () => {
    expect(plan(inAccount('campaigns(ids: ["a", "b"]) { nodes { mediaCreatives { nodes { id } } } }'))).toEqual([1, 3])
    expect(plan(inAccount('campaigns(ids: []) { nodes { mediaCreatives { nodes { id } } } }'))).toEqual([0, 0])
    expect(plan(inAccount('campaigns(fundingInstrumentIds: []) { nodes { id } }'))).toEqual([0, 1])
  })

  it('are one for a write, and those that its items need for a batch that is split', () => {
    const promote = `mutation ($ids: [ID!]!) { createPromotedPosts(
      input: { accountId: "a", lineItemId: "l", postIds: $ids }, split: true
    ) { userErrors { code } } }`
    expect(plan(promote, { ids: [] })).toEqual([0, 1])
    expect(plan(promote, { ids: Array.from({ length: 501 }, String) })).toEqual([0, 11])
    const remove = 'mutation { deleteCampaign(input: { campaignId: "Campaign:a:c" }) { userErrors { code } } }'
    expect(plan(remove)).toEqual([0, 1])
  })

  it('count all rows of a batch, of a list without pages, and of a list inside a row', () => {
    const parentsOf = (text: string, variables?: Record<string, unknown>) =>
      planned(text, variables).steps.map(({ field, parents }) => [field, parents.max])
    const operations = Array.from({ length: 201 }, (_, index) => ({
      delete: {
        campaignId: `Campaign:a:${index}`,
      },
    }))
    const batch = `mutation ($operations: [CampaignOperation!]!) { batchCampaigns(
      input: { accountId: "a", operations: $operations }, split: true
    ) { campaigns { mediaCreatives(first: 1) { nodes { id } } fundingInstrument { description } } } }`
    expect(parentsOf(batch, { operations }).slice(-2)).toEqual([
      ['batchCampaigns.campaigns.mediaCreatives', 201],
      ['batchCampaigns.campaigns.fundingInstrument', 201],
    ])
    expect(plan(batch, { operations })[1]).toBe(6 + 201 + 2)
    expect(parentsOf('{ publishers { nodes { contentCategories { nodes { name } } } } }')).toEqual([
      ['publishers', 1],
      ['publishers.contentCategories', 1000],
    ])
    const card = `{ card(id: "Card:a:c") { ... on ComposableCard {
      components { ... on MediaComponent { media { mediaUrl } } } slides { ... on MediaComponent { media { mediaUrl } } }
    } } }`
    expect(parentsOf(card).slice(1)).toEqual([
      ['card.components.media', 10],
      ['card.slides.media', 100],
    ])
  })

  it('count the different IDs of nodes by type and account, and the fields of each type', () => {
    const ids = (type: string, account: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${type}:${account}:${index}`)
    const nodes = `query ($ids: [ID!]!) { nodes(ids: $ids) {
      id ... on Campaign { lineItems(first: 1) { nodes { id } } } ... on TargetingCriterion { lineItem { name } }
    } }`
    const all = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    expect(plan(all, { ids: ids('LineItem', 'a', 201) })).toEqual([2, 2])
    expect(plan(all, { ids: [...ids('LineItem', 'a', 200), ...ids('LineItem', 'a', 200)] })).toEqual([1, 1])
    expect(plan(all, { ids: [...ids('LineItem', 'a', 1), ...ids('LineItem', 'b', 1)] })).toEqual([2, 2])
    // No fragment shows anything of them.
    expect(plan(nodes, { ids: ids('LineItem', 'a', 201) })).toEqual([0, 0])
    expect(plan(nodes, { ids: ids('Campaign', 'a', 9) })).toEqual([1, 1 + 1])
    expect(plan(nodes, { ids: ids('TargetingCriterion', 'a', 3) })).toEqual([3, 3 + 1])
    for (const type of ['CuratedCategory', 'DraftPost', 'LineItemCuratedCategory', 'Media', 'Recommendation'])
      expect([type, plan(all, { ids: ids(type, 'a', 3) })]).toEqual([type, [3, 3]])
    expect(plan(nodes, { ids: ['nonsense', 'Nothing:a:b', 'Campaign'] })).toEqual([0, 0])
    expect(plan('{ node(id: "Campaign:a:b") { id } }')).toEqual([1, 1])
  })

  it('count the representations of a federation gateway in the same way', () => {
    const representations = Array.from({ length: 1000 }, (_, id) => ({
      __typename: 'LineItem',
      id: `LineItem:a:${id}`,
    }))
    const entities = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on LineItem { name campaign { name } } }
    }`
    expect(plan(entities, { representations })).toEqual([5, 5 + 5])
  })

  it('count a field once if it is selected twice; under two aliases its reads can be one', () => {
    expect(
      plan(inAccount('campaigns { nodes { id } } ...A } } fragment A on Account { campaigns { nodes { name }')),
    ).toEqual([1, 1])
    expect(plan(inAccount('a: campaigns { nodes { id } } b: campaigns { nodes { id } }'))).toEqual([1, 2])
    expect(plan(inAccount('campaigns { nodes { id } } lineItems { nodes { id } }'))).toEqual([2, 2])
  })

  it('leave out fields that variables skip', () => {
    const document = `query ($with: Boolean!, $first: Int = 7) { account(id: "a") {
      campaigns(first: $first) @include(if: $with) { nodes { mediaCreatives { nodes { id } } } }
    } }`
    expect(plan(document, { with: false })).toEqual([0, 0])
    expect(plan(document, { with: true })).toEqual([1, 1 + 7])
    expect(plan(document, { with: true, first: 9 })).toEqual([1, 1 + 9])
  })

  it.each([
    ['nodes { id name @include(if: $is) }', true],
    ['edges { node { id name @include(if: $is) } }', true],
    ['nodes { id name @skip(if: $is) }', false],
  ])('depend on variables below a connection, whichever come first: %s', (part, needed) => {
    const text = `query ($is: Boolean!) { contentCategories(first: 3) { nodes { iabCategories { ${part} } } } }`
    for (const order of [
      [needed, !needed],
      [!needed, needed],
    ]) {
      const document = parse(text)
      const operation = getOperationAST(document)!
      const calls = order.map((is) => planOf(schema, { document, operation, variables: { is } }).calls)
      const max = Object.fromEntries(order.map((is, nth) => [String(is === needed), calls[nth]!.max]))
      expect(max).toEqual({ true: 2, false: 1 })
    }
  })

  it('are none for a list with an invalid `first`', () => {
    expect(plan(inAccount('campaigns(first: 1001) { nodes { id } }'))).toEqual([0, 0])
    expect(plan(inAccount('campaigns(first: 0) { nodes { id } }'))).toEqual([0, 0])
  })

  it('include reading all rows to count below several parents', () => {
    expect(plan(inCampaigns(1, 'lineItems(first: 1) { totalCount }'))).toEqual([1, 2])
    expect(plan(inCampaigns(200, 'lineItems(first: 1) { all: totalCount }'))).toEqual([1, 1 + 1 + 40])
  })
})

describe('the rows that an operation reads', () => {
  it('are at most the rows of its lists and references, and full pages if parents share them', () => {
    const rows = (text: string) => planned(text).rows.max
    expect(rows('{ account(id: "a") { id } }')).toBe(0)
    expect(rows(inCampaigns(50, 'fundingInstrument { name: description }'))).toBe(50 + 50)
    expect(rows(inCampaigns(50, 'fundingInstrument { id }'))).toBe(50)
    expect(rows(inCampaigns(9, 'lineItems(first: 1) { nodes { id } }'))).toBe(9 + 1000)
  })
})

describe('the steps of a plan', () => {
  it('have the field, its endpoint, its parents, and the steps they wait for', () => {
    const { steps, calls } = planned(`{ account(id: "a") {
      campaigns(first: 9) { edges { node { name items: lineItems(first: 5) { nodes { campaign { name } } } } } }
      pollCards(first: 3) { nodes { id } }
    } }`)
    expect(calls).toEqual({ min: 2, max: 4 })
    expect(steps.map((step) => ({ ...step, endpoint: step.endpoint?.path }))).toEqual([
      {
        id: 0,
        field: 'account.campaigns',
        endpoint: 'accounts/:account_id/campaigns',
        account: 'a',
        parents: { max: 1 },
        keysPerCall: 1,
        calls: { min: 1, max: 1 },
        rows: { max: 9 },
        after: [],
      },
      {
        id: 1,
        field: 'account.campaigns.items',
        endpoint: 'accounts/:account_id/line_items',
        account: 'a',
        parents: { max: 9 },
        keysPerCall: 200,
        calls: { min: 0, max: 1 },
        rows: { max: 1000 },
        after: [0],
      },
      {
        id: 2,
        field: 'account.campaigns.items.campaign',
        endpoint: 'accounts/:account_id/campaigns',
        account: 'a',
        parents: { max: 45 },
        keysPerCall: 200,
        calls: { min: 0, max: 1 },
        rows: { max: 45 },
        after: [1],
      },
      {
        id: 3,
        field: 'account.pollCards',
        endpoint: 'accounts/:account_id/cards/poll',
        account: 'a',
        parents: { max: 1 },
        keysPerCall: 1,
        calls: { min: 1, max: 1 },
        rows: { max: 3 },
        after: [],
      },
    ])
  })

  it('serve up to 200 IDs in a call of a list that is filtered by them', () => {
    const { steps } = planned(inAccount('campaigns(ids: ["c", "d"]) { nodes { id } } lineItems { nodes { id } }'))
    expect(steps.map(({ keysPerCall }) => keysPerCall)).toEqual([200, 1])
  })

  it('have the endpoint of a single entity where no other look-up can join', () => {
    const endpoints = (text: string) => planned(text).steps.map(({ endpoint }) => endpoint?.path)
    const campaign = (id: string) => `campaign(id: "Campaign:a:${id}") { name }`
    expect(endpoints(`{ ${campaign('c')} }`)).toEqual(['accounts/:account_id/campaigns/:campaign_id'])
    expect(endpoints(`{ one: ${campaign('c')} two: ${campaign('d')} }`)).toEqual([
      'accounts/:account_id/campaigns',
      'accounts/:account_id/campaigns',
    ])
    // Equal look-ups are one; others cannot join one with other arguments.
    expect(endpoints(`{ one: ${campaign('c')} two: ${campaign('c')} }`)).toEqual([
      'accounts/:account_id/campaigns/:campaign_id',
      'accounts/:account_id/campaigns/:campaign_id',
    ])
    const deleted = campaign('d').replace(')', ', withDeleted: true)')
    expect(endpoints(`{ one: ${campaign('c')} two: ${deleted} }`)).toEqual([
      'accounts/:account_id/campaigns/:campaign_id',
      'accounts/:account_id/campaigns/:campaign_id',
    ])
    const inOtherAccounts = `{ one: ${campaign('c')} two: campaign(id: "Campaign:b:c") { name } }`
    const later = `{ one: ${campaign('c')} lineItem(id: "LineItem:a:l") { campaign { name } } }`
    expect(endpoints(inOtherAccounts)).toEqual([
      'accounts/:account_id/campaigns/:campaign_id',
      'accounts/:account_id/campaigns/:campaign_id',
    ])
    expect(endpoints(later)).toEqual([
      'accounts/:account_id/campaigns/:campaign_id',
      'accounts/:account_id/line_items/:line_item_id',
      'accounts/:account_id/campaigns',
    ])
    expect(endpoints('{ account(id: "a") { name } }')).toEqual(['accounts/:account_id'])
    expect(endpoints('{ node(id: "Account:a") { id } }')).toEqual(['accounts/:account_id'])
  })

  it('have the list as endpoint where look-ups with equal arguments join, whichever of them are variables', () => {
    const campaign = {
      type: new GraphQLObjectType({ name: 'Campaign', fields: { name: { type: GraphQLString } } }),
      args: { id: { type: GraphQLID }, lang: { type: GraphQLString }, withDeleted: { type: GraphQLBoolean } },
      extensions: lookUpCost(listCampaigns, { alone: true }),
    }
    const ofCampaigns = new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: { campaign } }),
    })
    const text = `query ($lang: String) {
      one: campaign(id: "Campaign:a:c", lang: "en", withDeleted: true) { name }
      two: campaign(id: "Campaign:a:d", lang: $lang, withDeleted: true) { name }
    }`
    const endpoints = (lang: string) =>
      planned(text, { lang }, ofCampaigns).steps.map(({ endpoint }) => endpoint?.path.split('/').at(-1))

    expect(endpoints('en')).toEqual(['campaigns', 'campaigns'])
    expect(endpoints('de')).toEqual([':campaign_id', ':campaign_id'])
  })

  it('have the account of an account that is a node', () => {
    const { steps } = planned('{ node(id: "Account:a") { ... on Account { name campaigns { nodes { id } } } } }')
    expect(steps.map(({ field, account }) => [field, account])).toEqual([
      ['node', 'a'],
      ['node.campaigns', 'a'],
    ])
  })

  it('are one for each type of nodes', () => {
    const { steps } = planned(
      '{ nodes(ids: ["Media:a:m", "Campaign:a:c"]) { ... on Media { name } ... on Campaign { lineItems { nodes { id } } } } }',
    )
    expect(steps.map(({ field, endpoint, after }) => [field, endpoint?.path, after])).toEqual([
      ['nodes', 'accounts/:account_id/media_library/:media_key', []],
      ['nodes', 'accounts/:account_id/campaigns', []],
      ['nodes.lineItems', 'accounts/:account_id/line_items', [1]],
    ])
  })
})

describe('every connection', () => {
  it('declares its cost', () => {
    const silent = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
      )
      .filter(({ field }) => /Connection!?$/.test(String(field.type)) && field.extensions['cost'] === undefined)

    // Adgraph keeps the operations of long work itself.
    expect(silent.map(({ place }) => place)).toEqual(['Query.bulkOperations'])
  })
})

describe('the calls that are expected', () => {
  it('are computed for a deep selection below a long argument', () => {
    const deep = Array.from({ length: 10 }).reduce<string>(
      (below) => `lineItems(first: 1) { nodes { campaign { ${below} } } }`,
      'name',
    )
    const plan = planned(
      `query ($name: String) { account(id: "a") { campaigns(first: 1, namePrefix: $name) { nodes { ${deep} } } } }`,
      { name: '"'.repeat(1_000) },
    )

    expect(expectationOf(plan, () => undefined).calls).toBeNull()
  })

  it('are computed without a comparison of representations with thousands of members', () => {
    const document = parse('query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }')
    const operation = getOperationAST(document)!
    let reads = 0
    const representation = { __typename: 'Campaign', id: 'Campaign:a:c' }
    for (let nth = 0; nth < 5_000; nth += 1)
      Object.defineProperty(representation, `m${nth}`, { enumerable: true, get: () => (reads += 1) })
    const plan = planOf(schema, { document, operation, variables: { r: [representation] } })
    reads = 0

    expect(expectationOf(plan, () => undefined).calls).toBe(1)
    expect(reads).toBe(5_000)
  })
})
