import { isObject } from '../../json/object.ts'
import type { ReferenceStore } from '../store.ts'
import type { Vocabulary } from '../wire/vocabulary.ts'

/**
 * The answers in a store, in our words. A store of several processes has JSON, in which rows are as they arrived; in that of one
 * process they are the rows that were read, which are translated already.
 */
export function translatedStore(store: ReferenceStore, vocabulary: Vocabulary): ReferenceStore {
  return {
    ...store,
    async get(key) {
      const found = await store.get(key)
      return found && { ...found, answer: translated(found.answer, vocabulary) }
    },
  }
}

function translated(answer: unknown, vocabulary: Vocabulary): unknown {
  if (!isObject(answer) || !Array.isArray(answer['data'])) return answer
  // Rows that were read write themselves as they arrived.
  const data = answer['data'].map((row: unknown) => (isObject(row) && 'toJSON' in row ? row : vocabulary.row(row)))
  return { ...answer, data }
}
