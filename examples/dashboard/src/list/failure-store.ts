import { createStore } from '../store.ts'
import type { Reason } from './failure.tsx'

interface Failed {
  reason: Reason | undefined
  retry: () => void
}

const store = createStore<readonly Failed[]>([])

/** The failures that are shown. */
export const failureStore = {
  use: () => store.use((failed) => failed),
  /** Adds what failed, and gives the function that removes it. */
  add(failed: Failed): () => void {
    store.set([...store.read(), failed])
    return () => store.set(store.read().filter((each) => each !== failed))
  },
  retryAll(): void {
    for (const { retry } of store.read()) retry()
  },
}
