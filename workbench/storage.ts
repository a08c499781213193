import { StorageAPI } from '@graphiql/toolkit'

/** The lists of operations that were run, which GraphiQL stores with their headers. */
const HISTORY_KEYS = ['graphiql:queries', 'graphiql:favorites']

/** The storage of GraphiQL, without the headers of operations that were run: they can contain tokens that do not expire. */
export const storage = new StorageAPI().storage!

storage.setItem = (key, value) => localStorage.setItem(key, HISTORY_KEYS.includes(key) ? withoutHeaders(value) : value)

// Earlier versions of the page stored the headers.
for (const key of HISTORY_KEYS) {
  const stored = storage.getItem(key)
  if (stored !== null) storage.setItem(key, stored)
}

function withoutHeaders(list: string): string {
  return JSON.stringify(JSON.parse(list), (name, value: unknown) => (name === 'headers' ? undefined : value))
}
