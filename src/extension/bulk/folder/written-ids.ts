import { hash } from 'node:crypto'
import { ClassicLevel } from 'classic-level'
import type { ExportRow } from '../walk/page.ts'
import type { Segments } from './folder.ts'

/** The stream with the hashes of all rows that have been written. No list has this path. */
export const IDS_STREAM = 'written-ids'

/** Long enough that no two of ten million rows have the same. */
const HASH_BYTES = 16

const NO_VALUE = new Uint8Array()

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

export type WrittenIds = Awaited<ReturnType<typeof openWrittenIds>>

/**
 * Opens the rows that an export has written, in an index on disk at a location. The index is made anew from `hashes`, the hashes of the
 * stream, when an export continues, because only the rows of the checkpoint count: `signal` ends that. Throws FolderInUse if another
 * process has opened it.
 */
export async function openWrittenIds(
  location: string,
  segments: Segments,
  hashes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
) {
  // The index opens itself once it is created, so an existing one must have been destroyed before.
  await destroyIndex(location)
  const index = new ClassicLevel<Uint8Array, Uint8Array>(location, {
    keyEncoding: 'view',
    valueEncoding: 'view',
    // Hashes cannot be compressed, and blocks that are not compressed are read where they are, without a cache.
    compression: false,
    cacheSize: 0,
  })
  await index.open().catch((error: unknown) => throwInUse(location, error))
  const put = (keys: readonly Uint8Array[]) => index.batch(keys.map((key) => ({ type: 'put', key, value: NO_VALUE })))
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of hashes) {
      signal?.throwIfAborted()
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.length - (bytes.length % HASH_BYTES)
      await put(hashesIn(bytes.subarray(0, end)))
      rest = bytes.subarray(end)
    }
  } catch (error) {
    await index.close()
    throw error
  }
  return {
    /** Whether each of these rows is new for its list and parent. Afterwards, none of them is. */
    async add(rows: readonly ExportRow[]): Promise<boolean[]> {
      if (rows.length === 0) return []
      const keys = rows.map(keyOf)
      const hashes = hashesIn(hashesOf(keys))
      const known = await index.hasMany(hashes)
      // A row that is twice on a page is new once.
      const seen = new Set<string>()
      const isNew = keys.map((key, nth) => known[nth] !== true && seen.size < seen.add(key).size)
      const news = hashes.filter((_, nth) => isNew[nth])
      if (news.length > 0) {
        await put(news)
        await segments.append(IDS_STREAM, Buffer.concat(news))
      }
      return isNew
    },
    close: () => index.close(),
  }
}

/** Removes an index, if there is one. Throws FolderInUse if another process has opened it. */
export async function destroyIndex(location: string): Promise<void> {
  await ClassicLevel.destroy(location).catch((error: unknown) => throwInUse(location, error))
}

function throwInUse(location: string, error: unknown): never {
  throw isLocked(error) ? new FolderInUse(`Another process is writing to ${location}`) : error
}

/** Whether an index cannot be opened, or destroyed, because somebody else has opened it. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'LEVEL_LOCKED') || isLocked(error.cause)
}

function keyOf({ list: { path }, parent, key }: ExportRow): string {
  return `${path}\0${parent ?? ''}\0${key}`
}

/** The hashes of keys, one after the other: a buffer for each would take longer than the hash. */
function hashesOf(keys: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(keys.length * HASH_BYTES)
  for (const [nth, key] of keys.entries())
    bytes.write(hash('sha256', key, 'binary'), nth * HASH_BYTES, HASH_BYTES, 'latin1')
  return bytes
}

function hashesIn(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, nth) =>
    bytes.subarray(nth * HASH_BYTES, (nth + 1) * HASH_BYTES),
  )
}
