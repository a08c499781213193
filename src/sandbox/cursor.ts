import { createHmac } from 'node:crypto'
import type { SortKey } from './order.ts'

const MARK_LENGTH = 16

/**
 * A cursor that stands for the place after a row: it holds the row's key and not a number of rows, so that rows which come
 * or go between two pages neither repeat nor lose others. It is bound to the list, given as the text of its filters.
 */
export function writeCursor(list: string, key: SortKey): string {
  const place = Buffer.from(JSON.stringify(key)).toString('base64url')
  return mark(list, place) + place
}

/** The key in a cursor; undefined when the cursor is not one of this list. */
export function readCursor(list: string, cursor: string): SortKey | undefined {
  const place = cursor.slice(MARK_LENGTH)
  if (cursor.slice(0, MARK_LENGTH) !== mark(list, place)) return undefined
  return JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as SortKey
}

function mark(list: string, place: string): string {
  return createHmac('sha256', 'sandbox cursor').update(`${list}\n${place}`).digest('base64url').slice(0, MARK_LENGTH)
}
