import { randomUUID } from 'node:crypto'
import { DAY_MS, REFERENCE_MAX_AGE_MS, type Endpoint, type CachePolicy } from '../endpoint.ts'
import { variantKey } from '../variant-key.ts'
import type { ReferenceStore } from './reference-store.ts'

/** How long a write to a list is remembered: longer than any answer that was stored before the write. */
const WRITE_REMEMBERED_MS = REFERENCE_MAX_AGE_MS + 2 * DAY_MS

/** The keys under which one caller's answers are stored. */
export interface ReferenceKeys {
  /** The key of an answer: of its endpoint, its parameters, and its caller if callers get different answers. */
  keyOf(endpoint: Endpoint, cache: CachePolicy, ...parameters: unknown[]): Promise<string>
  /** Changes the keys of the list that was written to, for this caller, so that older answers are not found. */
  noteWrite(endpoint: Endpoint): Promise<void>
}

/** Creates the keys of answers in a store, for the caller with this `credentialKey`. */
export function createReferenceKeys(store: ReferenceStore, caller: string): ReferenceKeys {
  return {
    async keyOf({ version, path }, { scope }, ...parameters) {
      if (scope === 'public') return variantKey(['all', undefined, version, path, ...parameters])
      const written = await store.get(writeKey(path))
      return variantKey([caller, written?.answer, version, path, ...parameters])
    },
    /** A write to `accounts/:account_id` changes the list `accounts`. Writes below an account change no cached list. */
    async noteWrite({ host, path }) {
      const list = path.replace(/\/:[a-z_]+$/, '')
      if (host !== 'ads' || list.includes(':')) return
      await store.set(writeKey(list), randomUUID(), WRITE_REMEMBERED_MS)
    },
  }

  function writeKey(list: string): string {
    return variantKey([caller, 'written', list])
  }
}
