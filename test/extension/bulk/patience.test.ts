import { describe, expect, it } from 'vitest'
import { createPatience } from '../../../src/extension/bulk/walk/trouble.ts'

/** Far less than a pause, so that one wait lasts as long as an outage may. */
const MAX_OUTAGE_MS = 40

function patience() {
  return createPatience({ maxOutageMs: MAX_OUTAGE_MS, signal: undefined, onWait: () => Promise.resolve() })
}

describe('the patience of an export', () => {
  it('ends when an outage has lasted for too long', async () => {
    const waiting = patience()
    const since = Date.now()

    expect(await waiting.pause(since)).toBe(true)
    expect(await waiting.pause(since)).toBe(false)
    expect(waiting.isOver(since)).toBe(true)
  })

  it('tries once more what has failed for too long, if the service has answered meanwhile', async () => {
    const waiting = patience()
    const since = Date.now() - MAX_OUTAGE_MS
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await waiting.pause(since)).toBe(true)
      waiting.end()
    }
    expect(await waiting.pause(since)).toBe(true)
    expect(await waiting.pause(since)).toBe(false)
  })

  it('says whether it waits for a limit or for the service', async () => {
    const waits: unknown[] = []
    const waiting = createPatience({
      maxOutageMs: MAX_OUTAGE_MS,
      signal: undefined,
      onWait: async (until, isOutage) => void waits.push([until !== undefined, isOutage]),
    })
    await waiting.until(Date.now() + 10)
    await waiting.pause(Date.now())

    expect(waits).toEqual([
      [true, false],
      [false, undefined],
      [true, true],
      [false, undefined],
    ])
  })
})
