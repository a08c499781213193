import type { Socket } from 'node:net'

/** The first bytes of an interim answer. 101 would be a final one: nothing asks for another protocol. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/

/** The number of bytes that INTERIM matches. */
const STATUS_BYTES = 12

const NOTHING = Buffer.alloc(0)

/** The longest head of an interim answer, which has no body and few headers. */
const MAX_HEAD_BYTES = 16_384

/**
 * Removes the interim answers before each answer on a socket. A server may send them before any answer, `100 Continue` also to a
 * request without `Expect` (RFC 9110, section 15.2). undici fails the request for that one: a read would be sent again in vain, and
 * the outcome of a write would not be known. `test/rest/wire/transport.test.ts` shows when undici reads it itself.
 */
export function skipInterim<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isAtStart = false
  let held: Buffer = NOTHING

  // Each request is followed by an answer, which begins with the next bytes.
  socket.write = (...args: unknown[]) => {
    isAtStart = true
    return write(...args)
  }

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size)
      if (chunk === null || !isAtStart) return chunk
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      // There may be more than one.
      let end = endOfInterim(held)
      for (; end !== undefined && end > 0; end = endOfInterim(held)) held = held.subarray(end)
      if (end === undefined) continue
      const answer = held
      held = NOTHING
      isAtStart = false
      return answer
    }
  }
  return socket
}

/** Where the interim answer ends that begins with these bytes: 0 for any other answer, undefined if more bytes are needed. */
function endOfInterim(bytes: Buffer): number | undefined {
  if (bytes.length < STATUS_BYTES) return undefined
  if (!INTERIM.test(bytes.toString('latin1', 0, STATUS_BYTES))) return 0
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return bytes.length > MAX_HEAD_BYTES ? 0 : undefined
  return end + 4
}
