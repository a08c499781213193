import { getNamedType, isInterfaceType, isNonNullType, isObjectType, type GraphQLField } from 'graphql'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '../../../sandbox/campaign/campaign.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, type TableDefinition } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import type { CampaignSortBy } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'

const UNKNOWN = `query ($account: ID!, $field: String!) {
  account(id: $account) { apps(sortBy: { field: $field, direction: ASC }) { nodes { restId } } }
}`
const SORTED = graphql(`query SortedCampaigns($account: ID!, $sortBy: [CampaignSortBy!]) {
  account(id: $account) { campaigns(sortBy: $sortBy) { nodes { name updatedAt } } }
}`)
const COUNTED = graphql(`query CountedCampaigns($account: ID!, $after: String) {
  account(id: $account) {
    campaigns(first: 3, after: $after) { nodes { id } pageInfo { endCursor } totalCount }
  }
}`)
const COUNTED_BELOW = graphql(`query CountedLineItems($account: ID!) {
  account(id: $account) { campaigns { nodes { lineItems(first: 2) { totalCount nodes { id } } } } }
}`)

const ACCOUNT = EURO_ACCOUNT_ID

const graph = useSandboxGraph()

/** Restores the rows that a test has changed. */
const reset = () => fetch(`${graph.sandbox.url}/sandbox/reset`, { method: 'POST' })

interface Connection {
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const CONNECTION = '{ edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'

/** A connection field of one entity: its parent, and its required arguments. */
interface Place {
  type: string
  field: string
  parent: string
  required: string
}

const CAMPAIGNS: Place = { type: 'Account', field: 'campaigns', parent: `account(id: "${ACCOUNT}")`, required: '' }

/** Pages of a list, one for each set of arguments, in one request. */
async function pages({ parent, field, required }: Place, args: readonly string[]): Promise<Connection[]> {
  // A document needs a field; an empty list has no edge from which to continue.
  if (args.length === 0) return []
  const aliases = args.map((text, index) => `a${index}: ${field}(${text} ${required}) ${CONNECTION}`)
  const document = parent === '' ? `{ ${aliases.join('\n')} }` : `{ parent: ${parent} { ${aliases.join('\n')} } }`
  const { data, errors } = await graph.query<{ parent: Record<string, Connection> } & Record<string, Connection>>(
    document,
  )
  expect(errors).toBeUndefined()
  return args.map((_, index) => (parent === '' ? data : data.parent)[`a${index}`]!)
}

const page = async (place: Place, args: string): Promise<Connection> => (await pages(place, [args]))[0]!

const idsOf = ({ edges }: Connection) => edges.map(({ node }) => node.id)

/** Enough pages for whatever happens between two of them. */
const MAX_PAGES = 12

/** A list, read in pages of this size: the whole list, or its first pages. */
async function walk(place: Place, first: number): Promise<Connection[]> {
  const walked = [await page(place, `first: ${first}`)]
  while (walked.at(-1)!.pageInfo.hasNextPage && walked.length < MAX_PAGES)
    walked.push(await page(place, `first: ${first}, after: "${walked.at(-1)!.pageInfo.endCursor}"`))
  return walked
}

/** Some IDs of a table's rows, in the order of the sandbox. */
async function firstIds(table: string, count: number): Promise<string[]> {
  const { data } = await graph.query<{ account: Record<string, { nodes: { restId: string }[] }> }>(
    `{ account(id: "${ACCOUNT}") { ${table}(first: ${count}) { nodes { restId } } } }`,
  )
  return data.account[table]!.nodes.map(({ restId }) => restId)
}

const requiresArgument = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)

/** The type with this name, with its fields. */
function fieldsOf(typeName: string) {
  const type = schema.getType(typeName)
  if (!isObjectType(type) && !isInterfaceType(type)) throw new TypeError(`${typeName} has no fields`)
  return type.getFields()
}

/** Whether a field returns a connection whose rows have IDs. */
function isConnection({ type }: GraphQLField<unknown, unknown>): boolean {
  const { name } = getNamedType(type)
  if (!name.endsWith('Connection')) return false
  return 'id' in fieldsOf(getNamedType(fieldsOf(name)['nodes']!.type).name)
}

/** The connection fields of a type, except those with a required argument that only their own tests know. */
function connectionFields(typeName: string): string[] {
  return Object.values(fieldsOf(typeName))
    .filter((field) => isConnection(field) && !requiresArgument(field))
    .map(({ name }) => name)
}

/** For each field of a type, the row of that type with the longest list. */
async function placesBelow(type: string, table: string, root: string): Promise<Place[]> {
  const fields = connectionFields(type)
  const { data, errors } = await graph.query<{
    account: { parents: { nodes: ({ restId: string } & Record<string, { nodes: unknown[] }>)[] } }
  }>(
    `{ account(id: "${ACCOUNT}") { parents: ${table}(first: 20) { nodes {
      restId ${fields.map((field) => `${field}(first: 50) { nodes { id } }`).join(' ')}
    } } } }`,
  )
  expect(errors).toBeUndefined()
  return fields.map((field) => {
    const longest = data.account.parents.nodes.reduce((a, b) =>
      b[field]!.nodes.length > a[field]!.nodes.length ? b : a,
    )
    return { type, field, parent: `${root}(accountId: "${ACCOUNT}", id: "${longest.restId}")`, required: '' }
  })
}

describe('every connection', () => {
  let places: Place[]
  beforeAll(async () => {
    const ofAccount = { type: 'Account', parent: `account(id: "${ACCOUNT}")` }
    const ids = await firstIds('lineItems', 5)
    places = [
      { type: 'Query', field: 'accounts', parent: '', required: '' },
      ...connectionFields('Account').map((field) => ({ ...ofAccount, field, required: '' })),
      { ...ofAccount, field: 'targetingCriteria', required: `lineItemIds: ${JSON.stringify(ids)}` },
      ...(await placesBelow('FundingInstrument', 'fundingInstruments', 'fundingInstrument')),
      ...(await placesBelow('Campaign', 'campaigns', 'campaign')),
      ...(await placesBelow('LineItem', 'lineItems', 'lineItem')),
    ]
  })

  it('is among those that are walked here', () => {
    expect(places.map(({ type, field }) => `${type}.${field}`)).toEqual(
      expect.arrayContaining([
        'Query.accounts',
        'Account.fundingInstruments',
        'Account.campaigns',
        'Account.lineItems',
        'Account.promotedPosts',
        'Account.promotedAccounts',
        'Account.scheduledPromotedPosts',
        'Account.mediaCreatives',
        'Account.trackingTags',
        'Account.targetingCriteria',
        'Account.promotableUsers',
        'FundingInstrument.campaigns',
        'FundingInstrument.lineItems',
        'Campaign.lineItems',
        'Campaign.mediaCreatives',
        'LineItem.promotedPosts',
        'LineItem.promotedAccounts',
        'LineItem.scheduledPromotedPosts',
        'LineItem.mediaCreatives',
        'LineItem.trackingTags',
        'LineItem.targetingCriteria',
      ]),
    )
  })

  it('returns the same rows in the same order with pages of 1, 7, 200 and 1000, none twice, none missing', async () => {
    for (const place of places) {
      const whole = await page(place, 'first: 1000')
      expect(new Set(idsOf(whole)).size).toBe(whole.edges.length)
      expect(whole.pageInfo.hasNextPage).toBe(false)
      for (const first of [1, 7, 200]) {
        const walked = await walk(place, first)
        expect({ place, ids: walked.flatMap(idsOf) }).toEqual({
          place,
          ids: idsOf(whole).slice(0, first * MAX_PAGES),
        })
        expect(walked.slice(0, -1).every(({ edges }) => edges.length === first)).toBe(true)
      }
    }
  })

  it('continues exactly after any edge, of a page of any length', async () => {
    for (const place of places) {
      const whole = await page(place, 'first: 1000')
      const ids = idsOf(whole)
      const cursors = [whole, ...(await walk(place, 7))].flatMap(({ edges }) => edges).filter((_, index) => index < 60)
      const resumed = await pages(
        place,
        cursors.map(({ cursor }) => `first: 2, after: "${cursor}"`),
      )
      expect({ place, ids: resumed.map(idsOf) }).toEqual({
        place,
        ids: cursors.map(({ node }) => ids.slice(ids.indexOf(node.id) + 1).slice(0, 2)),
      })
    }
  })
})

describe('a page', () => {
  it('reports its position', async () => {
    const start = await page(CAMPAIGNS, 'first: 5')
    const middle = await page(CAMPAIGNS, `first: 5, after: "${start.pageInfo.endCursor}"`)
    const end = await page(CAMPAIGNS, `first: 5, after: "${middle.pageInfo.endCursor}"`)

    expect([start, middle, end].map(({ edges }) => edges.length)).toEqual([5, 5, 2])
    expect([start, middle, end].map(({ pageInfo }) => pageInfo)).toEqual(
      [start, middle, end].map(({ edges }, index) => ({
        hasNextPage: index < 2,
        hasPreviousPage: index > 0,
        startCursor: edges[0]!.cursor,
        endCursor: edges.at(-1)!.cursor,
      })),
    )
  })

  it('is empty after the last edge', async () => {
    const whole = await page(CAMPAIGNS, 'first: 12')
    expect(await page(CAMPAIGNS, `first: 3, after: "${whole.pageInfo.endCursor}"`)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    })
  })

  it('continues from a cursor with another `first`, and with equivalent arguments', async () => {
    const { endCursor } = (await page(CAMPAIGNS, 'first: 3')).pageInfo
    const same = await pages(CAMPAIGNS, [
      `first: 2, after: "${endCursor}"`,
      `first: 2, after: "${endCursor}", withDeleted: false, sortBy: [], namePrefix: null, ids: null`,
    ])
    expect(idsOf(same[1]!)).toEqual(idsOf(same[0]!))
  })

  it('requests exactly `first` rows from the service, or its default number without `first`', async () => {
    await page(CAMPAIGNS, 'first: 5')
    await graph.query(`{ account(id: "${ACCOUNT}") { campaigns { nodes { id } } } }`)

    const counts = graph.sandbox.requests.map(({ query }) => Object.fromEntries(query)['count'])
    expect(counts).toEqual(['5', '200'])
  })
})

describe('a row that is deleted between two pages', () => {
  afterEach(reset)

  const lists: { name: string; place: () => Promise<Place>; table: TableDefinition<never> }[] = [
    {
      name: 'of an account',
      place: () => Promise.resolve(CAMPAIGNS),
      table: campaigns,
    },
    {
      name: 'below a campaign',
      async place() {
        const [id] = await firstIds('campaigns', 1)
        const parent = `campaign(accountId: "${ACCOUNT}", id: "${id}")`
        return { type: 'Campaign', field: 'lineItems', parent, required: '' }
      },
      table: lineItems,
    },
  ]
  const deletions: [string, (edge: number) => number[]][] = [
    ["the cursor's row", (edge) => [edge]],
    ['the row before it', (edge) => [edge - 1]],
    ['the row after it', (edge) => [edge + 1]],
    ["the cursor's row and both neighbours", (edge) => [edge - 1, edge, edge + 1]],
    ["the cursor's row and all rows before it", (edge) => Array.from({ length: edge + 1 }, (_, index) => index)],
  ]

  describe.each(lists)('$name', ({ place: placeOf, table }) => {
    it.each(deletions)('does not make other rows disappear: %s', async (_, deleted) => {
      const place = await placeOf()
      const { edges } = await page(place, 'first: 4')
      const all = idsOf(await page(place, 'first: 1000'))
      for (const edge of edges.keys()) {
        const gone = new Set(deleted(edge).map((index) => all[index]))
        for (const id of gone) if (id !== undefined) graph.sandbox.store.table(table).remove(ACCOUNT, id.split(':')[2]!)
        const rest = await page(place, `first: 1000, after: "${edges[edge]!.cursor}"`)
        expect({ edge, ids: idsOf(rest) }).toEqual({ edge, ids: all.slice(edge + 1).filter((id) => !gone.has(id)) })
        await reset()
      }
    })

    it('does not repeat the list after its last row, which was the first of its page', async () => {
      const place = await placeOf()
      const { edges } = await page(place, 'first: 1000')
      const last = await page(place, `first: 1000, after: "${edges.at(-2)!.cursor}"`)
      expect(idsOf(last)).toEqual([edges.at(-1)!.node.id])
      graph.sandbox.store.table(table).remove(ACCOUNT, idsOf(last)[0]!.split(':')[2]!)
      expect(idsOf(await page(place, `first: 1000, after: "${last.pageInfo.endCursor}"`))).toEqual([])
    })
  })
})

describe('a cursor whose row was deleted with both rows before and after it', () => {
  afterEach(reset)

  it('resumes at the start of the page from the service, so that no row is lost', async () => {
    const all = idsOf(await page(CAMPAIGNS, 'first: 12'))
    const { edges } = await page(CAMPAIGNS, 'first: 8')
    for (const id of all.slice(1, 6)) graph.sandbox.store.table(campaigns).remove(ACCOUNT, id.split(':')[2]!)

    const rest = await page(CAMPAIGNS, `first: 3, after: "${edges[3]!.cursor}"`)
    expect(idsOf(rest)).toEqual([all[0], ...all.slice(6, 8)])
    expect(idsOf(await page(CAMPAIGNS, `first: 1, after: "${rest.pageInfo.endCursor}"`))).toEqual([all[8]])
  })
})

describe('a cursor whose part from the service was changed', () => {
  it.each(['campaigns', 'lineItems'])('is the input of the caller: %s', async (field) => {
    const [id] = await firstIds('campaigns', 1)
    const parent =
      field === 'campaigns' ? `account(id: "${ACCOUNT}")` : `campaign(accountId: "${ACCOUNT}", id: "${id}")`
    const list = (args: string) => `{ parent: ${parent} { list: ${field}(${args}) ${CONNECTION} } }`
    const first = await graph.query<{ parent: { list: Connection } }>(list('first: 1'))
    const { endCursor } = first.data.parent.list.pageInfo
    const parts = JSON.parse(Buffer.from(endCursor!, 'base64url').toString()) as unknown[]
    const forged = Buffer.from(JSON.stringify(parts.with(2, 'junk'))).toString('base64url')
    const { data, errors } = await graph.query(list(`first: 1, after: "${forged}"`))

    expect(data).toEqual({ parent: { list: null } })
    expect(errors).toMatchObject([
      {
        message: '`after` is not a valid cursor',
        path: ['parent', 'list'],
        extensions: { code: 'BAD_USER_INPUT', field: 'after' },
      },
    ])
  })
})

describe('what breaks a limit is refused before anything is sent', () => {
  const list = (args: string) => `{ account(id: "${ACCOUNT}") { campaigns(${args}) { nodes { id } } } }`

  /** The errors of a document and the number of requests that were sent for it. */
  async function refusal(document: string, variables?: object) {
    graph.sandbox.clearRequests()
    const { errors = [] } = await graph.query(document, variables)
    return { refusals: errors.map(({ extensions }) => extensions), sent: graph.sandbox.requests.length }
  }

  /** The error of one field, if nothing was sent. */
  const of = (field: string, rule?: string) => ({
    refusals: [{ code: 'BAD_USER_INPUT', field, ...(rule !== undefined && { rule }) }],
    sent: 0,
  })

  it('a cursor of another list, or of this list with other arguments', async () => {
    const { endCursor } = (await page(CAMPAIGNS, 'first: 3')).pageInfo
    const after = `after: "${endCursor}"`

    expect(await refusal(`{ account(id: "${ACCOUNT}") { lineItems(${after}) { nodes { id } } } }`)).toEqual(of('after'))
    expect(await refusal(`{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(${after}) { nodes { id } } } }`)).toEqual(
      of('after'),
    )
    expect(await refusal(list(`${after}, withDeleted: true`))).toEqual(of('after'))
    expect(await refusal(list(`${after}, namePrefix: "a"`))).toEqual(of('after'))
    expect(await refusal(list(`${after}, sortBy: [{ field: NAME, direction: ASC }]`))).toEqual(of('after'))
    expect(await refusal(list(`${after}, ids: ["8wku2"]`))).toEqual(of('after'))
    expect(
      await refusal(
        `{ fundingInstrument(accountId: "${ACCOUNT}", id: "abc") { campaigns(${after}) { nodes { id } } } }`,
      ),
    ).toEqual(of('after'))
  })

  it.each([
    ['empty', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('campaign 3').toString('base64url')],
    ['of another form', Buffer.from('["a",1]').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['very long', 'A'.repeat(100_000)],
  ])('a cursor that is %s', async (_, cursor) => {
    expect(await refusal(list(`after: ${JSON.stringify(cursor)}`))).toEqual(of('after'))
  })

  it.each([0, -1, 1001])('a `first` of %i', async (first) => {
    expect(await refusal(list(`first: ${first}`))).toEqual(of('first', 'R-CONV-10'))
    expect(
      await refusal(`{ campaign(accountId: "${ACCOUNT}", id: "abc") { lineItems(first: ${first}) { nodes { id } } } }`),
    ).toEqual(of('first', 'R-CONV-10'))
  })

  it('201 IDs, and a name prefix of 0 or 256 characters or with half a character', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `c${index}`)
    expect(await refusal(list(`ids: ${JSON.stringify(ids)}`))).toEqual(of('ids', 'R-CONV-16'))
    expect(await refusal(list('namePrefix: ""'))).toEqual(of('namePrefix', 'R-CONV-15'))
    expect(await refusal(list(`namePrefix: "${'é'.repeat(256)}"`))).toEqual(of('namePrefix', 'R-CONV-15'))

    const half = { query: 'a\ud83d' }
    const document = `query ($query: String) { account(id: "${ACCOUNT}") { campaigns(namePrefix: $query) { nodes { id } } } }`
    expect(await refusal(document, half)).toEqual(of('namePrefix'))
  })
})

describe('filters', () => {
  it('that are empty lists return an empty page without a call', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${ACCOUNT}") { campaigns(ids: []) {
        totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        campaigns: {
          totalCount: 0,
          nodes: [],
          edges: [],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        },
      },
    })
    expect(graph.sandbox.requests).toEqual([])
  })

  it('accept 200 IDs, and 255 characters counted as code points', async () => {
    const ids = JSON.stringify(Array.from({ length: 200 }, (_, index) => `c${index}`))
    const { errors } = await graph.query(
      `{ account(id: "${ACCOUNT}") {
        a: campaigns(ids: ${ids}) { nodes { id } } b: campaigns(namePrefix: "${'☕'.repeat(254)}🔥") { nodes { id } }
      } }`,
    )
    expect(errors).toBeUndefined()
    expect(graph.sandbox.requests.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('the order of a list', () => {
  const sorted = (...sortBy: CampaignSortBy[]) => graph.query(SORTED, { account: ACCOUNT, sortBy })

  it('is sent as wire names of attributes with their directions', async () => {
    const { data } = await sorted({ field: 'UPDATED_AT', direction: 'DESC' }, { field: 'CREATED_AT', direction: 'ASC' })
    const times = data!.account!.campaigns!.nodes.map(({ updatedAt }) => updatedAt!)

    expect(times).toEqual([...times].sort().reverse())
    expect(Object.fromEntries(graph.sandbox.requests[0]!.query)['sort_by']).toBe('updated_at-desc,created_at-asc')
  })

  it('is an attribute that the list can be sorted by, and any other is refused before it is sent', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${ACCOUNT}") { campaigns(sortBy: { field: ENTITY_STATUS, direction: ASC }) { nodes { id } } } }`,
    )

    expect(errors).toMatchObject([{ message: expect.stringContaining('CampaignSortField') as string }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each(['', 'created at', 'created_at-desc', 'name,id', '1st'])(
    'by "%s" of a list whose attributes are not known is refused before it is sent',
    async (name) => {
      const { errors } = await graph.query(UNKNOWN, { account: ACCOUNT, field: name })

      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'sortBy', rule: 'R-CONV-14' } }])
      expect(graph.sandbox.requests).toEqual([])
    },
  )

  it("by an attribute that the service cannot sort is refused with the service's message", async () => {
    const { errors } = await graph.query(UNKNOWN, { account: ACCOUNT, field: 'osType' })

    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_ERROR', upstream: { status: 400, errors: [{ parameter: 'sort_by' }] } } },
    ])
  })
})

describe('totalCount', () => {
  const counted = async (after?: string | null) =>
    (await graph.query(COUNTED, { account: ACCOUNT, after })).data!.account!.campaigns!
  const sent = () =>
    graph.sandbox.requests.map(({ query }) => {
      const { count, cursor, with_total_count } = Object.fromEntries(query)
      return { count, hasCursor: cursor !== undefined, with_total_count }
    })

  it('is not requested unless it is selected', async () => {
    await graph.query(`{ account(id: "${ACCOUNT}") { campaigns(first: 3) { nodes { id } } } }`)
    expect(sent()).toEqual([{ count: '3', hasCursor: false, with_total_count: undefined }])
  })

  it('is requested with the first page', async () => {
    expect(await counted()).toMatchObject({ totalCount: 12, nodes: [{}, {}, {}] })
    expect(sent()).toEqual([{ count: '3', hasCursor: false, with_total_count: 'true' }])
  })

  it('is carried by the cursor to the next page', async () => {
    const { endCursor } = (await counted()).pageInfo
    graph.sandbox.clearRequests()
    const { totalCount } = await counted(endCursor)

    expect(totalCount).toBe(12)
    expect(sent()).toEqual([{ count: '3', hasCursor: true, with_total_count: undefined }])
  })

  it('costs a separate call, without the cursor, if the cursor does not contain it', async () => {
    const { endCursor } = (await page(CAMPAIGNS, 'first: 3')).pageInfo
    graph.sandbox.clearRequests()
    expect(await counted(endCursor)).toMatchObject({ totalCount: 12, nodes: [{}, {}, {}] })
    expect(sent()).toEqual([
      { count: '3', hasCursor: true, with_total_count: undefined },
      { count: '1', hasCursor: false, with_total_count: 'true' },
    ])
  })

  it("is requested with the page of a single parent's list, and is counted from the rows below several parents", async () => {
    const [one] = await firstIds('campaigns', 1)
    const alone = await graph.query(
      `{ campaign(accountId: "${ACCOUNT}", id: "${one}") { lineItems(first: 2) { totalCount nodes { id } } } }`,
    )
    expect(alone.data).toMatchObject({ campaign: { lineItems: { totalCount: 6, nodes: [{}, {}] } } })
    expect(sent().at(-1)).toEqual({ count: '2', hasCursor: false, with_total_count: 'true' })

    graph.sandbox.clearRequests()
    const many = await graph.query(COUNTED_BELOW, { account: ACCOUNT })
    expect(many.data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems!.totalCount)).toEqual(
      Array.from({ length: 12 }, () => 6),
    )
    expect(sent().map(({ with_total_count }) => with_total_count)).toEqual([undefined, undefined])
    expect(callCounts(many.calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 1,
    })
  })
})
