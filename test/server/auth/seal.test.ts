import { hkdfSync } from 'node:crypto'
import { decodeProtectedHeader, EncryptJWT, type JWTPayload } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSeal } from '../../../src/server/auth/user-session.ts'

const SECRET = 'a-secret-that-is-long-enough-for-it'
const OTHER = 'another-secret-that-is-not-the-same'
const CONTENT = { user: 'nadia', secret: 'access-token-secret' }
const HOUR_MS = 3_600_000

const seal = createSeal<object>([SECRET], 'session')

afterEach(() => void vi.useRealTimers())

/** A text that is sealed under the same key in a way of its own. */
async function sealedAs(
  { alg = 'dir', enc = 'A256GCM', kid }: { alg?: string; enc?: string; kid?: string },
  claims: JWTPayload,
  key = new Uint8Array(hkdfSync('sha256', SECRET, '', 'adgraph session', 32)),
): Promise<string> {
  const known = decodeProtectedHeader(await seal.close({}, HOUR_MS)).kid!
  return new EncryptJWT(claims).setProtectedHeader({ alg, enc, kid: kid ?? known }).encrypt(key)
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600

describe('a seal', () => {
  it('opens the texts that it sealed, and reveals nothing of their content', async () => {
    const text = await seal.close(CONTENT, HOUR_MS)
    expect(await seal.open(text)).toEqual({ content: CONTENT })
    expect(Buffer.from(text.split('.').join(''), 'base64url').toString('latin1')).not.toMatch(/nadia|access-token/)
    expect(await seal.close(CONTENT, HOUR_MS)).not.toBe(text)
  })

  it('opens until the time is up, to the second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    const text = await seal.close(CONTENT, HOUR_MS)
    vi.setSystemTime(Date.now() + HOUR_MS - 1_000)
    expect(await seal.open(text)).toEqual({ content: CONTENT })
    vi.setSystemTime(Date.now() + 1_000)
    expect(await seal.open(text)).toEqual({ fault: 'expired' })
  })

  it('seals under the first secret and opens under each', async () => {
    const [old, both, rotated] = [[OTHER], [OTHER, SECRET], [SECRET, OTHER]].map((secrets) =>
      createSeal<object>(secrets, 'session'),
    )
    const texts = await Promise.all([old, both, rotated].map((each) => each!.close(CONTENT, HOUR_MS)))
    const opened = async (by = seal) =>
      (await Promise.all(texts.map((text) => by.open(text)))).map((one) => 'content' in one)

    expect(await opened(old)).toEqual([true, true, false])
    expect(await opened(both)).toEqual([true, true, true])
    expect(await opened(rotated)).toEqual([true, true, true])
    expect(await opened(seal)).toEqual([false, false, true])
  })

  it('does not open a text that was sealed for another purpose, or with another secret of the same name', async () => {
    const elsewhere = await createSeal<object>([SECRET], 'login').close(CONTENT, HOUR_MS)
    expect(await seal.open(elsewhere)).toEqual({ fault: 'unreadable' })
    const forged = await sealedAs({}, { content: CONTENT, exp: inAnHour() }, new Uint8Array(32).fill(1))
    expect(await seal.open(forged)).toEqual({ fault: 'unreadable' })
  })

  it('does not open a text with a changed, missing or additional character', async () => {
    const text = await seal.close(CONTENT, HOUR_MS)
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index]!
      // The last character of a part can hold bits that mean nothing.
      if (character === '.' || [undefined, '.'].includes(text[index + 1])) continue
      const changed = text.slice(0, index) + (character === 'A' ? 'B' : 'A') + text.slice(index + 1)
      expect(await seal.open(changed)).toEqual({ fault: 'unreadable' })
    }
    for (const changed of [
      '',
      '.',
      '....',
      'a.b.c.d.e',
      text.slice(1),
      text.slice(0, -2),
      `${text}.`,
      `${text}.${text}`,
    ])
      expect(await seal.open(changed)).toEqual({ fault: 'unreadable' })
  })

  it('does not open a text without an end, of another algorithm, or longer than any that it seals', async () => {
    expect(await seal.open(await sealedAs({}, { content: CONTENT, exp: inAnHour() }))).toEqual({ content: CONTENT })
    expect(await seal.open(await sealedAs({}, { content: CONTENT }))).toEqual({ fault: 'unreadable' })
    expect(await seal.open(await sealedAs({ alg: 'A256GCMKW' }, { content: CONTENT, exp: inAnHour() }))).toEqual({
      fault: 'unreadable',
    })
    expect(await seal.open(await sealedAs({ kid: '' }, { content: CONTENT, exp: inAnHour() }))).toEqual({
      fault: 'unreadable',
    })
    const key128 = new Uint8Array(hkdfSync('sha256', SECRET, '', 'adgraph session', 32))
    expect(
      await seal.open(await sealedAs({ enc: 'A128CBC-HS256' }, { content: CONTENT, exp: inAnHour() }, key128)),
    ).toEqual({ fault: 'unreadable' })
    const long = await seal.close({ text: 'x'.repeat(4_096) }, HOUR_MS)
    expect(long.length).toBeGreaterThan(4_096)
    expect(await seal.open(long)).toEqual({ fault: 'unreadable' })
  })

  it('opens a text of exactly the maximum length', async () => {
    // Four characters hold three bytes: one of these contents gives the length.
    const texts = await Promise.all(
      Array.from({ length: 200 }, (_, extra) => seal.close({ text: 'x'.repeat(2_800 + extra) }, HOUR_MS)),
    )
    const longest = texts.find(({ length }) => length === 4_096)
    expect(await seal.open(longest!)).toHaveProperty('content')
  })

  it('names its key in the header by a short hash', async () => {
    const { kid, ...header } = decodeProtectedHeader(await seal.close(CONTENT, HOUR_MS))
    expect(header).toEqual({ alg: 'dir', enc: 'A256GCM' })
    expect(kid).toMatch(/^[\w-]{8}$/)
  })

  it('needs a secret', () => {
    expect(() => createSeal([], 'session')).toThrow(new RangeError('A seal needs a secret'))
  })
})
