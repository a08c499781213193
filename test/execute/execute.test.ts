import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import {
  buildSchema,
  execute,
  GraphQLError,
  isObjectType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { execute as executeQuery } from '../../src/execute/executor.ts'
import { randomDocument, seededRandom } from '../support/random-document.ts'

/** Every shape that a field can have, so that whatever fails is within reach of every kind of neighbour. */
const FIELDS = `
  id: ID!
  text: String
  sure: String!
  number(most: Int = 3): Int
  kind: Kind
  texts: [String!]
  maybe: [String]!
  lists: [[Int!]]
  thing: Thing
  sureThing: Thing!
  things: [Thing!]!
  maybeThings: [Thing]
  named: Named
  surelyNamed: [Named!]
  either: [Either]
`

const schema = buildSchema(`
  type Query { ${FIELDS} }
  type Thing implements Named { ${FIELDS} }
  type Other implements Named { id: ID!, text: String, other: [Thing] }
  interface Named { id: ID!, text: String }
  union Either = Thing | Other
  enum Kind { ONE TWO }
`)

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

/** A rejection that nobody needs to handle: an executor that has given up an object waits for no more of it. */
function rejected(message: string): Promise<never> {
  const rejection = Promise.reject(new Error(message))
  rejection.catch(() => {})
  return rejection
}

/** A way a field can turn out, by the parent's seed alone, so that both executors meet the same. */
type Outcome = (value: () => unknown) => unknown

const GOOD_AT_ONCE: Outcome[] = [(value) => value()]
const BAD_AT_ONCE: Outcome[] = [
  () => null,
  () => undefined,
  () => {
    throw new Error('thrown')
  },
  () => new Error('returned'),
  () => ({ nothing: 'that fits' }),
  (value) => throwingAfter(value()),
]
const GOOD: Outcome[] = [
  ...GOOD_AT_ONCE,
  (value) => Promise.resolve(value()),
  async (value) => value(),
  // oxlint-disable-next-line unicorn/no-thenable -- Whatever has this method is a promise to executors.
  (value) => ({ then: (...use: Parameters<Promise<unknown>['then']>) => Promise.resolve(value()).then(...use) }),
]
const BAD: Outcome[] = [...BAD_AT_ONCE, () => Promise.resolve(null), () => rejected('rejected')]

/** An iterable that fails after its items; of a value that has none, at once. */
function* throwingAfter(value: unknown): Generator {
  if (Array.isArray(value)) yield* value.map(() => null)
  throw new Error('iterator')
}

/** Whether any value comes later. Where none does, executors agree on the order of errors. */
let someLater = true

const resolve: GraphQLFieldResolver<{ seed: number }, unknown> = (
  { seed },
  args: { most?: number },
  _context,
  info,
) => {
  const random = seededRandom(seed + info.fieldName.length * 7919 + info.fieldName.charCodeAt(0) * 104_729)
  const [good, bad] = someLater ? [GOOD, BAD] : [GOOD_AT_ONCE, BAD_AT_ONCE]
  const outcome = pick(random() < 0.93 ? good : bad, random)
  const typename = () => (random() < 0.03 ? 'Nobody' : random() < 0.5 ? 'Thing' : 'Other')
  const source = () => ({ seed: Math.floor(random() * 1e9), __typename: typename() })
  const thing = () => ({ ...source(), __typename: 'Thing' })
  const some = <T>(make: () => T) => Array.from({ length: Math.floor(random() * 4) }, make)
  // Each item is a promise: where one throws at once, graphql-js leaves the rejections of those before it unhandled.
  const item = <T>(make: () => T) => {
    if (!someLater) return random() < 0.9 ? make() : random() < 0.5 ? null : new Error('item')
    return random() < 0.9 ? Promise.resolve(make()) : random() < 0.5 ? Promise.resolve(null) : rejected('item')
  }
  const values: Record<string, () => unknown> = {
    id: () => String(seed),
    text: () => `text ${seed}`,
    sure: () => 'sure',
    number: () => (random() < 0.9 ? args.most : 'no number'),
    kind: () => pick(['ONE', 'TWO', 'THREE'], random),
    texts: () => some(() => item(() => 'text')),
    maybe: () => some(() => item(() => 'text')),
    lists: () => some(() => item(() => some(() => item(() => 1)))),
    thing,
    sureThing: thing,
    things: () => some(() => item(thing)),
    maybeThings: () => some(() => item(thing)),
    named: source,
    surelyNamed: () => some(() => item(source)),
    either: () => some(() => item(source)),
    other: () => some(() => item(thing)),
  }
  return outcome(values[info.fieldName]!)
}

beforeAll(() => {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) field.resolve = resolve
})

async function both(document: string, of: GraphQLSchema = schema, variableValues: Record<string, unknown> = {}) {
  const args = { schema: of, document: parse(document), rootValue: { seed: 1 }, variableValues }
  expect(validate(of, args.document)).toEqual([])
  return { ours: await executeQuery(args), theirs: await execute(args) }
}

/** A result writes itself. */
type Whole = ExecutionResult & { stringify?: (result: ExecutionResult) => Buffer | Readable }

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** What stands at the path of an error: null, or where a list or an object above it became null, undefined. */
function at(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key],
    data,
  )
}

/** The errors of values that are null while what they are in is not, in the order of their paths. */
function lasting(result: ExecutionResult): unknown[] {
  const errors = (result.errors ?? []).filter(({ path = [] }) => at(result.data, path) === null)
  return errors.map((error) => JSON.stringify([error.path, error.message, error.locations])).sort()
}

const told = ({ errors = [] }: ExecutionResult) => errors.map(({ message, path }) => ({ message, path }))

describe('a query executed level by level', () => {
  it('gives the same response as graphql-js if resolvers throw: 1,000 random documents with the same errors in the same order', async () => {
    someLater = false
    const random = seededRandom(20_260_612)
    let failures = 0
    for (let nth = 0; nth < 1000; nth += 1) {
      const document = randomDocument({ random, schema, choose: () => undefined })
      const args = { schema, document: parse(document), rootValue: { seed: nth } }
      const [ours, theirs] = [await executeQuery(args), execute(args) as ExecutionResult]

      expect([document, plain(ours)]).toEqual([document, plain(theirs)])
      failures += told(ours).length
    }

    expect(failures).toBeGreaterThan(500)
  })

  it('gives the same response as graphql-js if resolvers reject: 1,000 random documents', async () => {
    someLater = true
    const random = seededRandom(20_260_611)
    let failures = 0
    for (let nth = 0; nth < 1000; nth += 1) {
      const document = randomDocument({ random, schema, choose: () => undefined })
      const args = { schema, document: parse(document), rootValue: { seed: nth } }
      const [ours, theirs] = await Promise.all([executeQuery(args), execute(args)])

      const difference = isDeepStrictEqual(plain(ours.data), plain(theirs.data)) ? undefined : document
      expect(difference).toBeUndefined()
      expect((ours as Whole).stringify!(ours)).toEqual(Buffer.from(JSON.stringify(ours)))
      expect(told(ours).filter(({ path = [] }) => (at(ours.data, path) ?? null) !== null)).toEqual([])
      // Which of several failures made a value null, and which others below it are reported, goes by what came first.
      expect([document, lasting(ours)]).toEqual([document, lasting(theirs)])
      expect(told(ours).length > 0).toBe(told(theirs).length > 0)
      failures += told(ours).length
    }

    expect(failures).toBeGreaterThan(500)
  })

  it('reports one error for each value that became null, at its own path', async () => {
    const failing = buildSchema('type Query { a: [Row!] b: Row } type Row { sure: String! maybe: String }')
    const rows = [{ sure: 'x' }, { sure: null }, { sure: null }]
    const args = { schema: failing, document: parse('{ a { sure } b { maybe sure } c: b { maybe } }') }
    const maybe = () => rejected('no')
    const result = await executeQuery({ ...args, rootValue: { a: rows, b: { sure: 'x', maybe } } })

    expect(plain(result)).toEqual({
      data: { a: null, b: { maybe: null, sure: 'x' }, c: { maybe: null } },
      errors: [
        { message: 'Cannot return null for non-nullable field Row.sure.', ...whereOf(1, 7), path: ['a', 1, 'sure'] },
        { message: 'no', ...whereOf(1, 18), path: ['b', 'maybe'] },
        { message: 'no', ...whereOf(1, 38), path: ['c', 'maybe'] },
      ],
    })
  })

  it('creates thousands of errors in turns, in the same order as graphql-js', async () => {
    const failing = buildSchema(`
      type Query { rows: [Row] lists: [[Row!]] sure: [Row!] }
      type Row { id: ID maybe: String sure: String! tags: [String!] row: Row surely: Row! }
    `)
    const fail = () => {
      throw new Error('no')
    }
    const leaf = (nth: number) => ({ sure: nth % 11 === 0 ? null : 'x', maybe: nth % 5 === 0 ? fail : 'x' })
    const rows = Array.from({ length: 3_000 }, (_, nth) => ({
      ...leaf(nth),
      id: String(nth),
      tags: nth % 7 === 0 ? ['a', null] : ['a'],
      row: nth % 3 === 0 ? fail : leaf(nth + 1),
      surely: nth % 13 === 0 ? fail : leaf(nth + 2),
    }))
    const lists = [rows.slice(0, 10), rows.slice(1, 3), [], null, rows.slice(5, 9)]
    const document = parse(`{
      rows { id maybe sure tags row { maybe sure } surely { maybe sure } }
      lists { id maybe row { sure } }
      sure { id sure }
    }`)
    const args = { schema: failing, document, rootValue: { rows, lists, sure: rows } }
    const ours = (await executeQuery(args)) as Whole
    const theirs = await execute(args)
    const pieces: unknown[] = []
    for await (const piece of ours.stringify!(ours)) pieces.push(piece)

    expect(theirs.errors!.length).toBeGreaterThan(2_000)
    expect(pieces.length).toBeGreaterThan(5)
    expect(JSON.parse(pieces.join(''))).toEqual(plain(theirs))
    expect(plain(ours)).toEqual(plain(theirs))
  })

  it('reports the error that formatError returns for each failed field, and only for those', async () => {
    const formatted: unknown[] = []
    const formatError = ({ message, path }: GraphQLError) => {
      formatted.push(path)
      return new GraphQLError(`formatted: ${message}`, { path })
    }
    const failing = buildSchema('type Query { a: [Row!] } type Row { sure: String! maybe: String }')
    const maybe = () => rejected('no')
    const rootValue = { a: [{ maybe, sure: 'x' }, { sure: null }, { maybe, sure: null }] }
    const result = await executeQuery({
      schema: failing,
      document: parse('{ a { maybe sure } }'),
      rootValue,
      formatError,
    })

    expect(told(result)).toEqual([
      { message: 'formatted: no', path: ['a', 0, 'maybe'] },
      { message: 'formatted: Cannot return null for non-nullable field Row.sure.', path: ['a', 1, 'sure'] },
    ])
    expect(formatted).toEqual([
      ['a', 0, 'maybe'],
      ['a', 1, 'sure'],
    ])
    expect(plain(result.data)).toEqual({ a: null })
  })

  it('gives the same response as graphql-js for introspection, directives, variables and refused variables', async () => {
    const { ours, theirs } = await both(
      `query ($yes: Boolean!, $most: Int = 2) {
        __typename __schema { types { name fields { name type { name kind ofType { name } } } } } __type(name: "Kind") { enumValues { name } }
        id @skip(if: $yes) text @include(if: $yes) number(most: $most) again: number
        ... on Query @include(if: $yes) { ...some }
      } fragment some on Query { id }`,
      schema,
      { yes: true },
    )
    expect(plain(ours)).toEqual(plain(theirs))

    const refused = await both('query ($yes: Boolean!) { id @skip(if: $yes) }', schema, { yes: 'no' })
    expect(plain(refused.ours)).toEqual(plain(refused.theirs))
  })

  it('keeps names with a meaning in JavaScript, such as __proto__', async () => {
    const { ours, theirs } = await both('{ __proto__: id constructor: id toString: id }')

    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs))
  })

  it('resolves a field for all its parents before anything below it', async () => {
    const deep = buildSchema('type Query { rows: [Row] } type Row { id: ID row: Row }')
    const order: string[] = []
    const row = (id: string, depth: number): unknown => ({
      id: () => order.push(`${id} ${depth}`),
      row: () => (depth < 2 ? Promise.resolve(row(id, depth + 1)) : null),
    })
    const document = parse('{ rows { id row { id row { id } } } }')
    await executeQuery({ schema: deep, document, rootValue: { rows: [row('a', 0), row('b', 0)] } })

    expect(order).toEqual(['a 0', 'b 0', 'a 1', 'b 1', 'a 2', 'b 2'])
  })
})

const whereOf = (line: number, column: number) => ({ locations: [{ line, column }] })
