import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readVocabulary } from '../../src/command/vocabulary.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { createVocabulary, type VocabularyWords } from '../../src/rest/wire/vocabulary.ts'
import { vocabularyFaults, vocabularyFile, wordList, wordsIn } from '../../src/rest/wire/word-list.ts'
import { openGraph, type Graph } from '../support/graph.ts'
import { closedAfterTest } from '../support/open.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../support/upstream.ts'

const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A graph that speaks these words over a service with these answers. */
async function open(words: VocabularyWords, answer: UpstreamAnswer): Promise<{ graph: Graph; upstream: Upstream }> {
  const upstream = closedAfterTest(await startUpstream(() => answer))
  const graph = closedAfterTest(
    await openGraph(upstream.url, { vocabulary: createVocabulary(words), checksPlan: false }),
  )
  return { graph, upstream }
}

const WORDS: VocabularyWords = {
  path: { campaigns: 'ad_groups', accounts: 'customers' },
  parameters: { sort_by: 'order', entity_status: 'state', name: 'label', funding_instrument_id: 'purse' },
  columns: { id: 'key', name: 'label', entity_status: 'state', created_at: 'made', post_id: 'status_id' },
  values: { entity_status: { PAUSED: 'HALTED', ACTIVE: 'ON' }, operation_type: { Create: 'add' } },
  headers: { 'x-transaction-id': 'x-trace', 'x-rate-limit-remaining': 'x-left' },
}

describe('a vocabulary', () => {
  it('is applied to path, parameters, values and order, and never to texts', async () => {
    const { graph, upstream } = await open(WORDS, {
      body: { data: [{ key: 'c1', label: 'HALTED', state: 'HALTED', made: '2026-01-01T00:00:00Z' }] },
    })
    const { data } = await graph.query(
      `{ account(id: "a1") { campaigns(first: 3, sortBy: [{ field: CREATED_AT, direction: DESC }]) {
        nodes { restId name entityStatus createdAt raw }
      } } }`,
    )

    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/customers/a1/ad_groups', { count: '3', order: 'made-desc' }],
    ])
    expect(data).toEqual({
      account: {
        campaigns: {
          nodes: [
            {
              restId: 'c1',
              name: 'HALTED',
              entityStatus: 'PAUSED',
              createdAt: '2026-01-01T00:00:00Z',
              raw: { key: 'c1', label: 'HALTED', state: 'HALTED', made: '2026-01-01T00:00:00Z' },
            },
          ],
        },
      },
    })
  })

  it.each([
    ['a word of ours', ['"HALTED"', '"ON"', 'null', '"HALTED"'], ['PAUSED', 'ACTIVE', null, 'PAUSED']],
    ['a word that both use', ['"DRAFT"', '"ON"', '"DRAFT"'], ['DRAFT', 'ACTIVE', 'DRAFT']],
    ['a word with an escape sequence', ['"H\\u0041LTED"', '"ON"'], ['PAUSED', 'ACTIVE']],
    ['a word that nobody knows', ['"ODD"', '"ON"'], ['UNRECOGNIZED', 'ACTIVE']],
    ['our word, which theirs has replaced', ['"PAUSED"', '"ON"'], ['PAUSED', 'ACTIVE']],
  ])('writes enum values of whole lists, with %s', async (_name, states, statuses) => {
    const rows = states.map((state, index) => `{"key":"c${index}","state":${state},"label":"ON"}`)
    const { graph } = await open(WORDS, { body: `{"data":[${rows.join(',')}],"next_cursor":null}` })
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { campaigns(first: 100) { nodes { restId name status: entityStatus entityStatus } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        campaigns: {
          nodes: statuses.map((status, index) => ({
            restId: `c${index}`,
            name: 'ON',
            status,
            entityStatus: status,
          })),
        },
      },
    })
  })

  it('is applied to the operations of a batch before they are sent, and to the row of a write', async () => {
    const shared = { label: 'PAUSED', state: 'HALTED', daily_budget_amount_local_micro: 5000000 }
    const row = { key: 'c1', funding_instrument_id: 'f1', ...shared }
    const { graph, upstream } = await open(WORDS, { body: { data: [row] } })
    const { data, errors } = await graph.query(
      `mutation { batchCampaigns(input: { accountId: "a1", operations: [{ create: {
        fundingInstrumentId: "f1", name: "PAUSED", entityStatus: PAUSED, dailyBudgetAmountLocalMicro: "5000000"
      } }] }) { campaigns { restId entityStatus raw } userErrors { message } } }`,
    )

    expect(errors).toBeUndefined()
    const batch = upstream.requests.find(({ method }) => method === 'POST')!
    expect([batch.path, JSON.parse(batch.body)]).toEqual([
      '/12/batch/customers/a1/ad_groups',
      [{ operation_type: 'add', params: { purse: 'f1', ...shared } }],
    ])
    expect(data).toEqual({
      batchCampaigns: {
        campaigns: [{ restId: 'c1', entityStatus: 'PAUSED', raw: row }],
        userErrors: [],
      },
    })
  })

  it('is applied to parameter, attribute and value of errors, and to headers, but not to messages', async () => {
    const { graph } = await open(WORDS, {
      status: 400,
      headers: { 'x-trace': 't1' },
      body: {
        errors: [{ code: 'INVALID_PARAMETER', message: 'state is HALTED', parameter: 'state', value: 'HALTED' }],
      },
    })
    const { errors } = await graph.query(`{ account(id: "a1") { campaigns { nodes { name } } } }`)

    expect(errors![0]!.message).toBe('state is HALTED')
    expect(errors![0]!.extensions['upstream']).toEqual({
      status: 400,
      transactionId: 't1',
      errors: [{ code: 'INVALID_PARAMETER', message: 'state is HALTED', parameter: 'entity_status', value: 'PAUSED' }],
    })
  })

  it('is applied inside the objects of history and recommendations', async () => {
    const history = await open(WORDS, {
      body: {
        data: [
          {
            entity: 'CAMPAIGN',
            entity_id: 'c1',
            changes: { state: { old: 'ON', new: 'HALTED' } },
            entity_data: { key: 'c1', label: 'ON', state: 'HALTED' },
          },
        ],
      },
    })
    const recommendation = await open(WORDS, {
      body: {
        data: {
          key: 'r1',
          changes: [{ entity_type: 'CAMPAIGN', operation_type: 'add', params: { purse: 'f1', state: 'ON' } }],
        },
      },
    })
    const { data: changed } = await history.graph.query(
      `{ account(id: "a1") { history(entityType: CAMPAIGN, entityId: "c1", startTime: "2026-01-01T00:00:00Z",
        endTime: "2026-01-02T00:00:00Z") { nodes { changes { field from to } entityData } } } }`,
    )
    const { data: recommended } = await recommendation.graph.query(
      `{ recommendation(id: "r1", accountId: "a1") { restId changes { operation } } }`,
    )

    expect(changed).toEqual({
      account: {
        history: {
          nodes: [
            {
              changes: [{ field: 'entity_status', from: 'ACTIVE', to: 'PAUSED' }],
              entityData: { id: 'c1', name: 'ON', entity_status: 'PAUSED' },
            },
          ],
        },
      },
    })
    expect(recommended).toEqual({
      recommendation: {
        restId: 'r1',
        changes: [{ operation: { create: { fundingInstrumentId: 'f1', entityStatus: 'ACTIVE' } } }],
      },
    })
  })

  it('does not take a word of theirs for ours if it means something else there', async () => {
    const { graph } = await open(
      { columns: { name: 'title', description: 'name' } },
      { body: { data: [{ id: 'f1', title: 'the title', name: 'the description' }] } },
    )
    const { data } = await graph.query('{ account(id: "a1") { customAudiences { nodes { name description } } } }')

    expect(data).toEqual({
      account: { customAudiences: { nodes: [{ name: 'the title', description: 'the description' }] } },
    })
    const of = await open({ columns: { name: 'title' } }, { body: { data: [{ id: 'f1', name: 'no name of ours' }] } })
    const other = await of.graph.query('{ account(id: "a1") { customAudiences { nodes { name } } } }')
    expect(other.data).toEqual({ account: { customAudiences: { nodes: [{ name: null }] } } })
  })
})

describe('a vocabulary file', () => {
  it('has every word and what it is used for, and changes nothing as it is', () => {
    const file = JSON.parse(vocabularyFile()) as Record<string, Record<string, unknown>>

    expect(Object.keys(file)).toEqual(['path', 'parameters', 'columns', 'headers', 'values', 'hosts'])
    expect(file['columns']!['entity_status']).toEqual({
      theirs: 'entity_status',
      for: expect.stringContaining('Campaign'),
    })
    expect(file['path']!['campaigns']).toEqual({
      theirs: 'campaigns',
      for: expect.stringContaining('GET accounts/:account_id/campaigns'),
    })
    expect(vocabularyFaults(file)).toEqual([])
    expect(wordsIn(file)).toEqual({ path: {}, parameters: {}, columns: {}, values: {}, headers: {} })
  })

  it('is refused with all its faults at once', () => {
    expect(
      vocabularyFaults({
        path: { campaigns: 'line_items', nothing: 'x', cards: 'a/b' },
        values: { entity_status: { ACTIVE: 'PAUSED' }, mood: {} },
        headers: { 'x-request-id': 'X Request' },
        hosts: { ads: 'ads.example' },
        words: {},
      }),
    ).toEqual([
      'path.nothing: is not a word that may be mapped',
      'path.cards: must be letters, digits, _, - and ., and begin with a letter or a digit',
      'path: campaigns and line_items would both be line_items; the map must be one to one',
      'values.entity_status: ACTIVE and PAUSED would both be PAUSED; the map must be one to one',
      'values.mood: is not a parameter or column with values that may be mapped',
      'headers.x-request-id: must be a header in lower case',
      'hosts.ads: must be a URL such as https://ads.example',
      'words: is not a scope; the scopes are path, parameters, columns, values, headers, hosts',
    ])
    for (const word of ['.', '..', '__proto__', ''])
      expect(vocabularyFaults({ path: { posts: word }, columns: { post_id: word } })).toHaveLength(2)
    expect(vocabularyFaults([])).toEqual(['must be a JSON object with the scopes that `adgraph vocabulary` prints'])
  })

  it('can be the one that the documentation shows', () => {
    const [, shown = ''] = /```json\n([^]*?)```/.exec(readFileSync('docs/vocabulary.md', 'utf8')) ?? []
    const file: unknown = JSON.parse(shown)

    expect(vocabularyFaults(file)).toEqual([])
    expect(wordsIn(file)).toEqual({
      path: { posts: 'messages' },
      parameters: {},
      columns: { post_id: 'message_id' },
      values: { placements: { ALL_ON_SVC: 'EVERYWHERE' } },
      headers: {},
    })
  })

  it('allows words to be exchanged', () => {
    expect(vocabularyFaults({ path: { campaigns: 'line_items', line_items: 'campaigns' } })).toEqual([])
  })

  it('has another hash for other words', () => {
    const [one, other] = [createVocabulary(WORDS), createVocabulary({ ...WORDS, path: {} })]
    expect(one.hash).toBe(createVocabulary({ ...WORDS }).hash)
    expect(one.hash).not.toBe(other.hash)
  })

  it('has no word twice in what may be mapped, and none of OAuth', () => {
    const { parameters, path } = wordList()
    expect(Object.keys(parameters).filter((name) => name.startsWith('oauth'))).toEqual([])
    expect(Object.keys(path)).not.toContain('oauth')
    expect(Object.keys(parameters)).toContain('svc_auth_access_type')
  })

  it('names the hosts of the service, for which the rules of base URLs hold', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'vocabulary-')), 'words.json')
    const settings = { ADS_VOCABULARY: path, OAUTH_CONSUMER_KEY: 'key', OAUTH_CONSUMER_SECRET: 'secret' }
    const hosts = { ads: 'https://ads.example', adsSandbox: 'https://sandbox.example', auth: 'https://auth.example' }
    writeFileSync(path, JSON.stringify({ hosts }))

    expect(readConfig(settings)).toMatchObject({ ADS_BASE_URL: hosts.ads, AUTH_BASE_URL: hosts.auth })
    expect(readConfig({ ...settings, ADS_ENVIRONMENT: 'sandbox' })).toMatchObject({ ADS_BASE_URL: hosts.adsSandbox })
    expect(readConfig({ ...settings, ADS_BASE_URL: 'https://own.example' })).toMatchObject({
      ADS_BASE_URL: 'https://own.example',
    })
    // The embedded sandbox plays the words of the service, not its hosts.
    expect(readConfig({ ADS_VOCABULARY: path, SANDBOX_VOCABULARY: path })).not.toMatchObject({
      ADS_BASE_URL: hosts.ads,
    })
    writeFileSync(path, JSON.stringify({ hosts: { ads: { theirs: 'http://ads.example' } } }))
    expect(() => readConfig(settings)).toThrow('ADS_VOCABULARY: hosts: ADS_BASE_URL must be https')
  })

  it('fails a start with its faults, and if it is no JSON file', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'vocabulary-')), 'words.json')
    writeFileSync(path, JSON.stringify({ path: { nothing: 'x' } }))
    const config = readConfig({ ADS_VOCABULARY: path })

    expect(() => readVocabulary(config)).toThrow(
      new ConfigError('ADS_VOCABULARY: path.nothing: is not a word that may be mapped'),
    )
    expect(() => readConfig({ SANDBOX_VOCABULARY: '/nowhere/words.json' })).toThrow(
      'SANDBOX_VOCABULARY must be the path of a JSON file',
    )
  })
})
