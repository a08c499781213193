import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Place } from '../../loaders/index.ts'
import { badUserInput } from '../errors.ts'

/** A place in one list, and what the list's count was when that place was handed out. */
export interface CursorContent {
  place: Place
  totalCount: number | undefined
}

/** A short name for a list: its endpoint, and everything that decides which rows it holds and in which order. */
export function listName(endpointPath: string, path: object, params: object): string {
  const members = Object.entries({ ...params, ...path })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([endpointPath, members]))
    .digest('base64url')
    .slice(0, 8)
}

/** A place as opaque text that only the same list takes back. */
export function encodeCursor(list: string, { place, totalCount }: CursorContent): string {
  const { pageCursor, index, row = null, after, before } = place
  const content: z.input<typeof CONTENT> = [list, totalCount ?? null, pageCursor, index, row, after, before]
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** The place an `after` argument names. Refuses text that is no cursor, and cursors of other lists. */
export function decodeCursor(list: string, cursor: string): CursorContent {
  const content = CONTENT.safeParse(parse(cursor))
  if (!content.success) throw badUserInput('after', '`after` is no cursor that this graph has handed out')
  const [name, totalCount, pageCursor, index, row, after, before] = content.data
  if (name !== list)
    throw badUserInput('after', '`after` is the cursor of another list, or of this one with other arguments')
  return { totalCount: totalCount ?? undefined, place: { pageCursor, index, row: row ?? undefined, after, before } }
}

const IDS = z.array(z.string()).max(2)

const CONTENT = z.tuple([
  z.string(),
  z.int().nonnegative().nullable(),
  z.string().min(1).nullable(),
  z.int().min(-1).max(1_000_000),
  z.string().nullable(),
  IDS,
  IDS,
])

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
