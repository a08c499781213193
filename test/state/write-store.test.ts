import { expect, it } from 'vitest'
import { createMemoryState } from '../../src/state/memory.ts'

it('gives a row to one write only, though both saw it without an owner', async () => {
  const { writeStore } = createMemoryState()
  for (const name of ['one', 'other']) await writeStore.begin(name, 'sending', [], 0)

  expect(await writeStore.save('one', ['sending'], { data: 'done', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.save('other', ['sending'], { data: 'done', ids: ['r2', 'r1'] })).toBe('claimed')
  expect(await writeStore.save('one', ['done'], { data: 'again', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.others('third', ['r1', 'r2'], [])).toEqual({ claimed: ['r1'], creating: [] })
})
