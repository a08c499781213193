import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAnswers } from '../../src/state/answers.ts'
import { createMemoryState, createMemoryStore } from '../../src/state/memory.ts'

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

it('does not take an answer that cannot be read for one that is lost', async () => {
  const memory = createMemoryStore()
  let isAway = false
  const one = createAnswers({
    ...memory,
    get: (...given) => (isAway ? Promise.reject(new Error('slow')) : memory.get(...given)),
  })
  const other = createAnswers(memory)
  await one.set('key', 'old', 10_000)
  await other.set('key', 'new', 10_000)
  isAway = true
  expect((await one.get('key'))?.answer).toBe('old')

  expect((await other.get('key'))?.answer).toBe('new')
})

it('is not replaced by an older answer of the shared store, which could not be written', async () => {
  const memory = createMemoryStore()
  let isAway = false
  const one = createAnswers({
    ...memory,
    setSpare: (...given) => (isAway ? Promise.reject(new Error('slow')) : memory.setSpare(...given)),
  })
  await one.set('key', 'old', 10_000)
  await setTimeout(5)
  isAway = true
  await one.set('key', 'new', 10_000)
  isAway = false
  expect((await one.get('key'))?.answer).toBe('new')

  expect((await createAnswers(memory).get('key'))?.answer).toBe('new')
})

it('is replaced by the one that came after it, also if the clock was set back between them', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const memory = createMemoryStore()
  const [one, other] = [createAnswers(memory), createAnswers(memory)]
  vi.setSystemTime(Date.now() + 3_600_000)
  await one.set('key', 'old', 86_400_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await other.set('key', 'new', 86_400_000)
  for (const answers of [one, other, one]) expect((await answers.get('key'))?.answer).toBe('new')

  vi.setSystemTime(Date.now() + 3_600_000)
  for (const answers of [one, other]) expect((await answers.get('key'))?.answer).toBe('new')
})

it('keeps what callers share, however many accounts have statistics', async () => {
  const { referenceStore, statisticsStore } = createMemoryState()
  await referenceStore.set('catalog', { data: [] }, 60_000)
  for (let nth = 0; nth < 20; nth += 1) await statisticsStore.set(`account ${nth}`, 'x'.repeat(2 ** 20), 60_000)

  expect((await referenceStore.get('catalog'))?.answer).toEqual({ data: [] })
  expect(await statisticsStore.get('account 0')).toBeUndefined()
})

it('keeps what callers share, however much one of them has for itself', async () => {
  const answers = createAnswers(undefined, 10_000)
  await answers.set('catalog', { data: [] }, 60_000)
  for (let nth = 0; nth < 100; nth += 1) answers.local.set(`stats ${nth}`, 'x'.repeat(1_000), 60_000)

  expect((await answers.get('catalog'))?.answer).toEqual({ data: [] })
  expect([answers.local.get('stats 0'), answers.local.get('stats 99')]).toEqual([undefined, 'x'.repeat(1_000)])
})
