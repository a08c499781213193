import { once } from 'node:events'
import type { Readable } from 'node:stream'
import {
  execute as executeByGraphql,
  GraphQLError,
  GraphQLScalarType,
  isAbstractType,
  parse,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
} from 'graphql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isTurnOver } from '../../../src/async/turn.ts'
import type { ExecuteArgs } from '../../../src/execute/execution.ts'
import { execute } from '../../../src/execute/executor.ts'
import { sharesArguments } from '../../../src/execute/resolver.ts'
import { keepsWireForm } from '../../../src/execute/response/leaf-column.ts'
import { stringifyOf } from '../../../src/execute/response/result.ts'
import { ObjectInParts } from '../../../src/json/object-in-parts.ts'
import { parseList } from '../../support/read-answer.ts'
import { schemaOf } from '../../support/schema.ts'

afterEach(() => void vi.restoreAllMocks())

const immediate = () => new Promise((resolve) => setImmediate(resolve))

type Args = Omit<ExecuteArgs, 'document'> & { document: string }

const run = async ({ document, ...args }: Args) => execute({ ...args, document: parse(document) })

/** A result as it is written, at once or in pieces. */
async function textOf(result: ExecutionResult): Promise<string> {
  const written: Buffer | Readable = stringifyOf(result)!(result)
  if (Buffer.isBuffer(written)) return String(written)
  const pieces: Buffer[] = []
  for await (const piece of written) pieces.push(piece as Buffer)
  return String(Buffer.concat(pieces))
}

/** The same result as graphql-js creates it. The errors of resolvers that throw are in the same order. */
const textByGraphql = async ({ document, ...args }: Args) =>
  JSON.stringify(await executeByGraphql({ ...args, document: parse(document) }))

/** A rejection that is awaited later. */
function rejected(message: string): Promise<never> {
  const rejection = Promise.reject(new Error(message))
  rejection.catch(() => {})
  return rejection
}

/** Each look at the clock takes longer than a turn may: every step of long work is a turn of its own. */
function hurry(): void {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
}

/** The number of turns of the event loop while something is done in a hurry. */
async function turnsOf<T>(work: () => Promise<T>): Promise<{ turns: number; value: T }> {
  hurry()
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const value = await work()
  isDone = true
  vi.restoreAllMocks()
  // The turn of this work ends.
  await immediate()
  await immediate()
  return { turns, value }
}

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth)

const throws = (message: string) => () => {
  throw new Error(message)
}

const TEXT = `
  type Query { numbers: [Int], lists: [[Int!]], groups: [Group], sure: [Group!], eithers: [Either], group: Group }
  type Group { id: ID, numbers: [Int!], maybe: [Int], sub: Group, surely: Group! }
  type Other { id: ID }
  union Either = Group | Other`

/** Groups with this many numbers each. Some have failures of each kind. */
const groups = (count: number, each: number) =>
  numbers(count).map((nth) => {
    const own = { id: `g${nth}`, numbers: numbers(each), maybe: [1, null], __typename: 'Group' }
    const failing = { ...own, numbers: [...own.numbers, null], maybe: [nth, 'no number', new Error('item')] }
    if (nth % 7 === 3) return failing
    if (nth % 7 === 5) return { ...own, id: throws('no id'), sub: throws('no sub') }
    return { ...own, sub: own, surely: nth % 5 === 4 ? null : own }
  })

describe('a long result', () => {
  const schema = schemaOf(TEXT)
  const cases: [what: string, document: string, rootValue: () => object][] = [
    ['of many short items', '{ numbers }', () => ({ numbers: numbers(25_000) })],
    ['of lists', '{ lists }', () => ({ lists: numbers(30).map((nth) => numbers(nth === 3 ? 0 : 1_000)) })],
    ['of items with many values', '{ groups { id numbers } }', () => ({ groups: [null, ...groups(22, 1_200)] })],
    [
      'below one object',
      '{ group { sub { id numbers } id } }',
      () => ({ group: { sub: { numbers: numbers(21_000) } } }),
    ],
    [
      'with failures in items with many values',
      '{ groups { numbers id sub { numbers } maybe } eithers { ... on Group { surely { id numbers } id } ... on Other { id } } }',
      () => ({
        groups: groups(14, 1_500),
        eithers: [...groups(12, 2_000), null, { __typename: 'Other', id: 'o' }, { __typename: 'Nobody' }],
      }),
    ],
    [
      'with failures in many short items',
      '{ groups { numbers id maybe surely { id } } numbers lists }',
      () => ({
        groups: groups(300, 3),
        numbers: [...numbers(20_000), 'no number', null],
        lists: [[1], [1, null], null, [2]],
      }),
    ],
    [
      'with a failure that makes a list null',
      '{ sure { id surely { id } numbers } numbers }',
      () => ({ sure: groups(10, 1_000), numbers: numbers(20_001) }),
    ],
    [
      'with an object that is null because of a failure',
      '{ group { id sub { numbers surely { id } } } }',
      () => ({ group: { id: 'g', sub: { numbers: numbers(21_000), surely: null } } }),
    ],
    [
      'with failures at the beginning of long lists',
      '{ groups { id maybe } }',
      () => ({ groups: numbers(3).map((id) => ({ id, maybe: ['no number', ...numbers(8_000), null] })) }),
    ],
    [
      'with a list whose iterator throws',
      '{ numbers lists groups { id numbers } }',
      () => ({
        numbers: (function* () {
          yield* numbers(300)
          throw new Error('iterator')
        })(),
        lists: [numbers(21_000)],
        groups: groups(4, 2),
      }),
    ],
  ]

  it.each(cases)('%s equals the result of graphql-js', async (_what, document, rootValue) => {
    const expected = await textByGraphql({ schema, document, rootValue: rootValue() })

    expect(await textOf(await run({ schema, document, rootValue: rootValue() }))).toBe(expected)
    // What reads `data` gets the same as what writes it.
    expect(JSON.stringify(await run({ schema, document, rootValue: rootValue() }))).toBe(expected)
  })

  it('is written in pieces of 64 KiB, and a shorter one at once', async () => {
    const piecesOf = async (count: number) => {
      const result = await run({ schema, document: '{ numbers }', rootValue: { numbers: numbers(count) } })
      const written = stringifyOf(result)!(result)
      if (Buffer.isBuffer(written)) return 'at once'
      const lengths: number[] = []
      for await (const piece of written) lengths.push((piece as Buffer).length)
      return lengths
    }
    expect(await piecesOf(20_000)).toBe('at once')
    const lengths = (await piecesOf(40_000)) as number[]
    expect(lengths).toHaveLength(4)
    // An item more has at most six bytes.
    expect(lengths.slice(0, -1).filter((length) => length < 65_536 || length > 65_542)).toEqual([])
  })

  it.each([
    ['short items', '{ numbers }', { numbers: numbers(20_500) }, 19_000],
    ['items with many values', '{ groups { numbers } }', { groups: [null, ...groups(3, 8_000)] }, 23_000],
    ['an object', '{ group { sub { numbers } } }', { group: { sub: { numbers: numbers(20_500) } } }, 19_000],
    ['lists with few values', '{ lists }', { lists: numbers(300).map(() => numbers(100)) }, 290],
  ])('lets other operations continue while it is written: %s', async (_what, document, rootValue, least) => {
    const result = await run({ schema, document, rootValue })
    const { turns } = await turnsOf(() => textOf(result))

    expect(turns).toBeGreaterThan(least)
    expect(turns).toBeLessThan(least * 1.2 + 100)
  })

  it('writes an object in parts member by member, as it is written at once', async () => {
    const inParts = schemaOf('scalar JSON type Query { one: JSON none: JSON text: String }')
    const members = numbers(40).map((nth) => [`m${nth}`, { of: ['x'.repeat(50_000), nth] }] as const)
    const one = new ObjectInParts(
      () => members,
      () => 2_000_000,
    )
    const none = new ObjectInParts(
      () => [],
      () => 2,
    )
    const rootValue = { one: Promise.resolve(one), none, text: 'é' }
    const result = await run({ schema: inParts, document: '{ one none text }', rootValue, onBytes: () => undefined })
    const { turns, value } = await turnsOf(() => textOf(result))

    expect(value).toBe(JSON.stringify({ data: { one: Object.fromEntries(members), none: {}, text: 'é' } }))
    expect(turns).toBeGreaterThan(28)
  })

  it('lets other operations continue while long values are counted and written, however few they are', async () => {
    const long = schemaOf('type Query { rows: [Row] } type Row { text: String }')
    const rows = (length: number) => numbers(30).map(() => ({ text: 'x'.repeat(length) }))
    const aliases = numbers(40).map((nth) => `a${nth}: text`)
    const turns = async (length: number) => {
      const execution = () =>
        run({
          schema: long,
          document: `{ rows { ${aliases.join(' ')} } }`,
          rootValue: { rows: Promise.resolve(rows(length)) },
          onBytes: () => undefined,
        })
      const counted = await turnsOf(execution)
      return { counted: counted.turns, written: (await turnsOf(() => textOf(counted.value))).turns }
    }
    const short = await turns(100)
    expect(short.counted).toBeLessThan(5)
    expect(short.written).toBeLessThan(5)
    // 1.3 MB are counted field by field, and written row by row.
    const some = await turns(1_100)
    expect(some.counted).toBeGreaterThan(38)
    expect(some.written).toBeGreaterThan(28)
    expect(some.written).toBeLessThan(60)
    // 12 MB are written value by value.
    expect((await turns(10_000)).written).toBeGreaterThan(1_190)
  })

  it('lets other operations continue while its errors are created', async () => {
    const bad = (count: number) => ({ lists: numbers(count).map(() => [1, null]) })
    const turns = async (count: number) => {
      const done = await turnsOf(() => run({ schema, document: '{ lists }', rootValue: bad(count) }))
      expect(done.value.errors).toHaveLength(count)
      return done.turns
    }
    // 50 leaf values are settled at once.
    expect(await turns(25)).toBeLessThan(5)
    expect(await turns(26)).toBeGreaterThan(20)
  })

  it('lets other operations continue while the errors of many fields are created', async () => {
    const aliases = numbers(199).map((nth) => `a${nth}: group { id }`)
    const { turns, value } = await turnsOf(() =>
      run({ schema, document: `{ ${aliases.join(' ')} }`, rootValue: { group: throws('no group') } }),
    )
    expect(value.errors).toHaveLength(199)
    expect(turns).toBeGreaterThan(190)
  })
})

describe('values of many parents', () => {
  const text = 'type Query { rows: [Row] } type Row { id: ID, name: String, row: Row, list: [Row], kind: [ID] }'
  const rows = (count: number) => numbers(count).map((id) => ({ id: String(id), name: `n${id}` }))

  /** The fields of the rows in the order in which they are first resolved, and the turns that it takes. */
  async function ordered(count: number, document: string, later = false) {
    const order = new Set<string>()
    const reported =
      (field: string, value: (row: { id: string }) => unknown): GraphQLFieldResolver<never, never> =>
      (row: { id: string }) => {
        order.add(field)
        return later ? Promise.resolve(value(row)) : value(row)
      }
    const schema = schemaOf(text, {
      Row: {
        id: reported('id', ({ id }) => id),
        name: reported('name', ({ id }) => `n${id}`),
        row: reported('row', ({ id }) => ({ id: `${id}r` })),
        kind: reported('kind', ({ id }) => [id]),
      },
    })
    const { turns, value } = await turnsOf(() => run({ schema, document, rootValue: { rows: rows(count) } }))
    expect(await textOf(value)).toBe(await textByGraphql({ schema, document, rootValue: { rows: rows(count) } }))
    return { order: [...order].join(' '), turns }
  }

  it.each([false, true])('are resolved in turns, object types first (later: %s)', async (later) => {
    expect((await ordered(666, '{ rows { id name row { __typename } } }', later)).order).toBe('id name row')
    expect((await ordered(667, '{ rows { id name row { __typename } } }', later)).order).toBe('row id name')
    expect((await ordered(2001, '{ rows { id kind } }', later)).order).toBe('kind id')
  })

  it('let other operations continue between the leaf fields, and between the values of one', async () => {
    expect((await ordered(1_000, '{ rows { id name } }')).turns).toBeLessThanOrEqual(3)
    expect((await ordered(1_001, '{ rows { id name a: name b: name c: name d: name } }')).turns).toBeGreaterThan(5)
    expect((await ordered(2_000, '{ rows { name } }')).turns).toBeLessThanOrEqual(3)
    expect((await ordered(12_001, '{ rows { name } }')).turns).toBeGreaterThan(6)
  })

  it('are all resolved within one turn if reads below them can be batched', async () => {
    for (const [field, value, isOneTurn] of [
      ['row { __typename }', Promise.resolve(null), true],
      ['list { __typename }', Promise.resolve(null), true],
      ['row { __typename }', null, false],
      ['list { __typename }', null, false],
      ['name', null, false],
    ] as const) {
      let isOver: boolean | undefined
      let isLate = false
      const resolve = () => {
        if (isOver === undefined) setImmediate(() => (isOver = true))
        isOver ??= false
        isLate ||= isOver
        return value
      }
      const schema = schemaOf(text, { Row: { row: resolve, list: resolve, name: resolve } })
      await turnsOf(() => run({ schema, document: `{ rows { ${field} } }`, rootValue: { rows: rows(12_001) } }))

      expect([field, isLate]).toEqual([field, !isOneTurn])
    }
  })

  it('end with the reason for which the execution was aborted', async () => {
    const gone = new AbortController()
    const resolved: string[] = []
    const schema = schemaOf(text, {
      Row: {
        id: () => {
          gone.abort(new GraphQLError('gone'))
          return Promise.resolve('1')
        },
        name: () => resolved.push('name'),
        row: async () => ({}),
      },
    })
    const rootValue = { rows: rows(1_000) }
    const result = await run({ schema, document: '{ rows { id row { id } name } }', rootValue, signal: gone.signal })

    expect(JSON.stringify(result)).toBe('{"errors":[{"message":"gone"}],"data":null}')
    expect(resolved).toEqual([])
  })
})

describe('the size of a result', () => {
  const schema = schemaOf(
    `type Query { rows: [Row], names: [String] } type Mutation { rows: [Row] }
     scalar JSON type Row { id: ID, name: String, sure: String!, row: Row, tags: [ID], raw: JSON }`,
  )
  const rows = (count: number) =>
    numbers(count).map((id) => ({
      id: String(id % 10),
      name: 'ten tokens',
      sure: 'ten tokens',
      row: {},
      tags: ['a', 'b'],
    }))

  async function sizesOf(document: string, rootValue: object) {
    const sizes: number[] = []
    await run({ schema, document, rootValue, onBytes: (bytes) => void sizes.push(bytes) })
    return sizes
  }

  it('is estimated for each field: its response keys and punctuation, its objects and items, and its values if there are at least 32', async () => {
    const all = [396, 6400, 800, 300, 800, 1200, 39_100, 1600, 500]
    expect(await sizesOf('{ rows { id name row { __typename } } }', { rows: rows(100) })).toEqual(all)
    expect(await sizesOf('{ rows { name } }', { rows: rows(32) })).toEqual([396, 2048, 320, 384])
    expect(await sizesOf('{ rows { name } }', { rows: rows(31) })).toEqual([396, 1984, 310])
    expect(await sizesOf('{ rows { tags } }', { rows: rows(100) })).toEqual([396, 6400, 1200, 8000, 900])
    const lazy = { rows: parseList(bytesOf(rows(40)), 'a')!.data }
    expect(await sizesOf('{ rows { id name } }', lazy)).toEqual([396, 2560, 320, 120, 320, 480])
  })

  it('counts long values of few rows', async () => {
    const long = [{ name: 'x'.repeat(2_000) }, { name: 'x'.repeat(3_000) }]
    expect(await sizesOf('{ rows { name } }', { rows: long })).toEqual([396, 128, 20, 5_004])
    // All of up to 31 rows are counted, four of more.
    const oneIsLong = (count: number) => numbers(count).map((nth) => ({ name: 'x'.repeat(nth === 17 ? 2_000 : 8) }))
    expect(await sizesOf('{ rows { name } }', { rows: oneIsLong(31) })).toEqual([396, 1984, 310, 2_302])
    const estimates = await sizesOf('{ rows { name } }', { rows: oneIsLong(32) })
    expect([32 * 10, 8 * (2_002 + 30)]).toContain(estimates[3])
  })

  it('counts long texts of few rows that are still bytes, if their answer is long', async () => {
    const sizes = (length: number) => {
      const bytes = bytesOf(numbers(20).map((nth) => ({ id: nth, name: 'x'.repeat(length) })))
      return sizesOf('{ rows { name } }', { rows: parseList(bytes, 'a')!.data })
    }
    expect(await sizes(1_500)).toEqual([396, 1280, 200])
    expect(await sizes(2_000)).toEqual([396, 1280, 200, 20 * 2_002])
  })

  it('counts many items of few lists', async () => {
    const tags = (count: number) => ({ rows: [{ tags: Array.from({ length: count }, () => 'x') }] })
    expect(await sizesOf('{ rows { tags } }', tags(31))).toEqual([396, 64, 12, 31 * 40])
    expect(await sizesOf('{ rows { tags } }', tags(32))).toEqual([396, 64, 12, 32 * 40, 32 * 4 + 1])
  })

  it.each<[what: string, raw: unknown[], bytes: number[]]>([
    ['texts of 1,000 characters', ['x'.repeat(1_000), 'y'], []],
    ['a text of 1,001 characters', ['y', 'x'.repeat(1_001)], [1_006]],
    ['an object', ['y', { a: 1 }], [10]],
    ['a list', [[1, 2], null], [9]],
    ['numbers and null', [1, null, true], []],
    ['failures', [new Error('failed'), 'y'], []],
  ])('has of few rows with %s what may be long', async (_, raw, bytes) => {
    const sizes = await sizesOf('{ rows { raw } }', { rows: raw.map((each) => ({ raw: each })) })
    expect(sizes.slice(3)).toEqual(bytes)
  })

  it('ends the execution if its response keys alone are too long, but not the execution of a non-null field of a mutation', async () => {
    // Those of 40 rows, with four letters.
    const onBytes = (bytes: number) => (bytes === 400 ? new GraphQLError('too many bytes') : undefined)
    const read = async (document: string): Promise<unknown> =>
      JSON.parse(JSON.stringify(await run({ schema, document, rootValue: { rows: rows(40) }, onBytes })))
    const tooMany = { errors: [{ message: 'too many bytes' }], data: null }
    const whole = { data: { rows: numbers(40).map(() => ({ sure: 'ten tokens' })) } }
    expect(await read('{ rows { name } }')).toMatchObject(tooMany)
    expect(await read('{ rows { sure } }')).toMatchObject(tooMany)
    expect(await read('mutation { rows { sure } }')).toEqual(whole)
    expect(await read('mutation { rows { name } }')).toMatchObject({
      data: { rows: numbers(40).map(() => ({ name: null })) },
    })
    // Values below a nullable field other than the mutation itself can be null instead.
    expect(await read('mutation { rows { row { sure } } }')).toMatchObject({
      errors: numbers(40).map((nth) => ({ message: 'too many bytes', path: ['rows', nth, 'row', 'sure'] })),
      data: { rows: numbers(40).map(() => ({ row: null })) },
    })
  })

  it('is estimated from other rows for each field', async () => {
    const mixed = numbers(100).map((nth) => ({ name: nth % 25 === 0 ? 'x' : 'x'.repeat(1_000) }))
    const fields = numbers(20).map((nth) => `a${nth}: name`)
    const sizes = await sizesOf(`{ rows { ${fields.join(' ')} } }`, { rows: mixed })
    const estimated = sizes.reduce((sum, bytes) => sum + bytes, 0)
    expect(estimated).toBeGreaterThan(20 * 96 * 1_000 * 0.9)
  })

  it('ends the execution if it is too long', async () => {
    for (const given of [rows(40), parseList(bytesOf(rows(40)), 'a')!.data]) {
      const result = await run({
        schema,
        document: '{ rows { name } }',
        rootValue: { rows: given },
        onBytes: (bytes) => (bytes === 480 ? new GraphQLError('480 bytes are too many') : undefined),
      })
      expect(JSON.parse(JSON.stringify(result))).toEqual({
        errors: [
          { message: '480 bytes are too many', locations: [{ line: 1, column: 10 }], path: ['rows', 0, 'name'] },
        ],
        data: null,
      })
    }
  })

  it('is not measured any more once it is too long, and nothing more is resolved', async () => {
    const fields = numbers(50).map((nth) => `a${nth}: name`)
    const name = 'x'.repeat(300_000)
    const id = vi.fn(() => '1')
    const measured: number[] = []
    const onBytes = (bytes: number) => {
      if (bytes > 100_000) measured.push(bytes)
      return bytes > 100_000 ? new GraphQLError('too many bytes') : undefined
    }
    const read = async (document: string) => {
      const rootValue = { rows: Promise.resolve([{ name, id }]) }
      const { errors, data } = await run({ schema, document, rootValue, onBytes })
      return [errors?.map(({ message }) => message), data]
    }
    const tooMany = [['too many bytes'], null]

    // The turn of the tests before may be over.
    for (const _ of [1, 2]) await immediate()
    expect(await read('{ rows { name id } }')).toEqual(tooMany)
    expect([measured.length, id.mock.calls]).toEqual([1, []])
    // Now all fields wait for the next turn before they are measured.
    isTurnOver()
    for (const until = performance.now() + 20; performance.now() < until;);
    expect(await read(`{ rows { ${fields.join(' ')} } }`)).toEqual(tooMany)
    for (const _ of fields) await immediate()
    expect(measured).toHaveLength(2)
  })

  it('ends the execution at the first lists whose items are too many, and asks for no others', async () => {
    const tags = vi.fn(() => numbers(9).map(() => ({})))
    const lists = schemaOf('type Query { rows: [Row] } type Row { tags: [Tag] } type Tag { id: ID }', { Row: { tags } })
    const rootValue = { rows: numbers(5_000).map(() => ({})) }
    // The first 200 lists, with their items, are as many values as are resolved at once.
    const onBytes = (bytes: number) => (bytes === 200 * 9 * 64 ? new GraphQLError('too many items') : undefined)
    const result = await run({ schema: lists, document: '{ rows { tags { id } } }', rootValue, onBytes })

    expect(JSON.parse(JSON.stringify(result))).toMatchObject({
      errors: [{ message: 'too many items', path: ['rows', 0, 'tags'] }],
      data: null,
    })
    expect(tags).toHaveBeenCalledTimes(200)
  })

  it('fails a nullable field of a mutation that makes it too long, and keeps what was done', async () => {
    const onBytes = (bytes: number) => (bytes === 480 ? new GraphQLError('too many bytes') : undefined)
    const document = 'mutation { rows { id name sure } }'
    const result = await run({ schema, document, rootValue: { rows: rows(40) }, onBytes })
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      errors: numbers(40).map((nth) =>
        expect.objectContaining({ message: 'too many bytes', path: ['rows', nth, 'name'] }),
      ),
      data: { rows: numbers(40).map((nth) => ({ id: String(nth % 10), name: null, sure: 'ten tokens' })) },
    })
  })
})

describe('the size of the errors of a result', () => {
  const schema = schemaOf('type Query { rows: [Row] } type Mutation { rows: [Row] } type Row { id: ID, name: String }')
  const rootValue = {
    rows: numbers(300).map((id) => ({
      id: String(id),
      name: () => {
        throw new Error('failed')
      },
    })),
  }
  const limited = () => {
    let count = 0
    return () => ((count += 1) > 100 ? new GraphQLError('too many errors') : undefined)
  }

  it('counts messages, paths and extensions, with names and punctuation', async () => {
    const sizes: number[] = []
    const failing = (message: string, extensions?: object) => ({
      name: () => {
        throw new GraphQLError(message, { extensions: { ...extensions } })
      },
    })
    const result = await run({
      schema,
      document: '{ rows { name } }',
      rootValue: { rows: [failing(''), failing('failed'), failing('', { code: 'X' })] },
      formatError: (error) => new GraphQLError(`${error.message}!`, { path: error.path, extensions: error.extensions }),
      onErrorBytes: (bytes) => void sizes.push(bytes),
    })
    expect(result.errors?.map(({ message }) => message)).toEqual(['!', 'failed!', '!'])
    // 80, the message, "rows", "0" and "name" with 3 each, and the extensions as JSON.
    const path = 4 + 3 + 1 + 3 + 4 + 3
    expect(sizes).toEqual([80 + 1 + path + 2, 80 + 7 + path + 2, 80 + 1 + path + 12])
  })

  it('makes the data of a query null, with one error, if it is too long', async () => {
    const result = await run({ schema, document: '{ rows { id name } }', rootValue, onErrorBytes: limited() })
    expect(JSON.stringify(result)).toBe('{"errors":[{"message":"too many errors"}],"data":null}')
  })

  it('keeps the data of a mutation, and its errors so far, with one more', async () => {
    const document = 'mutation { rows { id name } }'
    const result = await run({ schema, document, rootValue, onErrorBytes: limited() })
    expect(result.errors?.map(({ message }) => message)).toEqual([
      ...numbers(101).map(() => 'failed'),
      'too many errors',
    ])
    expect(result.data).toEqual({ rows: numbers(300).map((id) => ({ id: String(id), name: null })) })
  })
})

const bytesOf = (rows: readonly object[]) => Buffer.from(JSON.stringify({ data: rows }))

describe('columns of rows that are still bytes', () => {
  const text = `
    type Query { rows: [Row], sure: [Row!], either: [Either] }
    type Row { id: ID, name: String, on: Boolean, count: Int, long: Long, kind: Kind, sureName: String!, row: Row }
    type Other { id: ID }
    union Either = Row | Other
    scalar Long
    enum Kind { ONE TWO }`
  const schema = () => {
    const built = schemaOf(text)
    const serialize = (value: unknown) => String(value)
    Object.assign(built.getType('Long') as GraphQLScalarType, {
      serialize: keepsWireForm(serialize, 'int64 in quotation marks'),
    })
    const either = built.getType('Either')
    if (isAbstractType(either)) either.resolveType = ({ id }: { id: string }) => (id < '3' ? 'Row' : 'Other')
    return built
  }
  const ROWS = [
    { id: '1', name: '“ü🎒”', on: true, count: 7, long: 1234567890123, kind: 'ONE', sureName: 'x' },
    { id: '2', name: `"${'y'.repeat(300)}\n`, on: false, count: 0, kind: 'TWO', sureName: '' },
    { id: '3', name: null, on: null, long: 0, sureName: null },
    { id: '4' },
  ]
  const DOCUMENTS = [
    '{ rows { id name on count long kind } }',
    '{ rows { id sureName } }',
    '{ sure { id sureName } rows { on } }',
    '{ either { ... on Row { id name long } ... on Other { id } } rows { kind } }',
  ]

  it.each(DOCUMENTS)('are written, and read, as graphql-js completes them: %s', async (document) => {
    const lazy = () => parseList(bytesOf(ROWS), 'a')!.data
    const expected = await textByGraphql({
      schema: schema(),
      document,
      rootValue: { rows: ROWS, sure: ROWS, either: ROWS },
    })
    const rootValue = () => ({ rows: lazy(), sure: lazy(), either: lazy() })

    expect(await textOf(await run({ schema: schema(), document, rootValue: rootValue() }))).toBe(expected)
    expect(JSON.stringify(await run({ schema: schema(), document, rootValue: rootValue() }))).toBe(expected)
  })

  it('are written in steps if they are many', async () => {
    const many = numbers(7_000).map((nth) => ({ ...ROWS[nth % 4], id: String(nth) }))
    const document = '{ rows { id name long } }'
    const expected = await textByGraphql({ schema: schema(), document, rootValue: { rows: many } })
    const rows = parseList(bytesOf(many), 'a')!.data

    expect(await textOf(await run({ schema: schema(), document, rootValue: { rows } }))).toBe(expected)
  })

  it('are written in steps together with failures beside them', async () => {
    const failing = schemaOf(text, { Row: { row: throws('no row') } })
    const many = numbers(500).map((nth) => ({ ...ROWS[nth % 2], id: String(nth) }))
    const document = '{ rows { id row { id } name } }'
    const expected = await textByGraphql({ schema: failing, document, rootValue: { rows: many } })
    const rows = parseList(bytesOf(many), 'a')!.data

    expect(await textOf(await run({ schema: failing, document, rootValue: { rows } }))).toBe(expected)
  })
})

describe('a result that is changed before it is written', () => {
  const schema = schemaOf('type Query { a: String, b: String, rows: [Row] } type Row { id: ID }')
  const rootValue = { a: 'a', b: 'b', rows: [{ id: 1 }] }
  const result = async () => (await run({ schema, document: '{ a rows { id } }', rootValue })) as Changed
  interface Changed {
    data: Record<string, unknown>
  }
  const written = (changed: object) => (stringifyOf(changed) as (result: object) => Buffer)(changed).toString()

  it('has its other members too', async () => {
    const more = {
      ...(await result()),
      extensions: { x: 1 },
      nothing: undefined,
      errors: [new GraphQLError('e'), null],
    }

    expect(written(more)).toBe(
      '{"data":{"a":"a","rows":[{"id":"1"}]},"extensions":{"x":1},"errors":[{"message":"e"},null]}',
    )
    expect(written({ ...more, data: null, extensions: [], errors: [] })).toBe(
      '{"data":null,"extensions":[],"errors":[]}',
    )
    expect(written({ ...more, data: 'text', extensions: undefined, errors: undefined })).toBe('{"data":"text"}')
  })

  it('that was written once can be written again', async () => {
    const same = await result()

    expect([written(same), written(same)]).toEqual(Array(2).fill('{"data":{"a":"a","rows":[{"id":"1"}]}}'))
  })

  it.each<[string, (data: Record<string, unknown>) => object, string]>([
    [
      'with a member that is replaced by an equal number of others',
      (data) => {
        Reflect.deleteProperty(data, 'a')
        return Object.assign(data, { c: 'c' })
      },
      '{"rows":[{"id":"1"}],"c":"c"}',
    ],
    [
      'without a member that was deleted after another was read',
      (data) => {
        expect(data['rows']).toEqual([{ id: '1' }])
        Reflect.deleteProperty(data, 'a')
        return data
      },
      '{"rows":[{"id":"1"}]}',
    ],
    ['with a symbol', (data) => Object.assign(data, { [Symbol('s')]: 1 }), '{"a":"a","rows":[{"id":"1"}]}'],
    [
      'with another getter',
      (data) => Object.defineProperty(data, 'a', { get: () => 'own', enumerable: true }),
      '{"a":"own","rows":[{"id":"1"}]}',
    ],
    ['as an object that inherits', (data) => Object.assign(Object.create(data) as object, { own: 1 }), '{"own":1}'],
  ])('is written %s', async (_what, change, expected) => {
    const changed = await result()
    const data = change(changed.data)

    expect(written({ ...changed, data })).toBe(`{"data":${expected}}`)
  })

  it('has members that can be read and set through an object that inherits from its data', async () => {
    const { data } = await result()
    const heir = Object.create(data) as Record<string, unknown>

    expect([heir['a'], heir['rows']]).toEqual(['a', [{ id: '1' }]])
    expect(heir['rows']).toBe(data['rows'])
    heir['a'] = 'other'
    expect([heir['a'], data['rows']]).toEqual(['other', [{ id: '1' }]])
  })

  it('keeps a member that was set when others are read', async () => {
    const { data } = await result()
    data['a'] = 'set'
    expect(data).toEqual({ a: 'set', rows: [{ id: '1' }] })
    const other = (await result()).data
    Object.defineProperty(other, 'a', { value: 'defined', enumerable: true })
    expect([other['rows'], other['a']]).toEqual([[{ id: '1' }], 'defined'])
    expect(Object.getPrototypeOf(data)).toBeNull()
  })

  it('is recognized, and no other object is', () => {
    expect(stringifyOf({})).toBeUndefined()
  })
})

describe('a resolver that shares its arguments', () => {
  const text =
    'type Query { rows: [Row] } type Row { f(n: Int = 2): String, pet: Pet } interface Pet { id: ID } type Dog implements Pet { id: ID }'

  it('is called with one frozen object for all parents', async () => {
    const calls: { args: unknown; info: GraphQLResolveInfo }[] = []
    const types: GraphQLResolveInfo[] = []
    const schema = schemaOf(text, {
      Row: {
        f: sharesArguments((row: { n: number }, args: { n: number }, context: string, info: GraphQLResolveInfo) => {
          calls.push({ args, info })
          return `${row.n} ${args.n} ${context}`
        }),
        pet: () => ({ id: 1 }),
      },
    })
    const pet = schema.getType('Pet')
    if (isAbstractType(pet))
      pet.resolveType = sharesArguments((_value: unknown, _context: unknown, info: GraphQLResolveInfo) => {
        types.push(info)
        return 'Dog'
      })
    const rootValue = { rows: [{ n: 1 }, { n: 2 }] }
    const result = await run({
      schema,
      document: '{ rows { f other: f(n: 3) pet { id } } }',
      rootValue,
      contextValue: 'c',
    })

    expect(JSON.stringify(result.data)).toBe(
      '{"rows":[{"f":"1 2 c","other":"1 3 c","pet":{"id":"1"}},{"f":"2 2 c","other":"2 3 c","pet":{"id":"1"}}]}',
    )
    expect(calls[1]).toEqual(calls[0])
    expect(calls[1]!.args).toBe(calls[0]!.args)
    expect(calls[1]!.info).toBe(calls[0]!.info)
    expect(calls[2]!.args).not.toBe(calls[0]!.args)
    expect(types[1]).toBe(types[0])
    expect([calls[0]!.args, calls[0]!.info, types[0]].map(Object.isFrozen)).toEqual([true, true, true])
    expect(calls[2]!.info).toMatchObject({
      fieldName: 'f',
      path: { key: 'other', prev: { key: 'rows', prev: undefined } },
    })
    expect(types[0]!.path).toMatchObject({ key: 'pet', typename: 'Row', prev: { key: 'rows', prev: undefined } })
  })

  it('is called once for the same parent several times in a row, unless it returns what can be read only once', async () => {
    const name = vi.fn(({ id }: { id: number }) => `name ${id}`)
    const items = vi.fn(({ id }: { id: number }) => [id].values())
    const schema = schemaOf(
      'type Query { rows: [Row] } type Row { parent: Parent } type Parent { name: String, items: [Int] }',
      { Parent: { name: sharesArguments(name), items: sharesArguments(items) } },
    )
    const [one, other] = [{ id: 1 }, { id: 2 }]
    const rootValue = { rows: [one, one, other, one].map((parent) => ({ parent })) }
    const result = await run({ schema, document: '{ rows { parent { name items } } }', rootValue })

    expect(JSON.parse(JSON.stringify(result.data))).toEqual({
      rows: [1, 1, 2, 1].map((id) => ({ parent: { name: `name ${id}`, items: [id] } })),
    })
    expect(name.mock.calls.map(([{ id }]) => id)).toEqual([1, 2, 1])
    expect(items.mock.calls.map(([{ id }]) => id)).toEqual([1, 1, 2, 1])
  })

  it('gets the same arguments in each execution, unless they have variables', async () => {
    const seen: unknown[] = []
    const schema = schemaOf('type Query { f(n: Int, list: [Int!]): Int }', {
      Query: { f: sharesArguments((_source: unknown, args: object) => void seen.push(args)) },
    })
    const literal = parse('{ f(n: 1, list: [2, 3]) }')
    const variable = parse('query ($n: Int!) { f(list: [4, $n]) }')
    for (const document of [literal, literal]) await execute({ schema, document })
    for (const n of [5, 6]) await execute({ schema, document: variable, variableValues: { n } })

    expect(seen).toEqual([{ n: 1, list: [2, 3] }, { n: 1, list: [2, 3] }, { list: [4, 5] }, { list: [4, 6] }])
    expect(seen[1]).toBe(seen[0])
    expect(seen.every(Object.isFrozen)).toBe(true)
  })

  it.each([[{ n: 5, list: [6] }], [{ n: 5, list: 6 }], [{ n: null, list: null }], [{ n: 0 }], [{ list: [] }], [{}]])(
    'gets the arguments of graphql-js with the variables %j',
    async (variableValues) => {
      const seen: object[] = []
      const args = {
        schema: schemaOf('type Query { f(n: Int = 1, m: Int = 2, list: [Int!], constructor: [Int]): Int }', {
          Query: { f: sharesArguments((_source: unknown, args: object) => void seen.push({ ...args })) },
        }),
        document: parse(`query ($n: Int, $list: [Int!]) {
        a: f(n: $n) b: f(n: $n, list: $list) c: f(m: 3, list: $list) d: f(m: $n, constructor: [4, $n])
      }`),
        variableValues,
      }
      await execute(args)
      const own = seen.splice(0)
      await executeByGraphql(args)

      expect(own).toEqual(seen)
      expect(own.length).toBe(4)
    },
  )

  it('fails for each parent if its arguments are refused', async () => {
    const schema = schemaOf('type Query { rows: [Row] } type Row { f(n: Int!): String }', {
      Row: { f: sharesArguments(() => 'x') },
    })
    const args = {
      schema,
      document: 'query ($n: Int) { rows { f(n: $n) } }',
      rootValue: { rows: [{}, {}] },
    }
    expect(await textOf(await run(args))).toBe(await textByGraphql(args))
  })
})

describe('sources of fields without a resolver', () => {
  it.each([
    ['a function with members', Object.assign(() => {}, { a: 'a', b: () => 'b' })],
    ['a number', 7],
    ['a text', 'text'],
    ['true', true],
    ['an object without members', {}],
    [
      'an object without a prototype',
      Object.assign(Object.create(null) as object, { a: 'a', b: (_: unknown, c: unknown) => c }),
    ],
  ])('%s', async (_what, row) => {
    const args = {
      schema: schemaOf('type Query { row: Row } type Row { a: String, b: String, length: Int }'),
      document: '{ row { a b length } }',
      rootValue: { row },
      contextValue: 'context',
    }
    expect(await textOf(await run(args))).toBe(await textByGraphql(args))
  })

  it('nothing at all', async () => {
    const args = { schema: schemaOf('type Query { a: String }'), document: '{ a none: a @skip(if: true) }' }

    expect(await textOf(await run(args))).toBe(await textByGraphql(args))
  })
})

describe('objects without selected fields', () => {
  it('are empty', async () => {
    const args = {
      schema: schemaOf('type Query { row: Row, rows: [Row], either: Either } type Row { a: Int } union Either = Row'),
      document:
        '{ row { a @skip(if: true) } rows { a @include(if: false) } either { ... on Row @skip(if: true) { a } } }',
      rootValue: { row: {}, rows: numbers(3), either: { __typename: 'Row' } },
    }
    expect(await textOf(await run(args))).toBe('{"data":{"row":{},"rows":[{},{},{}],"either":{}}}')
    const rows = numbers(21_000).map(() => ({}))
    expect(
      await textOf(
        await run({
          ...args,
          document: '{ rows { __typename } row { a @skip(if: true) } }',
          rootValue: { row: {}, rows },
        }),
      ),
    ).toMatch(/"row":\{\}\}\}$/)
  })
})

describe('promises among values', () => {
  const schema = schemaOf('type Query { rows: [Row], sure: Row! } type Row { id: ID, value: String, sure: String! }')

  /** Promises that are settled in a later turn: the one at index `failing` is rejected. */
  function promised<T>(values: readonly T[], failing = -1): Promise<T>[] {
    return values.map(
      (value, nth) =>
        new Promise((resolve, reject) => {
          setImmediate(() => (nth === failing ? reject(new Error('no')) : resolve(value)))
        }),
    )
  }

  it('become the values of their fields when they are settled, or their errors', async () => {
    const rows = promised([0, 1, 2], 1).map((value) => ({ value }))
    const result = await run({ schema, document: '{ rows { value } }', rootValue: { rows } })

    expect(await textOf(result)).toBe(
      '{"errors":[{"message":"no","locations":[{"line":1,"column":10}],"path":["rows",1,"value"]}],' +
        '"data":{"rows":[{"value":"0"},{"value":null},{"value":"2"}]}}',
    )
  })

  it('can be mixed with values, be the same for several, and give promises', async () => {
    const [late] = promised(['late'], 0)
    const [inTurn] = promised([Promise.resolve('in turn')])
    const given = ['now', inTurn, Promise.resolve('promised'), late, rejected('rejected'), late, inTurn]
    const rows = given.map((value) => ({ value }))
    const result = await run({ schema, document: '{ rows { value } }', rootValue: { rows } })

    expect(result.errors?.map(({ message, path }) => [message, path])).toEqual([
      ['no', ['rows', 3, 'value']],
      ['rejected', ['rows', 4, 'value']],
      ['no', ['rows', 5, 'value']],
    ])
    expect(JSON.stringify(result.data)).toBe(
      '{"rows":[{"value":"now"},{"value":"in turn"},{"value":"promised"},{"value":null},{"value":null},{"value":null},{"value":"in turn"}]}',
    )
  })

  it('can be the items of a list, and the only value', async () => {
    const rows = promised([{ id: 0 }, { id: 1 }], 1)
    const [sure] = promised([{ sure: 'x' }])
    const result = await run({ schema, document: '{ rows { id } sure { sure } }', rootValue: { rows, sure } })

    expect(JSON.stringify(result.data)).toBe('{"rows":[{"id":"0"},null],"sure":{"sure":"x"}}')
    expect(result.errors?.map(({ path }) => path)).toEqual([['rows', 1]])
  })

  it('may be rejected while the operation waits for memory for their list', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    const onBytes = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20))
    const of = (rows: unknown) => run({ schema, document: '{ rows { id } }', rootValue: { rows }, onBytes })
    const results = await Promise.all([
      of(() => promised([{ id: 0 }, { id: 1 }], 1)),
      of(() => promised([{ id: 2 }], 0)),
      of(() => new Set(promised([{ id: 3 }], 0))),
    ])
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', onUnhandled)

    expect(results.map(({ data }) => JSON.stringify(data))).toEqual([
      '{"rows":[{"id":"0"},null]}',
      '{"rows":[null]}',
      '{"rows":[null]}',
    ])
    expect(unhandled).toEqual([])
  })
})

describe('a result in pieces whose reader has gone', () => {
  it('is not written further', async () => {
    const schema = schemaOf('type Query { numbers: [Int] }')
    const result = await run({ schema, document: '{ numbers }', rootValue: { numbers: numbers(200_000) } })
    const stream = stringifyOf(result)!(result) as Readable
    const [first] = (await once(stream, 'data')) as [Buffer]
    stream.destroy()
    await once(stream, 'close')

    expect(first.length).toBeGreaterThanOrEqual(65_536)
    expect(stream.destroyed).toBe(true)
  })
})
