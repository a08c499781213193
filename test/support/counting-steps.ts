import type { Store } from '../../src/rest/store.ts'
import { createMemoryStore } from '../../src/state/memory.ts'

/** A store in memory, and the steps that were taken in it: reads, and changes that rest on them. */
export function countingSteps(): { store: Store; steps: string[] } {
  const steps: string[] = []
  const memory = createMemoryStore()
  const store: Store = {
    ...memory,
    get(...key) {
      steps.push('get')
      return memory.get(...key)
    },
    getAll(keys) {
      steps.push('getAll')
      return memory.getAll(keys)
    },
    compareAndSet(...changes) {
      steps.push('compareAndSet')
      return memory.compareAndSet(...changes)
    },
  }
  return { store, steps }
}
