import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const LIBRARY = graphql(`query MediaLibraryPage($account: ID!, $first: Int, $after: String) {
  account(id: $account) {
    library: mediaItems(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }
  }
}`)
const EDGES = graphql(`query MediaLibraryEdges($account: ID!, $first: Int, $after: String) {
  account(id: $account) { mediaItems(first: $first, after: $after) { edges { cursor node { restId } } } }
}`)
const NODES = graphql(`query MediaNodes($ids: [ID!]!) { nodes(ids: $ids) { id ... on Media { name } } }`)

const ROW = { media_key: '13_1' }

const graph = useSandboxGraph()

describe('the media library', () => {
  it('comes in the order of the service, joins pages of 50 for a larger first, and returns 20 by default (R-CONV-10)', async () => {
    const page = async (first?: number, after?: string | null) =>
      (await graph.query(LIBRARY, { account: DEMO_ACCOUNT_ID, first, after })).data!.account!.library!
    const counts = () => graph.sandbox.requests.map(({ query }) => Object.fromEntries(query)['count'])

    graph.sandbox.clearRequests()
    const whole = await page(1000)
    expect(counts()).toEqual(['50', '50'])
    const keys = whole.nodes.map(({ restId }) => restId)
    expect(keys).toHaveLength(63)
    expect(new Set(keys).size).toBe(63)
    expect(keys.every((key) => /^\d+_\d{19}$/.test(key))).toBe(true)

    const first = await page()
    expect(first.nodes.map(({ restId }) => restId)).toEqual(keys.slice(0, 20))
    const second = await page(45, first.pageInfo.endCursor)
    expect(second.nodes.map(({ restId }) => restId)).toEqual(keys.slice(20))
    expect(second.pageInfo.hasNextPage).toBe(false)
  })

  it('continues after any edge, even in the middle of a page of rows without IDs', async () => {
    const page = async (first: number, after?: string) => {
      const { data } = await graph.query(EDGES, { account: DEMO_ACCOUNT_ID, first, after })
      return data!.account!.mediaItems!.edges
    }
    const edges = await page(30)
    for (const place of [0, 13, 28]) {
      const next = await page(1, edges[place]!.cursor)
      expect(next[0]!.node).toEqual(edges[place + 1]!.node)
    }
  })

  it.each([
    ['a search without text', '(words: "")', 'words', 'R-CARD-18'],
    ['a search of 256 characters', `(words: "${'x'.repeat(256)}")`, 'words', 'R-CARD-18'],
    ['no rows', '(first: 0)', 'first', 'R-CONV-10'],
    ['1001 rows', '(first: 1001)', 'first', 'R-CONV-10'],
  ])('refuses %s before anything is sent', async (_, args, field, rule) => {
    const { errors, sent } = await readRow(ROW, `{ account(id: "a1") { mediaItems${args} { nodes { id } } } }`)

    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field, rule }])
    expect(sent).toEqual([])
  })
})

describe('media by their keys', () => {
  it('are read in parallel, 16 at a time, each key once, and are null if they are not in the library', async () => {
    // Answers wait until as many have arrived as may be under way at once, and a moment longer, in which one too many would arrive.
    const waiting: (() => void)[] = []
    let arrived = 0
    let most = 0
    const upstream = await startUpstream(async ({ path }) => {
      arrived += 1
      await new Promise<void>((resolve) => {
        most = Math.max(most, waiting.push(resolve))
        if (waiting.length === 16 || arrived === 40)
          setTimeout(() => waiting.splice(0).forEach((answer) => answer()), 50)
      })
      const key = path.split('/').at(-1)!
      if (key === '3_7') return { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'none' }] } }
      return { body: { data: { media_key: key, name: `name ${key}` } } }
    })
    const opened = await openGraph(upstream.url)
    const ids = Array.from({ length: 60 }, (_, index) => `Media:a1:3_${index % 40}`)
    const { data, errors, calls } = await opened.query(NODES, { ids })

    expect(errors).toBeUndefined()
    expect(data!.nodes.map((node) => node?.id)).toEqual(ids.map((id) => (id === 'Media:a1:3_7' ? undefined : id)))
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/media_library/:media_key': 40 })
    expect(most).toBe(16)
    await opened.close()
    await upstream.close()
  })
})
