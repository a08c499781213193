import { readFileSync } from 'node:fs'
import { buildSchema, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import { finderOf } from '../../src/schema/node/entity.ts'
import { RENAMED, RENAMED_IN_IDS } from '../../src/schema/renamed.ts'
import { openGraph, type Graph } from '../support/graph.ts'
import { startListUpstream, type Upstream } from '../support/upstream.ts'

const released = buildSchema(readFileSync('release/schema.graphql', 'utf8'))

/** Whether a schema has a type, a field of it (`Type.field`) or an argument (`Type.field.argument`). */
function has(of: GraphQLSchema, name: string): boolean {
  const [typeName = '', fieldName, argument] = name.split('.')
  const type = of.getType(typeName)
  if (!type || fieldName === undefined) return type !== undefined
  if (isInputObjectType(type)) return type.getFields()[fieldName] !== undefined
  if (!isObjectType(type) && !isInterfaceType(type)) return false
  const field = type.getFields()[fieldName]
  return field !== undefined && (argument === undefined || field.args.some((arg) => arg.name === argument))
}

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startListUpstream({ posts: [{ id: '7', name: 'Launch' }] })
  graph = await openGraph(upstream.url)
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

describe('the table of former names', () => {
  it.each(Object.entries(RENAMED))('has %s, which is %s now', (former, present) => {
    expect([has(schema, former), has(schema, present)]).toEqual([false, true])
  })

  it('has only types that the last release had, and fields of them', () => {
    const typesNow: Record<string, string> = { ...RENAMED, ...RENAMED_IN_IDS }
    const before = (type: string) => Object.keys(typesNow).find((name) => typesNow[name] === type) ?? type
    const unknown = Object.keys(RENAMED).filter((name) => {
      const [type = '', ...rest] = name.split('.')
      return !has(released, name) && !has(released, [before(type), ...rest].join('.'))
    })
    expect(unknown).toEqual([])
  })

  it('is in the changelog', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    expect(Object.keys(RENAMED).filter((name) => !changelog.includes(`\`${name}\``))).toEqual([])
  })
})

describe('a former name in a document', () => {
  it.each([
    ['{ anyCard(id: "1") { id } }', ['Query.anyCard was renamed to Query.card.']],
    ['{ account(id: "1") { campaign(id: "2") { id } } }', ['Account.campaign was renamed to Query.campaign.']],
    [
      'query ($input: OauthAccessTokenInput!) { __typename }',
      ['OauthAccessTokenInput was renamed to CreateAccessTokenInput.'],
    ],
    ['{ node(id: "1") { ... on AnyPost { id } } nothing }', ['AnyPost was renamed to Post.', undefined]],
    [
      'mutation { deleteCampaign(input: { campaignId: "7" }) { checked } }',
      ['Payload.checked was renamed to Validation.checked.'],
    ],
  ])('is answered with its present name: %s', async (document, hints) => {
    const { errors } = await graph.query(document)
    const found = errors?.map(({ message }) => / ([\w.]+ was renamed to [\w.]+\.)$/.exec(message)?.[1])

    expect(found?.filter((hint) => hint !== undefined)).toEqual(hints.filter((hint) => hint !== undefined))
  })

  it('is answered like any unknown name where the schema is not disclosed', async () => {
    const closed = await openGraph(upstream.url, { settings: { INTROSPECTION: 'false' } })
    const { errors } = await closed.query('{ anyCard(id: "1") { id } }')
    await closed.close()

    expect(errors?.map(({ message }) => message)).toEqual(['Cannot query field "anyCard" on type "Query".'])
  })
})

describe.each(Object.entries(RENAMED_IN_IDS))('an ID that begins with the former name %s', (former, present) => {
  it('is of a node type', () => {
    expect([finderOf(former), finderOf(present)]).toEqual([undefined, expect.any(Function)])
  })
})

describe('an ID with a former name of its type', () => {
  it('is decoded by node, by arguments and by the look-up of a federated gateway, and answered with the present name', async () => {
    const former = 'Post:a1:7'
    const id = 'PublishedPost:a1:7'
    const { data, errors } = await graph.query(
      `query ($representations: [_Any!]!) {
        node(id: "${former}") { __typename id ... on PublishedPost { name } }
        nodes(ids: ["${former}", "${id}"]) { id }
        publishedPost(id: "${former}") { id }
        _entities(representations: $representations) { ... on PublishedPost { id name } }
      }`,
      {
        representations: [
          { __typename: 'Post', id: former },
          { __typename: 'PublishedPost', id },
          { __typename: 'PublishedPost', id: former },
        ],
      },
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      node: { __typename: 'PublishedPost', id, name: 'Launch' },
      nodes: [{ id }, { id }],
      publishedPost: { id },
      _entities: [
        { id, name: 'Launch' },
        { id, name: 'Launch' },
        { id, name: 'Launch' },
      ],
    })
  })
})

describe('the errors of a document', () => {
  it.each([
    ['are at most 100, as those of graphql-js', 10, 100],
    ['are fewer in a long document, the whole of which is searched for the line of each', 250, 59],
    ['are ten in the longest', 2_400, 10],
  ])('%s', async (_, length, count) => {
    const fields = Array.from({ length: 200 }, (_, nth) => `unknown${nth}`.padEnd(Math.min(length, 250), 'x'))
    const spaces = ' '.repeat(Math.max(0, length - 250))
    const { errors } = await graph.query(`{ ${fields.join(` ${spaces}`)} }`)

    expect(errors).toHaveLength(count + 1)
    expect(errors?.at(-1)?.message).toBe('Too many validation errors, error limit reached. Validation aborted.')
    expect(errors?.slice(0, -1).map(({ message }) => message)).toEqual(
      fields.slice(0, count).map((name) => `Cannot query field "${name}" on type "Query".`),
    )
  })
})
