import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../reference/index.ts'
import { schema } from '../../src/graph.ts'
import { parse } from '../../src/json/json.ts'
import { camelCase } from '../../src/schema/wire-name.ts'
import { answerAsAsked } from '../support/asked-row.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { openGraph, useGraphOver } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { openForTests } from '../support/open.ts'
import { writesIn } from '../support/schema.ts'
import { plainName } from '../support/sent-by.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'
import { READS } from './read-case.ts'
import { ACCOUNT, paramsOf, WRITES, type WriteCase } from './write-case.ts'

/** What the steps of the authorization answer with, all of them. */
const TOKENS = {
  oauth_token: 't',
  oauth_token_secret: 's',
  oauth_callback_confirmed: 'true',
  user_id: '1',
  screen_name: 'n',
  token_type: 'bearer',
}

/** The token that a request is about: the one that signs it, if it is invalidated, and otherwise the bearer token. */
const tokenOf = ({ path }: UpstreamRequest) =>
  path.startsWith('/1.1/oauth/invalidate_token') ? ANY_CREDENTIALS.accessToken : 'bearer'

// The upstream answers every look-up, whether the row exists or not.
const { upstream, graph } = useGraphOver(
  (request) =>
    answer && request.method !== 'GET'
      ? answer
      : request.path.includes('oauth')
        ? { body: { ...TOKENS, access_token: tokenOf(request) } }
        : answerAsAsked(request),
  { environment: 'sandbox', operatorTokens: ['operator'], checksPlan: false },
)

async function run(mutation: string, input: object | undefined, validateOnly = false, over = graph) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
  const [variable, argument] = input ? [`($input: ${type}!)`, 'input: $input'] : ['', '']
  const document = `mutation ${variable} {
    ${mutation}(${argument} validateOnly: ${validateOnly}) { userErrors { field message } }
  }`
  const headers = { authorization: 'Bearer operator' }
  return over.query<Record<string, { userErrors: object[] }>>(document, { input }, headers)
}

/** What a request carries beside its path: JSON, or the parameters of query, form and an authorization's header. */
function sentIn({ headers, body, query }: UpstreamRequest): unknown {
  if (headers['content-type'] === 'application/json') return parse(body)
  const signed = [...(headers.authorization ?? '').matchAll(/(oauth_(?:callback|verifier))="([^"]*)"/g)]
  const inHeader = signed.map(([, name, value]) => [name, decodeURIComponent(value!)])
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)), ...Object.fromEntries(inHeader) }
}

describe('each write of the reference', () => {
  it.each(WRITES.map((write) => [write.endpoint, write] as const))(
    '%s sends its arguments in their exact spelling',
    async (_name, write) => {
      const { endpoint, mutation, input, ids = [], json } = write
      const { data, errors } = await run(mutation, input)

      expect(errors).toBeUndefined()
      expect(data[mutation]!.userErrors).toEqual([])
      const [method, ...rest] = endpoint.split(' ')
      const names = [ACCOUNT.accountId, ...ids]
      const path = `/${rest.join('/').replace(/^\//, '')}`.replace(/:\w+/g, () => names.shift()!)
      expect(
        upstream.requests.map((request) => [request.method, request.path.replace('.json', ''), sentIn(request)]),
      ).toEqual([[method, path, json ?? paramsOf(write)]])
    },
  )
})

/** How the service answers writes from now on, unless it does all that it is asked for. */
let answer: UpstreamAnswer | undefined
const refused = async (refusal: UpstreamAnswer, { mutation, input }: WriteCase) => {
  answer = refusal
  const { data, errors } = await run(mutation, input)
  answer = undefined
  return { userErrors: data[mutation]?.userErrors, errors }
}

describe('each write of an entity', () => {
  const writes = WRITES.filter(({ endpoint, json }) => endpoint.includes(':account_id') && json === undefined)
  const withParams = writes.filter((write) => Object.keys(paramsOf(write)).length > 0)
  const ofOne = writes.filter(({ endpoint }) => /^(PUT|DELETE) .*_(id|key)$/.test(endpoint))

  it.each(withParams.map((write) => [write.endpoint, write] as const))(
    '%s: a refusal is a user error at the field that it names',
    async (_name, write) => {
      for (const [parameter, field] of fieldsOf(write)) {
        const errors = [{ code: 'INVALID_PARAMETER', message: 'No', parameter }]
        expect([parameter, await refused({ status: 400, body: { errors } }, write)]).toEqual([
          parameter,
          { userErrors: [{ field: ['input', field], message: 'No' }], errors: undefined },
        ])
      }
    },
  )

  it.each(ofOne.map((write) => [write.endpoint, write] as const))(
    '%s: a 404 is a user error at the ID',
    async (_name, write) => {
      // Tax settings have no ID of their own, only the account's.
      const id = (write.endpoint.includes('tax_settings') ? undefined : write.ids?.at(-1)) ?? ACCOUNT.accountId
      const [field] = Object.entries(write.input ?? {}).find(([, value]) => value === id) ?? []
      const { userErrors, errors } = await refused({ status: 404, body: '' }, write)

      expect(errors).toBeUndefined()
      expect(userErrors).toMatchObject([{ field: ['input', field] }])
    },
  )
})

/** The field of the payload of a mutation that has the row, if it is one row of an entity. */
function entityOf(mutation: string): { name: string; type: string } | undefined {
  const payload = getNamedType(schema.getMutationType()!.getFields()[mutation]!.type) as GraphQLObjectType
  const field = Object.values(payload.getFields()).find(
    ({ type }) => !isListType(type) && 'id' in fieldsIn(type) && 'raw' in fieldsIn(type),
  )
  return field && { name: field.name, type: getNamedType(field.type).name }
}
const keyOf = ({ endpoint }: WriteCase) => (endpoint.includes('/media_library') ? 'media_key' : 'id')

describe('each creation and update of one row below an account', () => {
  const made = WRITES.filter(
    ({ endpoint, mutation }) => /^(POST|PUT) .*:account_id\//.test(endpoint) && entityOf(mutation),
  )

  it.each(made.map((write) => [write.endpoint, write] as const))(
    '%s returns the row that the service sends, with its global ID',
    async (_name, write) => {
      const { endpoint, mutation, input, ids = [] } = write
      const { name, type } = entityOf(mutation)!
      // Media are added to the library with their own ID, which is this one.
      const path = endpoint.startsWith('POST') ? [...ids, '7_1'] : ids
      const row = { [keyOf(write)]: path.at(-1), updated_at: '2026-06-01T12:00:00Z' }
      answer = { body: { data: row } }
      const { data, errors } = await graph.query(
        `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) {
          outcome: ${mutation}(input: $input) { ${name} { id raw } userErrors { message } }
        }`,
        { input },
      )
      answer = undefined

      expect(errors).toBeUndefined()
      const id = [type, ACCOUNT.accountId, ...path].join(':')
      expect(data).toEqual({ outcome: { [name]: { id, raw: row }, userErrors: [] } })
    },
  )
})

describe('each deletion of an entity', () => {
  const deletions = WRITES.filter(({ endpoint, ids = [] }) => endpoint.startsWith('DELETE') && ids.length > 0)

  it.each(deletions.map((write) => [write.endpoint, write] as const))(
    '%s returns the ID, what the service sends of the deleted row, and null for the rest',
    async (_name, write) => {
      const { endpoint, mutation, input, ids = [] } = write
      const { name, type } = entityOf(mutation)!
      const id = [type, ACCOUNT.accountId, ...ids].join(':')
      // A permission is recognized by its audience too.
      const above = Array.from(endpoint.matchAll(/:(\w+_audience_id)(?=\/)/g), ([, column]) => [column!, ids[0]])
      const row = { ...Object.fromEntries(above), [keyOf(write)]: ids.at(-1), updated_at: '2026-06-01T12:00:00Z' }
      answer = { body: { data: row } }
      const { data, errors } = await graph.query(
        `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) {
          outcome: ${mutation}(input: $input) { deletedId ${name} { id updatedAt createdAt } userErrors { message } }
        }`,
        { input },
      )
      answer = undefined

      expect(errors).toBeUndefined()
      expect(data).toEqual({
        outcome: {
          deletedId: id,
          [name]: { id, updatedAt: '2026-06-01T12:00:00Z', createdAt: null },
          userErrors: [],
        },
      })
    },
  )
})

function fieldsIn(type: GraphQLOutputType): object {
  const named = getNamedType(type)
  return isObjectType(named) || isInterfaceType(named) ? named.getFields() : {}
}

/** Each parameter of a write, and the field of the input that sends it. */
function fieldsOf(write: WriteCase): [parameter: string, field: string][] {
  return Object.keys(paramsOf(write)).map((parameter) => [parameter, camelCase(parameter)])
}

describe('the writes that the service has in its sandbox only', () => {
  const writes = WRITES.filter(({ endpoint }) => ENDPOINTS[endpoint]?.sandboxOnly)
  const production = openForTests(() => openGraph(upstream.url))

  it('are six, which are sent there (R-ACC-1)', async () => {
    for (const { mutation, input } of writes) expect((await run(mutation, input)).errors).toBeUndefined()

    expect(writes).toHaveLength(6)
    expect(upstream.requests).toHaveLength(6)
  })

  it.each(writes)(
    '$mutation: is SANDBOX_ONLY in production, with validateOnly too, and nothing is sent (R-ACC-1)',
    async (write) => {
      for (const validateOnly of [false, true]) {
        const { data, errors } = await run(write.mutation, write.input, validateOnly, production)
        expect(data).toEqual({ [write.mutation]: null })
        expect(errors).toMatchObject([{ path: [write.mutation], extensions: { code: 'SANDBOX_ONLY' } }])
      }
      expect(upstream.requests).toEqual([])
    },
  )
})

describe('the writes', () => {
  it('change nothing with validateOnly', async () => {
    for (const { mutation, input } of WRITES) {
      const { data, errors } = await run(mutation, input, true)
      expect([mutation, errors, data[mutation] !== null]).toEqual([mutation, undefined, true])
    }

    expect(upstream.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  /** Fields for Adgraph alone: they decide about the request, and are not sent. */
  const OWN = [
    'UpdateCampaignInput.spreadBudgetEvenly',
    'UpdateCustomAudienceUsersInput.hash',
    'UpdateDoNotReachListUsersInput.hash',
  ]
  /** Ids beside which a path stands in for them: tokens that sign instead of being sent. */
  const SIGNING = /^\w+TokenInput\.(\w*accessToken\w*|ownerAccessToken\w*)$/

  it('are of every mutation, with every field of its input', () => {
    const mutations = writesIn(schema)
    const given = new Set<string>()
    const known = new Set<string>()
    for (const { name, args } of mutations) {
      const type = args.find((arg) => arg.name === 'input')?.type
      const cases = WRITES.filter(({ mutation }) => mutation === name)
      expect([name, cases.length > 0]).toEqual([name, true])
      if (!type) continue
      addFields(type, known)
      for (const { input } of cases) addGiven(type, input, given)
    }
    const forgotten = [...known].filter((field) => !given.has(field) && !OWN.includes(field) && !SIGNING.test(field))

    expect(forgotten).toEqual([])
  })

  function addFields(type: GraphQLInputType, known: Set<string>): void {
    const named = getNamedType(type)
    if (!isInputObjectType(named)) return
    for (const field of Object.values(named.getFields())) {
      const place = `${named.name}.${field.name}`
      if (known.has(place)) continue
      known.add(place)
      addFields(field.type, known)
    }
  }

  function addGiven(type: GraphQLInputType, value: unknown, given: Set<string>): void {
    const named = getNamedType(type)
    if (Array.isArray(value)) for (const item of value) addGiven(type, item, given)
    else if (isInputObjectType(named))
      for (const [name, item] of Object.entries(value as object)) {
        given.add(`${named.name}.${name}`)
        addGiven(named.getFields()[name]!.type, item, given)
      }
  }
})

describe('the reads and writes together', () => {
  it('use the two endpoints for browsers only as URLs, and read webhooks with the bearer token', async () => {
    const { data, errors } = await graph.query(
      graphql(`mutation RequestTokenOfApp {
        token: createRequestToken(input: { callback: "https://app.example" }) { requestToken {
          authorizeUrl(forceLogin: true, screenName: "n") authenticateUrl(forceLogin: true, screenName: "n")
        } }
      }`),
      {},
      { authorization: 'Bearer operator' },
    )
    expect(errors).toBeUndefined()
    const query = 'oauth_token=t&force_login=true&screen_name=n'
    expect(data!.token!.requestToken).toEqual({
      authorizeUrl: `${upstream.url}/oauth/authorize?${query}`,
      authenticateUrl: `${upstream.url}/oauth/authenticate?${query}`,
    })

    // The token was ended by the writes before.
    const webhooks = await graph.query('{ webhookConfigs { nodes { url } } }')
    expect(webhooks.errors).toBeUndefined()
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /oauth/request_token',
      'POST /oauth2/token',
      'GET /2/webhooks',
    ])
  })

  it('are all endpoints of the documents, and those that only the live service has', () => {
    const elsewhere = ['GET /oauth/authorize', 'GET /oauth/authenticate', 'GET /2/webhooks']
    const covered = new Set([...elsewhere, ...[...READS, ...WRITES].map(({ endpoint }) => plainName(endpoint))])
    const written = Object.keys(ENDPOINTS).map(plainName)

    expect([...covered].sort()).toEqual(written.sort())
  })
})
