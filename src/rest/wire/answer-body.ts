import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { MemoryReservation } from '../../async/memory.ts'

/** Counts and limits the memory that answers take. */
export type AnswerMemory = Pick<MemoryReservation, 'isShort' | 'available' | 'isRefused' | 'add' | 'allocate' | 'free'>

/** Bodies of at least this length get a buffer of their own from the memory of the operation. */
const MIN_ALLOCATED_BYTES = 32_768

/**
 * Creates the collector of a body. A long body is written into one buffer as it arrives, so that its chunks, each of which
 * holds a whole buffer of the socket, become garbage immediately, and nothing is copied at the end. `memory` counts the body.
 * A body that claims to be longer than `maxBytes` gets no buffer in advance.
 */
export function createBody(memory: AnswerMemory | undefined, maxBytes: number) {
  let chunks: Buffer[] = []
  let chunkBytes = 0
  let buffer: Buffer | undefined
  let filled = 0

  return { expect, add, whole, discard }

  /** Sets the expected length of the body, if it is known. */
  function expect(bytes: number): void {
    if (!memory || !(bytes >= MIN_ALLOCATED_BYTES && bytes <= maxBytes)) return
    discard()
    buffer = memory.allocate(bytes)
  }

  function add(chunk: Buffer): void {
    if (buffer) {
      buffer.set(chunk, filled)
      filled += chunk.length
      return
    }
    chunks.push(chunk)
    chunkBytes += chunk.length
    memory?.add(chunk.length)
  }

  /** The body, once all of it has arrived. */
  function whole(): Buffer {
    if (!buffer && memory && chunkBytes >= MIN_ALLOCATED_BYTES) {
      const arrived = chunks
      expect(chunkBytes)
      for (const chunk of arrived) add(chunk)
    }
    return buffer ?? (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  }

  /** Releases the memory of a body that was interrupted. */
  function discard(): void {
    memory?.add(-chunkBytes)
    chunks = []
    chunkBytes = 0
    if (buffer) memory?.free(buffer)
    buffer = undefined
    filled = 0
  }
}

/** The content codings that answers may have: the value of `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

/** The decoders of each coding, of which one must succeed. */
const DECODERS = new Map<string, ((body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>)[]>([
  ['gzip', [promisify(gunzip)]],
  ['x-gzip', [promisify(gunzip)]],
  // Some servers send a raw deflate stream, without the zlib format that the standard requires.
  ['deflate', [promisify(inflate), promisify(inflateRaw)]],
  ['br', [promisify(brotliDecompress)]],
])

/**
 * The decoded body: undefined if it cannot be decoded, and 'oversized' if it is longer than `maxOutputLength`, in which case
 * decoding stops there.
 */
export async function decode(
  body: Buffer,
  coding: string,
  maxOutputLength: number,
): Promise<Buffer | 'oversized' | undefined> {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  for (const decoder of DECODERS.get(name) ?? [])
    try {
      return await decoder(body, { maxOutputLength })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return 'oversized'
    }
  return undefined
}
