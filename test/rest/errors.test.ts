import { describe, expect, it } from 'vitest'
import { rateLimited } from '../../src/rest/call-error.ts'
import { isOfEmptyList, nullIfNotFound, UpstreamError } from '../../src/rest/errors.ts'

const refusal = { param: 'line_item_ids', rule: 'R-PROMO-4' }
const refused = new UpstreamError({ code: 'BAD_USER_INPUT', message: 'No', refusal })
const missing = new UpstreamError({ code: 'NOT_FOUND', message: 'No' })

describe('the error of a call', () => {
  it('has a list of problems, and a known outcome, even if nothing is said about them', () => {
    expect(rateLimited(7_000)).toMatchObject({ errors: [], outcomeUnknown: false })
  })
})

describe('a row that may be missing', () => {
  it('is null if the service does not find it', () => {
    expect(nullIfNotFound(missing)).toBeNull()
  })

  it.each([refused, Object.assign(new Error('No'), { code: 'NOT_FOUND' })])(
    'fails with every other error: %s',
    (error) => {
      expect(() => nullIfNotFound(error)).toThrow(error)
    },
  )
})

describe('a list that the service refuses because it is empty', () => {
  it('is refused for its filter', () => {
    expect(isOfEmptyList(refused, 'line_item_ids')).toBe(true)
  })

  it.each([
    ['for another parameter', refused, 'count'],
    ['for no parameter', missing, 'line_item_ids'],
    ['by another error', { refusal }, 'line_item_ids'],
  ])('is not one that is refused %s', (_, error, filter) => {
    expect(isOfEmptyList(error, filter)).toBe(false)
  })
})
