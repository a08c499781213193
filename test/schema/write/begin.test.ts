import { expect, it } from 'vitest'
import { createCampaign } from '../../../src/rest/campaign/campaign.ts'
import { beginWrite } from '../../../src/schema/write/repeat/begun-write.ts'
import type { MutationUse } from '../../../src/schema/write/repeat/use.ts'
import { createMemoryState } from '../../../src/state/memory.ts'

/** A use of a mutation of this input, with a key or without one. */
function useOf(input: object, idempotencyKey: string | null): MutationUse {
  const { writeStore } = createMemoryState()
  const writes = {
    store: writeStore,
    local: writeStore,
    secrets: ['a secret'],
    caller: 'caller',
    deadline: Date.now() + 1_000,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    requestId: 'r1',
    now: Date.now,
  }
  const use = {
    writes,
    info: { fieldName: 'batchCampaigns' },
    check: { ids: { batchAccount: 'a1', inPath: [] }, input },
    args: { idempotencyKey },
    creation: { type: 'Campaign', params: createCampaign.params },
  }
  return use as unknown as MutationUse
}

it.each([
  ['k', 1],
  [null, 0],
])('compares the input with that of earlier uses only with a key: %j', async (key, times) => {
  let reads = 0
  const input = {
    get operations() {
      reads += 1
      return []
    },
  }
  expect(await beginWrite(useOf(input, key), [])).toBeDefined()
  expect(reads).toBe(times)
})

it('signs the rows of a long batch in several turns of the event loop', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await beginWrite(
    useOf({}, null),
    Array.from({ length: 4_000 }, (_, nth) => ({ funding_instrument_id: 'f1', name: `N${nth}` })),
  )
  clearImmediate(counting)

  expect(turns).toBeGreaterThan(3)
})
