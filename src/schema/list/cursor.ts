import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sortedEntries, valueIn } from '../../json/object.ts'
import type { ListPosition } from '../../loaders/index.ts'
import { MAX_CURSOR_BYTES } from '../../rest/answer.ts'
import { badUserInput } from '../errors.ts'

/** A position in one list, and the count of the list when the cursor was created. */
export interface CursorContent {
  position: ListPosition
  totalCount: number | undefined
}

/** A short name for a list: a hash of its endpoint and of all parameters that determine its rows and their order. */
export function listName(endpointPath: string, path: object, params: object): string {
  const members = sortedEntries({ ...params, ...path }).filter(([, value]) => value !== undefined)
  return createHash('sha256')
    .update(JSON.stringify([endpointPath, members]))
    .digest('base64url')
    .slice(0, 8)
}

/** Encodes a position as an opaque cursor, which only the same list accepts. */
export function encodeCursor(list: string, { position, totalCount }: CursorContent): string {
  const { pageCursor, index, row = null, after, before } = position
  const content: z.input<typeof CONTENT> = [list, totalCount ?? null, pageCursor, index, row, after, before]
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** Decodes an `after` argument. Throws BAD_USER_INPUT for text that is not a cursor and for cursors of other lists. */
export function decodeCursor(list: string, cursor: string): CursorContent {
  const content = CONTENT.safeParse(parse(cursor))
  if (!content.success) throw badUserInput('after', '`after` is not a valid cursor')
  const [name, totalCount, pageCursor, index, row, after, before] = content.data
  if (name !== list)
    throw badUserInput('after', '`after` is a cursor of another list, or of this list with other arguments')
  return { totalCount: totalCount ?? undefined, position: { pageCursor, index, row: row ?? undefined, after, before } }
}

const IDS = z.array(z.string()).max(2)

const CONTENT = z.tuple([
  z.string(),
  z.int().nonnegative().nullable(),
  // A cursor of the service can always be sent.
  z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed())
    .nullable(),
  z.int().min(-1).max(1_000_000),
  z.string().nullable(),
  IDS,
  IDS,
])

/** The most that a cursor has besides that of the service. Five identities of rows can have 381 bytes each. */
const MAX_POSITION_BYTES = 2_048

/** Longer texts are not decoded: each parent of a list decodes the same one. A cursor has 4 characters for 3 bytes. */
const MAX_CURSOR_CHARACTERS = ((MAX_CURSOR_BYTES + MAX_POSITION_BYTES) * 4) / 3

function parse(cursor: string): unknown {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  // Node.js skips characters that are not of the encoding, so a cursor with others would be accepted too.
  return bytes.toString('base64url') === cursor ? valueIn(bytes.toString('utf8')) : undefined
}
