import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ACCEPTED_CODINGS, decode } from '../../../src/rest/wire/answer-body.ts'

const TEXT = Buffer.from('{"data":[]}'.repeat(100))

const CODINGS: [coding: string, body: Buffer][] = [
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  [' GZip ', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
]

describe('a body', () => {
  it.each(CODINGS)('is decoded from %s, up to its maximum length', async (coding, body) => {
    expect(await decode(body, coding, TEXT.length)).toEqual(TEXT)
    expect(await decode(body, coding, TEXT.length - 1)).toBe('oversized')
  })

  it.each(['', ' ', 'identity', 'Identity'])('stays as it is with the coding %j', async (coding) => {
    expect(await decode(TEXT, coding, 1)).toBe(TEXT)
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])(
    'that is not of the coding %s is not decoded',
    async (coding) => {
      expect(await decode(TEXT, coding, 10_000)).toBeUndefined()
    },
  )

  it('is accepted in each coding that is decoded', () => {
    expect(ACCEPTED_CODINGS).toBe('gzip, deflate, br')
  })
})
