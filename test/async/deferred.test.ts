import { describe, expect, it } from 'vitest'
import { mapDeferred, PendingDeferred, Batch } from '../../src/async/deferred.ts'

/** A value of a batch that has ended, or is ended by the caller. */
function asked() {
  const batch = new Batch()
  return { batch, value: new PendingDeferred<number>(batch) }
}

describe('a deferred value', () => {
  it('can be awaited like any promise', async () => {
    const { batch, value } = asked()
    value.resolve(7)
    batch.end()

    await expect(value).resolves.toBe(7)
    await expect(value.then((seven) => seven + 1)).resolves.toBe(8)
    await expect(value.finally(() => {})).resolves.toBe(7)
    await expect(mapDeferred(value, (seven) => -seven)).resolves.toBe(-7)
  })

  it('rejects with its reason, each time it is awaited', async () => {
    const { batch, value } = asked()
    value.reject(new Error('spent'))
    batch.end()

    await expect(value).rejects.toThrow('spent')
    await expect(value.catch(() => 0)).resolves.toBe(0)
    expect(() => value.result()).toThrow('spent')
    await expect(mapDeferred(value, (seven) => -seven)).rejects.toThrow('spent')
  })

  it('keeps its first result', () => {
    const { value } = asked()
    value.resolve(7)
    value.resolve(8)
    value.reject(new Error('too late'))

    expect(value.result()).toBe(7)
  })

  it('does not settle before its batch ends', async () => {
    const { batch, value } = asked()
    let handedOut = false
    const waiting = value.then(() => (handedOut = true))
    value.resolve(7)
    await new Promise((resolve) => setImmediate(resolve))
    expect(handedOut).toBe(false)
    batch.end()
    await waiting

    expect(handedOut).toBe(true)
  })

  it('has no result while it is pending', () => {
    expect(() => asked().value.result()).toThrow('no result while it is pending')
  })
})
