import { createHmac } from 'node:crypto'
import type { SortKey } from './order.ts'

const MARK_LENGTH = 16

/**
 * A cursor for the position after a row. It holds the key of the row instead of an offset, so rows that are added or
 * removed between two pages do not repeat or skip others. It is bound to its list, given as the text of its filters.
 */
export function writeCursor(list: string, key: SortKey): string {
  const place = Buffer.from(JSON.stringify(key)).toString('base64url')
  return mark(list, place) + place
}

/** The key in a cursor; undefined if the cursor is not from this list. */
export function readCursor(list: string, cursor: string): SortKey | undefined {
  const place = cursor.slice(MARK_LENGTH)
  if (cursor.slice(0, MARK_LENGTH) !== mark(list, place)) return undefined
  return JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as SortKey
}

function mark(list: string, place: string): string {
  return createHmac('sha256', 'sandbox cursor').update(`${list}\n${place}`).digest('base64url').slice(0, MARK_LENGTH)
}
