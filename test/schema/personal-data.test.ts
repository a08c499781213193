import { buildSchema, GraphQLError, parse, Source, validate, type GraphQLInputType, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { personalAt, personalData, personalIn, withoutPersonalData } from '../../src/schema/personal-data.ts'

function createSchema(): GraphQLSchema {
  const schema = buildSchema(`
  type Query {
    upload(operations: [Operation!], filter: Filter, count: Int, ratio: Float): String
    batch(input: Batch): String
  }
  input Batch { next: [Filter!], kind: Kind }
  input Operation { users: [User!]!, count: Int, next: Operation }
  input User { email: [String!], name: Name }
  input Name { first: String }
  input Filter { ids: [Int!], kind: Kind, isNew: Boolean, other: Filter }
  enum Kind { ONE }
`)
  schema.getType('User')!.extensions = personalData
  return schema
}

const schema = createSchema()

const typeOf = (name: string) => schema.getType(name) as GraphQLInputType

/** The error of graphql-js for a document that it cannot parse or that is not valid. */
function invalidDocument(text: string): GraphQLError {
  try {
    return validate(schema, parse(new Source(text)))[0]!
  } catch (error) {
    return error as GraphQLError
  }
}

describe('the value of a variable', () => {
  it.each([
    ['User', []],
    ['User', ['email']],
    ['User', ['email', 0]],
    ['User', ['name', 'first']],
    ['User', ['unknown']],
    ['Operation', ['users']],
    ['Operation', ['users', 0]],
    ['Operation', ['users', 0, 'email', 1]],
    ['Operation', ['next', 'next', 'users', 0]],
  ])('of the type %s is personal at %j', (type, path) => {
    expect(personalAt(typeOf(type), path)).toBe('all')
  })

  it.each([
    ['Operation', []],
    ['Operation', ['next']],
    ['Operation', ['unknown']],
  ])('of the type %s contains personal data at %j', (type, path) => {
    expect(personalAt(typeOf(type), path)).toBe('value')
  })

  it.each([
    ['Operation', ['count']],
    ['Filter', []],
    ['Filter', ['other', 'ids', 0]],
    ['Filter', ['other']],
    ['Name', ['first']],
    ['Int', []],
  ])('of the type %s is not personal at %j', (type, path) => {
    expect(personalAt(typeOf(type), path)).toBeUndefined()
  })
})

describe('a variable of a type that is not personal', () => {
  it.each([
    ['{ upload(operations: [{ users: [{ email: $v }] }]) }', true],
    ['{ upload(operations: [{ users: [{ email: ["anna", $v] }] }]) }', true],
    ['{ upload(operations: [{ users: { name: { first: $v } } }]) }', true],
    ['{ upload(operations: { next: { users: { name: $v } } }) }', true],
    ['{ ...F } fragment F on Query { upload(operations: [{ users: { email: [$v] } }]) }', true],
    ['{ upload(operations: [{ users: [{ email: [$other] }], count: $v }]) }', false],
    ['{ upload(filter: { ids: $v }) }', false],
  ])('is personal if a value that identifies people uses it: %s %s', (document, isPersonal) => {
    const at = personalIn(schema, parse(`query ($v: Any, $other: Any) ${document}`))
    expect(at(typeOf('Int'), [0], 'v')).toBe(isPersonal ? 'all' : undefined)
  })

  it('has its type for the rest', () => {
    const at = personalIn(schema, parse('query ($v: Operation!) { upload(operations: [$v]) }'))
    expect([at(typeOf('Operation'), [], 'v'), at(typeOf('Operation'), ['users'], 'v')]).toEqual(['value', 'all'])
  })
})

describe('the message of an error about a document', () => {
  const LEFT_OUT = 'the message leaves out the value, which could identify a person'

  it.each([
    '{ upload(operations: [{ users: [{ email: ["anna"] "anna" }] }]) }',
    '{ upload(operations: [{ users : "anna" ! }]) }',
    '{ upload(operations: [{ next: "anna" "anna" }]) }',
    '{ upload(operations: [{ users: [{ name: { first: "anna" } }] }]) anna: 1 }',
  ])('that cannot be parsed leaves out its text if it has personal data: %s', (document) => {
    const error = invalidDocument(document)
    const { message, locations } = withoutPersonalData(error, schema)

    expect({ message, locations }).toEqual({ message: `Syntax Error; ${LEFT_OUT}`, locations: error.locations })
  })

  it.each([
    ['an integer', '{ upload(operations: [{ users: [{ email: 4915 }] }]) }'],
    ['a number', '{ upload(operations: [{ users: [{ email: 1.5 }] }]) }'],
    ['a boolean', '{ upload(operations: [{ users: [{ email: true }] }]) }'],
    ['a text', '{ upload(operations: [{ users: ["anna"] }]) }'],
    ['a word', '{ upload(operations: [{ users: [{ email: anna }] }]) }'],
    ['null', '{ upload(operations: [{ users: null }]) }'],
    ['an object', '{ upload(operations: [{ users: [{ email: { anna: 1 } }] }]) }'],
    ['a list', '{ upload(operations: [{ users: [{ email: [["anna"]] }] }]) }'],
    ['a default value', 'query ($e: [String!] = [["anna"]]) { upload(operations: [{ users: [{ email: $e }] }]) }'],
    ['an unknown field', '{ upload(operations: [{ users: [{ anna: "anna" }] }]) }'],
    ['an incomplete object', '{ upload(operations: [{ next: {} }]) }'],
  ])('leaves out %s that is not valid if the document has personal data', (_, document) => {
    const error = invalidDocument(document)
    const { message, locations } = withoutPersonalData(error, schema)

    expect({ message, locations }).toEqual({
      message: `A value does not fit its type; ${LEFT_OUT}`,
      locations: error.locations,
    })
  })

  it.each([
    '{ upload(count: "anna") }',
    '{ upload(filter: { ids: ["anna"], other: { kind: anna } }) }',
    '{ upload(count: 1 "anna") }',
    '{ upload(operations: [{ users: [{ email: ["anna"] }] }]) anna }',
    'query ($n: Int = "anna", $e: String!) { upload(count: $n, operations: [{ users: [{ email: [$e] }] }]) }',
    '{ upload(anna: 1, operations: [{ users: [{ email: ["anna"] }] }]) }',
    '{ upload(operations: [{ users: $anna }]) }',
    '{ batch(input: { next: [{ anna: 1 }] }) }',
    '{ batch(input: { next: [{ ids: ["anna"] }] }) }',
    '{ batch(input: { next: "anna" "anna" }) }',
    '{ upload(operations: [{ users: [{ email: ["anna"] }] }]) batch(input: { kind: anna }) }',
  ])('stays as it is about other parts: %s', (document) => {
    const error = invalidDocument(document)
    // Personal fields are found once for each schema.
    expect(withoutPersonalData(error, createSchema())).toBe(error)
  })

  it.each([
    ['at a field', { path: ['a'], source: new Source('{ upload(operations: [{ users: 1 }]) }') }],
    ['without a document', {}],
    ['with no node', { nodes: [] }],
    ['with a node without a location', { nodes: parse('{ a(users: 1) }', { noLocation: true }).definitions }],
  ])('stays as it is %s', (_, options) => {
    const error = new GraphQLError('Unexpected "anna"', options)
    expect(withoutPersonalData(error, schema)).toBe(error)
  })
})
