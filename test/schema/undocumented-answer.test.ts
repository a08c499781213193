import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../support/graph.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let upstream: Upstream
let graph: Graph
let body: unknown
beforeAll(async () => {
  upstream = await startUpstream(() => (Buffer.isBuffer(body) ? { raw: (response) => response.end(body) } : { body }))
})
afterAll(() => upstream.close())

const FORMS: [string, unknown][] = [
  ['no data', {}],
  ['null as data', { data: null }],
  ['a number as a row', { data: [1] }],
  ['null as a row', { data: [null] }],
  ['a row without an id', { data: [{ name: 'n' }] }],
  ['a row with an empty id', { data: [{ id: '', name: 'n' }] }],
  ['a fraction as an id, after an integer of its length', { data: [125, 1.5].map((id) => ({ id, name: 'n' })) }],
  ['bytes that are not UTF-8', Buffer.from('{"data":[{"id":"x1","name":"caf\xe9"}]}', 'latin1')],
]

/** Reads of a list, of one entity, of a look-up that lists join, and of lists that are kept, with what they give at last. */
const READS: [string, string, object][] = [
  [
    'a list',
    '{ account(id: "a1") { campaigns { nodes { restId } } } }',
    { account: { campaigns: { nodes: [{ restId: 'x1' }] } } },
  ],
  ['a single read', '{ campaign(id: "Campaign:a1:x1") { name } }', { campaign: { name: 'n' } }],
  [
    'look-ups',
    '{ nodes(ids: ["LineItem:a1:x1", "LineItem:a1:x2"]) { ... on LineItem { name } } }',
    { nodes: [{ name: 'n' }, null] },
  ],
  [
    'a list that is kept',
    '{ advertiserBusinessCategories { nodes { name } } }',
    { advertiserBusinessCategories: { nodes: [{ name: 'n' }] } },
  ],
  ['the list of accounts', '{ accounts { nodes { restId } } }', { accounts: { nodes: [{ restId: 'x1' }] } }],
]

describe('an answer that does not have the documented form', () => {
  it.each(
    FORMS.flatMap(([form, bad]) => READS.map(([read, document, good]) => [form, read, bad, document, good] as const)),
  )(
    'with %s, to %s, is UPSTREAM_UNAVAILABLE once, and is gone when the service has recovered',
    async (_form, _read, bad, document, good) => {
      graph = await openGraph(upstream.url)
      upstream.requests.length = 0
      body = bad
      const failed = await graph.query(document)
      const calls = upstream.requests.length
      body = { data: [{ id: 'x1', name: 'n' }] }
      const recovered = await graph.query(document)
      await graph.close()

      expect(new Set(failed.errors?.map(({ extensions }) => extensions.code))).toEqual(
        new Set(['UPSTREAM_UNAVAILABLE']),
      )
      expect(calls).toBe(1)
      expect(recovered.errors).toBeUndefined()
      expect(recovered.data).toEqual(good)
    },
  )
})
