import { composeServices } from '@theguild/federation-composition'
import { buildSchema, Kind, lexicographicSortSchema, parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, LIMIT_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { schemaSdl, semanticNonNull } from '../../../src/schema/directive.ts'
import { subgraphSdl } from '../../../src/schema/root/federation.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import type { EntitiesQuery } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

const ENTITIES = graphql(`query Entities($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename ... on LineItem { id name } ... on Campaign { id name } }
}`)

const LINE_ITEMS = graphql(`query LineItemIds($account: ID!) {
  account(id: $account) { lineItems(first: 990) { nodes { id } } }
}`)
const CAMPAIGN = graphql(`query OneCampaign($account: ID!) {
  account(id: $account) { campaigns(first: 1) { nodes { id restId } } }
}`)

/** The id of an entity of the types that the document selects it for, or null. */
const idOf = (entity: NonNullable<EntitiesQuery['_entities']>[number]) => (entity && 'id' in entity ? entity.id : null)

describe('the subgraph', () => {
  it('composes with another subgraph that adds a field to Campaign', () => {
    const reviews = `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key"])
      type Campaign @key(fields: "id") { id: ID! reviewedBy: String }
    `
    const result = composeServices([
      { name: 'ads', url: 'http://ads', typeDefs: parse(subgraphSdl(schema)) },
      { name: 'reviews', url: 'http://reviews', typeDefs: parse(reviews) },
    ])

    expect(result.errors).toBeUndefined()
    expect(result.supergraphSdl).toContain('reviewedBy: String @join__field(graph: REVIEWS)')
  })

  it('composes with another subgraph that has connections, and with one that reads Campaign by its key only', () => {
    const stock = `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable", "@external"])
      type PageInfo @shareable {
        hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
      }
      type Item @key(fields: "id") { id: ID! advertisedBy: Campaign }
      type Campaign @key(fields: "id", resolvable: false) { id: ID! }
      type ItemConnection { pageInfo: PageInfo! nodes: [Item!]! }
      type Query { items(first: Int): ItemConnection }
    `
    const result = composeServices([
      { name: 'ads', url: 'http://ads', typeDefs: parse(subgraphSdl(schema)) },
      { name: 'stock', url: 'http://stock', typeDefs: parse(stock) },
    ])

    expect(result.errors).toBeUndefined()
    expect(result.supergraphSdl).toMatch(/type PageInfo[^{]*@join__type\(graph: ADS\)[^{]*@join__type\(graph: STOCK\)/)
  })

  it('keeps the directives of fields for its own clients, and composes with them', () => {
    const fields = schema.getQueryType()!.getFields()
    const field = fields['accounts']!
    const { extensions } = field
    field.extensions = { ...extensions, ...semanticNonNull }
    const own = lexicographicSortSchema(schema)
    field.extensions = extensions

    expect(schemaSdl(own)).toMatch(/\n {2}\): AccountConnection!? @semanticNonNull\n/)
    expect(schemaSdl(own)).toContain('directive @semanticNonNull(')
    expect(subgraphSdl(own).split('@beyondDocuments(')).toHaveLength(schemaSdl(own).split('@beyondDocuments(').length)
    expect(schemaSdl(own)).not.toMatch(/@key|@shareable|@link/)
    expect(
      buildSchema(schemaSdl(own))
        .getDirective('semanticNonNull')
        ?.args.map(({ name }) => name),
    ).toEqual(['levels'])
    expect(composeServices([{ name: 'ads', url: 'http://ads', typeDefs: parse(subgraphSdl(own)) }]).errors).toBe(
      undefined,
    )
  })

  it('declares `@oneOf`, which Apollo composition does not know by itself', () => {
    expect(subgraphSdl(schema)).toContain('\ndirective @oneOf on INPUT_OBJECT\n')
  })

  it('says which fields need a call, and how many items connections have by default, so that gateways count them', () => {
    const fields = parse(subgraphSdl(schema)).definitions.flatMap((type) =>
      type.kind === Kind.OBJECT_TYPE_DEFINITION
        ? (type.fields ?? []).map((field) => ({ ...field, path: `${type.name.value}.${field.name.value}` }))
        : [],
    )
    const directivesOf = (path: string) => fields.find((field) => field.path === path)!.directives!.map(print)
    const listSize = (assumed: number) =>
      `@listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"], assumedSize: ${assumed}, requireOneSlicingArgument: false)`

    expect(directivesOf('Account.campaigns')).toEqual(['@semanticNonNull', '@cost(weight: 10)', listSize(200)])
    expect(directivesOf('LineItem.promotedPosts')).toContain(listSize(200))
    expect(directivesOf('TargetingOptions.devices')).toContain(listSize(1000))
    expect(directivesOf('Account.activeEntities')).toContain(listSize(1000))
    expect(directivesOf('LineItem.campaign')).toEqual(['@cost(weight: 10)'])
    expect(directivesOf('LineItem.name')).toEqual([])
    expect(schemaSdl(schema)).not.toMatch(/@cost|@listSize/)
    const connections = fields.filter(({ arguments: args }) => args?.some(({ name }) => name.value === 'first'))
    expect(connections.length).toBeGreaterThan(50)
    for (const { directives = [] } of connections)
      expect(directives.map(({ name }) => name.value)).toContain('listSize')
  })

  it('does not define what federation adds', () => {
    const names = parse(subgraphSdl(schema)).definitions.flatMap((definition) =>
      'name' in definition ? [definition.name?.value] : [],
    )
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => name?.startsWith('_'))).toEqual([])
    expect(subgraphSdl(schema)).not.toMatch(/_service|_entities/)
  })

  it('returns its SDL through _service, with a key on every node type that is not looked up in a whole list', async () => {
    const { data } = await graph.query(graphql(`query Service { _service { sdl } }`))
    const nodeTypes = [...schema.getPossibleTypes(schema.getType('Node') as never)]

    expect(nodeTypes.length).toBeGreaterThanOrEqual(11)
    const isKeyed = (name: string) => new RegExp(`type ${name}\\b[^{]*@key\\(fields: "id"\\)`).test(data!._service.sdl)
    expect(
      nodeTypes
        .map(({ name }) => name)
        .filter((name) => !isKeyed(name))
        .toSorted(),
    ).toEqual([
      'AccountApp',
      'AdvertiserBusinessCategory',
      'ContentCategory',
      'DoNotReachList',
      'IabCategory',
      'WebhookConfig',
    ])
    expect(data!._service.sdl).toBe(subgraphSdl(schema))
  })
})

describe('_entities', () => {
  it('finds 1,000 representations in 5 calls, in order, with null and a code for the 10 invalid ones', async () => {
    const { data: list } = await graph.query(LINE_ITEMS, { account: LIMIT_ACCOUNT_ID })
    const good = list!.account!.lineItems!.nodes.map(({ id }) => ({ __typename: 'LineItem', id }))
    const bad: object[] = [
      { __typename: 'Nothing', id: good[0]!.id },
      { __typename: 'LineItem' },
      { __typename: 'LineItem', id: null },
      { __typename: 'LineItem', id: 'LineItem' },
      { __typename: 'LineItem', id: `Campaign:${LIMIT_ACCOUNT_ID}:abc` },
      { __typename: 'Campaign', id: good[0]!.id },
      { __typename: 'LineItem', id: `LineItem:${LIMIT_ACCOUNT_ID}:../x` },
      { __typename: 'Query', id: 'Query:a:b' },
      { id: good[0]!.id },
      { __typename: ['LineItem'], id: { $ne: 1 } },
    ]
    const representations: object[] = good.flatMap((representation, index) =>
      index % 99 === 0 ? [bad[index / 99]!, representation] : [representation],
    )
    expect(representations).toHaveLength(1000)

    const { data, errors, calls } = await graph.query(ENTITIES, { representations })

    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/line_items': 5 })
    const badPlaces = representations.flatMap((representation, index) => (bad.includes(representation) ? [index] : []))
    expect(data!._entities.map(idOf)).toEqual(
      representations.map((representation) =>
        bad.includes(representation) ? null : (representation as { id: string }).id,
      ),
    )
    const places = errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions.code}`)
    expect(places?.sort()).toEqual(badPlaces.map((index) => `_entities.${index} BAD_USER_INPUT`).sort())
  })

  it('refuses a representation whose type is an object, which has no text, at its own index', async () => {
    const { data: list } = await graph.query(CAMPAIGN, { account: DEMO_ACCOUNT_ID })
    const good = { __typename: 'Campaign', id: list!.account!.campaigns!.nodes[0]!.id }
    const bad = { __typename: { toString: 1, valueOf: 1 }, id: good.id }
    const { data, errors } = await graph.query(ENTITIES, { representations: [bad, good] })

    expect(data!._entities.map(idOf)).toEqual([null, good.id])
    expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('reads no whole list for an entity: types that are looked up in one have no key', async () => {
    const representations = [{ __typename: 'ContentCategory', id: 'ContentCategory:1' }]
    const { errors, calls } = await graph.query(ENTITIES, { representations })

    expect(errors).toMatchObject([
      { message: '`representations`: "ContentCategory" has no key', extensions: { code: 'BAD_USER_INPUT' } },
    ])
    expect(calls).toEqual([])
  })

  it('returns null and NOT_FOUND for entities that the service does not have, or has in another account', async () => {
    const { data: list } = await graph.query(CAMPAIGN, { account: DEMO_ACCOUNT_ID })
    const { restId } = list!.account!.campaigns!.nodes[0]!
    const representations = [
      { __typename: 'Campaign', id: `Campaign:${DEMO_ACCOUNT_ID}:zzzzz` },
      { __typename: 'Campaign', id: `Campaign:${EMPTY_ACCOUNT_ID}:${restId}` },
      { __typename: 'Campaign', id: `Campaign:${DEMO_ACCOUNT_ID}:${restId}` },
    ]
    const { data, errors, calls } = await graph.query(ENTITIES, { representations })

    expect(data!._entities.map(idOf)).toEqual([null, null, representations[2]!.id])
    expect(errors).toMatchObject([
      {
        message: `There is no Campaign with the ID "Campaign:${DEMO_ACCOUNT_ID}:zzzzz", or the caller cannot see it`,
        path: ['_entities', 0],
        extensions: { code: 'NOT_FOUND' },
      },
      { path: ['_entities', 1], extensions: { code: 'NOT_FOUND' } },
    ])
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/campaigns': 2 })
  })

  it('keeps the entities of other accounts if one account is refused', async () => {
    const { data: list } = await graph.query(CAMPAIGN, { account: DEMO_ACCOUNT_ID })
    const representations = [
      { __typename: 'Campaign', id: 'Campaign:somebodyelse:abc' },
      { __typename: 'Campaign', id: list!.account!.campaigns!.nodes[0]!.id },
    ]
    const { data, errors } = await graph.query(ENTITIES, { representations })

    expect(data!._entities.map(idOf)).toEqual([null, representations[1]!.id])
    expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'FORBIDDEN' } }])
  })
})
