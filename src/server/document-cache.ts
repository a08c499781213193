/** A memory of values by document text, as Yoga uses one for what it has parsed. */
export interface DocumentCache<T> {
  get(document: string): T | undefined
  set(document: string, value: T): void
}

/** Remembers the documents used last, as long as their texts together have no more characters than this. */
export function createDocumentCache<T>(maxCharacters: number): DocumentCache<T> {
  // A Map keeps the order in which its members came in: the first is the one unused for longest.
  const kept = new Map<string, T>()
  let characters = 0

  return {
    get(document) {
      const value = kept.get(document)
      if (value === undefined) return undefined
      kept.delete(document)
      kept.set(document, value)
      return value
    },
    set(document, value) {
      if (!kept.has(document)) characters += document.length
      kept.set(document, value)
      for (const oldest of kept.keys()) {
        if (characters <= maxCharacters) return
        kept.delete(oldest)
        characters -= oldest.length
      }
    },
  }
}
