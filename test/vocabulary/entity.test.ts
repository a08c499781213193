import {
  getNamedType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { useSandboxGraph } from '../support/graph.ts'
import { IN_OTHER_WORDS, OTHER_WORDS } from '../support/other-words.ts'

const now = new Date()
const clock = { now: () => now }
const ours = useSandboxGraph({ sandbox: clock })
const theirs = useSandboxGraph({ sandbox: { ...clock, ...IN_OTHER_WORDS.sandbox }, graph: IN_OTHER_WORDS.graph })

/** What the lists that require arguments are read with. */
const GIVEN: Record<string, string> = {
  posts: 'postType: PUBLISHED',
  curatedCategories: 'countryCodes: ["US"]',
}

function objectOf({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>): GraphQLObjectType | undefined {
  const named = getNamedType(type)
  return isObjectType(named) ? named : undefined
}

/** The row as it arrived, and objects that are read by calls of their own. */
const NOT_COMPARED = new Set(['raw', 'taxSettings', 'authenticatedUserAccess'])

/** All fields of a type that need no call, with the fields of their objects. */
function columnsOf(type: GraphQLObjectType, levels = 3): string {
  return Object.values(type.getFields())
    .filter(({ name, args }) => !NOT_COMPARED.has(name) && args.length === 0)
    .flatMap((field) => {
      const named = getNamedType(field.type)
      if (isScalarType(named) || isEnumType(named)) return [field.name]
      const isPart = isObjectType(named) && named.getInterfaces().length === 0 && !named.name.endsWith('Connection')
      return isPart && levels > 0 ? [`${field.name} { ${columnsOf(named, levels - 1)} }`] : []
    })
    .join(' ')
}

/** Every list below an account or `Query` that can be read without a parent. */
function listsOf(type: GraphQLObjectType): [name: string, selection: string][] {
  return Object.values(type.getFields()).flatMap((field): [string, string][] => {
    const rows = objectOf(field)?.name.endsWith('Connection') ? objectOf(field)!.getFields()['nodes'] : undefined
    const row = rows && objectOf(rows)
    if (!row || (field.args.some(isRequiredArgument) && !GIVEN[field.name])) return []
    const args = GIVEN[field.name] ? `(first: 20, ${GIVEN[field.name]})` : '(first: 20)'
    return [[`${type.name}.${field.name}`, `${field.name}${args} { nodes { __typename ${columnsOf(row)} } }`]]
  })
}

const IN_ACCOUNT = listsOf(schema.getType('Account') as GraphQLObjectType)
/** Long work is Adgraph's own, and has no words of the service. */
const GLOBAL = listsOf(schema.getQueryType()!).filter(([name]) => name !== 'Query.bulkOperations')
const OPTIONS = listsOf(schema.getType('TargetingOptions') as GraphQLObjectType)

describe('a service whose every word differs', () => {
  it('has lists to compare', () => {
    expect([IN_ACCOUNT.length, GLOBAL.length, OPTIONS.length]).not.toContain(0)
  })

  it.each([
    ...IN_ACCOUNT.map(([name, selection]) => [name, `{ account(id: "${DEMO_ACCOUNT_ID}") { ${selection} } }`]),
    ...GLOBAL.map(([name, selection]) => [name, `{ ${selection} }`]),
    ...OPTIONS.map(([name, selection]) => [name, `{ targetingOptions { ${selection} } }`]),
  ])('gives the same rows of %s', async (_, document) => {
    const [expected, found] = [await ours.query(document), await theirs.query(document)]

    expect(expected.errors).toBeUndefined()
    expect(found.errors).toBeUndefined()
    expect(found.data).toEqual(expected.data)
    const sent = ({ calls }: typeof found) => calls.map(({ method, path, url }) => `${method} ${path} ${url}`)
    expect(sent(found)).toEqualInSteps(sent(expected))
  })

  it('echoes parameters in our words', async () => {
    const document = `{ keywordInsights(keywords: ["coffee"], granularity: DAY, startTime: "2026-06-01T00:00:00Z",
      endTime: "2026-06-04T00:00:00Z") { relatedKeywords requestParams } }`
    const [expected, found] = [await ours.query(document), await theirs.query(document)]

    expect(found.data).toEqual(expected.data)
    expect(JSON.stringify(found.data)).toContain('"granularity":"DAY"')
  })

  it('takes lists of values, and judges a batch by the rows that it has', async () => {
    const { data } = await ours.query<{
      account: { lineItems: { nodes: { objective: string; campaignId: string }[] } }
    }>(`{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 100) { nodes { objective campaignId } } } }`)
    const { campaignId } = data.account.lineItems.nodes.find(({ objective }) => objective === 'ENGAGEMENTS')!
    const document = `mutation ($campaignId: ID!) {
      batch: batchCampaigns(validateOnly: true, input: { accountId: "${DEMO_ACCOUNT_ID}", operations: [
        { update: { campaignId: $campaignId, dailyBudgetAmountLocalMicro: 12 } }
        { update: { campaignId: $campaignId, totalBudgetAmountLocalMicro: 11 } }
      ] }) { userErrors { field rule } }
      createLineItem(input: { accountId: "${DEMO_ACCOUNT_ID}", campaignId: $campaignId, objective: ENGAGEMENTS,
        productType: PROMOTED_POSTS, placements: [SVC_TIMELINE, SVC_SEARCH], bidStrategy: AUTO, entityStatus: PAUSED,
        startTime: "2030-01-01T00:00:00Z", endTime: "2030-02-01T00:00:00Z" }) {
        lineItem { placements entityStatus objective } userErrors { message field rule }
      }
    }`
    const [expected, found] = [await ours.query(document, { campaignId }), await theirs.query(document, { campaignId })]

    expect(found.errors).toEqual(expected.errors)
    expect(found.data).toEqual(expected.data)
    expect(JSON.stringify(found.data)).toContain('"rule":"R-CAMP-3"')
    expect(JSON.stringify(found.data)).toContain('"placements":["SVC_')
  })

  it('was asked in its words, and `raw` has them', async () => {
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 1) { nodes { entityStatus raw } } } }`
    const [expected, { data }] = [await ours.query(document), await theirs.query(document)]
    type Campaigns = { account: { campaigns: { nodes: { entityStatus: string; raw: Record<string, unknown> }[] } } }
    const [row] = (data as Campaigns).account.campaigns.nodes
    const [own] = (expected.data as Campaigns).account.campaigns.nodes

    expect(theirs.sandbox.requests.at(-1)!.url).toMatch(/^\/12\/path_accounts\/[^/]+\/path_campaigns\?sent_count=1$/)
    expect(Object.keys(row!.raw)).toEqual(Object.keys(own!.raw).map((name) => `col_${name}`))
    expect(row!.raw['col_entity_status']).toBe(`THEIR_${row!.entityStatus}`)
    expect(row!.raw['col_name']).toBe(own!.raw['name'])
    expect(Object.keys(OTHER_WORDS.columns).length).toBeGreaterThan(200)
  })
})
