import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../../src/async/buffer-pool.ts'
import { createMemoryBudget } from '../../../src/async/memory.ts'
import { viewed } from '../../../src/async/viewed-bytes.ts'
import { ACCEPTED_CODINGS, createBody, decode } from '../../../src/rest/wire/answer-body.ts'

const TEXT = Buffer.from('{"data":[]}'.repeat(100))

const CODINGS: [coding: string, body: Buffer][] = [
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  [' GZip ', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
]

describe('the coding of a body', () => {
  /** Decodes a body of an operation whose memory is not counted. */
  const decoded = (body: Buffer, coding: string, maxBytes: number) =>
    decode(viewed(body), coding, createBody(undefined, 'rows', maxBytes), maxBytes)

  it.each(CODINGS)('is decoded from %s, up to its maximum length', async (coding, body) => {
    expect(await decoded(body, coding, TEXT.length)).toEqual(viewed(TEXT))
    expect(await decoded(body, coding, TEXT.length - 1)).toBe('oversized')
  })

  it.each(['gzip', 'br'])('is decoded from %s while there is memory, and no further', async (coding) => {
    const bomb = { gzip: gzipSync, br: brotliCompressSync }[coding]!(Buffer.alloc(20_000_000))
    const budget = createMemoryBudget({ maxBytes: 2 ** 20, queueTimeoutMs: 10 })
    const memory = budget.open('a')
    let most = 0
    const body = createBody(
      { ...memory, add: (bytes, use) => (memory.add(bytes, use), void (most = Math.max(most, budget.usedBytes()))) },
      'rows',
      64 * 2 ** 20,
    )

    expect(await decode(viewed(bomb), coding, body, 64 * 2 ** 20)).toBe('overloaded')
    expect(most).toBeLessThan(1.1 * 2 ** 20)
    expect(budget.usedBytes()).toBe(0)
  })

  it.each(['', ' ', 'identity', 'Identity'])('stays as it is with the coding %j', async (coding) => {
    expect(await decoded(TEXT, coding, 1)).toEqual(viewed(TEXT))
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])(
    'that is not of the coding %s is not decoded',
    async (coding) => {
      expect(await decoded(TEXT, coding, 10_000)).toBe('undecodable')
    },
  )

  it('is accepted in each coding that is decoded', () => {
    expect(ACCEPTED_CODINGS).toBe('gzip, deflate, br')
  })
})

describe('the body of an answer', () => {
  const LONG = 32_768
  const MAX_BYTES = 65_536

  /** A body that arrives in chunks of these lengths, and the bytes that its operation takes. */
  function open(expectedBytes: number, ...lengths: number[]) {
    const budget = createMemoryBudget({ maxBytes: 2 ** 20, queueTimeoutMs: 1_000 })
    const memory = budget.open('a')
    const body = createBody(memory, 'rows', MAX_BYTES)
    const chunks = lengths.map((length, nth) => Buffer.alloc(length, nth + 1))
    void body.expect(expectedBytes)
    const expected = budget.usedBytes()
    for (const chunk of chunks) void body.add(chunk)
    return { body, budget, memory, expected, sent: Buffer.concat(chunks) }
  }

  it('has no room for more once its operation was refused, which takes its buffer', () => {
    const budget = createMemoryBudget({ maxBytes: 2 ** 20, queueTimeoutMs: 1_000 })
    const memory = budget.open('a')
    memory.onRefusal(() => {})
    const body = createBody(memory, 'rows', 100_000)
    expect(body.expect(100_000)).toBe(true)
    expect(body.add(Buffer.alloc(50_000))).toBe(true)
    memory.refuse()

    expect(body.add(Buffer.alloc(50_000))).toBe(false)
  })

  it('takes no memory if it was interrupted while it waited for it', async () => {
    const budget = createMemoryBudget({ maxBytes: 2 ** 20, queueTimeoutMs: 1_000 })
    const body = createBody({ ...budget.open('a'), room: () => Promise.resolve(true) }, 'rows', MAX_BYTES)
    const room = body.expect(LONG)
    body.discard()

    expect(await room).toBe(true)
    expect(budget.usedBytes()).toBe(0)
  })

  it('of an operation whose memory is not counted is its chunks', () => {
    const chunks = [Buffer.alloc(LONG, 1), Buffer.alloc(LONG, 2)]
    const [one, two] = [createBody(undefined, 'rows', MAX_BYTES), createBody(undefined, 'rows', MAX_BYTES)]
    for (const body of [one, two]) {
      void body.expect(LONG)
      void body.add(chunks[0]!)
    }
    void two.add(chunks[1]!)

    expect(one.whole().bytes === chunks[0]).toBe(true)
    expect(two.whole().bytes.equals(Buffer.concat(chunks))).toBe(true)
    two.discard()
    expect(two.whole().bytes).toHaveLength(0)
  })

  it.each([
    ['short', LONG - 1, [LONG - 1]],
    ['longer than it is read', MAX_BYTES + 1, [1_000, 2_000]],
    ['not known', NaN, [1_000, 2_000]],
  ])('is counted as it arrives if its length is %s', (_, expectedBytes, lengths) => {
    const { body, budget, expected, sent } = open(expectedBytes, ...lengths)

    expect([expected, budget.usedBytes()]).toEqual([0, sent.length])
    expect(body.whole().bytes.equals(sent)).toBe(true)
    expect(budget.usedBytes()).toBe(sent.length)
  })

  it.each([LONG, MAX_BYTES])('of %i bytes is written into one buffer, which is counted before it arrives', (length) => {
    const { body, budget, memory, expected, sent } = open(length, 1_000, length - 1_000)
    const whole = body.whole()

    expect(whole.bytes.equals(sent)).toBe(true)
    expect([expected, budget.usedBytes()]).toEqual([sizeOf(whole), sizeOf(whole)])
    memory.free(whole)
    expect([budget.usedBytes(), budget.spareBytes()]).toEqual([0, expected])
  })

  it('of an unknown length is moved to one buffer if it is long', () => {
    const { body, budget, memory, sent } = open(NaN, LONG / 2, LONG / 2)
    const whole = body.whole()

    expect(whole.bytes.equals(sent)).toBe(true)
    expect(budget.usedBytes()).toBe(sizeOf(whole))
    memory.free(whole)
    expect([budget.usedBytes(), budget.spareBytes() > 0]).toEqual([0, true])
  })

  it('stays in its chunks if it is short', () => {
    const { body, budget, memory, sent } = open(NaN, LONG / 2, LONG / 2 - 1)
    const whole = body.whole()
    memory.free(whole)

    expect(whole.bytes.equals(sent)).toBe(true)
    expect([budget.usedBytes(), budget.spareBytes()]).toEqual([sent.length, 0])
  })

  it('is counted once if its length is announced twice', () => {
    const { body, budget, expected } = open(LONG)
    void body.expect(LONG)
    expect(budget.usedBytes()).toBe(expected)
  })

  it.each([
    ['in chunks', NaN],
    ['in a buffer', LONG],
  ])('that is interrupted releases its memory: %s', (_, expectedBytes) => {
    const { body, budget } = open(expectedBytes, 1_000, 2_000)

    expect(budget.usedBytes()).toBeGreaterThan(0)
    body.discard()
    body.discard()
    expect(budget.usedBytes()).toBe(0)
  })
})
