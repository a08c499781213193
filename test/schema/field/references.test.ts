import { beforeEach, describe, expect, it } from 'vitest'
import { useGraphOver } from '../../support/graph.ts'

interface Page {
  nodes: { restId: string; name: string | null }[]
  edges: { cursor: string; node: { restId: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const PAGE = `nodes { restId name } edges { cursor node { restId } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`

const KEYS = ['3_1', '3_2', '3_3', '3_4']

const CARD = {
  id: '7',
  components: [
    { type: 'SWIPEABLE_MEDIA', media_keys: ['3_1', '3_2'] },
    { type: 'SWIPEABLE_MEDIA', media_keys: ['3_3', '3_4'] },
  ],
}

let gone: Set<string>
let refused: Set<string>
let keys: string[]
const { upstream, graph } = useGraphOver(({ path }) => {
  const id = path.split('/').at(-1)!
  if (path.includes('/cards')) return { body: { data: { ...CARD, id } } }
  if (path.includes('draft_posts')) return { body: { data: { id, media_keys: keys } } }
  if (gone.has(id)) return { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'none' }] } }
  if (refused.has(id)) return { status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }] } }
  return { body: { data: { media_key: id, name: `name of ${id}` } } }
})
beforeEach(() => {
  gone = new Set()
  refused = new Set()
  keys = [...KEYS]
})

/** The keys of the media items that were looked up. */
const lookedUp = () =>
  upstream.requests.filter(({ path }) => path.includes('media_library')).map(({ path }) => path.split('/').at(-1))

async function read(args = '', selection = PAGE, id = '1') {
  const { data, errors, plan } = await graph.query<{ draftPost: { mediaItems: Page | null } }>(
    `{ draftPost(accountId: "a1", id: "${id}") { mediaItems${args} { ${selection} } } }`,
  )
  return { page: data.draftPost.mediaItems!, errors, plan }
}

describe('the entities whose IDs are in a row', () => {
  it('are all on the first page unless `first` is given, in their order', async () => {
    const { page, errors } = await read()

    expect(errors).toBeUndefined()
    expect(page.nodes).toEqual(KEYS.map((key) => ({ restId: key, name: `name of ${key}` })))
    expect(page.edges.map(({ node }) => node.restId)).toEqual(KEYS)
    expect(page.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: page.edges[0]!.cursor,
      endCursor: page.edges[3]!.cursor,
    })
    expect(lookedUp()).toEqualInSteps(KEYS)
  })

  it('are looked up for the requested page, with one more to know whether there are more', async () => {
    const first = await read('(first: 2)')
    const forFirst = lookedUp()
    const second = await read(`(first: 2, after: "${first.page.pageInfo.endCursor!}")`)

    expect(first.page.nodes.map(({ restId }) => restId)).toEqual(['3_1', '3_2'])
    expect(second.page.nodes.map(({ restId }) => restId)).toEqual(['3_3', '3_4'])
    expect([first, second].map(({ page }) => page.pageInfo.hasNextPage)).toEqual([true, false])
    expect(second.page.pageInfo.hasPreviousPage).toBe(true)
    expect(forFirst).toEqualInSteps(['3_1', '3_2', '3_3'])
    expect(lookedUp()).toEqualInSteps(['3_1', '3_2', '3_3'], ['3_3', '3_4'])
    // All others may be looked up if the first ones do not exist.
    expect(first.plan?.calls).toMatchObject({ min: 1, max: 5 })
  })

  it('go on after any cursor, also if an ID was removed meanwhile', async () => {
    const { page } = await read()
    keys = ['3_1', '3_3', '3_4']
    const { page: rest } = await read(`(after: "${page.edges[1]!.cursor}")`)

    expect(rest.nodes.map(({ restId }) => restId)).toEqual(['3_3', '3_4'])
  })

  it('are left out if the service does not have them, and others fill their page', async () => {
    gone = new Set(['3_2', '3_3'])
    const { page: first, errors } = await read('(first: 2)')
    const { page: one } = await read('(first: 1)')
    const { page: other } = await read(`(first: 1, after: "${one.pageInfo.endCursor!}")`)
    const { page: ids } = await read('(first: 2)', 'nodes { restId } pageInfo { hasNextPage }')
    const { page: whole } = await read()
    const { page: last } = await read(`(after: "${whole.edges[0]!.cursor}")`)

    expect(errors).toBeUndefined()
    expect([first, one, other, ids, whole, last].map(({ nodes }) => nodes.map(({ restId }) => restId))).toEqual([
      ['3_1', '3_4'],
      ['3_1'],
      ['3_4'],
      ['3_1', '3_4'],
      ['3_1', '3_4'],
      ['3_4'],
    ])
    expect(whole.edges[1]!.cursor).toBe(whole.pageInfo.endCursor)
    expect([first, one, other, ids].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([false, true, false, false])
  })

  it('are each on one page, although an ID is repeated after one that does not exist', async () => {
    keys = ['3_1', '3_9', '3_1', '3_3', '3_1']
    gone = new Set(['3_9'])
    const walked: string[][] = []
    for (let args = '(first: 1)'; walked.length < 9;) {
      const { page } = await read(args)
      walked.push(page.nodes.map(({ restId }) => restId))
      if (!page.pageInfo.hasNextPage) break
      args = `(first: 1, after: "${page.pageInfo.endCursor!}")`
    }

    expect(walked).toEqual([['3_1'], ['3_1'], ['3_3'], ['3_1']])
  })

  it('are there with their IDs if their look-up fails, and do not hide the others', async () => {
    refused = new Set(['3_2'])
    const { page, errors } = await read('(first: 3)', 'nodes { restId name }')

    expect(page.nodes).toEqual([
      { restId: '3_1', name: 'name of 3_1' },
      { restId: '3_2', name: null },
      { restId: '3_3', name: 'name of 3_3' },
    ])
    expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
      [['draftPost', 'mediaItems', 'nodes', 1, 'name'], 'FORBIDDEN'],
    ])
  })

  it.each<[string, string[]]>([
    ['nodes { id restId }', KEYS],
    ['edges { cursor node { id } }', KEYS],
    ['pageInfo { hasNextPage endCursor }', KEYS],
    ['pageInfo { hasPreviousPage }', []],
    ['__typename', []],
  ])('are looked up for { %s }, because a page holds only those that exist', async (selection, keys) => {
    const { errors } = await read('', selection)

    expect(errors).toBeUndefined()
    expect(lookedUp()).toEqualInSteps(keys)
  })

  it.each([
    ['(first: 0)', 'first'],
    ['(first: 1001)', 'first'],
    ['(after: "")', 'after'],
    ['(after: "x")', 'after'],
  ])('are refused with %s', async (args, field) => {
    const { page, errors } = await read(args)

    expect(page).toBeNull()
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([{ code: 'BAD_USER_INPUT', field }])
    expect(lookedUp()).toEqual([])
  })

  it('do not take a cursor of another row', async () => {
    const { page } = await read()
    const { errors } = await read(`(after: "${page.edges[0]!.cursor}")`, PAGE, '2')

    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([{ code: 'BAD_USER_INPUT', field: 'after' }])
  })

  it('have their own cursors in each part of a row', async () => {
    interface Answer {
      card: { components: { swipeableMedia: Page | null }[] }
    }
    const swiped = async (args = '') => {
      const { data, errors } =
        await graph.query<Answer>(`{ card(id: "card://1", accountId: "a1") { ... on ComposableCard {
        components { ... on SwipeableMediaComponent { swipeableMedia${args} { nodes { restId name } edges { cursor } } } }
      } } }`)
      const pages = data.card.components.map(({ swipeableMedia }) => swipeableMedia)
      return { pages, keys: pages.map((page) => page?.nodes.map(({ restId }) => restId)), errors }
    }
    const { pages, keys: all } = await swiped()
    const { keys: rest, errors } = await swiped(`(after: "${pages[1]!.edges[0]!.cursor}")`)

    expect(all).toEqual([
      ['3_1', '3_2'],
      ['3_3', '3_4'],
    ])
    expect(rest).toEqual([undefined, ['3_4']])
    expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
      [['card', 'components', 0, 'swipeableMedia'], 'BAD_USER_INPUT'],
    ])
  })
})
