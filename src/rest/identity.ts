import { hash } from 'node:crypto'
import { keyOf, type ListEndpoint } from './endpoint.ts'
import { idOf, type Row } from './types.ts'
import { hasValue } from './value.ts'

/**
 * What identifies a row of this list: its ID. If its rows have a key instead, it is the key and a hash of the whole row, because
 * different rows can have equal keys, or none. Long IDs and keys are hashed, so that cursors can have them.
 */
export function identityOf(endpoint: Pick<ListEndpoint, 'key'>, row: Row): string {
  if (endpoint.key === undefined) return shortened(idOf(row))
  let hashed = hashes.get(row)
  if (hashed === undefined) hashes.set(row, (hashed = hashOf(JSON.stringify(row))))
  return hasValue(Reflect.get(row, endpoint.key)) ? `${shortened(keyOf(endpoint, row))}\n${hashed}` : hashed
}

/** The part of an identity that stays if other columns of the row change: its ID or key, if it has one. */
export function keyIn(identity: string): string {
  return identity.replace(HASH_AT_END, '')
}

/** Hashes of rows: each row is compared with the rows next to it, and with those of other pages. */
const hashes = new WeakMap<Row, string>()

const HASH_CHARACTERS = 16

const HASH_AT_END = new RegExp(`\\n[\\w-]{${HASH_CHARACTERS}}$`)

/** Five identities fit into a cursor (`src/schema/list/cursor.ts`), however many bytes their characters take. */
const MAX_KEY_CHARACTERS = 60

function shortened(key: string): string {
  return key.length > MAX_KEY_CHARACTERS ? hashOf(key) : key
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, HASH_CHARACTERS)
}
