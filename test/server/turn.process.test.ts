import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMIT_ACCOUNT_ID } from '../../sandbox/index.ts'
import { Client } from '../../sandbox/test/client.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { createSpendStore } from '../../src/state/spend-store.ts'
import { useGraphOver } from '../support/graph.ts'
import { startSandbox } from '../support/sandbox.ts'
import { rulesOf } from '../support/spend.ts'
import { canMeasureTurns, longestTurnMs, MAX_RUNS } from '../support/turn.ts'

/** No caller waits longer than 100 ms because of another one. Processors differ: a machine may be half as fast. */
const MAX_MS = 2 * 100

const MB = 2 ** 20

const rowsOf = (count: number, name: string) =>
  `{"data":[${Array.from({ length: count }, (_, nth) => `{"id":"c${nth}","name":"${name}"}`).join()}]}`

const aliased = (count: number, selection: string) =>
  Array.from({ length: count }, (_, nth) => `a${nth}: ${selection}`).join(' ')

const updates = (count: number, input: object) => ({
  query: `mutation ($input: BatchCampaignsInput!) {
    batchCampaigns(input: $input, split: true, validateOnly: true) { userErrors { message field rule } }
  }`,
  variables: {
    input: {
      accountId: 'a',
      operations: Array.from({ length: count }, (_, nth) => ({ update: { campaignId: `c${nth}`, ...input } })),
    },
  },
})

const upload = (users: object[]) => ({
  query: `mutation ($input: UpdateCustomAudienceUsersInput!) {
    updateCustomAudienceUsers(input: $input, split: true) { userErrors { message } }
  }`,
  variables: { input: { customAudienceId: 'CustomAudience:a:u', hash: true, operations: [{ update: { users } }] } },
})

const tool = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: {} })

/** Requests that take long without a call, or over a service whose lists are short. */
const REQUESTS: Record<string, { path?: string; headers?: Record<string, string>; body: object }> = {
  'equal fragments': {
    body: {
      query: `{ ${'...F '.repeat(150)} } fragment F on Query { account(id: "a") { campaigns { nodes { id name } } } }`,
    },
  },
  'one field over and over': { body: { query: `{ ${'account(id: "a") { id } '.repeat(200)} }` } },
  'fields to merge': {
    body: {
      query: `{ ${`account(id: "a") ${'{ campaigns { nodes { account '.repeat(5)}{ id }${' } } }'.repeat(5)} `.repeat(50)} }`,
    },
  },
  'aliases with the plan': {
    headers: { 'x-upstream-plan': 'dry-run' },
    body: {
      query: `{ account(id: "a") { ${aliased(150, 'campaigns { nodes { lineItems { nodes { promotedPosts { nodes { id } } } } } }')} } }`,
    },
  },
  'updates that are refused': { body: updates(2_000, { name: '' }) },
  'updates that are validated': { body: updates(2_000, { name: 'A name' }) },
  'posts to promote': {
    headers: { 'x-upstream-plan': 'dry-run' },
    body: {
      query: `mutation ($input: CreatePromotedPostsInput!) {
        createPromotedPosts(input: $input, split: true) { userErrors { message } }
      }`,
      variables: {
        input: {
          accountId: 'a',
          lineItemId: 'l1',
          postIds: Array.from({ length: 2_000 }, (_, nth) => String(1_000 + nth)),
        },
      },
    },
  },
  'users to upload': { body: upload(Array.from({ length: 60_000 }, (_, nth) => ({ email: [`u${nth}@b.co`] }))) },
  'a user with many identifiers': {
    body: upload([{ email: Array.from({ length: 70_000 }, (_, nth) => `u${nth}@b.co`) }]),
  },
  'more users than a call takes': {
    body: upload(Array.from({ length: 200_000 }, (_, nth) => ({ email: [`u${nth}@b.co`] }))),
  },
  'users that are refused': { body: upload(Array.from({ length: 120_000 }, () => ({ email: ['x'] }))) },
  'a body that is too long': { body: { query: '{ __typename }', variables: { a: 'x'.repeat(12_500_000) } } },
  'as many values as a body may have': {
    body: { query: '{ __typename }', variables: { a: Array.from({ length: 490_000 }, () => ({})) } },
  },
  'invalid representations': {
    body: {
      query: 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
      variables: { r: Array.from({ length: 9_900 }, (_, nth) => ({ __typename: 'Campaign', id: `none${nth}` })) },
    },
  },
  'the tools of agents': { path: '/mcp', body: tool('tools/list') },
  'the resources of agents': { path: '/mcp', body: tool('resources/list') },
}

/** Bodies that the service never sends, each as long as one may be. */
const ANSWERS: Record<string, () => string> = {
  'a row of one value': () => `{"data":[{"id":"c1","name":"${'n'.repeat(60 * MB)}"}]}`,
  'a row of escape sequences': () => `{"data":[{"id":"c1","name":"${'\\u0041'.repeat(10 * MB)}"}]}`,
  'a row of digits': () => `{"data":[{"id":"c1","name":${'9'.repeat(60 * MB)}}]}`,
  'the longest rows': () => rowsOf(240, 'n'.repeat(MB / 4 - 100)),
  'the longest rows of escape sequences': () => rowsOf(240, '\\u0041'.repeat(43_000)),
  'many rows': () => `{"data":[${Array.from({ length: 100_000 }, (_, nth) => `{"id":"c${nth}"}`).join()}]}`,
  'rows of columns of their own': () =>
    `{"data":[${Array.from({ length: 1_000 }, (_, row) => `{"id":"c${row}",${Array.from({ length: 400 }, (_, nth) => `"k${row}_${nth}":1`).join()}}`).join()}]}`,
  'white space': () => `{"data":[{"id":"c1"}]${' '.repeat(60 * MB)}}`,
  'values instead of rows': () => `{"data":[${'[],'.repeat(MB)}[]]}`,
  'objects of new names': () =>
    `{"data":[{"id":"c1","x":[${Array.from({ length: 300_000 }, (_, nth) => `{"k${nth}":1}`).join()}]}]}`,
  'a deep value': () => `{"data":[{"id":"c1","name":${'['.repeat(10 * MB)}${']'.repeat(10 * MB)}}]}`,
  'a long cursor': () => `{"data":[{"id":"c1"}],"next_cursor":"${'c'.repeat(60 * MB)}"}`,
  'no JSON': () => `<html>${'x'.repeat(60 * MB)}`,
}

/** The same for a refusal. */
const REFUSALS: Record<string, () => string> = {
  'many errors': () => `{"errors":[${'{"code":"X","message":"m"},'.repeat(MB)}{}]}`,
  'a long error': () => `{"errors":[{"code":"X","message":"${'m'.repeat(60 * MB)}"}]}`,
  'no JSON': () => `<html>${'x'.repeat(60 * MB)}`,
}

describe.runIf(canMeasureTurns)('other callers wait for a short time while Adgraph reads', () => {
  let answer: { status: number; body: Buffer; coding?: string }
  const spend = {
    rules: rulesOf({ accounts: ['a'], dailyBudget: '10.00' }),
    store: createSpendStore(createMemoryStore()),
  }
  const { graph } = useGraphOver(
    () => ({
      raw: (response) =>
        void response
          .writeHead(answer.status, { ...(answer.coding !== undefined && { 'content-encoding': answer.coding }) })
          .end(answer.body),
    }),
    { traceAlways: false, agents: 'read', spend },
  )

  const send = async (body: string, { path = '/graphql', headers = {} } = {}) => {
    const response = await fetch(new URL(path, graph.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    })
    for await (const _ of response.body!);
  }
  const read = (fields: string) =>
    send(JSON.stringify({ query: `{ account(id: "a") { campaigns(first: 1000) { nodes { ${fields} } } } }` }))

  it.each(Object.entries(ANSWERS))('an answer with %s', async (_, bodyOf) => {
    answer = { status: 200, body: Buffer.from(bodyOf()) }
    for (const fields of ['id', 'raw']) expect(await longestTurnMs(() => read(fields), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it.each(['a row of one value', 'many rows'])('a compressed answer with %s', async (what) => {
    answer = { status: 200, body: gzipSync(ANSWERS[what]!()), coding: 'gzip' }
    expect(await longestTurnMs(() => read('id'), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it.each(Object.entries(REFUSALS))('a refusal with %s', async (_, bodyOf) => {
    answer = { status: 400, body: Buffer.from(bodyOf()) }
    expect(await longestTurnMs(() => read('id'), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it.each(Object.entries(REQUESTS))('a request with %s', async (_, { body, ...options }) => {
    answer = { status: 200, body: Buffer.from('{"data":[],"next_cursor":null}') }
    const text = JSON.stringify(body)
    expect(await longestTurnMs(() => send(text, options), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it('many lists that are cached, and arrive together', async () => {
    answer = { status: 200, body: Buffer.from(rowsOf(400, 'n')) }
    const lists = Array.from(
      { length: 200 },
      (_, nth) => `a${nth}: iabCategories(first: ${400 - nth}) { edges { cursor node { name } } }`,
    )
    const body = JSON.stringify({ query: `{ ${lists.join(' ')} }` })
    await send(body)
    expect(await longestTurnMs(() => send(body), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it('many equal fields below many parents', async () => {
    answer = { status: 200, body: Buffer.from(rowsOf(1_000, 'n')) }
    const period = 'startTime: "2026-02-02T00:00:00Z", endTime: "2026-02-03T00:00:00Z"'
    const fields = aliased(100, `reach(${period}) { totalAudienceReach }`)
    expect(await longestTurnMs(() => read(fields), MAX_MS)).toBeLessThan(MAX_MS)
  })

  it.each([
    ['many variables', 20, 1],
    ['one variable, in many fields', 1, 190],
  ])('a request that is sent again, and can have long lists: %s', async (_, variables, uses) => {
    const names = Array.from({ length: variables }, (_, nth) => `r${nth}`)
    const fields = names.map((name) => aliased(uses, `_entities(representations: $${name}) { __typename }`))
    let documents = 0
    const sendAgain = async () => {
      documents += 1
      const query = `query Q${documents} (${names.map((name) => `$${name}: [_Any!]!`).join(' ')}) {
        ${fields.map((field, nth) => field.replaceAll(/a(?=\d+:)/g, `n${nth}_`)).join(' ')} }`
      const variables = Object.fromEntries(names.map((name) => [name, []]))
      for (const _ of [1, 2]) await send(JSON.stringify({ query, variables }))
    }
    expect(await longestTurnMs(sendAgain, MAX_MS)).toBeLessThan(MAX_MS)
  })
})

describe.runIf(canMeasureTurns)('other callers wait for a short time while the sandbox of the process', () => {
  it('creates the rows of an account', async () => {
    // The rows of each seed are created once.
    const sandboxes = await Promise.all(Array.from({ length: MAX_RUNS }, (_, nth) => startSandbox({ seed: 100 + nth })))
    const unused = [...sandboxes]
    const list = () => new Client(unused.pop()!).get(`/12/accounts/${LIMIT_ACCOUNT_ID}/line_items`)
    expect(await longestTurnMs(list, MAX_MS)).toBeLessThan(MAX_MS)
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
  })
})
