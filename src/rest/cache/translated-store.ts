import type { ReferenceStore } from '../store.ts'
import type { Vocabulary } from '../wire/vocabulary.ts'

/**
 * The answers in a store, in our words. A store of several processes has JSON, in which rows are as they arrived; in that of one
 * process they are the rows that were read, which are translated already.
 */
export function translatedStore(store: ReferenceStore, vocabulary: Vocabulary): ReferenceStore {
  return {
    async get(key) {
      const found = await store.get(key)
      return found && { ...found, answer: translated(found.answer, vocabulary) }
    },
    set: (key, answer, ttlMs) => store.set(key, answer, ttlMs),
  }
}

function translated(answer: unknown, vocabulary: Vocabulary): unknown {
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !Array.isArray(answer.data)) return answer
  const { data } = answer
  return { ...answer, data: data.map((row: unknown) => (isTranslated(row) ? row : vocabulary.row(row))) }
}

/** Rows that were read write themselves as they arrived. */
function isTranslated(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'toJSON' in row
}
