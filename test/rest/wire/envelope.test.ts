import { describe, expect, it } from 'vitest'
import { getCampaign } from '../../../src/rest/campaign/campaign.ts'
import { post } from '../../../src/rest/endpoint.ts'
import { accountId } from '../../../src/rest/types.ts'
import { asList, bodyBytes, totalCountOf, type Envelope } from '../../../src/rest/wire/envelope.ts'
import { createVocabulary } from '../../../src/rest/wire/vocabulary.ts'
import { parseEnvelope, parseList, readEnvelope } from '../../support/read-answer.ts'

const ACCOUNT = { account_id: 'a1' }
const NOT_OBJECTS = ['', 'null', '[]', '[{"data":[]}]', '"text"', '7', '{', '{"data":[]', '<html>']

const bytes = (text: string) => Buffer.from(text)

/** The accounts that rows were given. */
const accountsOf = (envelope: Envelope | undefined) =>
  asList(envelope?.data).map((row) => (row as { [accountId]?: string })[accountId])

describe.each([
  ['parsed', parseEnvelope],
  ['read as a list', parseList],
])('an envelope that is %s', (_, read) => {
  it('has its members, and rows of the account', () => {
    const envelope = read(bytes('{"data":[{"id":"c1"},{"id":"c2"}],"next_cursor":"x","total_count":7}'), 'a1')

    expect(JSON.parse(JSON.stringify(envelope))).toEqual({
      data: [{ id: 'c1' }, { id: 'c2' }],
      next_cursor: 'x',
      total_count: 7,
    })
    expect(accountsOf(envelope)).toEqual(['a1', 'a1'])
  })

  it('has one row of the account', () => {
    const envelope = read(bytes('{"data":{"id":"c1"}}'), 'a1')

    expect(JSON.parse(JSON.stringify(envelope))).toEqual({ data: { id: 'c1' } })
    expect(accountsOf(envelope)).toEqual(['a1'])
  })

  it('has rows without an account if the path has none', () => {
    expect(accountsOf(read(bytes('{"data":[{"id":"c1"}]}'), undefined))).toEqual([undefined])
    expect(Object.getOwnPropertySymbols(parseEnvelope(bytes('{"data":{"id":"c1"}}'), undefined)!.data)).toEqual([])
  })

  it('may have rows that are not objects, and no rows', () => {
    expect(read(bytes('{"data":["a",null,7]}'), 'a1')).toEqual({ data: ['a', null, 7], [bodyBytes]: 21 })
    expect(read(bytes('{"data":null}'), 'a1')).toEqual({ data: null, [bodyBytes]: 13 })
    expect(read(bytes('{}'), 'a1')).toEqual({ [bodyBytes]: 2 })
  })

  it('is not in bytes that are not UTF-8', () => {
    expect(read(Buffer.from('{"data":[{"id":"c1","name":"\xe9"}]}', 'latin1'), 'a1')).toBeUndefined()
    expect(read(Buffer.from('{"data":{"id":"c1","name":"\xe9"}}', 'latin1'), 'a1')).toBeUndefined()
  })

  it.each(NOT_OBJECTS)('is not in %j', (body) => {
    expect(read(bytes(body), 'a1')).toBeUndefined()
  })
})

describe('an envelope in other words', () => {
  const vocabulary = createVocabulary({
    parameters: { name: 'label', operation_type: 'verb' },
    columns: { id: 'key', name: 'title', params: 'arguments', entity_status: 'state' },
    values: { entity_status: { PAUSED: 'HALTED' }, feature_keys: { POLLS: 'VOTES' } },
  })
  const read = (envelope: object, as = parseEnvelope) => as(bytes(JSON.stringify(envelope)), 'a1', vocabulary)
  /** The columns of a row. As JSON, it is what arrived. */
  const columns = (row: unknown) => ({ ...(row as object) })

  it.each([
    ['parsed', parseEnvelope],
    ['read as a list', parseList],
  ])('has rows in ours, of the account: %s', (_, as) => {
    const sent = [
      { key: 'c1', title: 'HALTED' },
      { key: 'c2', state: 'HALTED' },
    ]
    const envelope = read({ data: sent, next_cursor: 'VOTES', total_count: 7 }, as)
    const rows = asList(envelope?.data) as Record<string, unknown>[]

    expect(rows.map(({ id, name, entity_status }) => [id, name, entity_status])).toEqual([
      ['c1', 'HALTED', undefined],
      ['c2', undefined, 'PAUSED'],
    ])
    expect(JSON.parse(JSON.stringify(rows))).toEqual(sent)
    expect(accountsOf(envelope)).toEqual(['a1', 'a1'])
    expect(envelope).toMatchObject({ next_cursor: 'VOTES', total_count: 7 })
  })

  it.each([
    ['parsed', parseEnvelope],
    ['read as a list', parseList],
  ])('has rows without the members of what they send as `__proto__`: %s', (_, as) => {
    const envelope = as(bytes('{"data":[{"__proto__":{"key":"c1"},"title":"n"}]}'), 'a1', vocabulary)
    const [{ id, name }] = asList(envelope?.data) as [Record<string, unknown>]

    expect([id, name]).toEqual([undefined, 'n'])
  })

  it('has one row in ours, and texts', () => {
    const envelope = read({ data: { key: 'c1', title: 't' } })

    expect(columns(envelope?.data)).toEqual({ id: 'c1', name: 't', [accountId]: 'a1' })
    expect(read({ data: ['VOTES', 'OTHER', null] })?.data).toEqual(['POLLS', 'OTHER', null])
    expect(read({ data: 'VOTES' })?.data).toBe('POLLS')
  })

  it('has the parameters of the request in ours', () => {
    const request = { params: { label: 'n', state: ['HALTED'], verb: 'HALTED' }, verb: 'HALTED' }

    expect(read({ request, data: {} })).toMatchObject({
      request: { params: { name: 'n', state: ['HALTED'], operation_type: 'HALTED' }, verb: 'HALTED' },
    })
    expect(read({ request: null, data: {} })).toMatchObject({ request: null })
  })

  it('has the problems beside its data in ours', () => {
    expect(read({ data: [], errors: [{ title: 'HALTED', state: 'HALTED' }] })).toEqual({
      data: [],
      errors: [{ name: 'HALTED', entity_status: 'PAUSED' }],
      [bodyBytes]: 58,
    })
  })

  it('is not in a body that is no object', () => {
    expect(parseEnvelope(bytes('[]'), 'a1', vocabulary)).toBeUndefined()
  })
})

describe('an answer', () => {
  it('with an envelope is read with the account of its path', () => {
    const envelope = readEnvelope(getCampaign, bytes('{"data":{"id":"c1"}}'), ACCOUNT)
    expect(accountsOf(envelope)).toEqual(['a1'])
  })

  const token = post<object>()('oauth/token', { answer: { fields: ['token', 'secret'] } })
  const readToken = (body: string) => readEnvelope(token, bytes(body), {})

  it.each([
    ['JSON', '{"token":"t","secret":"s","user_id":7,"none":null}'],
    ['JSON after white space', ' \n{"token":"t","secret":"s","user_id":7,"none":null}'],
    ['pairs', 'token=t&secret=s&user_id=7&none='],
  ])('without an envelope has texts only: %s', (_, body) => {
    expect(readToken(body)).toEqual({ token: 't', secret: 's', user_id: '7', none: '' })
  })

  it('without an envelope is read to the last digit, and decoded', () => {
    expect(readToken('{"token":9007199254740993,"secret":"s"}')).toMatchObject({ token: '9007199254740993' })
    expect(readToken('token=a%2Bb&secret=s')).toMatchObject({ token: 'a+b' })
  })

  it.each([
    '',
    'token=t',
    'token=t&secret=',
    'token=&secret=s',
    '{"token":"t"}',
    '{"token":"t","secret":null}',
    '{"token":"t","secret":"s"',
    '[]',
    '<html>',
  ])('without an envelope is not complete in %j', (body) => {
    expect(readToken(body)).toBeUndefined()
  })
})

describe('the number of rows of a whole list', () => {
  it.each([0, 7, 2 ** 53 - 1])('is in the answer: %i', (count) => {
    expect(totalCountOf({ total_count: count })).toBe(count)
  })

  it.each([{}, { total_count: -1 }, { total_count: 1.5 }, { total_count: 2 ** 53 }, { total_count: NaN }])(
    'is not known from %j',
    (envelope) => {
      expect(totalCountOf(envelope)).toBeUndefined()
    },
  )
})

describe('data as a list', () => {
  it.each([
    ['a list', [1, 2], [1, 2]],
    ['an empty list', [], []],
    ['one row', { id: 'c1' }, [{ id: 'c1' }]],
    ['false', false, [false]],
    ['null', null, []],
    ['nothing', undefined, []],
  ])('is %s', (_, data, expected) => {
    expect(asList(data)).toEqual(expected)
  })
})
