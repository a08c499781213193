import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { coerceVariables } from '../../src/execute/variables.ts'

const schema = buildSchema('enum Color { RED GREEN } input Part { ids: [ID!] } type Query { field: Int }')

describe('a list of leaf values in a variable', () => {
  it.each([
    ['[ID!]!', ['a', 1, 'b']],
    ['[ID]', ['a', null]],
    ['[Int!]', [1, 2 ** 31]],
    ['[ID!]', ['a', null]],
    ['[ID!]', ['a', { b: 1 }, true]],
    ['[Color!]', ['RED', 'GREEN']],
    ['[Color!]', ['RED', 'GRENE', 'BLUE']],
    ['[ID!]', 'a'],
    ['[ID!]', []],
    ['[ID!]', null],
    ['[ID!]!', null],
    ['[[ID!]!]', [['a'], ['b', null]]],
    ['[Part!]', [{ ids: ['a'] }, { ids: [null] }]],
  ])('of type %s is coerced as by graphql-js: %j', (type, list) => {
    const operation = getOperationAST(parse(`query ($list: ${type}) { field }`))!
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions!, { list })
    const ours = coerceVariables(schema, operation, { list })

    expect(ours.coerced).toEqual(coerced)
    expect(ours.errors?.map(({ message }) => message)).toEqual(errors?.map(({ message }) => message))
  })
})
