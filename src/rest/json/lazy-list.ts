import { isUtf8 } from 'node:buffer'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  skipColon,
  skipSpace,
  skipString,
  skipValue,
  Unexpected,
  valueAt,
} from '../../json/bytes.ts'
import type { RowVocabulary } from './column-name.ts'
import { lazyRowsOf, type LazyPage } from './lazy-row.ts'
import { RowReader } from './row-reader.ts'

/**
 * Reads the answer of a list without parsing the values of its rows: a row parses a column when it is read. The whole text is
 * checked against the grammar of JSON. Undefined for a text that does not have the form `{ …, "data": [{…}, …], … }`, which
 * is left to `parse`.
 */
export function readLazyList(bytes: Buffer, account?: string, vocabulary?: RowVocabulary) {
  try {
    return readObject(bytes, account, vocabulary)
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

function readObject(bytes: Buffer, account: string | undefined, vocabulary: RowVocabulary | undefined) {
  // The other members of the envelope: `next_cursor`, `total_count`.
  const others: Record<string, unknown> = {}
  let page: LazyPage | undefined
  let at = skipSpace(bytes, 0)
  // Values may be sent to callers as they are, so they must be valid UTF-8.
  if (bytes[at] !== OPEN_OBJECT || !isUtf8(bytes)) throw new Unexpected()
  do {
    const nameAt = skipSpace(bytes, at + 1)
    const valueStart = skipColon(bytes, skipString(bytes, nameAt))
    const name = valueAt(bytes, nameAt)
    if (name === 'data') {
      const reader = new RowReader(bytes, vocabulary)
      at = readRows(reader, bytes, valueStart)
      page = reader.page(account)
    } else {
      at = skipValue(bytes, valueStart)
      if (name === 'next_cursor' || name === 'total_count') others[name] = valueAt(bytes, valueStart)
    }
    at = skipSpace(bytes, at)
  } while (bytes[at] === COMMA)
  if (!page || bytes[at] !== CLOSE_OBJECT || skipSpace(bytes, at + 1) < bytes.length) throw new Unexpected()
  return { rows: lazyRowsOf(page), others }
}

/** The maximum number of rows of one answer, each of which becomes an object. The longest lists without pages have some thousands. */
const MAX_ROWS = 100_000

/** Reads the rows of the list that begins here, and returns where it ends. */
function readRows(reader: RowReader, bytes: Buffer, start: number): number {
  if (bytes[start] !== OPEN_LIST) throw new Unexpected()
  let at = skipSpace(bytes, start + 1)
  if (bytes[at] === CLOSE_LIST) return at + 1
  for (let count = 1; count <= MAX_ROWS; count += 1) {
    if (bytes[at] !== OPEN_OBJECT) throw new Unexpected()
    at = skipSpace(bytes, reader.read(at))
    if (bytes[at] === CLOSE_LIST) return at + 1
    if (bytes[at] !== COMMA) throw new Unexpected()
    at = skipSpace(bytes, at + 1)
  }
  throw new Unexpected()
}
