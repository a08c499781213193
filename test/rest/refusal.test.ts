import { describe, expect, it } from 'vitest'
import { viewed } from '../../src/async/viewed-bytes.ts'
import { listPromotedPosts } from '../../src/rest/campaign/promoted-post.ts'
import { aboutParam, type Endpoint } from '../../src/rest/endpoint.ts'
import { createVocabulary, type Vocabulary } from '../../src/rest/wire/vocabulary.ts'
import { refused as errorOfRefusal } from '../support/read-answer.ts'

const refused = (status: number, body: unknown, endpoint: Partial<Endpoint> = {}, vocabulary?: Vocabulary) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = { status, headers: { 'x-transaction-id': 'x1' }, body: viewed(Buffer.from(text)) }
  return errorOfRefusal({ ...listPromotedPosts, ...endpoint }, { line_item_ids: ['l1'] }, answer, 5_000, vocabulary)
}

describe('the error of a refusal', () => {
  it('has every problem of a list, with all its members', () => {
    const errors = [
      {
        code: 'INVALID_PARAMETER',
        message: 'Expected time',
        parameter: 'start_time',
        details: 'invalid date',
        value: '',
      },
      { code: 'INVALID', message: 'Wrong objective', attribute: 'objective' },
      { code: 'MISSING_PARAMETER', message: 'name is required', parameter: '' },
    ]
    const error = refused(400, { request: { params: {} }, errors })

    expect(error.name).toBe('UpstreamError')
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', status: 400, message: 'Expected time', transactionId: 'x1' })
    expect(JSON.parse(JSON.stringify(error.errors))).toEqual(errors)
    expect(error.operationErrors).toBeUndefined()
  })

  it('has at most 100 problems, with at most 10,000 characters of each text', () => {
    const long = 'x'.repeat(10_001)
    const problem = { code: long, message: long, parameter: long, attribute: long, details: long, value: [long] }
    const list = [problem, ...Array.from({ length: 100 }, () => ({ code: 'A', message: 'm' }))]
    const { errors, operationErrors } = refused(400, { errors: list, operation_errors: [list, list] })

    const cut = `${'x'.repeat(10_000)}…`
    expect([errors.length, ...operationErrors!.map(({ length }) => length)]).toEqual([100, 100, 100])
    expect(errors[0]).toEqual({
      code: cut,
      message: cut,
      parameter: cut,
      attribute: cut,
      details: cut,
      value: undefined,
    })
    expect(refused(400, { errors: [{ code: 'A', message: `${'x'.repeat(9_999)}😀` }] }).errors[0]!.message).toBe(
      `${'x'.repeat(9_999)}\ufffd…`,
    )
  })

  it('has whole texts of 10,000 characters, and values that are as long in JSON', () => {
    const [longest, value] = ['x'.repeat(10_000), 'x'.repeat(9_998)]
    expect(refused(400, { errors: [{ code: 'A', message: longest, value }] }).errors).toMatchObject([
      { message: longest, value },
    ])
  })

  it.each([32, 89, 135, 215])('takes the gateway code %i for credentials, with status 401 and 400 alike', (code) => {
    for (const status of [400, 401])
      expect(refused(status, { errors: [{ code, message: 'Bad Authentication data' }] })).toMatchObject({
        code: 'UNAUTHENTICATED',
        status,
        errors: [{ code, message: 'Bad Authentication data' }],
      })
  })

  it.each([
    [400, 'UPSTREAM_ERROR'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [405, 'UPSTREAM_ERROR'],
    [408, 'UPSTREAM_TIMEOUT'],
    [415, 'UPSTREAM_ERROR'],
    [423, 'UPSTREAM_ERROR'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
    [302, 'UPSTREAM_ERROR'],
  ])('of status %i is %s, whatever the body', (status, code) => {
    const bodies = ['', '<html><h1>Not Found</h1></html>', 'Service Unavailable', '[]', 'null', '{', '{"errors":{}}']
    for (const body of bodies)
      expect(refused(status, body)).toMatchObject({
        code,
        status,
        errors: [],
        message: `The service answered with status ${status}`,
      })
  })

  it('depends on the status, not on the text of the body', () => {
    expect(refused(403, { errors: [{ code: 'ACCOUNT_NOT_FOUND', message: 'no' }] }).code).toBe('FORBIDDEN')
    expect(refused(404, { errors: [{ code: 'INVALID_APP_ID', message: 'no' }] }).code).toBe('NOT_FOUND')
  })

  it('has the time of the reset if a rate limit is spent, and in no other case', () => {
    expect(refused(429, '').retryAt).toEqual(new Date(5_000))
    expect(refused(503, '').retryAt).toBeUndefined()
  })

  it('keeps the problems of a batch by item, and all of them in one list', () => {
    const problem = (message: string) => ({ code: 'INVALID', message })
    const error = refused(400, {
      operation_errors: [[], [problem('a'), problem('b')], null, [problem('c')]],
      request: [],
    })

    expect(error.operationErrors?.map((errors) => errors.map(({ message }) => message))).toEqual([
      [],
      ['a', 'b'],
      [],
      ['c'],
    ])
    expect(error.errors.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
    expect(error.message).toBe('a')
  })

  it('accepts bodies that differ slightly from the documented form', () => {
    const error = refused(400, { errors: [null, 'text', {}, { code: null, message: 7 }, { code: 3, message: 'm' }] })

    expect(error.errors.map(({ code, message }) => [code, message])).toEqual([
      ['UNKNOWN', ''],
      ['UNKNOWN', ''],
      [3, 'm'],
    ])
    expect(error.message).toBe('The service answered with status 400')
  })

  it.each([99, '99'])('of a bearer token that was requested too often (code %j) has the time of its reset', (code) => {
    expect(refused(403, { errors: [{ code, message: 'no' }] })).toMatchObject({
      code: 'FORBIDDEN',
      retryAt: new Date(5_000),
    })
    expect(refused(403, { errors: [{ code: 98, message: 'no' }] }).retryAt).toBeUndefined()
  })

  it('has the problems of the whole batch before the problems of its items', () => {
    const error = refused(400, {
      errors: [{ code: 'A', message: 'a' }],
      operation_errors: [[{ code: 'B', message: 'b' }]],
    })

    expect(error.errors.map(({ code }) => code)).toEqual(['A', 'B'])
    expect(error.operationErrors?.map((errors) => errors.map(({ code }) => code))).toEqual([['B']])
  })

  it('reads problems in the form of RFC 7807', () => {
    const errors = [
      { type: 'about:problem', title: 'Title', detail: 'Detail' },
      { type: 'about:problem', title: 'Title' },
    ]
    expect(refused(400, { errors }).errors.map(({ code, message }) => [code, message])).toEqual([
      ['about:problem', 'Detail'],
      ['about:problem', 'Title'],
    ])
  })
})

describe('a refusal that is about a parameter unless it identifies another', () => {
  const refusal = aboutParam('line_item_ids', 'R-PROMO-4')
  const about = (parameter?: string) => ({ code: 'INVALID', message: 'no', parameter })

  it.each([
    ['with a problem of no parameter', [about()]],
    ['with a problem of this parameter', [about('line_item_ids')]],
  ])('is a refusal of the input: %s', (_, errors) => {
    expect(refused(400, { errors }, { refusal })).toMatchObject({
      code: 'BAD_USER_INPUT',
      refusal: { param: 'line_item_ids', rule: 'R-PROMO-4' },
    })
  })

  it.each([
    ['of another parameter', 400, [about('count')], 'UPSTREAM_ERROR'],
    ['of this parameter and another', 400, [about('line_item_ids'), about('count')], 'UPSTREAM_ERROR'],
    ['of the credentials', 400, [{ code: 32, message: 'no' }], 'UNAUTHENTICATED'],
    ['of another status', 405, [about()], 'UPSTREAM_ERROR'],
    ['without problems', 400, [], 'UPSTREAM_ERROR'],
  ])('is no refusal of the input if it is %s', (_, status, errors, code) => {
    expect(refused(status, { errors }, { refusal })).toMatchObject({ code, refusal: undefined })
  })
})

describe('a refusal of a call with confidential parameters', () => {
  const problem = { code: 'INVALID', message: 'anna@example.org is unknown', details: 'anna', value: 'anna' }

  it('has codes and names of parameters, and no other text of the service', () => {
    const error = refused(
      400,
      {
        errors: [{ ...problem, parameter: 'params.users', attribute: 'anna@example.org' }],
        operation_errors: [[{ ...problem, parameter: 'Anna', attribute: 'email' }]],
      },
      { isUpload: true },
    )

    expect(error.errors.map(({ code, parameter, attribute }) => [code, parameter, attribute])).toEqual([
      ['INVALID', 'params.users', undefined],
      ['INVALID', undefined, 'email'],
    ])
    expect(error.operationErrors).toEqual([[error.errors[1]]])
    expect(error.message).toBe('The service refused this. Its message is left out because it may identify a person')
    expect(JSON.stringify([error.message, error.errors, error.operationErrors])).not.toMatch(/anna/i)
  })
})

describe('a refusal in the words of the service', () => {
  const vocabulary = createVocabulary({
    parameters: { line_item_ids: 'positions', name: 'label' },
    columns: { entity_status: 'state', name: 'title' },
    values: { entity_status: { PAUSED: 'HALTED' }, line_item_ids: { all: 'every' } },
  })
  const problem = { code: 'HALTED', message: 'state is HALTED', details: 'HALTED', value: 'HALTED' }
  const problemsOf = (errors: object[], endpoint?: Partial<Endpoint>) =>
    refused(400, { errors }, endpoint, vocabulary).errors.map((each) => JSON.parse(JSON.stringify(each)) as unknown)

  it('has parameters, attributes and values in ours, and texts as they came', () => {
    expect(
      problemsOf([
        { ...problem, parameter: 'label' },
        { ...problem, attribute: 'state' },
        { ...problem, parameter: 'label', attribute: 'title' },
        { ...problem, parameter: 'positions', value: ['every', 'HALTED'] },
        problem,
      ]),
    ).toEqual([
      { ...problem, parameter: 'name' },
      { ...problem, attribute: 'entity_status', value: 'PAUSED' },
      { ...problem, parameter: 'name', attribute: 'name' },
      { ...problem, parameter: 'line_item_ids', value: ['all', 'HALTED'] },
      problem,
    ])
  })

  it('has the problems of a batch in ours', () => {
    const operations = [[{ ...problem, attribute: 'state' }]]
    expect(refused(400, { operation_errors: operations }, {}, vocabulary).operationErrors).toMatchObject([
      [{ attribute: 'entity_status', value: 'PAUSED' }],
    ])
  })

  it('is about the parameter of its endpoint if it names it', () => {
    const refusal = aboutParam('line_item_ids', 'R-PROMO-4')
    const error = refused(400, { errors: [{ ...problem, parameter: 'positions' }] }, { refusal }, vocabulary)
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      refusal: { param: 'line_item_ids', rule: 'R-PROMO-4' },
    })
  })

  it('has the names of parameters in ours, and no texts, if they are confidential', () => {
    const [shown] = problemsOf([{ ...problem, parameter: 'positions' }], { isUpload: true })
    expect(shown).toEqual({
      code: 'HALTED',
      message: 'The service refused this. Its message is left out because it may identify a person',
      parameter: 'line_item_ids',
    })
  })
})
