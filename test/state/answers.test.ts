import { expect, it } from 'vitest'
import { createAnswers } from '../../src/state/answers.ts'
import { createMemoryStore } from '../../src/state/memory.ts'

it.each([
  ['less than it had', 999, 9_001],
  ['none: it was stored by another program, or is about to be dropped', 0, undefined],
  ['no end', -1, undefined],
  ['more than it can have', 60_000, undefined],
])('uses an answer of a shared store by the time that it has left: %s', async (_, leftMs, ageMs) => {
  const memory = createMemoryStore()
  const shared = createAnswers(memory)
  await shared.set('key', { data: [] }, 10_000)
  const other = createAnswers({
    ...memory,
    get: async (...given) => {
      const found = await memory.get(...given)
      return found && { ...found, leftMs }
    },
  })

  expect(await other.get('key')).toEqual(ageMs && { answer: { data: [] }, ageMs, bytes: 36 })
})
