import { buildSchema, execute, GraphQLError, parse, Source, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { CompletionError } from '../../src/execute/complete.ts'
import { UpstreamError } from '../../src/rest/errors.ts'
import { badUserInput, fromUpstream, maskError, withCutMessage, withoutPersonalData } from '../../src/schema/errors.ts'

const schema = buildSchema(`
  type Query { upload(users: [User!], operations: [UsersOperation!], input: UsersInput, count: Int, name: String): String }
  input User { email: [String!], phoneNumber: [String!], age: Int }
  input UsersOperation { users: [User!]! }
  input UsersInput { ids: [Int!] }
`)

/** The error of graphql-js for variables of these types. */
const invalidVariable = async (type: string, argument: string, value: unknown) => {
  const document = parse(`query ($value: ${type}) { upload(${argument}: $value) }`)
  const { errors } = await execute({ schema, document, variableValues: { value } })
  return errors![0]!
}

/** The errors of graphql-js for a document that it cannot parse or that is not valid. */
function invalidDocument(text: string): readonly GraphQLError[] {
  try {
    return validate(schema, parse(new Source(text)))
  } catch (error) {
    return [error as GraphQLError]
  }
}

describe('the error for an argument that breaks a limit', () => {
  it('has the argument and the rule, and no stack', () => {
    const error = badUserInput('first', 'At most 1000', 'R-1')

    expect(error.toJSON()).toEqual({
      message: 'At most 1000',
      extensions: { code: 'BAD_USER_INPUT', field: 'first', rule: 'R-1' },
    })
    expect(error.stack).not.toContain(' at ')
  })
})

describe('the GraphQL error of a failed call', () => {
  it('has what the service answered, and what is known of the call', () => {
    const errors = [{ code: 'INVALID', message: 'No', parameter: 'line_item_ids' }]
    const error = new UpstreamError({
      code: 'BAD_USER_INPUT',
      message: 'No',
      status: 400,
      errors,
      transactionId: 'x1',
      retryAt: new Date(0),
      outcomeUnknown: true,
      refusal: { param: 'line_item_ids', rule: 'R-1' },
      spent: { limit: 'calls', allowed: 1, used: 2 },
    })

    expect(fromUpstream(error, { path: ['a', 0] }).toJSON()).toEqual({
      message: 'No',
      path: ['a', 0],
      extensions: {
        code: 'BAD_USER_INPUT',
        field: 'lineItemIds',
        rule: 'R-1',
        upstream: { status: 400, errors, transactionId: 'x1' },
        retryAt: '1970-01-01T00:00:00.000Z',
        outcome: 'UNKNOWN',
        limit: 'calls',
        allowed: 1,
        used: 2,
      },
    })
  })

  it('has only its code if there was no answer', () => {
    const { extensions } = fromUpstream(new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'Late' }))

    expect(JSON.parse(JSON.stringify(extensions))).toEqual({ code: 'UPSTREAM_TIMEOUT' })
    expect(Object.isFrozen(extensions)).toBe(true)
  })
})

describe('an error as a caller sees it', () => {
  const path = ['campaigns', 1]
  const atField = (cause: unknown, message = 'secret', extensions = {}) =>
    new GraphQLError(message, { originalError: cause as Error, path, extensions })

  it.each([new Error('secret'), 'secret', undefined, atField(new Error('secret')), atField(new TypeError('secret'))])(
    'says only that something failed if it is not meant for callers: %s',
    (error) => {
      const { message, extensions } = maskError(error)
      expect({ message, extensions }).toEqual({
        message: 'Something went wrong inside Adgraph',
        extensions: { code: 'INTERNAL' },
      })
    },
  )

  it('keeps its path if it is not meant for callers', () => {
    expect(maskError(atField(new Error('secret'))).path).toEqual(path)
  })

  it('is that of the failed call', () => {
    const error = atField(new UpstreamError({ code: 'FORBIDDEN', message: 'No', status: 403 }))
    expect(maskError(error).toJSON()).toEqual({
      message: 'No',
      path,
      extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [] } },
    })
  })

  it('stays as it is if it has a code', () => {
    const error = badUserInput('id', 'Not an ID')
    expect(maskError(error)).toBe(error)
    expect(maskError(atField(error, error.message, error.extensions)).toJSON()).toEqual({ ...error.toJSON(), path })
  })

  it.each([
    ['a value that its type cannot represent', atField(new CompletionError('Null'), 'Null', { a: 1 })],
    ['an error of GraphQL', atField(new GraphQLError('Null'), 'Null', { a: 1 })],
    ['an error without a cause', atField(undefined, 'Null', { a: 1 })],
  ])('is UPSTREAM_UNAVAILABLE for %s at a field', (_, error) => {
    expect(maskError(error).toJSON()).toEqual({
      message: 'Null',
      path,
      extensions: { a: 1, code: 'UPSTREAM_UNAVAILABLE' },
    })
  })

  it('is BAD_USER_INPUT for variables that do not fit their types', async () => {
    expect(maskError(await invalidVariable('Int', 'count', 'x'))).toMatchObject({
      message: expect.stringContaining('Int cannot represent non-integer value: "x"') as unknown,
      locations: [{ line: 1, column: 8 }],
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it('repeats no value of people in variables', async () => {
    expect(maskError(await invalidVariable('[User!]', 'users', [{ email: { anna: 1 } }])).message).not.toContain('anna')
  })

  it.each(['originalError', 'exception', 'stacktrace'])('has no extension %s, and keeps the rest', (name) => {
    const error = new GraphQLError('Refused', { path, extensions: { code: 'FORBIDDEN', [name]: 'secret' } })

    expect(maskError(error).toJSON()).toEqual({ message: 'Refused', path, extensions: { code: 'FORBIDDEN' } })
    expect(error.extensions).toHaveProperty(name)
  })

  it('has a message of at most 1,000 characters', () => {
    const [fitting, long] = [1_000, 1_001].map(
      (length) => new GraphQLError('x'.repeat(length), { path, extensions: { code: 'FORBIDDEN' } }),
    )

    expect(maskError(fitting)).toBe(fitting)
    expect(maskError(long).toJSON()).toEqual({ ...long!.toJSON(), message: `${'x'.repeat(1_000)}…` })
    expect(withCutMessage(long!).message).toHaveLength(1_001)
  })
})

describe('a message about a value that can identify a person', () => {
  it.each([
    ['[User!]', 'users', 'anna', ''],
    ['UsersInput', 'input', 'anna', ''],
    ['[UsersOperation!]', 'operations', [{ users: [{ email: { anna: 1 } }] }], ' at "value[0].users[0].email"'],
    ['[UsersOperation!]', 'operations', ['anna'], ' at "value[0]"'],
  ])('names the place in a variable of type %s, not the value', async (type, argument, value, place) => {
    const error = await invalidVariable(type, argument, value)
    const { message, locations } = withoutPersonalData(error)

    expect(error.message).toContain('anna')
    expect({ message, locations }).toEqual({
      message: `The variables have a value${place} that does not fit its type`,
      locations: error.locations,
    })
  })

  it('stays as it is for other variables', async () => {
    const error = await invalidVariable('Int', 'count', 'anna')
    expect(withoutPersonalData(error)).toBe(error)
  })

  it.each([
    ['{ upload(users: [{ email: ["anna"] "anna" }]) }', 'Syntax Error: Expected Name, found [removed]'],
    ['{ upload(operations: "anna" "anna") }', 'Syntax Error: Expected Name, found [removed]'],
    ['{ upload(users: [{ age: "anna" }]) }', 'Int cannot represent non-integer value: [removed]'],
    ['{ upload(users: [{ email: "a" }]) anna: 1 }', 'Syntax Error: Expected Name, found [removed]'],
    ['{ upload(users: [{ phoneNumber: [+4915] }]) }', 'Syntax Error: Unexpected [removed]'],
    ['{ upload(users : "anna" ! }', 'Syntax Error: Expected Name, found [removed]'],
  ])('is cut before the value in a document: %s', (document, message) => {
    const [error] = invalidDocument(document)
    const shortened = withoutPersonalData(error!)

    expect(error!.message).not.toBe(message)
    expect({ message: shortened.message, locations: shortened.locations }).toEqual({
      message,
      locations: error!.locations,
    })
  })

  it.each(['{ upload(count: "anna") }', '{ upload(name: "anna" "anna") }', '{ upload(count: [1) }', '{ anna }'])(
    'stays as it is for other documents: %s',
    (document) => {
      const [error] = invalidDocument(document)
      expect(withoutPersonalData(error!)).toBe(error)
    },
  )

  it('stays as it is at a field, whose message has no value of the request', () => {
    const error = new GraphQLError('Variable "$users" got invalid value "anna"; no', { path: ['a'] })
    expect(withoutPersonalData(error)).toBe(error)
  })

  it.each([
    ['without nodes', undefined],
    ['with no node', []],
    ['with a node without a location', parse('{ a }', { noLocation: true }).definitions],
  ])('stays as it is without a document: %s', (_, nodes) => {
    const error = new GraphQLError('Unexpected "anna"', { nodes })
    expect(withoutPersonalData(error)).toBe(error)
  })
})
