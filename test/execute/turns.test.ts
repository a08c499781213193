import { type GraphQLError, parse, type ExecutionResult } from 'graphql'
import { describe, expect, it } from 'vitest'
import { nextTurn } from '../../src/async/turn.ts'
import { execute } from '../../src/execute/executor.ts'
import { callCounts, openGraph, useGraphOver } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { schemaOf } from '../support/schema.ts'
import { listsOf, startUpstream } from '../support/upstream.ts'

const CAMPAIGNS = 400
const LINE_ITEMS = 30

const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: `campaign ${nth} "ü"` }))
const { graph } = useGraphOver(
  listsOf({
    campaigns,
    line_items: campaigns.flatMap(({ id }) =>
      Array.from({ length: LINE_ITEMS }, (_, nth) => ({ id: `${id}l${nth}`, campaign_id: id, name: `item ${nth}` })),
    ),
  }),
)

const DOCUMENT = graphql(`query ManyInTurns {
  account(id: "a1") {
    campaigns(first: 1000) {
      nodes { id name lineItems(first: 30) { nodes { restId name raw campaign { restId } } pageInfo { hasNextPage } } }
    }
  }
}`)

describe('an answer that is executed and written in turns', () => {
  it('equals one that is executed at once, and needs no more calls', async () => {
    const { data, errors, calls } = await graph.query(DOCUMENT)

    expect(errors).toBeUndefined()
    expect(data!.account!.campaigns!.nodes).toEqual(
      Array.from({ length: CAMPAIGNS }, (_, campaign) => ({
        id: `Campaign:a1:c${campaign}`,
        name: `campaign ${campaign} "ü"`,
        lineItems: {
          nodes: Array.from({ length: LINE_ITEMS }, (_, nth) => ({
            restId: `c${campaign}l${nth}`,
            name: `item ${nth}`,
            raw: { id: `c${campaign}l${nth}`, campaign_id: `c${campaign}`, name: `item ${nth}` },
            campaign: { restId: `c${campaign}` },
          })),
          pageInfo: { hasNextPage: false },
        },
      })),
    )
    expect(callCounts(calls)['GET accounts/:account_id/campaigns']).toBe(1)
  })

  it('shares no data with others that are executed and written at the same time', async () => {
    const accounts = ['a1', 'a2', 'a3', 'a4']
    const campaignIds = Array.from({ length: 250 }, (_, nth) => `c${nth}`)
    const itemNumbers = Array.from({ length: 30 }, (_, nth) => nth)
    // The same ids in every account. Names have other lengths and characters, and columns another order and number.
    const nameIn = (account: string, id: string) =>
      `${id} ${account} ${{ a1: 'plain', a2: 'ü"\\ \n😀', a3: 'x'.repeat(150), a4: '' }[account]}`
    const rowIn = (account: string, row: { id: string; campaign_id?: string }) => {
      const named = { name: nameIn(account, row.id), bid_amount_local_micro: Number(account.slice(1)) * 10 ** 9 }
      return account === 'a3'
        ? { ...named, entity_status: 'PAUSED', ...row }
        : { ...row, nested: { account }, ...named }
    }
    const service = await startUpstream(({ path, query }) => {
      const [, , , account = '', list] = path.split('/')
      const parents = query['campaign_ids']?.split(',') ?? []
      const rows =
        list === 'campaigns'
          ? campaignIds.map((id) => ({ id }))
          : parents.flatMap((id) => itemNumbers.map((nth) => ({ id: `${id}l${nth}`, campaign_id: id })))
      const start = Number(query['cursor'] ?? 0)
      const end = start + Number(query['count'] ?? 200)
      const data = rows.slice(start, end).map((row) => rowIn(account, row))
      return { body: { data, next_cursor: end < rows.length ? String(end) : null } }
    })
    const shared = await openGraph(service.url, { operationTimeoutMs: 60_000 })
    const documentOf = (account: string, first: number) => `{ account(id: "${account}") { campaigns(first: ${first}) {
      nodes { restId name lineItems(first: 30) { nodes { restId name bidAmountLocalMicro raw } } } } } }`
    const dataOf = (account: string, first: number) => ({
      account: {
        campaigns: {
          nodes: campaignIds.slice(0, first).map((campaign) => ({
            restId: campaign,
            name: nameIn(account, campaign),
            lineItems: {
              nodes: itemNumbers.map((nth) => {
                const raw = rowIn(account, { id: `${campaign}l${nth}`, campaign_id: campaign })
                return {
                  restId: raw.id,
                  name: raw.name,
                  bidAmountLocalMicro: String(raw.bid_amount_local_micro),
                  raw,
                }
              }),
            },
          })),
        },
      },
    })
    // Long answers are written in pieces, short ones at once.
    const asked = [250, 3, 250].flatMap((first) => accounts.map((account) => ({ account, first })))
    const answers = await Promise.all(asked.map(({ account, first }) => shared.query(documentOf(account, first))))
    await shared.close()
    await service.close()

    answers.forEach(({ data, errors }, nth) => {
      const { account, first } = asked[nth]!
      expect(errors).toBeUndefined()
      expect(data).toEqual(dataOf(account, first))
    })
  })

  it('is sent in pieces, without a Content-Length', async () => {
    const ask = async (query: string) => {
      const response = await fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const bytes = (await response.arrayBuffer()).byteLength
      return { bytes, length: response.headers.get('content-length'), type: response.headers.get('content-type') }
    }
    const type = 'application/json; charset=utf-8'
    expect(await ask(String(DOCUMENT))).toMatchObject({ length: null, type })
    const short = await ask('{ __typename }')
    expect(short).toEqual({ bytes: short.bytes, length: String(short.bytes), type })
  })

  it('is not written further after its caller disconnects', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const leaving = new AbortController()
      const response = await fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: String(DOCUMENT) }),
        signal: leaving.signal,
      })
      const reader = response.body!.getReader()
      expect((await reader.read()).done).toBe(false)
      leaving.abort()
    }
    const running = async () =>
      /adgraph_operations\{state="running"\} (\d+)/.exec(
        await (await fetch(new URL('/metrics', graph.url))).text(),
      )?.[1]
    while ((await running()) !== '0') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(graph.logLines.filter((line) => !line.includes('"msg":"operation"'))).toEqual([])
  })
})

/** What rejected without a handler while this ran: each would end a program that embeds the graph. */
async function unhandledDuring(run: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  await run()
  // Node.js reports them when the microtasks of a turn have ended.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', onUnhandled)
  return unhandled
}

describe('the promises of a leaf that is resolved in turns', () => {
  it('may reject before the last turn', async () => {
    const rows = 5_000
    const resolvers = {
      Row: {
        value: async () => {
          // The turn ends at once: others wait for theirs.
          void nextTurn()
          throw new Error('refused')
        },
      },
    }
    const unhandled = await unhandledDuring(async () => {
      const { data, errors } = await execute({
        schema: schemaOf('type Query { rows: [Row!]! } type Row { value: Int }', resolvers),
        document: parse('{ rows { value } }'),
        rootValue: { rows: Array.from({ length: rows }, () => ({})) },
      })
      expect(data).toEqual({ rows: Array.from({ length: rows }, () => ({ value: null })) })
      expect(errors).toHaveLength(rows)
    })
    expect(unhandled).toHaveLength(0)
  })

  it('are called once, if they are thenables of a library', async () => {
    let calls = 0
    const lazy = () => ({
      // oxlint-disable-next-line unicorn/no-thenable -- Thenables are what is tested.
      then(onFulfilled: (value: number) => void) {
        calls += 1
        onFulfilled(1)
      },
    })
    const { errors } = await execute({
      schema: schemaOf('type Query { rows: [Row!]! } type Row { value: Int }', { Row: { value: lazy } }),
      document: parse('{ rows { value } }'),
      rootValue: { rows: Array.from({ length: 5_000 }, () => ({})) },
    })
    expect([errors, calls]).toEqual([undefined, 5_000])
  })

  it('may be counts that fail at once because the breaker of their endpoint is open', async () => {
    const service = await startUpstream(({ path, query }) => {
      const list = path.split('/').at(-1)
      if (list === 'media_creatives') return { status: 503 }
      const parents = query['campaign_ids']?.split(',') ?? []
      const rows =
        list === 'campaigns'
          ? Array.from({ length: 800 }, (_, nth) => ({ id: `c${nth}` }))
          : parents.flatMap((id) => ['1', '2', '3'].map((nth) => ({ id: `${id}l${nth}`, campaign_id: id })))
      const start = Number(query['cursor'] ?? 0)
      const end = start + Number(query['count'])
      return { body: { data: rows.slice(start, end), next_cursor: end < rows.length ? String(end) : null } }
    })
    const own = await openGraph(service.url)
    const failing = Array.from(
      { length: 20 },
      (_, nth) => `a${nth}: account(id: "a${nth}") { mediaCreatives { totalCount } }`,
    )
    await own.query(`{ ${failing.join(' ')} }`)
    const unhandled = await unhandledDuring(async () => {
      const { errors } = await own.query(`{ account(id: "a1") { campaigns(first: 1000) { nodes { lineItems { nodes {
        campaign { mediaCreatives { totalCount } } } } } } } }`)
      expect(errors).toHaveLength(2_400)
    })
    await own.close()
    await service.close()
    expect(unhandled).toHaveLength(0)
  })
})

describe('mutations that are executed in turns', () => {
  it('let others continue between them, in their order, also if several operations wait for their turns', async () => {
    const order: string[] = []
    const schema = schemaOf('type Query { a: Int } type Mutation { take(from: String!): Int }', {
      Mutation: {
        take(_root: unknown, { from }: { from: string }) {
          order.push(from)
          // Longer than a turn.
          const end = performance.now() + 8
          while (performance.now() < end);
          return Promise.resolve(order.length)
        },
      },
    })
    const operations = ['one', 'other'].map((from) =>
      parse(`mutation { ${['a', 'b', 'c', 'd'].map((alias) => `${alias}: take(from: "${from}")`).join(' ')} }`),
    )
    let immediates = 0
    const count = () => {
      immediates += 1
      if (order.length < 8) setImmediate(count)
    }
    setImmediate(count)
    const results = await Promise.all(operations.map(async (document) => execute({ schema, document })))

    expect(results.map(({ errors }) => errors)).toEqual([undefined, undefined])
    for (const from of ['one', 'other']) expect(order.filter((each) => each === from)).toHaveLength(4)
    expect(results.map(({ data }) => Object.values(data!))).toEqual(
      ['one', 'other'].map((from) => order.flatMap((each, nth) => (each === from ? nth + 1 : []))),
    )
    // Each mutation after the first one of its operation had a turn of its own.
    expect(immediates).toBeGreaterThanOrEqual(5)
  })

  it('are executed at once if all resolvers are synchronous, as executeSync requires', () => {
    const many = Array.from({ length: 3_000 }, (_, id) => ({ id }))
    const schema = schemaOf('type Query { a: Int } type Item { id: Int, fails: Int } type Mutation { take: [Item] }', {
      Mutation: {
        take() {
          const end = performance.now() + 8
          while (performance.now() < end);
          return many
        },
      },
      Item: {
        fails() {
          throw new Error('no')
        },
      },
    })
    const document = parse('mutation { a: take { id } b: take { id } c: take { id fails } }')
    const onBytes = () => undefined

    const { data, errors } = execute({ schema, document, onBytes }) as ExecutionResult
    expect(data?.['b']).toHaveLength(3_000)
    expect(errors).toHaveLength(3_000)
  })
})

describe('the promises of lists whose items wait for memory, or are refused', () => {
  const late = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 20))
  it.each<[string, () => Promise<Error | undefined> | Error, object | null]>([
    ['wait', () => late(undefined), { rows: [{ items: [{ id: '1' }] }, { items: null }, { items: [null] }] }],
    ['are refused', () => new Error('too much'), null],
    ['are refused after a wait', () => late(new Error('too much')), null],
  ])('may reject while they %s', async (_, verdict, expected) => {
    const rejected = () => Promise.reject(new Error('no'))
    let isBelow = false
    const unhandled = await unhandledDuring(async () => {
      const { data, errors } = await execute({
        schema: schemaOf('type Query { rows: [Row!]! } type Row { items: [Item] } type Item { id: ID }', {}),
        document: parse('{ rows { items { id } } }'),
        rootValue: {
          rows: [() => [{ id: 1 }], () => rejected(), () => [rejected()]].map((items) => ({
            items() {
              isBelow = true
              return items()
            },
          })),
        },
        onBytes: () => (isBelow ? verdict() : undefined),
      })
      expect(data).toEqual(expected)
      expect(errors).not.toEqual([])
    })
    expect(unhandled).toEqual([])
  })
})

describe('the promises in lists', () => {
  const late = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 5))
  const refused = () => Promise.reject(new Error('refused'))

  /** The lists of these parents, in the response. */
  async function listsOf(type: string, lists: (() => unknown)[]): Promise<unknown> {
    const { data } = await execute({
      schema: schemaOf(`type Query { parents: [Parent] } type Parent { list: [${type}] }`),
      document: parse('{ parents { list } }'),
      rootValue: { parents: lists.map((list) => ({ list })) },
    })
    return (data!['parents'] as { list: unknown }[]).map(({ list }) => list)
  }

  it.each<[string, string, (() => unknown)[], unknown[]]>([
    ['while the list of another parent is awaited', 'Int', [() => [refused()], () => late([1])], [[null], [1]]],
    [
      'while the list of another parent is awaited, if their own list was a promise',
      'Int',
      [async () => [refused()], () => late([1])],
      [[null], [1]],
    ],
    [
      'while the list of another parent is awaited, if a third one has failed',
      'Int',
      [async () => [refused()], refused, () => late([1])],
      [[null], null, [1]],
    ],
    ['while another list beside them is awaited', '[Int]', [() => [[refused()], late([1])]], [[[null], [1]]]],
    [
      'while another list beside them is awaited, if their own list was a promise',
      '[Int]',
      [() => [Promise.resolve([refused()]), late([1])]],
      [[[null], [1]]],
    ],
  ])('may reject %s', async (_, type, lists, expected) => {
    const unhandled = await unhandledDuring(async () => expect(await listsOf(type, lists)).toEqual(expected))
    expect(unhandled).toEqual([])
  })

  it.each([
    ['of many parents', 5_000, 1],
    ['of many items', 3, 10_000],
  ])('%s may reject, although other operations continue between them', async (_, parents, items) => {
    const list = () => {
      // The turn ends at once: others wait for theirs.
      void nextTurn()
      return Array.from({ length: items }, refused)
    }
    const unhandled = await unhandledDuring(async () => {
      const lists = await listsOf(
        'Int',
        Array.from({ length: parents }, () => list),
      )
      expect(lists).toEqual(Array.from({ length: parents }, () => Array.from({ length: items }, () => null)))
    })
    expect(unhandled).toEqual([])
  })

  it.each([
    ['a set', (items: object[]) => new Set(items)],
    [
      'a generator',
      function* (items: object[]) {
        yield* items
      },
    ],
  ])('may reject below the items of %s that is refused meanwhile', async (_, listOf) => {
    // Each count of bytes is refused in turn.
    for (let refusedNth = 1; refusedNth <= 6; refusedNth += 1) {
      const errors: unknown[] = []
      let nth = 0
      const unhandled = await unhandledDuring(async () => {
        const result = await execute({
          schema: schemaOf('type Query { list: [Item!] } type Item { name: String }'),
          document: parse('{ list { name } }'),
          rootValue: { list: () => listOf([{ name: () => late('a') }, { name: () => late('b') }]) },
          onBytes() {
            nth += 1
            return nth === refusedNth ? new Error('too much') : undefined
          },
        })
        errors.push(...(result.errors ?? []))
        await late(undefined)
      })
      expect(unhandled).toEqual([])
      expect(errors.flatMap((error) => (error as GraphQLError).path)).not.toContain(null)
    }
  })
})

describe('the selection below a list', () => {
  it('is not executed for no items', async () => {
    const counted: number[] = []
    await execute({
      schema: schemaOf('type Query { list: [Item] } type Item { name: String }'),
      document: parse('{ list { name } }'),
      rootValue: { list: [] },
      onBytes: (bytes) => void counted.push(bytes),
    })

    expect(counted.filter((bytes) => bytes === 0)).toEqual([])
  })
})
