import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { listLimitOf } from '../../../src/schema/list-limit.ts'
import { openGraph, useGraphOver } from '../../support/graph.ts'
import { listsOf, startListUpstream } from '../../support/upstream.ts'

const { upstream, graph } = useGraphOver(listsOf({ campaigns: [] }))

/** A field by which a list goes into the schema: a document that uses it, with the list in `$list` or within `$input`. */
interface ListPlace {
  name: string
  limit: number
  document: string
  variables: (list: unknown[]) => object
}

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

const isList = ({ type }: GraphQLArgument | GraphQLInputField) => isListType(getNullableType(type))

/** Every list argument of the schema, and every list field of an input that an argument takes. */
const places: ListPlace[] = types
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.flatMap((argument) => [
        ...(isList(argument) ? [argumentPlace(type, field, argument)] : []),
        ...inputPlaces(type, field, argument),
      ]),
    ),
  )

function argumentPlace(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  argument: GraphQLArgument,
): ListPlace {
  return {
    name: `${type.name}.${field.name}(${argument.name})`,
    limit: listLimitOf(argument).maxItems,
    document: documentOf(type, field, argument, '$list', `$list: ${String(argument.type)}`),
    variables: (list) => ({ list }),
  }
}

function inputPlaces(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  argument: GraphQLArgument,
): ListPlace[] {
  const input = getNamedType(argument.type)
  if (!isInputObjectType(input)) return []
  const document = documentOf(type, field, argument, '$input', `$input: ${String(argument.type)}`)
  return listsIn(input, [input]).map(({ path, limit, wrap }) => ({
    name: `${type.name}.${field.name}(${argument.name}.${path})`,
    limit,
    document,
    variables: (list) => ({ input: wrap(list) }),
  }))
}

/** The lists in an input, each with what puts it into a value that holds nothing else. */
function listsIn(
  input: GraphQLInputObjectType,
  seen: readonly GraphQLNamedType[],
): { path: string; limit: number; wrap: (list: unknown[]) => unknown }[] {
  return Object.values(input.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    const own = isList(field)
      ? [
          {
            path: field.name,
            limit: listLimitOf(field).maxItems,
            wrap: (list: unknown[]): unknown => ({ [field.name]: list }),
          },
        ]
      : []
    if (!isInputObjectType(inner) || seen.includes(inner)) return own
    const below = listsIn(inner, [...seen, inner]).map(({ path, limit, wrap }) => ({
      path: `${field.name}.${path}`,
      limit,
      wrap: (list: unknown[]): unknown => ({ [field.name]: isList(field) ? [wrap(list)] : wrap(list) }),
    }))
    return [...own, ...below]
  })
}

function documentOf(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  argument: GraphQLArgument,
  value: string,
  definition: string,
): string {
  const others = field.args
    .filter((other) => other !== argument && isNonNullType(other.type) && other.defaultValue === undefined)
    .map((other) => `${other.name}: ${literalOf(other.type)}`)
  const selection = getNamedType(field.type)
  const below = isScalarType(selection) || isEnumType(selection) ? '' : ' { __typename }'
  const call = `${field.name}(${[`${argument.name}: ${value}`, ...others].join(', ')})${below}`
  const roots: Record<string, string> = {
    Query: `query (${definition}) { ${call} }`,
    Mutation: `mutation (${definition}) { ${call} }`,
    Account: `query (${definition}) { account(id: "a") { ${call} } }`,
    TargetingOptions: `query (${definition}) { targetingOptions { ${call} } }`,
  }
  return (
    roots[type.name] ?? `query (${definition}) { node(id: "${type.name}:a:b") { ... on ${type.name} { ${call} } } }`
  )
}

function literalOf(declared: GraphQLInputType): string {
  const type = getNullableType(declared)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
    return `{ ${fields.map(({ name, type }) => `${name}: ${literalOf(type)}`).join(', ')} }`
  }
  return (
    { Int: '1', Boolean: 'true', DateTime: '"2026-06-01T00:00:00Z"', DateOrTime: '"2026-06-01"' }[String(type)] ?? '"1"'
  )
}

describe('every list argument, and every list in an input', () => {
  it('is reached by a document of this test', () => {
    const inputs = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()).filter(isList))
    const reached = new Set(places.map(({ name }) => name))
    expect(reached.size).toBeGreaterThan(100)
    expect(inputs.filter(({ name }) => ![...reached].some((place) => place.endsWith(`.${name})`)))).toEqual([])
    expect(places.filter(({ document }) => validate(schema, parse(document)).length > 0)).toEqual([])
  })

  it.each(places)('refuses more items than its limit with one error: $name', async ({ limit, document, variables }) => {
    const sent = upstream.requests.length
    const { data, errors } = await graph.query(document, variables(Array.from({ length: limit + 1 }, () => '')))
    expect(data).toBeUndefined()
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', limit } }])
    expect(errors).toHaveLength(1)
    expect(upstream.requests).toHaveLength(sent)
  })

  it('declares at most 10,000 items, except for users and their identifiers', () => {
    const others = places.filter(
      ({ limit, name }) => limit > 10_000 && !/operations\.(update|delete)\.users\b/.test(name),
    )
    expect(others).toEqual([])
  })
})

describe('a list that is too long', () => {
  const of = (field: string, limit: number) => ({ code: 'BAD_USER_INPUT', field, limit })
  const items = (count: number, item: unknown = '') => Array.from({ length: count }, () => item)

  it('names its field and its limit', async () => {
    const nodes = await graph.query('query ($i: [ID!]!) { nodes(ids: $i) { id } }', { i: items(1001) })
    expect(nodes.errors).toEqual([
      { message: '`ids` has 1001 items; it can have at most 1000', extensions: of('ids', 1000) },
    ])
    const batch = `mutation ($input: BatchCampaignsInput!) {
      batchCampaigns(input: $input, split: true) { userErrors { message } } }`
    const { errors } = await graph.query(batch, { input: { operations: items(2001, {}) } })
    expect(errors?.[0]?.extensions).toEqual(of('input.operations', 2000))
    const upload = `mutation ($input: UpdateCustomAudienceUsersInput!) {
      updateCustomAudienceUsers(input: $input) { userErrors { message } } }`
    const refused = await graph.query(upload, { input: { operations: items(7501, {}) } })
    expect(refused.errors?.[0]?.extensions).toEqual(of('input.operations', 7500))
  })

  it('is refused with status 400 if the client accepts GraphQL responses', async () => {
    const accept = { accept: 'application/graphql-response+json' }
    const ids = { i: items(1001) }
    expect((await graph.query('query ($i: [ID!]!) { nodes(ids: $i) { id } }', ids, accept)).status).toBe(400)
  })

  it('is refused as a literal too, before the document is validated', async () => {
    const literal = `[${items(1001, '"x"').join(' ')}]`
    const { errors } = await graph.query(`{ nodes(ids: ${literal}) { id nothing } }`)
    expect(errors).toEqual([{ message: '`ids` has 1001 items; it can have at most 1000', extensions: of('ids', 1000) }])
  })

  it('is refused wherever its variable is used: in fragments, in inputs, as items of a list', async () => {
    const inFragment = `query ($i: [ID!]!) { ...Named } fragment Named on Query { nodes(ids: $i) { id } }`
    expect((await graph.query(inFragment, { i: items(1001) })).errors?.[0]?.extensions).toEqual(of('ids', 1000))
    const inInput = `mutation ($o: [CampaignOperation!]!) {
      batchCampaigns(input: { accountId: "a", operations: $o }) { userErrors { message } } }`
    expect((await graph.query(inInput, { o: items(2001, {}) })).errors?.[0]?.extensions).toEqual(of('operations', 2000))
  })

  it('is refused if its lists have too many items in total, or its inputs nest too deep', async () => {
    const segment = { childSegments: items(999, {}) }
    const nested = `mutation ($input: BatchCustomAudiencesInput!) {
      batchCustomAudiences(input: $input, split: true) { userErrors { message } } }`
    const operations = items(30, { create: { segments: segment } })
    const { errors } = await graph.query(nested, { input: { operations } })
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      of('input.operations.25.create.segments.childSegments', 25_000),
    ])

    const upload = `mutation ($input: UpdateCustomAudienceUsersInput!) {
      a: updateCustomAudienceUsers(input: $input) { userErrors { message } }
      b: updateCustomAudienceUsers(input: $input) { userErrors { message } } }`
    const users = [{ update: { users: items(110_000, null) } }]
    expect((await graph.query(upload, { input: { operations: users } })).errors?.[0]?.extensions).toEqual(
      of('input.operations.0.update.users', 200_000),
    )

    const flexible = `mutation ($input: BatchCustomAudiencesInput!) {
      batchCustomAudiences(input: $input) { userErrors { message } } }`
    let segments: object = {}
    for (let depth = 0; depth < 500; depth += 1) segments = { childSegments: [segments] }
    const deep = await graph.query(flexible, { input: { operations: [{ create: { segments } }] } })
    expect(deep.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', limit: 20 } }])
    expect(deep.errors).toHaveLength(1)
  })
})

describe('lists that an operation uses several times', () => {
  const items = (count: number, item: unknown = '') => Array.from({ length: count }, () => item)
  const aliases = (count: number, field: string) =>
    items(count)
      .map((_, index) => `a${index}: ${field}`)
      .join(' ')
  const representations = (count: number) => items(count, { __typename: 'Campaign', id: '' })

  /** Asserts that an operation is refused with one error, with its plan as well, and that nothing was sent. */
  async function expectRefused(document: string, variables: object, field: string, limit: number): Promise<void> {
    const sent = upstream.requests.length
    for (const plan of ['1', 'dry-run']) {
      const { data, errors, plan: planned } = await graph.query(document, variables, { 'x-upstream-plan': plan })
      expect(data).toBeUndefined()
      expect(planned).toBeUndefined()
      expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field, limit }])
    }
    expect(upstream.requests).toHaveLength(sent)
  }

  it('count once for each alias: representations, IDs, and both together', async () => {
    const entities = '_entities(representations: $r) { __typename }'
    const nodes = 'nodes(ids: $i) { id }'
    const header = 'query ($r: [_Any!]!, $i: [ID!]!)'
    const ids = { r: [], i: items(1000) }
    await expectRefused(
      `query ($r: [_Any!]!) { ${aliases(40, entities)} }`,
      { r: representations(10_000) },
      'representations',
      10_000,
    )
    await expectRefused(`query ($i: [ID!]!) { ${aliases(199, nodes)} }`, { i: items(1000) }, 'ids', 10_000)
    await expectRefused(
      `${header} { b: ${entities} ${aliases(10, nodes)} }`,
      { ...ids, r: representations(1) },
      'ids',
      10_000,
    )
    const { errors } = await graph.query(`${header} { b: ${entities} ${aliases(10, nodes)} }`, ids)
    expect(errors).toHaveLength(10_000)
  })

  it('count once for each spread of a fragment around them, as literals and as defaults too', async () => {
    const literal = JSON.stringify(items(900))
    const spread = aliases(12, 'account(id: "a") { ...F }')
    const fragment = (list: string) => `fragment F on Account { campaigns(ids: ${list}) { nodes { id } } }`
    expect(items(900).length * 12).toBe(10_800)
    await expectRefused(`query { ${spread} } ${fragment(literal)}`, {}, 'ids', 10_000)
    await expectRefused(`query ($i: [ID!]) { ${spread} } ${fragment('$i')}`, { i: items(900) }, 'ids', 10_000)
    await expectRefused(`query ($i: [ID!] = ${literal}) { ${spread} } ${fragment('$i')}`, {}, 'ids', 10_000)
  })

  it('count once for each alias of a batch, up to the limit of one batch', async () => {
    const batch = 'batchCampaigns(input: $input, split: true, validateOnly: true) { userErrors { message } }'
    const input = { accountId: 'a', operations: items(30, {}) }
    const header = 'mutation ($input: BatchCampaignsInput!)'
    await expectRefused(`${header} { ${aliases(100, batch)} }`, { input }, 'input.operations', 2000)
    const { errors } = await graph.query(`${header} { ${aliases(60, batch)} }`, { input })
    expect(errors?.[0]?.extensions).not.toHaveProperty('limit')
  })

  it('count once for each parent while the operation runs', async () => {
    const accounts = items(60).map((_, index) => ({ id: `a${index}` }))
    const many = await startListUpstream({ accounts, campaigns: [] })
    const wide = await openGraph(many.url)
    const document = 'query ($i: [ID!]) { accounts { nodes { campaigns(ids: $i) { nodes { id } } } } }'
    const refused = await wide.query(document, { i: items(180, 'x') })
    expect(refused.data).toBeNull()
    expect(refused.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'ids', limit: 10_000 },
    ])
    expect(many.requests).toHaveLength(1)
    expect((await wide.query(document, { i: items(160, 'x') })).errors).toBeUndefined()
    await wide.close()
    await many.close()
  })
})

describe('texts that an operation uses several times', () => {
  const aliases = (field: string) => Array.from({ length: 150 }, (_, index) => `a${index}: ${field}`).join(' ')
  const id = 'x'.repeat(2_500_000)
  const input = { name: id.slice(0, 100_000) }
  let nested: unknown = id
  for (let depth = 0; depth < 2_000; depth += 1) nested = [nested]

  it.each([
    ['an ID', 'query ($text: ID!) { ALIASES }', 'account(id: $text) { id }', id],
    ['an account beside other IDs', 'query ($text: ID!) { ALIASES }', 'card(id: "c", accountId: $text) { id }', id],
    [
      'texts in a list',
      'query ($text: [String!]!) { ALIASES }',
      'keywordInsights(keywords: $text, granularity: DAY, startTime: "2026-06-01T00:00:00Z") { __typename }',
      [id],
    ],
    [
      'a text in an input',
      'mutation ($text: CreateCampaignInput!) { ALIASES }',
      'createCampaign(input: $text, validateOnly: true) { userErrors { message } }',
      input,
    ],
    [
      'JSON that is nested deep',
      'query ($text: [_Any!]!) { ALIASES }',
      '_entities(representations: $text) { __typename }',
      nested,
    ],
    ['a default', `query ($text: ID! = "${id.slice(0, 100_000)}") { ALIASES }`, 'account(id: $text) { id }', undefined],
  ])('is one error if they have too many characters in total: %s', async (_, document, field, text) => {
    const sent = upstream.requests.length
    const { data, errors } = await graph.query(document.replace('ALIASES', aliases(field)), { text })
    expect(data).toBeUndefined()
    expect(errors).toEqual([
      {
        message:
          'The texts in the arguments of the operation have more than 10000000 characters in total, counted once for each field that uses them',
        extensions: { code: 'BAD_USER_INPUT', field: 'text', limit: 10_000_000 },
      },
    ])
    expect(upstream.requests).toHaveLength(sent)
  })

  it('counts literals in fragments once for each spread', async () => {
    const spreads = aliases('account(id: "a") { ...F }')
    const fragment = `fragment F on Account { campaigns(namePrefix: "${id.slice(0, 100_000)}") { totalCount } }`
    const { errors } = await graph.query(`{ ${spreads} } ${fragment}`)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', limit: 10_000_000 } }])
  })

  it('takes a text as long as a request once, and shorter ones as often as they fit', async () => {
    const once = await graph.query('query ($text: ID!) { account(id: $text) { id } }', { text: id })
    expect(once.errors).toMatchObject([{ path: ['account'], extensions: { code: 'BAD_USER_INPUT', field: 'id' } }])
    const document = `query ($text: ID!) { ${aliases('account(id: $text) { id }')} }`
    const { errors } = await graph.query(document, { text: id.slice(0, 60_000) })
    expect(errors).toHaveLength(150)
  })
})

describe('variables that do not fit', () => {
  it('give twenty errors at most, however many there are', async () => {
    const { errors } = await graph.query('query ($i: [ID!]!) { nodes(ids: $i) { id } }', {
      i: Array.from({ length: 1000 }, () => ({})),
    })
    expect(errors).toHaveLength(21)
    expect(errors?.[0]).toMatchObject({
      message: 'Variable "$i" got invalid value {} at "i[0]"; ID cannot represent value: {}',
      extensions: { code: 'BAD_USER_INPUT' },
    })
    expect(errors?.[20]?.message).toBe('Too many errors processing variables, error limit reached. Execution aborted.')
  })

  it('are cut in messages', async () => {
    const long = 'x'.repeat(400_000)
    const create =
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { userErrors { message } } }'
    const asked = [
      graph.query('query ($n: Int) { account(id: "a") { campaigns(first: $n) { nodes { id } } } }', { n: long }),
      graph.query(create, { input: { name: long, nothing: 1, [long]: 2 } }),
      graph.query(create, { input: { entityStatus: long } }),
      graph.query(create, { input: { startTime: long, dailyBudgetAmountLocalMicro: long } }),
      graph.query('query ($id: ID!) { node(id: $id) { id } }', { id: long }),
      graph.query(`{ account(id: "a") { campaigns(first: ${JSON.stringify(long)}) { nodes { id } } } }`),
      graph.query(`{ account(id: "a") { ${long} } }`),
    ]
    for (const { errors } of await Promise.all(asked)) {
      expect(errors?.length).toBeGreaterThan(0)
      for (const { message } of errors ?? []) expect(message.length).toBeLessThanOrEqual(1100)
    }
  })
})
