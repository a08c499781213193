import { buildSchema, execute, GraphQLError, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { CompletionError } from '../../src/execute/complete.ts'
import { UpstreamError } from '../../src/rest/errors.ts'
import { badUserInput, fromUpstream, maskError, notFound, show, withCutMessage } from '../../src/schema/errors.ts'

describe('the error for an argument that breaks a limit', () => {
  it('has the argument and the rule, and no stack', () => {
    const error = badUserInput('first', 'At most 1000', 'R-1')

    expect(maskError(error).toJSON()).toEqual({
      message: 'At most 1000',
      extensions: { code: 'BAD_USER_INPUT', field: 'first', rule: 'R-1' },
    })
    expect(error.stack).not.toContain(' at ')
  })
})

describe('the error for something that the service does not have', () => {
  it('has its code, and no stack', () => {
    const error = notFound(`There is no operation ${show('o"1')}`)

    expect(maskError(error).toJSON()).toEqual({
      message: 'There is no operation "o\\"1"',
      extensions: { code: 'NOT_FOUND' },
    })
    expect(error.stack).not.toContain(' at ')
  })

  it('shows at most 80 characters of a text', () => {
    expect(show('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
    expect(show('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`)
  })
})

describe('the GraphQL error of a failed call', () => {
  it('has the answer of the service, and the known facts about the call', () => {
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

  it('is the error of the failed call', () => {
    const error = atField(new UpstreamError({ code: 'FORBIDDEN', message: 'No', status: 403 }))
    expect(maskError(error).toJSON()).toEqual({
      message: 'No',
      path,
      extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [] } },
    })
  })

  it('stays as it is if it has a code', () => {
    const error = maskError(badUserInput('id', 'Not an ID'))
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
    const document = parse('query ($count: Int) { page(count: $count) }')
    const schema = buildSchema('type Query { page(count: Int): String }')
    const { errors } = await execute({ schema, document, variableValues: { count: 'x' } })

    expect(maskError(errors![0])).toMatchObject({
      message: expect.stringContaining('Int cannot represent non-integer value: "x"') as unknown,
      locations: [{ line: 1, column: 8 }],
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it('is BAD_USER_INPUT for an argument whose variable is null despite its default', async () => {
    const document = parse('query ($id: ID = "a") { user(id: $id) }')
    const schema = buildSchema('type Query { user(id: ID!): String }')
    const { errors } = await execute({ schema, document, variableValues: { id: null } })

    expect(maskError(errors![0]).toJSON()).toEqual({
      message: 'Argument "id" of non-null type "ID!" must not be null.',
      locations: [{ line: 1, column: 34 }],
      path: ['user'],
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it.each(['originalError', 'exception', 'stacktrace'])('has no extension %s, and keeps the rest', (name) => {
    const error = new GraphQLError('Refused', { path, extensions: { code: 'FORBIDDEN', [name]: 'secret' } })

    expect(maskError(error).toJSON()).toEqual({ message: 'Refused', path, extensions: { code: 'FORBIDDEN' } })
    expect(error.extensions).toHaveProperty(name)
  })

  it('has a message of at most 1,000 characters, and is the same if it is masked again', () => {
    const [fitting, long] = [1_000, 1_001].map(
      (length) => new GraphQLError('x'.repeat(length), { path, extensions: { code: 'FORBIDDEN' } }),
    )

    expect(maskError(fitting)).toBe(fitting)
    expect(maskError(long).toJSON()).toEqual({ ...long!.toJSON(), message: `${'x'.repeat(999)}…` })
    expect(withCutMessage(long!).message).toHaveLength(1_000)
    const masked = maskError(long)
    expect(maskError(masked)).toBe(masked)
  })
})
