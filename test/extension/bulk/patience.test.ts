import { describe, expect, it } from 'vitest'
import { createPatience } from '../../../src/extension/bulk/walk/trouble.ts'

/** Far less than a pause, so that one wait lasts as long as an outage may. */
const MAX_OUTAGE_MS = 40

function patience() {
  return createPatience({ maxOutageMs: MAX_OUTAGE_MS, signal: undefined, onWait: () => {} })
}

describe('the patience of an export', () => {
  it('ends when an outage has lasted for too long', async () => {
    const waiting = patience()

    expect(await waiting.wait(undefined, false)).toBe(true)
    expect(await waiting.wait(undefined, false)).toBe(false)
  })

  it('begins anew once the service has answered', async () => {
    const waiting = patience()
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await waiting.wait(undefined, false)).toBe(true)
      waiting.end()
    }
  })

  it('begins anew after a wait for a limit, which is no outage', async () => {
    const waiting = patience()
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await waiting.wait(undefined, false)).toBe(true)
      expect(await waiting.wait(Date.now() + 20, false)).toBe(true)
    }
    expect(await waiting.wait(undefined, false)).toBe(true)
    expect(await waiting.wait(undefined, false)).toBe(false)
  })

  it('says whether it waits for a limit or for the service', async () => {
    const waits: unknown[] = []
    const waiting = createPatience({
      maxOutageMs: MAX_OUTAGE_MS,
      signal: undefined,
      onWait: (until, isOutage) => waits.push([until !== undefined, isOutage]),
    })
    await waiting.wait(Date.now() + 10, false)
    await waiting.wait(undefined, false)

    expect(waits).toEqual([
      [true, false],
      [false, undefined],
      [true, true],
      [false, undefined],
    ])
  })
})
