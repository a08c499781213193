import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { MemoryReservation, MemoryUse } from '../../async/memory.ts'
import { viewed, type ViewedBytes } from '../../async/viewed-bytes.ts'
import { reuseRead } from './socket-read.ts'

/** Counts and limits the memory that answers take. */
export type AnswerMemory = Pick<
  MemoryReservation,
  'room' | 'favored' | 'refuse' | 'isRefused' | 'add' | 'allocate' | 'free'
>

/** Bodies of at least this length get a buffer of their own from the memory of the operation. */
const MIN_ALLOCATED_BYTES = 32_768

/** The bytes that a short chunk takes with its object. */
const MIN_CHUNK_BYTES = 256

/** Whether more of a body may arrive: a promise while there is no memory for it, and false if there will be none. */
export type Room = boolean | Promise<boolean>

type AnswerBody = ReturnType<typeof createBody>

/**
 * Creates the collector of a body. Its bytes are counted as they arrive, and each step says whether there is memory for more.
 * A long body is written into one buffer, so that its chunks become garbage immediately, and nothing is copied at the end. A body that claims to be longer than `maxBytes` gets no buffer in advance.
 */
export function createBody(memory: AnswerMemory | undefined, use: MemoryUse, maxBytes: number) {
  let chunks: Buffer[] = []
  let chunkBytes = 0
  let countedBytes = 0
  let expectedBytes: number | undefined
  let buffer: ViewedBytes | undefined
  let filled = 0
  let isDiscarded = false

  return { expect, place, add, whole, discard }

  /** Sets the expected length of the body, if it is known. */
  function expect(bytes: number): Room {
    if (!memory || !(bytes <= maxBytes)) return true
    expectedBytes = bytes
    if (bytes < MIN_ALLOCATED_BYTES) return true
    const room = memory.room(use, bytes)
    if (room === true) allocate(bytes)
    if (!(room instanceof Promise)) return room
    return room.then((hasRoom) => {
      if (hasRoom && !isDiscarded) allocate(bytes)
      return hasRoom
    })
  }

  /** Copies bytes to where `add` would copy them, if the body has a buffer for them, and returns them there. */
  function place(bytes: Uint8Array): Buffer | undefined {
    if (!buffer || filled + bytes.length > buffer.bytes.length) return undefined
    buffer.bytes.set(bytes, filled)
    return buffer.bytes.subarray(filled, filled + bytes.length)
  }

  function add(chunk: Buffer): Room {
    if (buffer) {
      const { bytes } = buffer
      // A refused operation has given its buffer back, which is empty then.
      if (filled + chunk.length > bytes.length) return false
      // undici hands on parts of what the socket has read, which is here already if it was placed.
      const isPlaced = chunk.buffer === bytes.buffer && chunk.byteOffset === bytes.byteOffset + filled
      if (!isPlaced) {
        bytes.set(chunk, filled)
        reuseRead(chunk)
      }
      filled += chunk.length
      return true
    }
    chunks.push(chunk)
    chunkBytes += chunk.length
    const counted = Math.max(chunk.length, MIN_CHUNK_BYTES)
    countedBytes += counted
    memory?.add(counted, use)
    if (!memory || chunkBytes === expectedBytes) return true
    // The next chunk of a socket or a decoder is about as long.
    return memory.room(use, chunk.length)
  }

  /** The body, once all of it has arrived. */
  function whole(): ViewedBytes {
    if (!buffer && memory && chunkBytes >= MIN_ALLOCATED_BYTES) {
      const arrived = chunks
      allocate(chunkBytes)
      for (const chunk of arrived) void add(chunk)
    }
    return buffer ?? viewed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  }

  /** Releases the memory of a body that was interrupted. */
  function discard(): void {
    isDiscarded = true
    release()
  }

  function release(): void {
    memory?.add(-countedBytes, use)
    chunks = []
    chunkBytes = 0
    countedBytes = 0
    if (buffer) memory?.free(buffer)
    buffer = undefined
    filled = 0
  }

  function allocate(bytes: number): void {
    release()
    buffer = memory?.allocate(bytes, use)
  }
}

/** The content codings that answers may have: the value of `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

/** Each chunk of a decoder is a turn of the event loop: with chunks of 16 kB, the default, a long body has too many. */
const DECODED = { chunkSize: 65_536 }

/** Creates the decoder of a body that begins with this byte; undefined if its coding is not known. */
function decoderOf(coding: string, first: number): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(DECODED)
  // Some servers send a raw deflate stream, without the zlib format that the standard requires.
  if (coding === 'deflate') return isZlib(first) ? createInflate(DECODED) : createInflateRaw(DECODED)
  return coding === 'br' ? createBrotliDecompress(DECODED) : undefined
}

/** Whether a body that begins with this byte has the zlib format: compression method 8 (RFC 1950). */
function isZlib(first: number): boolean {
  return (first & 0x0f) === 8
}

/** Why a body was not decoded: it is not of its coding, it would be longer than allowed, or there is no memory for it. */
type DecodingFailure = 'undecodable' | 'oversized' | 'overloaded'

/** Decodes a body into another one, which has at most `maxBytes`, while its `add` has room for more. */
export async function decode(
  body: ViewedBytes,
  coding: string,
  decoded: Pick<AnswerBody, 'add' | 'whole' | 'discard'>,
  maxBytes: number,
): Promise<ViewedBytes | DecodingFailure> {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const decoder = decoderOf(name, body.bytes[0] ?? 0)
  if (!decoder) return 'undecodable'
  const failed = (reason: DecodingFailure) => {
    decoded.discard()
    return reason
  }
  let bytes = 0
  try {
    decoder.end(body.bytes)
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) return failed('oversized')
      const room = decoded.add(chunk)
      if (room !== true && !(await room)) return failed('overloaded')
    }
  } catch {
    return failed('undecodable')
  }
  return decoded.whole()
}
