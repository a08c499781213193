import { describe, expect, it, vi } from 'vitest'
import { createBufferPool, sizeOf } from '../../src/async/buffer-pool.ts'

const KB = 1024
const FOREVER = 2 ** 31 - 1

describe('a pool of buffers', () => {
  it('reuses the memory of a returned buffer for the next one of about the same length', () => {
    const pool = createBufferPool({ maxBytes: 1_000 * KB, idleMs: FOREVER })
    const first = pool.take(100 * KB)
    first.bytes.fill('first')
    expect([first.bytes.length, sizeOf(first)]).toEqual([100 * KB, 112 * KB])
    pool.give(first)
    expect(pool.spareBytes()).toBe(112 * KB)
    const second = pool.take(98 * KB)

    expect([second.bytes.length, sizeOf(second), pool.spareBytes()]).toEqual([98 * KB, 112 * KB, 0])
    expect(second.bytes.toString('latin1', 0, 5)).toBe('first')
  })

  it('leaves nothing to read or to write in a returned buffer', () => {
    const pool = createBufferPool({ maxBytes: 1_000 * KB, idleMs: FOREVER })
    const first = pool.take(100 * KB)
    pool.give(first)
    pool.take(100 * KB).bytes.fill('second')

    expect([first.bytes.length, first.view.byteLength]).toEqual([0, 0])
  })

  it('keeps no more than its limit, including buffers in use', () => {
    const pool = createBufferPool({ maxBytes: 512 * KB, idleMs: FOREVER })
    const [a, b, c] = [256 * KB, 256 * KB, 256 * KB].map((bytes) => pool.take(bytes))
    pool.give(a!)
    expect(pool.spareBytes()).toBe(0)
    pool.give(b!)
    expect(pool.spareBytes()).toBe(256 * KB)
    // A buffer of another size takes its place.
    pool.take(128 * KB)
    expect(pool.spareBytes()).toBe(0)
    pool.give(c!)
    expect(pool.spareBytes()).toBe(256 * KB)
  })

  it('does not reuse a buffer that may still be read', () => {
    const pool = createBufferPool({ maxBytes: 512 * KB, idleMs: FOREVER })
    const buffer = pool.take(512 * KB)
    buffer.bytes.fill('kept')
    pool.forget(buffer)
    const next = pool.take(512 * KB)
    next.bytes.fill('next')

    expect(buffer.bytes.toString('latin1', 0, 4)).toBe('kept')
    pool.give(next)
    expect(pool.spareBytes()).toBe(512 * KB)
  })

  it('drops buffers that are no longer needed, and keeps the others', () => {
    vi.useFakeTimers()
    try {
      const pool = createBufferPool({ maxBytes: 1_000 * KB, idleMs: 1_000 })
      const buffers = [1, 2, 3].map(() => pool.take(64 * KB))
      for (const buffer of buffers) pool.give(buffer)
      vi.advanceTimersByTime(1_000)
      expect(pool.spareBytes()).toBe(3 * 64 * KB)
      // One is used meanwhile.
      pool.give(pool.take(64 * KB))
      vi.advanceTimersByTime(1_000)
      expect(pool.spareBytes()).toBe(64 * KB)
      vi.advanceTimersByTime(1_000)
      expect([pool.spareBytes(), vi.getTimerCount()]).toEqual([0, 0])
    } finally {
      vi.useRealTimers()
    }
  })
})
