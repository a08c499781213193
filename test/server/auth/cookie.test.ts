import { describe, expect, it } from 'vitest'
import { readCookie } from '../../../src/server/auth/user-session.ts'

describe('a cookie of a request', () => {
  it.each([
    ['alone', 'session=abc'],
    ['after others', 'a=1; b=2; session=abc'],
    ['before others', 'session=abc; a=1'],
    ['twice: the first counts', 'session=abc; session=def'],
    ['without a space after the semicolon', 'a=1;session=abc'],
    ['with spaces around its parts', 'a=1;  session = abc ; b=2'],
    ['beside names that begin or end with its own', 'my-session=1; session2=2; session=abc'],
    ['beside a text without an equals sign', 'session; session=abc'],
  ])('is read %s', (_, header) => {
    expect(readCookie(header, 'session')).toBe('abc')
  })

  it('may have equals signs in its value, and an empty value', () => {
    expect(readCookie('session=a=b==', 'session')).toBe('a=b==')
    expect(readCookie('session=', 'session')).toBe('')
  })

  it.each([undefined, '', 'a=session', 'session2=abc', 'mysession=abc', 'session', 'sessions'])(
    'is not found in %j',
    (header) => {
      expect(readCookie(header, 'session')).toBeUndefined()
    },
  )
})
