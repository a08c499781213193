/* oxlint-disable vitest/expect-expect, unicorn/no-thenable -- `agreed` asserts that both executors give the same; thenables are what is tested. */
import { runInNewContext } from 'node:vm'
import {
  assertValidSchema,
  execute as executeByGraphql,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  isAbstractType,
  parse,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { execute } from '../../src/execute/executor.ts'
import { JoinedLists, sharesArguments, type ResolveAll } from '../../src/execute/resolver.ts'
import { schemaOf } from '../support/schema.ts'

/** A schema and the operation over it, made anew for each executor, so that neither sees what the other has changed. */
type Scenario = () => Omit<ExecutionArgs, 'document'> & { document: string }

function run(scenario: Scenario, executor: typeof executeByGraphql) {
  const { document, ...args } = scenario()
  assertValidSchema(args.schema)
  return executor({ ...args, document: parse(document) })
}

/** A result as a plugin reads it. */
const seen = (result: ExecutionResult): unknown => JSON.parse(JSON.stringify(result))

/** A result whose errors are in the order of their paths: which of several promises rejects first is left open. */
const sorted = (result: ExecutionResult) => ({
  ...result,
  ...(result.errors && { errors: result.errors.toSorted((a, b) => (String(a.path) < String(b.path) ? -1 : 1)) }),
})

/** A result as a client gets it. That of a request error is an ordinary object. */
function textOf(result: ExecutionResult & { stringify?: (result: object) => Buffer }): string {
  return result.stringify ? String(result.stringify(result)) : JSON.stringify(result)
}

/** The results of both executors, which have to be equal. Gives one. */
async function agreed(scenario: Scenario): Promise<unknown> {
  const [ours, theirs] = [run(scenario, execute), run(scenario, executeByGraphql)]
  const isAsync = ours instanceof Promise || theirs instanceof Promise
  const [own, other] = [await ours, await theirs]
  const written = textOf(own)
  expect(seen(isAsync ? sorted(own) : own)).toEqual(seen(isAsync ? sorted(other) : other))
  // It is written before anything reads it, and so without its objects.
  expect(written).toBe(JSON.stringify(own))
  return seen(own)
}

const fail = (message: string) => () => {
  throw new Error(message)
}

/** Root values for lists of nullable and non-null items, and all ways in which these are given. */
const LISTS: Record<string, () => unknown> = {
  'an array': () => [1, 2],
  'an array with null': () => [1, null, 2],
  'a hole': () => Object.assign(Array.from({ length: 3 }), { 0: 1 }),
  null: () => null,
  'a set': () => new Set([1, 2]),
  'a generator': () =>
    (function* () {
      yield 1
      yield 2
    })(),
  'a generator that throws': () =>
    (function* () {
      yield 1
      throw new Error('bad iterator')
    })(),
  'a generator that throws after an item that is no number': () =>
    (function* () {
      yield 'one'
      throw new Error('bad iterator')
    })(),
  'an iterator that throws at once': () => ({
    [Symbol.iterator]() {
      throw new Error('no iterator')
    },
  }),
  'an array whose iterator throws': () => Object.assign([1, 2], { [Symbol.iterator]: fail('own iterator') }),
  'an array whose iterator cannot be read': () =>
    Object.defineProperty([1, 2], Symbol.iterator, { get: fail('unreadable') }),
  'a proxy of an array that was revoked': () => {
    const { proxy, revoke } = Proxy.revocable([1, 2], {})
    revoke()
    return proxy
  },
  'a text': () => 'text',
  'an object': () => ({ length: 2 }),
  'a number': () => 7,
  'an error': () => new Error('list'),
  'a promise of a list': () => Promise.resolve([1, 2]),
  'a promise of null': () => Promise.resolve(null),
  'a rejection': () => Promise.reject(new Error('rejected')),
  'promises of items': () => [Promise.resolve(1), Promise.resolve(2)],
  'a promise of a null item': () => [Promise.resolve(1), Promise.resolve(null), Promise.resolve(2)],
  'a rejected item': () => [Promise.resolve(1), Promise.reject(new Error('item')), Promise.resolve(2)],
  'an error as an item': () => [1, new Error('item'), 2],
  'an item that is no number': () => [1, 'one', 2],
}

describe('lists, as graphql-js completes them', () => {
  const cases = ['[Int]', '[Int]!', '[Int!]', '[Int!]!'].flatMap((type) =>
    Object.keys(LISTS).map((what) => [type, what] as const),
  )
  it.each(cases)('%s from %s', async (type, what) => {
    await agreed(() => ({
      schema: schemaOf(`type Query { outer: Outer } type Outer { list: ${type}, beside: Int }`),
      document: '{ outer { beside list } }',
      rootValue: { outer: { list: LISTS[what]!(), beside: 1 } },
    }))
  })
})

describe('the iterator of a list, as graphql-js reads it', () => {
  const ITEMS: Record<string, () => unknown[]> = {
    'no failed item': () => [1, 2],
    'a null item': () => [1, null, 2],
    'an undefined item': () => [1, undefined, 2],
    'an error as an item': () => [1, new Error('item'), 2],
    'an item that is no number': () => [1, 'one', 2],
    'a rejected item': () => [1, Promise.reject(new Error('item')), 2],
  }
  const cases = ['[Int]', '[Int!]', '[Int!]!', '[[Int!]!]'].flatMap((type) =>
    Object.keys(ITEMS).map((what) => [type, what] as const),
  )

  /** How many items were read of a list, whether its iterator was ended early, and the result. */
  const reading = async (executor: typeof executeByGraphql, type: string, items: unknown[], ends: () => object) => {
    const read: unknown[] = []
    const list = {
      [Symbol.iterator]: () => ({
        next: () => (read.length < items.length ? { value: items[read.push('next') - 1] } : { done: true }),
        return() {
          read.push('return')
          return ends()
        },
      }),
    }
    const scenario = () => ({
      schema: schemaOf(
        `type Query { list: ${type} } interface Sized { size: Int! }
         type Row implements Sized { size: Int!, note: String, inner: Inner! } type Inner { size: Int! }`,
      ),
      document: type.includes('Int') ? '{ list }' : '{ list { size ... on Row { note inner { size } } } }',
      rootValue: { list: type.startsWith('[[') ? [list] : list },
    })
    return [seen(await run(scenario, executor)), read]
  }

  it.each(cases)('%s with %s', async (type, what) => {
    for (const ends of [() => ({}), fail('bad end')])
      expect(await reading(execute, type, ITEMS[what]!(), ends)).toEqual(
        await reading(executeByGraphql, type, ITEMS[what]!(), ends),
      )
  })

  const bad = fail('bad field')
  const ROWS: Record<string, () => unknown[]> = {
    'no failed item': () => [{ size: 1 }, { size: 2 }],
    'a failed field': () => [{ size: 1 }, { size: bad }, { size: 3 }],
    'a failed nullable field': () => [{ size: 1 }, { size: 2, note: bad }, { size: 3 }],
    'a field that rejects': () => [{ size: 1 }, { size: async () => bad() }, { size: 3 }],
    'a failed field of a promised item': () => [{ size: 1 }, Promise.resolve({ size: bad }), { size: 3 }],
    'a failed field further below': () => [{ size: 1 }, { size: 2, inner: { size: bad } }, { size: 3 }],
    'an item of no type': () => [{ size: 1 }, { size: 2, __typename: 'None' }, { size: 3 }],
  }
  const rowCases = ['[Row]', '[Row!]', '[Row!]!', '[[Row!]!]', '[Sized!]'].flatMap((type) =>
    Object.keys(ROWS).map((what) => [type, what] as const),
  )

  it.each(rowCases)('%s with %s', async (type, what) => {
    for (const ends of [() => ({}), fail('bad end')])
      expect(await reading(execute, type, rowsOf(what), ends)).toEqual(
        await reading(executeByGraphql, type, rowsOf(what), ends),
      )
  })

  function rowsOf(what: string): unknown[] {
    return ROWS[what]!().map((row) =>
      row instanceof Promise ? row : { __typename: 'Row', inner: { size: 0 }, ...(row as object) },
    )
  }

  it('may have no end if an item fails', async () => {
    const result = await agreed(() => ({
      schema: schemaOf('type Query { list: [Int!] }'),
      document: '{ list }',
      rootValue: {
        *list() {
          for (;;) yield null
        },
      },
    }))
    expect(result).toMatchObject({ data: { list: null } })
  })
})

describe('lists of several parents, as graphql-js completes them', () => {
  it.each(['[Int]', '[Int!]'])('%s', async (type) => {
    await agreed(() => ({
      schema: schemaOf(`type Query { rows: [Row] } type Row { list: ${type} }`),
      document: '{ rows { list } }',
      rootValue: { rows: [[1], ['one', 2], [3, 'three'], ['four']].map((list) => ({ list })) },
    }))
  })
})

describe('parents of the default resolver, as graphql-js reads them', () => {
  it.each<[string, () => unknown]>([
    ['an object', () => ({ size: 3 })],
    ['an object whose member is a function', () => ({ size: ({ add }: { add: number }) => 3 + add })],
    ['a function with members', () => Object.assign(() => 1, { size: 3 })],
    ['a string', () => 'abc'],
    ['a number', () => 7],
  ])('can be %s', async (_, part) => {
    const schema = () => schemaOf('type Query { part: Part } type Part { size(add: Int = 0): Int, length: Int }')
    await agreed(() => ({ schema: schema(), document: '{ part { size(add: 4) length } }', rootValue: { part } }))
  })
})

describe('promises, as graphql-js awaits them', () => {
  const LATE: Record<string, () => unknown> = {
    'a thenable': () => ({ then: (use: (value: unknown) => unknown) => Promise.resolve('late').then(use) }),
    'a thenable that rejects': () => ({
      then: (...use: Parameters<Promise<unknown>['then']>) => Promise.reject(new Error('thenable')).then(...use),
    }),
    'a function with a then method': () =>
      Object.assign(() => {}, { then: (use: (value: unknown) => unknown) => Promise.resolve('late').then(use) }),
    'a promise of another realm': () => runInNewContext(`Promise.resolve('late')`),
    'a rejection of another realm': () => runInNewContext(`Promise.reject(new Error('other realm'))`),
    'a then getter that throws': () => Object.defineProperty({}, 'then', { get: fail('no then') }),
    'an object whose then is no function': () => ({ then: 7, toString: () => 'not late' }),
  }

  it.each(Object.entries(LATE))('a field that gives %s', async (_what, late) => {
    const result = await agreed(() => ({
      schema: schemaOf('type Query { late: String, sure: String! }', { Query: { late } }),
      document: '{ late sure }',
      rootValue: { sure: 'sure' },
    }))
    expect(result).toMatchObject({ data: { sure: 'sure' } })
  })

  it.each(Object.entries(LATE))('an item that is %s', async (_what, late) => {
    await agreed(() => ({
      schema: schemaOf('type Query { items: [String] }'),
      document: '{ items }',
      rootValue: { items: ['now', late()] },
    }))
  })

  it('a thrown value that is not an Error is reported as one', async () => {
    await agreed(() => ({
      schema: schemaOf('type Query { text: String, nothing: String, object: String }', {
        Query: {
          // oxlint-disable-next-line typescript/only-throw-error -- Resolvers may throw anything.
          text: () => Promise.reject('text'),
          nothing: () => Promise.reject(undefined),
          object: () => Promise.reject({ message: 'x' }),
        },
      }),
      document: '{ text nothing object }',
    }))
  })
})

describe('null in a condition of @skip or @include, as graphql-js refuses it', () => {
  const document = (selection: string) => `query ($no: Boolean = true) { ${selection} }`
  const variableValues = { no: null }
  const schema = () =>
    schemaOf(
      'type Query { a: String, row: Row, sure: Sure!, rows: [Row] } type Row { b: Int, c: Int } type Sure { d: Int }',
    )
  const rootValue = { a: 'a', row: { b: 1, c: 2 }, sure: { d: 3 }, rows: [{ b: 1 }, { b: 2 }] }

  it.each([
    'a @skip(if: $no)',
    'a @include(if: $no)',
    'a ... @skip(if: $no) { row { b } }',
    'a row { b c @skip(if: $no) }',
    'a row { b ...F @include(if: $no) } rows { b }',
    'a rows { b @skip(if: $no) }',
    'a sure { d @skip(if: $no) }',
  ])('%s', async (selection) => {
    const text = document(selection) + (selection.includes('...F') ? ' fragment F on Row { c }' : '')
    const result = await agreed(() => ({ schema: schema(), document: text, rootValue, variableValues }))
    expect(result).toHaveProperty('errors.0.message', 'Argument "if" of non-null type "Boolean!" must not be null.')
    expect(result).toHaveProperty('data')
  })
})

describe('abstract types, as graphql-js resolves them', () => {
  const text = `
    type Query { pet: Pet, pets: [Pet], surePets: [Pet!], being: Being }
    interface Being { name: String }
    type Dog implements Being { name: String, barks: Boolean }
    type Cat implements Being { name: String, meows: Boolean }
    type Stone { weight: Int }
    union Pet = Dog | Cat`
  const document = `{
    pet { __typename ...P } pets { ...P } surePets { ... on Being { name } ...P } being { name ... on Dog { barks } }
  } fragment P on Pet { ... on Dog { name barks } ... on Cat { name meows } }`
  const circular: Record<string, unknown> = {}
  circular['self'] = circular

  const TYPES: Record<string, unknown> = {
    'a name': 'Dog',
    'another name': 'Cat',
    'a type of another union': 'Stone',
    'an unknown name': 'Nobody',
    'a name that is no object type': 'Being',
    nothing: undefined,
    null: null,
    'a number': 7,
    'a bigint': 7n,
    'an object': { name: 'Dog' },
    'a circular object': circular,
    'a symbol': Symbol('Dog'),
    'a promise of a name': Promise.resolve('Dog'),
    'a promise of nothing': Promise.resolve(undefined),
    'a thenable': { then: (use: (name: string) => unknown) => Promise.resolve(use('Cat')) },
  }
  const rootValue = () => {
    const rex = { name: 'Rex', barks: true, meows: false }
    return { pet: rex, pets: [rex, null, rex], surePets: [rex], being: rex }
  }

  it.each(Object.entries(TYPES))('resolveType gives %s', async (_what, type) => {
    await agreed(() => {
      const schema = schemaOf(text)
      for (const named of Object.values(schema.getTypeMap()))
        if (isAbstractType(named)) named.resolveType = () => type as never
      return { schema, document, rootValue: rootValue() }
    })
  })

  it('resolveType throws or rejects', async () => {
    for (const resolveType of [fail('no type'), () => Promise.reject(new Error('no type'))])
      await agreed(() => {
        const schema = schemaOf(text)
        for (const named of Object.values(schema.getTypeMap()))
          if (isAbstractType(named)) named.resolveType = resolveType
        return { schema, document, rootValue: rootValue() }
      })
  })

  it('resolveType gives a GraphQLObjectType', async () => {
    await agreed(() => {
      const schema = schemaOf(text)
      for (const named of Object.values(schema.getTypeMap()))
        if (isAbstractType(named)) named.resolveType = () => schema.getType('Dog') as never
      return { schema, document, rootValue: rootValue() }
    })
  })

  const verdicts: Record<string, (value: { barks?: boolean }) => unknown> = {
    'at once': ({ barks }) => barks === true,
    later: ({ barks }) => Promise.resolve(barks === true),
    'with an error': fail('no verdict'),
    'with a rejection': () => Promise.reject(new Error('no verdict')),
    never: () => false,
  }
  it.each(Object.entries(verdicts))('isTypeOf of possible types answers %s', async (_what, isTypeOf) => {
    await agreed(() => {
      const schema = schemaOf(text)
      const [dog, cat] = [schema.getType('Dog') as GraphQLObjectType, schema.getType('Cat') as GraphQLObjectType]
      dog.isTypeOf = isTypeOf as never
      cat.isTypeOf = (value) => !(value as { barks?: boolean }).barks
      return { schema, document, rootValue: { ...rootValue(), pets: [{ name: 'Rex', barks: true }, { name: 'Tom' }] } }
    })
  })

  it.each(Object.entries(verdicts))(
    'isTypeOf of an object type is asked for each value, and answers %s',
    async (_what, isTypeOf) => {
      const result = await agreed(() => {
        const schema = schemaOf('type Query { dog: Dog, dogs: [Dog], sure: [Dog!] } type Dog { barks: Boolean }')
        ;(schema.getType('Dog') as GraphQLObjectType).isTypeOf = isTypeOf as never
        const dogs = [{ barks: true }, { barks: false }, null]
        return {
          schema,
          document: '{ dog { barks } dogs { barks } sure { barks } }',
          rootValue: { dog: dogs[1], dogs, sure: [dogs[0]] },
        }
      })
      expect(result).toHaveProperty('errors')
    },
  )

  it('values of __typename choose their type', async () => {
    const pets = [
      { __typename: 'Dog', name: 'Rex' },
      Promise.resolve({ __typename: 'Cat', name: 'Tom' }),
      { __typename: 7 },
    ]
    await agreed(() => ({ schema: schemaOf(text), document, rootValue: { pets } }))
  })
})

describe('failures of non-null fields, as graphql-js propagates them', () => {
  const text = `type Query { maybe: T, sure: T!, list: [T], sureList: [T!], both: [T!]! }
    type T { id: Int, maybe: T, sure: T!, fine: Int, bad: Int, sureBad: Int!, list: [T!] }`
  const bad: Record<string, () => unknown> = {
    'an error': fail('sync'),
    'a rejection': () => Promise.reject(new Error('async')),
    null: () => null,
    'a returned error': () => new Error('returned'),
    'a value that is no number': () => 'seven',
  }
  const documents = [
    '{ maybe { fine sureBad } }',
    '{ maybe { bad fine sureBad } }',
    '{ maybe { fine sure { sure { sureBad } } } }',
    '{ maybe { maybe { sureBad } bad } }',
    '{ sure { fine } sure2: sure { sureBad } }',
    '{ list { fine sureBad } }',
    '{ list { fine bad } maybe { fine } }',
    '{ sureList { fine sureBad } maybe { fine } }',
    '{ both { sureBad } }',
    '{ maybe { list { sure { sureBad } } fine } }',
  ]

  it.each(documents.flatMap((document) => Object.keys(bad).map((what) => [document, what] as const)))(
    '%s: %s',
    async (document, what) => {
      await agreed(() => {
        const t = () => ({})
        const list = () => [{}, {}]
        const fields = { id: () => 1, fine: () => 1, bad: bad[what]!, sureBad: bad[what]!, maybe: t, sure: t, list }
        const schema = schemaOf(text, { Query: { maybe: t, sure: t, list, sureList: list, both: list }, T: fields })
        return { schema, document }
      })
    },
  )
})

describe('errors, as graphql-js reports them', () => {
  it('keeps the extensions and locations of a GraphQLError, and the path of one that has been located', async () => {
    const schema = () =>
      schemaOf('type Query { coded: Int, located: Int, cause: Int }', {
        Query: {
          coded: () => {
            throw new GraphQLError('coded', { extensions: { code: 'X', deep: { n: 1 } } })
          },
          located: () => {
            throw new GraphQLError('located', { path: ['elsewhere', 0] })
          },
          cause: () => {
            throw Object.assign(new Error('with extensions'), { extensions: { code: 'Y' } })
          },
        },
      })
    await agreed(() => ({ schema: schema(), document: '{ coded located cause other: coded }' }))
  })

  it('keeps the original error', async () => {
    const original = new Error('original')
    const schema = () => schemaOf('type Query { a: Int }', { Query: { a: () => Promise.reject(original) } })
    for (const executor of [execute, executeByGraphql] as const) {
      const { errors } = await run(() => ({ schema: schema(), document: '{ a }' }), executor)
      expect(errors?.[0]).toBeInstanceOf(GraphQLError)
      expect(errors?.[0]?.originalError).toBe(original)
    }
  })

  it.each([
    ['gives null', () => null],
    ['gives nothing', () => undefined],
    ['throws', fail('serialize')],
  ])('of a scalar whose serialize %s', async (_what, serialize) => {
    await agreed(() => {
      const Odd = new GraphQLScalarType({ name: 'Odd', serialize })
      const fields = {
        one: { type: Odd, resolve: () => ({ a: 1 }) },
        many: { type: new GraphQLList(new GraphQLNonNull(Odd)), resolve: () => [1, 2] },
      }
      return {
        schema: new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) }),
        document: '{ one many }',
      }
    })
  })

  it('of arguments and variables that their types refuse', async () => {
    const text = 'type Query { f(n: Int!, e: E): Int, rows: [Row] } type Row { g(n: Int!): Int } enum E { A B }'
    const rootValue = { f: ({ n }: { n: number }) => n, rows: [{ g: () => 1 }, { g: () => 2 }] }
    const cases: [string, Record<string, unknown>][] = [
      ['query ($n: Int) { f(n: $n) rows { g(n: $n) } }', {}],
      ['query ($n: Int = 3) { f(n: $n) rows { g(n: $n) } }', { n: null }],
      ['query ($n: Int!) { f(n: $n) }', {}],
      ['query ($n: Int!) { f(n: $n) }', { n: 'x' }],
      ['query ($e: E) { f(n: 1, e: $e) }', { e: 'C' }],
      ['{ f(n: "1") }', {}],
      ['{ f(n: 1, e: C) }', {}],
    ]
    for (const [document, variableValues] of cases)
      await agreed(() => ({ schema: schemaOf(text), document, rootValue, variableValues }))
  })
})

describe('operations, as graphql-js finds them', () => {
  const text = 'type Query { a: Int } type Mutation { b: Int }'
  it.each([
    ['query A { a } query B { b: a }', undefined],
    ['query A { a } query B { b: a }', 'B'],
    ['query A { a } query B { b: a }', 'C'],
    ['query A { a }', null],
    ['fragment F on Query { a }', undefined],
    ['{ a unknown }', undefined],
    ['{ a { x } }', undefined],
    ['subscription { a }', undefined],
    ['mutation { b }', undefined],
    ['{ ...F } fragment F on Nowhere { a }', undefined],
    ['{ ...Missing a }', undefined],
  ])('%s %s', async (document, operationName) => {
    await agreed(() => ({ schema: schemaOf(text), document, operationName, rootValue: { a: 1, b: 2 } }))
  })

  it('without a type for mutations', async () => {
    await agreed(() => ({ schema: schemaOf('type Query { a: Int }'), document: 'mutation { a }' }))
  })
})

describe('mutations, as graphql-js executes them', () => {
  it('each field after the one before it has been completed, with everything below it', async () => {
    const results: string[][] = []
    for (const executor of [execute, executeByGraphql] as const) {
      const order: string[] = []
      const later = async (what: string) => {
        order.push(`${what} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        order.push(`${what} ends`)
        return { below: () => later(`below ${what}`) }
      }
      const schema = schemaOf('type Query { a: Int } type Mutation { write(n: Int): T } type T { below: T }', {
        Mutation: { write: (_root, { n }: { n: number }) => later(String(n)) },
      })
      await run(
        () => ({
          schema,
          document: 'mutation { a: write(n: 1) { below { __typename } } b: write(n: 2) { __typename } }',
        }),
        executor,
      )
      results.push(order)
    }
    expect(results[0]).toEqual(results[1])
    expect(results[0]).toEqual(['1 begins', '1 ends', 'below 1 begins', 'below 1 ends', '2 begins', '2 ends'])
  })

  it.each([
    ['a nullable field that fails hides no other', 'mutation { a: maybe(fails: true) b: maybe }'],
    ['no field follows a non-null one that fails', 'mutation { a: maybe b: sure(fails: true) c: maybe }'],
    [
      'no field follows a non-null one that fails later',
      'mutation { a: maybe b: sure(fails: true, late: true) c: maybe }',
    ],
  ])('%s', async (_what, document) => {
    const counts: number[] = []
    await agreed(() => {
      let count = 0
      counts.push(0)
      const index = counts.length - 1
      const resolve = (_root: never, { fails, late }: { fails?: boolean; late?: boolean }) => {
        counts[index] = count += 1
        if (fails && late) return Promise.reject(new Error('late'))
        if (fails) throw new Error('fails')
        return count
      }
      const text =
        'type Query { a: Int } type Mutation { maybe(fails: Boolean, late: Boolean): Int, sure(fails: Boolean, late: Boolean): Int! }'
      return { schema: schemaOf(text, { Mutation: { maybe: resolve as never, sure: resolve as never } }), document }
    })
    expect(counts[0]).toBe(counts[1])
  })
})

describe('what a resolver is called with, as graphql-js calls it', () => {
  const text = `type Query { rows(first: Int = 2): [Row] } type Row implements Named { name(upper: Boolean): String, rows: [Row], named: [Named] }
    interface Named { name(upper: Boolean): String }`
  const rows = () => [{}, {}]

  it('info has the field and its path, including indexes', async () => {
    const told = await Promise.all(
      ([execute, executeByGraphql] as const).map(async (executor) => {
        const infos: unknown[] = []
        const schema = schemaOf(text, {
          Query: { rows },
          Row: {
            rows,
            named: rows,
            name: (
              _row,
              args,
              context,
              { path, fieldName, fieldNodes, parentType, returnType, variableValues, rootValue, operation },
            ) => {
              const [type, nodes] = [String(returnType), fieldNodes.length]
              const named = operation.name?.value
              infos.push({
                path,
                fieldName,
                nodes,
                parent: parentType.name,
                type,
                variableValues,
                rootValue,
                named,
                args,
                context,
              })
              return 'name'
            },
          },
        })
        const named = schema.getType('Named')
        if (isAbstractType(named))
          named.resolveType = (_value, _context, { path, fieldName }) => {
            infos.push({ path, fieldName })
            return 'Row'
          }
        await run(
          () => ({
            schema,
            document: 'query Q($u: Boolean = true) { first: rows { rows { alias: name(upper: $u) } named { name } } }',
            rootValue: { root: true },
            contextValue: 'context',
          }),
          executor,
        )
        return infos.map((info) => JSON.stringify(info)).sort()
      }),
    )
    expect(told[0]).toEqual(told[1])
    expect(told[0]).toHaveLength(12)
  })

  it('each call has args and info of its own, which it may change', async () => {
    await agreed(() => {
      const schema = schemaOf(text, {
        Query: { rows },
        Row: {
          name: (_row, args: Record<string, unknown>, _context, info) => {
            const before = `${String(args['seen'])} ${String((info as { seen?: unknown }).seen)}`
            args['seen'] = true
            ;(info as { seen?: unknown }).seen = true
            return before
          },
        },
      })
      return { schema, document: '{ rows { name(upper: true) other: name } }' }
    })
  })

  it('methods of the source are called with this, args, context and info', async () => {
    await agreed(() => ({
      schema: schemaOf('type Query { rows: [Row] } type Row { name(n: Int = 3): String }'),
      document: '{ rows { name other: name(n: 4) } }',
      contextValue: { who: 'me' },
      rootValue: {
        rows: [1, 2].map((id) => ({
          id,
          name({ n }: { n: number }, { who }: { who: string }, { path }: { path: { key: string } }) {
            return `${this.id} ${n} ${who} ${path.key}`
          },
        })),
      },
    }))
  })

  it('fieldResolver and typeResolver are used where there is none', async () => {
    await agreed(() => ({
      schema: schemaOf(
        'type Query { a: String, named: Named } interface Named { a: String } type T implements Named { a: String }',
      ),
      document: '{ a named { a } }',
      fieldResolver: (_source, _args, _context, { fieldName }) => (fieldName === 'named' ? {} : 'resolved'),
      typeResolver: () => 'T',
    }))
  })

  it('variables that were changed in place since the last execution are read again', async () => {
    const schema = schemaOf('type Query { f(n: Int): Int }', { Query: { f: (_root, { n }: { n: number }) => n } })
    const document = parse('query ($n: Int) { f(n: $n) }')
    const variableValues = { n: 1 }
    await execute({ schema, document, variableValues })
    variableValues.n = 2

    expect(seen(await execute({ schema, document, variableValues }))).toEqual({ data: { f: 2 } })
  })

  it('variables that have been coerced are not coerced again', async () => {
    const schema = schemaOf('type Query { f(ids: [ID!]!): [ID!]! }', {
      Query: { f: (_root, { ids }: { ids: string[] }) => ids },
    })
    const document = parse('query ($ids: [ID!]!) { f(ids: $ids) }')
    const coercedVariables = { ids: ['1'] }

    expect(seen(await execute({ schema, document, variableValues: { ids: 2 }, coercedVariables }))).toEqual({
      data: { f: ['1'] },
    })
  })
})

describe('a resolver of all parents at once', () => {
  /** Items 1 to 3, whose `double` is resolved by a function for all of them, or by one for each, which must agree. */
  const doubles = (
    double: (n: number) => unknown,
    all: ResolveAll = (items) => items.map((item) => double(n(item))),
  ) => {
    const calls: (readonly unknown[])[] = []
    const one = (item: unknown) => double(n(item))
    const resolve = sharesArguments(one, (items, ...rest) => {
      calls.push(items)
      return all(items, ...rest)
    })
    const schema = () =>
      schemaOf('type Query { items: [Item!]! } type Item { double(add: Int = 0): Int }', {
        Query: { items: () => [{ n: 1 }, { n: 2 }, { n: 3 }] },
        Item: { double: resolve },
      })
    return { calls, resolve, scenario: () => ({ schema: schema(), document: '{ items { double } }' }) }
  }
  const n = (item: unknown) => (item as { n: number }).n

  it('is called once, with the parents in their order', async () => {
    const { calls, scenario } = doubles((n) => 2 * n)
    expect(await agreed(scenario)).toEqual({ data: { items: [{ double: 2 }, { double: 4 }, { double: 6 }] } })
    expect(calls.map((items) => items.map(n))).toEqual([[1, 2, 3]])
  })

  it.each<[string, (n: number) => unknown, ResolveAll?]>([
    ['values and promises', (n) => (n === 2 ? Promise.resolve(2 * n) : 2 * n)],
    ['an error among the values', (n) => (n === 2 ? new Error('no double') : 2 * n)],
    ['a promise that rejects', (n) => (n === 2 ? Promise.reject(new Error('no double')) : 2 * n)],
    ['a promise of all', (n) => Promise.resolve(2 * n), async (items) => items.map((item) => 2 * n(item))],
    ['an error that is thrown', fail('none'), fail('none')],
    ['a promise of all that rejects', fail('none'), () => Promise.reject(new Error('none'))],
  ])('can return %s', async (_, double, all) => {
    const { calls, scenario } = doubles(double, all)
    await agreed(scenario)
    expect(calls).toHaveLength(1)
  })

  it('is not called for no parent', async () => {
    const { calls, scenario } = doubles((n) => n)
    const empty = () => {
      const { schema, document } = scenario()
      ;(schema.getQueryType()!.getFields()['items']! as { resolve: unknown }).resolve = () => []
      return { schema, document }
    }
    expect(await agreed(empty)).toEqual({ data: { items: [] } })
    expect(calls).toEqual([])
  })

  it('is not called if another resolver has taken its place', async () => {
    const { calls, resolve, scenario } = doubles((n) => 2 * n)
    const wrapped = () => {
      const { schema, document } = scenario()
      const field = (schema.getType('Item') as GraphQLObjectType).getFields()['double']!
      field.resolve = (item: unknown) => -(resolve(item) as number)
      return { schema, document }
    }
    expect(await agreed(wrapped)).toEqual({ data: { items: [{ double: -2 }, { double: -4 }, { double: -6 }] } })
    expect(calls).toEqual([])
  })

  it('gets the arguments and an `info` that are frozen', async () => {
    const received: unknown[][] = []
    const { scenario } = doubles(
      () => 1,
      (items, args, _context, info) => {
        received.push([args, Object.isFrozen(args), info.fieldName, Object.isFrozen(info)])
        return items.map(() => 1)
      },
    )
    await agreed(() => ({ ...scenario(), document: '{ items { double(add: 5) } }' }))
    expect(received).toEqual([[{ add: 5 }, true, 'double', true]])
  })

  it('is not called if an argument is invalid', async () => {
    const { calls, scenario } = doubles((n) => n)
    await agreed(() => ({ ...scenario(), document: '{ items { double(add: "five") } }' }))
    expect(calls).toEqual([])
  })
})

describe('lists of all parents that are joined', () => {
  interface Parent {
    items: readonly unknown[]
  }
  const bad = { n: fail('bad') }
  /** Parents whose lists our executor joins, and that of graphql-js reads one by one. */
  const listsOf = (type: string, lists: readonly (readonly unknown[])[]) => {
    const joins: unknown[][] = []
    const one = ({ items }: Parent) => items
    class RecordedLists extends JoinedLists {
      override join() {
        const items = super.join()
        joins.push([...items])
        return items
      }
    }
    const resolve = sharesArguments(
      one,
      (parents) =>
        new RecordedLists(
          (parents as readonly Parent[]).map(({ items }) => ({ page: items, from: 0, length: items.length })),
        ),
    )
    const schema = () =>
      schemaOf(
        `type Query { parents: [Parent] }
         type Parent { items: ${type}, n: Int } type Item { n: Int, sure: Int! }`,
        { Query: { parents: () => lists.map((items) => ({ items, n: 1 })) }, Parent: { items: resolve } },
      )
    return { joins, resolve, schema, scenario: () => ({ schema: schema(), document: '{ parents { n items { n } } }' }) }
  }

  it.each(['[Item]', '[Item]!', '[Item!]', '[Item!]!'])('give %s what lists of each parent give', async (type) => {
    for (const item of [{ n: 2 }, null, undefined, new Error('item'), bad]) {
      const { joins, scenario } = listsOf(type, [[{ n: 1 }, item], [], [{ n: 3 }], [item, { n: 4 }, item]])
      await agreed(scenario)
      expect(joins).toHaveLength(1)
    }
  })

  it.each(['[Item]!', '[Item!]!'])('give %s the failures of non-null fields of their items', async (type) => {
    const { scenario } = listsOf(type, [[{ sure: 1 }, { sure: 2 }], [], [{ sure: 3 }, {}]])
    await agreed(() => ({ ...scenario(), document: '{ parents { n items { sure } } }' }))
  })

  it('are not joined if another resolver has taken the place of theirs', async () => {
    const { joins, resolve, schema } = listsOf('[Item!]!', [[{ n: 1 }], [{ n: 2 }, { n: 3 }]])
    const wrapped = () => {
      const own = schema()
      const field = (own.getType('Parent') as GraphQLObjectType).getFields()['items']!
      field.resolve = (parent: unknown) => resolve(parent as Parent).toReversed()
      return { schema: own, document: '{ parents { items { n } } }' }
    }
    expect(await agreed(wrapped)).toEqual({
      data: { parents: [{ items: [{ n: 1 }] }, { items: [{ n: 3 }, { n: 2 }] }] },
    })
    expect(joins).toEqual([])
  })

  it('are not joined if their items are too many', async () => {
    const { joins, schema } = listsOf('[Item!]!', [[{ n: 1 }], [{ n: 2 }, { n: 3 }]])
    const document = parse('{ parents { items { n } } }')
    const onBytes = (bytes: number) => (bytes === 3 * 64 ? new GraphQLError('too many items') : undefined)
    const result = await execute({ schema: schema(), document, onBytes })

    expect(seen(result)).toMatchObject({
      errors: [{ message: 'too many items', path: ['parents', 0, 'items'] }],
      data: null,
    })
    expect(joins).toEqual([])
  })

  it('are read from each parent if they cannot be joined', async () => {
    const one = vi.fn(({ items }: Parent) => items)
    const scenario = () => ({
      schema: schemaOf('type Query { parents: [Parent] } type Parent { items: [Item!] } type Item { n: Int }', {
        Query: { parents: () => [{ items: [{ n: 1 }] }, { items: [{ n: 2 }] }] },
        Parent: { items: sharesArguments(one, () => undefined) },
      }),
      document: '{ parents { items { n } } }',
    })
    await agreed(scenario)
    expect(one).toHaveBeenCalledTimes(4)
  })
})

describe('an execution whose signal is aborted', () => {
  it('resolves no further field', async () => {
    const gone = new AbortController()
    const resolved: string[] = []
    const schema = schemaOf('type Query { row: Row } type Row { row: Row, name: String }', {
      Query: { row: async () => ({}) },
      Row: {
        row: () => {
          resolved.push('row')
          gone.abort(new GraphQLError('gone'))
          return Promise.resolve({})
        },
        name: () => resolved.push('name'),
      },
    })
    const result = await execute({ schema, document: parse('{ row { row { name } } }'), signal: gone.signal })

    expect(seen(result)).toEqual({ data: null, errors: [{ message: 'gone' }] })
    expect(resolved).toEqual(['row'])
  })

  it('begins no other field of a mutation', async () => {
    const gone = new AbortController()
    const written: number[] = []
    const schema = schemaOf('type Query { a: Int } type Mutation { write(n: Int): Int }', {
      Mutation: {
        async write(_root, { n }: { n: number }) {
          gone.abort(new GraphQLError('gone'))
          await new Promise((resolve) => setImmediate(resolve))
          written.push(n)
          return n
        },
      },
    })
    await execute({ schema, document: parse('mutation { a: write(n: 1) b: write(n: 2) }'), signal: gone.signal })

    expect(written).toEqual([1])
  })
})

describe('the data of a result', () => {
  const schema = schemaOf('type Query { a: String, row: Row, rows: [Row] } type Row { b: Int }')
  const rootValue = { a: 'a', row: { b: 1 }, rows: [{ b: 2 }, { b: 3 }] }
  const document = parse('{ a row { b } rows { b } }')
  type Written = ExecutionResult<Record<string, never>> & { stringify: (result: object) => Buffer }
  const result = () => execute({ schema, document, rootValue }) as Written
  const written = (value: Written) => JSON.parse(String(value.stringify(value))) as unknown

  it('equals the object that graphql-js creates, however it is read', () => {
    const { data } = result()
    const theirs = executeByGraphql({ schema, document, rootValue }) as ExecutionResult

    expect(Object.keys(data!)).toEqual(['a', 'row', 'rows'])
    expect('row' in data!).toBe(true)
    expect(data!['row']!['b']).toBe(1)
    expect(data!['row']).toBe(data!['row'])
    expect({ ...data }).toEqual(theirs.data)
    expect(structuredClone(result().data)).toEqual(rootValue)
    expect(result().data).toStrictEqual(theirs.data)
  })

  it.each<[string, (data: Record<string, never>) => unknown, object]>([
    ['nothing', () => {}, rootValue],
    ['a member that is read', (data) => data['row'], rootValue],
    ['a member that is replaced', (data) => void Object.assign(data, { a: 'other' }), { ...rootValue, a: 'other' }],
    [
      'a value deep inside',
      (data) => void Object.assign(data['rows']![1], { b: 4 }),
      { ...rootValue, rows: [{ b: 2 }, { b: 4 }] },
    ],
    ['a member that is added', (data) => void Object.assign(data, { more: 1 }), { ...rootValue, more: 1 }],
    ['a member that is deleted', (data) => void Reflect.deleteProperty(data, 'row'), { a: 'a', rows: rootValue.rows }],
    [
      'a member that is defined anew',
      (data) => void Object.defineProperty(data, 'a', { value: 'new', enumerable: true }),
      { ...rootValue, a: 'new' },
    ],
  ])('is written as it was left: %s', (_what, change, expected) => {
    const changed = result()
    change(changed.data!)

    expect(written(changed)).toEqual({ data: expected })
  })

  it('keeps response keys with a meaning in JavaScript, such as __proto__', () => {
    const odd = execute({
      schema,
      document: parse('{ __proto__: a constructor: a toString: a }'),
      rootValue,
    }) as Written

    expect(String(odd.stringify(odd))).toBe('{"data":{"__proto__":"a","constructor":"a","toString":"a"}}')
    expect(Object.entries(odd.data!)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'a'],
      ['toString', 'a'],
    ])
  })

  it('has the values of a scalar whose serialize a plugin replaces', () => {
    const own = new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: { a: { type: GraphQLString, resolve: () => 'x' } } }),
    })
    own.getQueryType()!.getFields()['a']!.resolve = () => 'y'

    expect(seen(execute({ schema: own, document: parse('{ a }') }) as ExecutionResult)).toEqual({ data: { a: 'y' } })
  })
})
