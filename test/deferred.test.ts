import { describe, expect, it } from 'vitest'
import { after, PendingValue, Batch } from '../src/deferred.ts'

/** A value of a round that has ended, or is ended by the caller. */
function asked() {
  const round = new Batch()
  return { round, value: new PendingValue<number>(round) }
}

describe('a value that comes together with others', () => {
  it('is a promise for whoever waits for it', async () => {
    const { round, value } = asked()
    value.bring(7)
    round.end()

    await expect(value).resolves.toBe(7)
    await expect(value.then((seven) => seven + 1)).resolves.toBe(8)
    await expect(value.finally(() => {})).resolves.toBe(7)
    await expect(after(value, (seven) => -seven)).resolves.toBe(-7)
  })

  it('rejects with what has happened instead, each time it is taken', async () => {
    const { round, value } = asked()
    value.fail(new Error('spent'))
    round.end()

    await expect(value).rejects.toThrow('spent')
    await expect(value.catch(() => 0)).resolves.toBe(0)
    expect(() => value.take()).toThrow('spent')
    await expect(after(value, (seven) => -seven)).rejects.toThrow('spent')
  })

  it('keeps what came first', () => {
    const { value } = asked()
    value.bring(7)
    value.bring(8)
    value.fail(new Error('too late'))

    expect(value.take()).toBe(7)
  })

  it('is not handed out before its round ends', async () => {
    const { round, value } = asked()
    let handedOut = false
    const waiting = value.then(() => (handedOut = true))
    value.bring(7)
    await new Promise((resolve) => setImmediate(resolve))
    expect(handedOut).toBe(false)
    round.end()
    await waiting

    expect(handedOut).toBe(true)
  })

  it('is nothing to take before it has been brought', () => {
    expect(() => asked().value.take()).toThrow('before it has been brought')
  })
})
