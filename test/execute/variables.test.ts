import {
  buildSchema,
  getVariableValues,
  parse,
  type GraphQLError,
  type GraphQLScalarType,
  type OperationDefinitionNode,
} from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { coerceVariables, MAX_VARIABLE_ERRORS, type MessageOptions } from '../../src/execute/variables.ts'

const schema = buildSchema(`
  type Query { a: Int }
  enum Kind { ONE TWO }
  scalar Counted
  input Filter { name: String!, kind: Kind = TWO, sizes: [Int!], ids: [ID!], inner: Filter }
  input Choice @oneOf { one: Counted, other: Counted }
  input Loose { own: Counted, given: Int }
  input Nested { own: Counted, given: Int = 3, required: Counted!, inner: Nested, all: [Counted] }
`)

const operationOf = (variables: string) => parse(`query (${variables}) { a }`).definitions[0] as OperationDefinitionNode

const reported = (errors: readonly GraphQLError[] | undefined) =>
  errors?.map(({ message, locations, originalError }) => ({ message, locations, original: originalError?.message }))

/** The variables as they are coerced here and by graphql-js. */
function both(variables: string, sent: Record<string, unknown>, options: MessageOptions = {}) {
  const operation = operationOf(variables)
  const ours = coerceVariables(schema, operation, sent, options)
  const theirs = getVariableValues(schema, operation.variableDefinitions ?? [], sent, {
    hideSuggestions: options.hideSuggestions ?? false,
  })
  return {
    ours: { coerced: ours.coerced, errors: reported(ours.errors) },
    theirs: { coerced: theirs.coerced, errors: reported(theirs.errors) },
  }
}

describe('variables', () => {
  it.each<[string, Record<string, unknown>]>([
    ['$n: Int', { n: 7 }],
    ['$n: Int', {}],
    ['$n: Int', { n: null }],
    ['$n: Int = 3', {}],
    ['$n: Int = 3', { n: null }],
    ['$n: Int! = 3', {}],
    ['$n: Int!', { n: 7, other: 1 }],
    ['$n: Int!', {}],
    ['$n: Int!', { n: null }],
    ['$n: Int!', { n: undefined }],
    ['$n: Int', { n: 'seven' }],
    ['$n: Int', { n: 7.5 }],
    ['$n: [Int!]', { n: [1, 'two', null, 3] }],
    ['$n: [Int!]', { n: 4 }],
    ['$ids: [ID!]!', { ids: ['a', 1, 'b'] }],
    ['$ids: [ID]', { ids: ['a', null] }],
    ['$ids: [ID!]', { ids: ['a', null] }],
    ['$ids: [ID!]', { ids: ['a', { b: 1 }, true] }],
    ['$ids: [ID!]', { ids: 'a' }],
    ['$ids: [ID!]', { ids: [] }],
    ['$ids: [ID!]', { ids: null }],
    ['$ids: [ID!]!', { ids: null }],
    ['$ids: [[ID!]!]', { ids: [['a'], ['b', null]] }],
    ['$n: [Int!]', { n: [1, 2 ** 31] }],
    ['$kinds: [Kind!]', { kinds: ['ONE', 'TWO'] }],
    ['$kinds: [Kind!]', { kinds: ['ONE', 'THREE', 'TOW'] }],
    [
      '$filters: [Filter!]',
      {
        filters: [
          { name: 'x', sizes: [1] },
          { name: 'y', sizes: [null] },
        ],
      },
    ],
    ['$kind: Kind', { kind: 'ONE' }],
    ['$kind: Kind', { kind: 'THREE' }],
    ['$filter: Filter', { filter: { name: 'x' } }],
    ['$filter: Filter = { name: "y", sizes: [1] }', {}],
    ['$filter: Filter', { filter: { nam: 'x' } }],
    ['$filter: Filter!', { filter: { name: 'x', inner: { name: 'y', sizes: [1, 'two'] } } }],
    ['$filter: Filter', { filter: 'text' }],
    ['$a: Int!, $b: Int!, $c: Kind', { b: 'x', c: 'TWO' }],
    ['$choice: Choice', { choice: { one: 1, other: 2 } }],
    ['$choice: Choice', { choice: { one: 1, other: undefined } }],
    ['$choice: Choice', { choice: { one: null } }],
    ['$choice: Choice', { choice: {} }],
    ['$nested: Nested', { nested: { own: 1 } }],
    ['$nested: Nested', { nested: { required: null } }],
    ['$nested: Nested', { nested: { required: 1, toString: 2 } }],
    ['$nested: Nested', { nested: Object.create({ required: 1 }) }],
    ['$nested: Nested', { nested: [{ required: 1 }] }],
    ['$all: [Counted]', { all: { own: 1 } }],
    ['$query: Query', { query: {} }],
    ['$nowhere: [Nowhere!]!', { nowhere: 1 }],
    ['$hasOwnProperty: Int', { hasOwnProperty: 1 }],
    ['$toString: Int', {}],
  ])('%s of %j are coerced, or refused with the messages of graphql-js', (variables, sent) => {
    const { ours, theirs } = both(variables, sent)

    expect(ours).toEqual(theirs)
  })

  it.each<[string, unknown, unknown, parsed: number]>([
    ['Counted', 1, 1, 1],
    ['Counted', null, null, 0],
    ['[Counted]', [1, null, 2], [1, null, 2], 2],
    ['[Counted!]!', [], [], 0],
    ['[Counted]', 1, [1], 1],
    ['[[Counted]]', [[1], null, [2, 3]], [[1], null, [2, 3]], 3],
    ['Nested', { required: 1 }, { given: 3, required: 1 }, 1],
    ['Nested', { required: 1, own: null, all: 2 }, { own: null, given: 3, required: 1, all: [2] }, 2],
    [
      'Nested',
      { required: 1, inner: { required: 2, given: null } },
      { given: 3, required: 1, inner: { given: null, required: 2 } },
      2,
    ],
    ['[Nested!]', { required: 1 }, [{ given: 3, required: 1 }], 1],
    ['Loose', { own: 1 }, { own: 1 }, 1],
    ['Loose', {}, {}, 0],
    ['Choice', { other: 1 }, { other: 1 }, 1],
  ])('%s of %j are coerced, and each value is parsed once', (type, sent, coerced, parsed) => {
    const { ours, theirs } = both(`$value: ${type}`, { value: sent })
    expect(ours).toEqual(theirs)

    const parseValue = vi.spyOn(schema.getType('Counted') as GraphQLScalarType, 'parseValue')
    expect(coerceVariables(schema, operationOf(`$value: ${type}`), { value: sent })).toEqual({
      coerced: { value: coerced },
    })
    expect(parseValue).toHaveBeenCalledTimes(parsed)
    parseValue.mockRestore()
  })

  it('of an operation that has none are none', () => {
    const operation = parse('{ a }').definitions[0] as OperationDefinitionNode

    expect(coerceVariables(schema, operation, { n: 1 })).toEqual({ coerced: {} })
    expect(coerceVariables(schema, { ...operation, variableDefinitions: undefined }, {})).toEqual({ coerced: {} })
  })

  it('are refused without suggestions if these are hidden', () => {
    const { ours, theirs } = both('$kind: Kind', { kind: 'ON' }, { hideSuggestions: true })

    expect(ours).toEqual(theirs)
    expect(ours.errors).toMatchObject([{ message: expect.not.stringContaining('Did you mean') as unknown }])
  })

  it('are refused with at most 20 errors, and one that says so', () => {
    const refused = (count: number) =>
      coerceVariables(schema, operationOf('$n: [Int!], $m: Int'), {
        n: Array.from({ length: count }, () => 'x'),
        m: 'x',
      }).errors!
    const last = 'Too many errors processing variables, error limit reached. Execution aborted.'

    expect(refused(MAX_VARIABLE_ERRORS - 2)).toHaveLength(MAX_VARIABLE_ERRORS - 1)
    expect(refused(MAX_VARIABLE_ERRORS - 1)).toHaveLength(MAX_VARIABLE_ERRORS)
    expect(refused(MAX_VARIABLE_ERRORS - 1).at(-1)?.message).not.toBe(last)
    expect(refused(MAX_VARIABLE_ERRORS)).toHaveLength(MAX_VARIABLE_ERRORS + 1)
    expect(refused(100)).toHaveLength(MAX_VARIABLE_ERRORS + 1)
    expect(refused(100).at(-1)?.message).toBe(last)
  })

  it('are refused with messages in which long values are cut', () => {
    const long = 'x'.repeat(10_000)
    const [text, object] = coerceVariables(schema, operationOf('$n: Int, $filter: Filter'), {
      n: long,
      filter: { name: 'y', sizes: [{ long }], other: long },
    }).errors!

    expect(text!.message).toMatch(
      /^Variable "\$n" got invalid value "x{499}…; Int cannot represent non-integer value: "x+…$/,
    )
    expect(object!.message).toMatch(/^Variable "\$filter" got invalid value \{ long: "x+… at "filter.sizes\[0\]"; /)
    for (const { message } of [text!, object!]) expect(message.length).toBeLessThan(1_200)
  })

  it('are refused without the values that are secret', () => {
    const paths: (readonly (string | number)[])[] = []
    const refuse = (secret: 'value' | 'all') =>
      coerceVariables(
        schema,
        operationOf('$filter: Filter'),
        { filter: { name: 'y', sizes: ['hidden'] } },
        {
          secretIn: (type, path) => {
            paths.push(path)
            return String(type) === 'Filter' && path[0] === 'sizes' ? secret : undefined
          },
        },
      ).errors!.map(({ message }) => message)

    expect(refuse('value')).toEqual([
      'Variable "$filter" got an invalid value at "filter.sizes[0]"; Int cannot represent non-integer value: "hidden"',
    ])
    expect(refuse('all')).toEqual([
      'Variable "$filter" got an invalid value at "filter.sizes[0]"; it does not fit its type',
    ])
    expect(paths).toEqual([
      ['sizes', 0],
      ['sizes', 0],
    ])
  })

  it('are refused if their type makes nothing of them', () => {
    const broken = buildSchema('type Query { a: Int } scalar Odd')
    Object.assign(broken.getType('Odd')!, { parseValue() {} })
    const [error] = coerceVariables(broken, operationOf('$odd: Odd'), { odd: 1 }).errors!

    expect(error!.message).toBe('Variable "$odd" got invalid value 1; Expected type "Odd".')
  })

  it('are refused with what their type throws', () => {
    const broken = buildSchema('type Query { a: Int } scalar Odd')
    const thrown = new TypeError('broken type')
    Object.assign(broken.getType('Odd')!, {
      parseValue() {
        throw thrown
      },
    })
    const [error] = coerceVariables(broken, operationOf('$odd: Odd'), { odd: 1 }).errors!

    expect(error!.message).toBe('Variable "$odd" got invalid value 1; Expected type "Odd". broken type')
    expect((error!.originalError as GraphQLError).originalError).toBe(thrown)
  })
})
