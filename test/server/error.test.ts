import { GraphQLError, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../src/rest/errors.ts'
import { openGraph, useSandboxGraph } from '../support/graph.ts'
import { openForTests } from '../support/open.ts'

const fail = (error: Error) => () => {
  throw error
}

const debugged = new GraphQLError('Refused', {
  extensions: {
    code: 'BAD_USER_INPUT',
    field: 'id',
    originalError: { message: 'secret-1', stack: 'secret-2' },
    exception: { stacktrace: ['secret-3'] },
    stacktrace: ['secret-4'],
  },
})

const nobody = new UpstreamError({ code: 'UNAUTHENTICATED', message: 'No user is signed in' })

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      fine: { type: GraphQLString, resolve: () => 'fine' },
      debugged: { type: GraphQLString, resolve: fail(debugged) },
      wrapped: {
        type: GraphQLString,
        resolve: fail(new GraphQLError('Wrapped', { originalError: debugged, extensions: { code: 'BAD_USER_INPUT' } })),
      },
      plain: { type: GraphQLString, resolve: fail(new Error('secret-5', { cause: debugged })) },
      nobody: { type: GraphQLString, resolve: fail(nobody) },
      nobodyAtAll: { type: new GraphQLNonNull(GraphQLString), resolve: fail(nobody) },
    },
  }),
})

// These resolvers make no calls.
const graph = openForTests(() => openGraph('http://127.0.0.1:9', { schema, traceAlways: false }))

const ask = async (query: string, accept: string) => {
  const response = await fetch(graph.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = JSON.parse(await response.text()) as { data: unknown; errors: GraphQLError[] }
  return { status: response.status, data, errors }
}

describe('the errors of an answer', () => {
  it.each(['application/json', 'application/graphql-response+json'])(
    'have no extensions that libraries add for debugging: %s',
    async (accept) => {
      const { data, errors } = await ask('{ fine debugged wrapped plain }', accept)

      expect(data).toEqual({ fine: 'fine', debugged: null, wrapped: null, plain: null })
      expect(errors.map(({ message, extensions }) => [message, extensions])).toEqual([
        ['Refused', { code: 'BAD_USER_INPUT', field: 'id' }],
        ['Wrapped', { code: 'BAD_USER_INPUT' }],
        ['Something went wrong inside Adgraph', { code: 'INTERNAL' }],
      ])
      expect(JSON.stringify(errors)).not.toContain('secret')
    },
  )

  it.each(['application/json', 'application/graphql-response+json'])(
    'give 401 for a missing user only if there are no data: %s',
    async (accept) => {
      const some = await ask('{ fine nobody }', accept)
      const none = await ask('{ fine nobodyAtAll }', accept)

      const errors = [{ message: 'No user is signed in', extensions: { code: 'UNAUTHENTICATED' } }]
      expect(some).toMatchObject({ status: 200, data: { fine: 'fine', nobody: null }, errors })
      expect(none).toMatchObject({ status: 401, data: null, errors })
    },
  )
})

describe('null for a variable with a default, where null is not allowed', () => {
  const graph = useSandboxGraph()

  const CAMPAIGN = 'accountId: "a", fundingInstrumentId: "f", name: "x", dailyBudgetAmountLocalMicro: 1'
  it.each<[name: string, query: string]>([
    ['an argument', 'query ($x: ID = "a") { account(id: $x) { name } }'],
    ['an item of a list', 'query ($x: ID = "a") { nodes(ids: ["Account:b", $x]) { id } }'],
    ['an enum', `query ($x: PostType = PUBLISHED) { account(id: "a") { posts(postType: $x) { nodes { id } } } }`],
    ['a list', 'query ($x: [_Any!] = []) { _entities(representations: $x) { __typename } }'],
    [
      'an argument of a mutation',
      `mutation ($x: Boolean = false) { createCampaign(validateOnly: $x, input: { ${CAMPAIGN} }) { userErrors { code } } }`,
    ],
    ['an input field', 'mutation ($x: ID = "a") { updateCampaign(input: { campaignId: $x }) { userErrors { code } } }'],
    ['@skip of a root field', 'query ($x: Boolean = true) { account(id: "a") @skip(if: $x) { name } }'],
    ['@include of a field below', 'query ($x: Boolean = true) { account(id: "a") { id name @include(if: $x) } }'],
  ])('is the input of the caller: %s', async (_name, query) => {
    graph.sandbox.clearRequests()
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { x: null } }),
    })
    const text = await response.text()

    expect(text.match(/"code":"\w+"/g)).toEqual(['"code":"BAD_USER_INPUT"'])
    expect(graph.sandbox.requests).toEqual([])
  })
})
