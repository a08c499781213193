import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { Invalid, moment, parameterOf } from '../../endpoint/parameter.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const campaigns = `accounts/${DEMO_ACCOUNT_ID}/campaigns`
const manyIds = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`).join(',')

const { client } = await openSandbox()

describe('a parameter', () => {
  test.each([
    ['unknown', 'colour', 'red', 'Unknown parameter for colour'],
    ['below its range', 'count', '0', 'Expected Integer in range [1 - 1000], got "0" for count'],
    ['above its range', 'count', '1001', 'Expected Integer in range [1 - 1000], got "1001" for count'],
    ['not an integer', 'count', '1.5', 'Expected Integer in range [1 - 1000], got "1.5" for count'],
    ['a number with something behind it', 'count', '10x', 'Expected Integer in range [1 - 1000], got "10x" for count'],
    ['empty', 'count', '', 'Expected Integer in range [1 - 1000], got "" for count'],
    ['not a boolean', 'with_deleted', 'yes', 'Expected Boolean, got "yes" for with_deleted'],
    ['a boolean in capitals', 'with_draft', 'TRUE', 'Expected Boolean, got "TRUE" for with_draft'],
    ['too short', 'q', '', 'Expected a length in range [1 - 255], got 0 for q'],
    ['too long', 'q', 'x'.repeat(256), 'Expected a length in range [1 - 255], got 256 for q'],
    ['a list of 201', 'campaign_ids', manyIds(201), 'Expected at most 200 values, got 201 for campaign_ids'],
    [
      'a list with a hole',
      'campaign_ids',
      'a,,b',
      'Expected a comma-separated list without empty values for campaign_ids',
    ],
    ['an empty list', 'campaign_ids', '', 'Expected a comma-separated list without empty values for campaign_ids'],
  ])('that is %s is 400 INVALID_PARAMETER', async (_, name, value, message) => {
    const { status, body } = await client.get(campaigns, { [name]: value })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ code: 'INVALID_PARAMETER', message, parameter: name }])
    expect(body.data).toBeUndefined()
  })

  test.each([
    ['1', { count: '1' }],
    ['1000', { count: '1000' }],
    ['200 ids', { campaign_ids: manyIds(200) }],
    ['255 characters', { q: 'x'.repeat(255) }],
    ['255 characters outside the basic plane', { q: '🔥'.repeat(255) }],
  ])('at its limit of %s is accepted', async (_, query) => {
    expect((await client.get(campaigns, query)).status).toBe(200)
  })

  test('without a documented maximum is accepted at any length', async () => {
    const name = 'x'.repeat(20_000)
    const { status, body } = await client.put(`accounts/${DEMO_ACCOUNT_ID}`, { name })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name })
  })

  test('given twice is 400 INVALID_PARAMETER', async () => {
    const { status, body } = await client.get(campaigns, [
      ['count', '1'],
      ['count', '2'],
    ])
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { code: 'INVALID_PARAMETER', message: 'Expected a single value for count', parameter: 'count' },
    ])
  })
})

test('three invalid parameters are reported at once', async () => {
  const { status, body } = await client.get(`accounts/${DEMO_ACCOUNT_ID}/targeting_criteria`, {
    lang: 'english',
    count: 0,
  })
  expect(status).toBe(400)
  expect(body.errors?.map(({ code, parameter }) => [code, parameter])).toEqual([
    ['MISSING_PARAMETER', 'line_item_ids'],
    ['INVALID_PARAMETER', 'lang'],
    ['INVALID_PARAMETER', 'count'],
  ])
})

test('the response echoes path and given parameters with their types', async () => {
  const query = { count: 2, with_draft: true, campaign_ids: 'a,b', q: 'Ünï ☃' }
  const { body } = await client.get(campaigns, query)
  expect(body.request).toEqual({
    params: { account_id: DEMO_ACCOUNT_ID, count: 2, with_draft: true, campaign_ids: ['a', 'b'], q: 'Ünï ☃' },
  })
})

test('a refusal echoes them too, the invalid ones as received', async () => {
  const { body } = await client.get(campaigns, { count: 'many', with_draft: true })
  expect(body.request).toEqual({ params: { account_id: DEMO_ACCOUNT_ID, count: 'many', with_draft: true } })
})

describe('a moment', () => {
  test.each([
    ['2026-06-01T08:00:00Z', '2026-06-01T08:00:00Z'],
    ['2026-06-01T08:00Z', '2026-06-01T08:00:00Z'],
    ['2026-06-01T08:00:00.999Z', '2026-06-01T08:00:00Z'],
    ['2026-06-01T01:30:00+02', '2026-05-31T23:30:00Z'],
    ['2026-06-01T08:00:00+0530', '2026-06-01T02:30:00Z'],
    ['2026-06-01T08:00:00+05:30', '2026-06-01T02:30:00Z'],
    ['2028-02-29T20:00:00-07:00', '2028-03-01T03:00:00Z'],
  ])('%s is %s', (text, read) => {
    expect(moment().read(text)).toBe(read)
  })

  test.each([
    '',
    '2026-06-01',
    '2026-06-01T08:00:00',
    '2026-02-30T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-06-01T08:00:00+24:00',
    '2026-06-01T08:00:00+0160',
    'tomorrow',
  ])('"%s" is none', (text) => {
    expect(moment().read(text)).toEqual(new Invalid(`Expected a time in ISO 8601, got "${text}"`))
  })
})

describe('a long', () => {
  test.each(['0', '9223372036854775807'])('can be %s', (text) => {
    expect(parameterOf({ type: 'long' }).read(text)).toBe(text)
  })

  test.each(['', '-1', '9223372036854775808', '8wku2'])('cannot be "%s"', (text) => {
    expect(parameterOf({ type: 'long' }).read(text)).toEqual(new Invalid(`Expected Long, got "${text}"`))
  })
})

describe('an amount', () => {
  test.each([
    ['0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9223372036854775807', 2n ** 63n - 1n],
  ])('of %s is exact', (text, read) => {
    expect(parameterOf({ type: 'micros' }).read(text)).toBe(read)
  })
})
