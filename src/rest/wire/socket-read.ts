import type { OnReadOpts, Socket } from 'node:net'

/** A body that has a place for the bytes that are read next. */
export interface PlacedBody {
  /** Copies the next bytes of the body to their place, and returns them there; undefined if they have none. */
  place(bytes: Uint8Array): Buffer | undefined
}

const placedBody = Symbol('placedBody')

/** A socket, and the body that arrives on it, if its bytes have a place. */
interface ReadSocket extends Socket {
  [placedBody]?: PlacedBody | undefined
}

/**
 * Reads all sockets into one buffer. The bytes of a long body are copied from there to their place, any others to a buffer of their own. By
 * default, Node.js allocates 64 kB for each read, and V8 collects garbage each time these make up 32 MB. Node.js calls the callback on
 * the socket, which its documentation does not say, and leaves it to the callback to push what the stream of the socket reads.
 */
export const ON_READ = {
  buffer: Buffer.allocUnsafeSlow(65_536),
  callback(this: ReadSocket, length: number, buffer: Uint8Array): boolean {
    const bytes = buffer.subarray(0, length)
    // What waits to be parsed comes before these bytes, and its place is not known.
    const placed = this.readableLength === 0 ? this[placedBody]?.place(bytes) : undefined
    const isWanted = this.push(placed ?? copyOf(bytes))
    // Placed bytes take no memory of their own, and are parsed before the next read.
    return isWanted || placed !== undefined
  },
} as OnReadOpts

function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** The socket of which undici is parsing what it has read. */
let parsed: ReadSocket | undefined

/** Remembers which socket is read, so that a handler of undici, which is called at once, knows it. */
export function watchReads(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  socket.read = (size?: number): Buffer | null => {
    parsed = socket
    return read(size)
  }
}

/** Places what follows on the socket that is being parsed in this body, until the returned function is called. */
export function placeNext(body: PlacedBody): () => void {
  const socket = parsed
  if (!socket) return () => {}
  socket[placedBody] = body
  return () => {
    if (socket[placedBody] === body) socket[placedBody] = undefined
  }
}
