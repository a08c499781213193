import { hash } from 'node:crypto'
import { ClassicLevel } from 'classic-level'
import type { ExportRow } from '../walk/harvest.ts'
import type { Segments } from './segment.ts'

/** The stream with the hashes of all rows that have been written. No list has this path. */
export const IDS_STREAM = 'written-ids'

/** Long enough that no two of ten million rows have the same. */
const HASH_BYTES = 16

const NO_VALUE = new Uint8Array()

/** The error of a folder that another export is writing to. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * The rows that an export has written, in an index on disk. The index is made anew from the stream of hashes when an export
 * goes on, because only the rows of the checkpoint count.
 */
export class WrittenIds {
  readonly #index: ClassicLevel<Uint8Array, Uint8Array>
  readonly #segments: Segments

  private constructor(index: ClassicLevel<Uint8Array, Uint8Array>, segments: Segments) {
    this.#index = index
    this.#segments = segments
  }

  /** Opens the index at a location with these hashes. Throws FolderInUse if another process has opened it. */
  static async open(location: string, segments: Segments, hashes: AsyncIterable<Buffer>): Promise<WrittenIds> {
    const index = await openIndex(location)
    const written = new WrittenIds(index, segments)
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of hashes) {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.length - (bytes.length % HASH_BYTES)
      await written.#put(hashesIn(bytes.subarray(0, end)))
      rest = bytes.subarray(end)
    }
    return written
  }

  /** Whether each of these rows is new for its list and parent. Afterwards, none of them is. */
  async add(rows: readonly ExportRow[]): Promise<boolean[]> {
    if (rows.length === 0) return []
    const keys = rows.map(keyOf)
    const hashes = hashesIn(hashesOf(keys))
    const known = await this.#index.hasMany(hashes)
    // A row that is twice on a page is new once.
    const seen = new Set<string>()
    const isNew = keys.map((key, index) => known[index] !== true && seen.size < seen.add(key).size)
    const news = hashes.filter((_, index) => isNew[index])
    if (news.length > 0) {
      await this.#put(news)
      await this.#segments.append(IDS_STREAM, Buffer.concat(news))
    }
    return isNew
  }

  async close(): Promise<void> {
    await this.#index.close()
  }

  async #put(hashes: readonly Uint8Array[]): Promise<void> {
    await this.#index.batch(hashes.map((key) => ({ type: 'put', key, value: NO_VALUE })))
  }
}

/** Opens an empty index. It opens itself once it is created, so what is there must have been destroyed before. */
async function openIndex(location: string): Promise<ClassicLevel<Uint8Array, Uint8Array>> {
  await destroyIndex(location)
  const index = new ClassicLevel<Uint8Array, Uint8Array>(location, {
    keyEncoding: 'view',
    valueEncoding: 'view',
    // Hashes cannot be compressed, and blocks that are not compressed are read where they are, without a cache.
    compression: false,
    cacheSize: 0,
  })
  await index.open().catch((error: unknown) => throwInUse(location, error))
  return index
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

/** What identifies a row in an export. */
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
