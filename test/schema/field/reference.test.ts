import { describe, expect, it } from 'vitest'
import { openGraph, useGraphOver } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

/** The campaign of each line item, by account. The accounts have campaigns with the same ID. */
const CAMPAIGN_OF: Record<string, Record<string, string | null>> = {
  a1: { l1: 'c1', l2: 'c1', l3: null, l4: 'gone', l5: 'c1' },
  a2: { l6: 'c1', l7: 'c1', l8: 'c2' },
}

const { upstream, graph } = useGraphOver(({ path, query }) => {
  const [, account, list] = /accounts\/(\w+)\/(\w+)$/.exec(path)!
  const ids = (query['line_item_ids'] ?? query['campaign_ids'] ?? '').split(',')
  const rows = ids.map((id) =>
    list === 'line_items' ? { id, campaign_id: CAMPAIGN_OF[account!]![id] } : { id, name: `${id} of ${account}` },
  )
  return { body: { data: rows.filter(({ id }) => id !== 'gone') } }
})

const lineItems = (fields: string) => {
  const ids = Object.entries(CAMPAIGN_OF).flatMap(([account, rows]) =>
    Object.keys(rows).map((id) => `LineItem:${account}:${id}`),
  )
  return `{ nodes(ids: ${JSON.stringify(ids)}) { ... on LineItem { campaign { ${fields} } } } }`
}

describe('the references of several rows', () => {
  it('belong to the account of each row, and are read once each', async () => {
    const { data, errors } = await graph.query(lineItems('id name'))

    expect(errors).toBeUndefined()
    const named = (account: string, id: string) => ({
      campaign: { id: `Campaign:${account}:${id}`, name: `${id} of ${account}` },
    })
    expect(data).toEqual({
      nodes: [
        named('a1', 'c1'),
        named('a1', 'c1'),
        { campaign: null },
        { campaign: null },
        named('a1', 'c1'),
        named('a2', 'c1'),
        named('a2', 'c1'),
        named('a2', 'c2'),
      ],
    })
    const reads = upstream.requests.filter(({ path }) => path.endsWith('/campaigns'))
    expect(reads).toHaveLength(2)
    expect(new Set(reads.map(({ query }) => query['campaign_ids']))).toEqual(new Set(['c1,gone', 'c1,c2']))
  })

  it('need no call for their IDs', async () => {
    const { data } = await graph.query(lineItems('restId'))

    expect(data).toEqual({
      nodes: ['c1', 'c1', null, 'gone', 'c1', 'c1', 'c1', 'c2'].map((id) => ({ campaign: id && { restId: id } })),
    })
    expect(upstream.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['line_items', 'line_items'])
  })
})

/** What rows can have in the place of an ID: the ID that it is, null if it is none, undefined if it is anything else. */
const VALUES: [json: string, id: string | null | undefined][] = [
  ['"c1"', 'c1'],
  ['9007199254740993', '9007199254740993'],
  ['12', '12'],
  ['null', null],
  ['""', null],
  ['"c1,c9"', undefined],
  ['"c9 "', undefined],
  ['".."', undefined],
  ['"\\ud800"', undefined],
  ['true', undefined],
  ['1.5', undefined],
  ['{}', undefined],
  ['["c1"]', undefined],
  ['{"toString":1}', undefined],
]

const REFUSED = expect.objectContaining({
  message: expect.stringMatching(/^The service sent a value that is not an ID: /) as string,
  extensions: { code: 'UPSTREAM_UNAVAILABLE' },
}) as unknown

describe('a value in the place of an ID', () => {
  const IDS = VALUES.flatMap(([, id]) => id ?? [])
  const rows = (column: string) => VALUES.map(([value], index) => `{"id":"r${index}","${column}":${value}}`)
  const media = (column: string) => VALUES.map(([value], index) => `{"media_key":"r${index}","${column}":${value}}`)
  let answers: Record<string, string[]> = {}

  async function read(lists: Record<string, string[]>, selection: string) {
    answers = lists
    const service = await startUpstream(({ path, query }) => {
      const [list, id] = path.split('/').slice(path.includes('accounts') ? 4 : 2) as [string, string | undefined]
      const wanted =
        id === undefined
          ? Object.entries(query)
              .find(([name]) => name.endsWith('_ids'))?.[1]
              .split(',')
          : [id]
      const named = (wanted ?? []).map((id) => `{"id":"${id}","media_key":"${id}","name":"name of ${id}"}`)
      const own = wanted ? named : (answers[list] ?? [])
      return { body: `{"data":${id === undefined ? `[${own.join()}]` : (named[0] ?? '{}')}}` }
    })
    const graph = await openGraph(service.url)
    const { data, errors } = await graph.query(`{ account(id: "a1") { ${selection} } }`)
    // Whatever was begun and is not awaited would be sent now.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await graph.close()
    await service.close()
    const [, ...calls] = service.requests.map(({ path, query }) => [path.split('/').at(-1), ...Object.values(query)])
    return { data: (data as { account: Record<string, unknown> }).account, errors, calls }
  }

  /** The values, each below the name of a field, and the errors at those that are no IDs. */
  const expected = (list: string, field: string, found: (id: string) => unknown) => ({
    data: { [list]: { nodes: VALUES.map(([, id]) => ({ [field]: typeof id === 'string' ? found(id) : null })) } },
    errors: VALUES.flatMap(([, id], index) =>
      id === undefined ? expect.objectContaining({ path: ['account', list, 'nodes', index, field] }) : [],
    ) as unknown,
  })

  it('is unknown by itself in a list of references, and is not sent', async () => {
    const { data, errors, calls } = await read(
      { line_items: rows('campaign_id') },
      'lineItems { nodes { campaign { name } } }',
    )

    expect({ data, errors }).toEqual(expected('lineItems', 'campaign', (id) => ({ name: `name of ${id}` })))
    expect(errors).toEqual(errors!.map(() => REFUSED))
    expect(calls).toEqual([['campaigns', 'true', IDS.join()]])
  })

  it('is unknown by itself if each entity is read by its own GET', async () => {
    const { data, errors, calls } = await read(
      { media_library: media('poster_media_key') },
      'mediaItems { nodes { posterMedia { name } } }',
    )

    expect({ data, errors }).toEqual(expected('mediaItems', 'posterMedia', (id) => ({ name: `name of ${id}` })))
    expect(errors).toEqual(errors!.map(() => REFUSED))
    expect(new Set(calls.flat())).toEqual(new Set(IDS))
    expect(calls).toHaveLength(IDS.length)
  })

  it('is unknown by itself if nothing is read but its ID', async () => {
    const { data, errors, calls } = await read(
      { line_items: rows('campaign_id') },
      'lineItems { nodes { campaign { id } } }',
    )

    expect({ data, errors }).toEqual(expected('lineItems', 'campaign', (id) => ({ id: `Campaign:a1:${id}` })))
    expect(errors).toEqual(errors!.map(() => REFUSED))
    expect(calls).toEqual([])
  })

  it('is unknown by itself if it is looked up by something else than the ID', async () => {
    const { data, errors, calls } = await read(
      {
        promoted_accounts: rows('user_id'),
        promotable_users: [...rows('user_id'), '{"id":"p","user_id":"c1,c9"}'],
      },
      'promotedAccounts { nodes { promotableUser { userId } } }',
    )

    expect({ data, errors }).toEqual(expected('promotedAccounts', 'promotableUser', (id) => ({ userId: id })))
    expect(errors).toEqual(errors!.map(() => REFUSED))
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['draft_posts', 'draftPosts { nodes { mediaItems { nodes { name } } } }', 'media_keys'],
    ['line_items', 'lineItems { nodes { iabCategories { nodes { name } } } }', 'categories'],
  ])('makes only its own list unknown: in %s', async (list, selection, column) => {
    const lists = ['[]', 'null', '""', '["c1",null,""]', '["c1",1.5]', '["c1",{"toString":1}]', '"c1"', '{}']
    const { data, errors } = await read(
      {
        [list]: lists.map((ids, index) => `{"id":"r${index}","${column}":${ids}}`),
        iab_categories: ['{"id":"c1","name":"name of c1"}'],
      },
      selection,
    )
    const [connection] = Object.values(data) as { nodes: Record<string, { nodes: unknown[] } | null>[] }[]

    expect(connection!.nodes.map((node) => Object.values(node)[0]?.nodes ?? null)).toEqual([
      [],
      [],
      [],
      [{ name: 'name of c1' }],
      null,
      null,
      null,
      null,
    ])
    expect(errors!.map(({ path, extensions: { code } }) => [path?.[3], code])).toEqual(
      [4, 5, 6, 7].map((index) => [index, 'UPSTREAM_UNAVAILABLE']),
    )
  })
})
