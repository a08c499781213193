import type { OnReadOpts, Socket } from 'node:net'

/** A body that has a place for the bytes that are read next. */
interface PlacedBody {
  /** Copies the next bytes of the body to their place, and returns them there; undefined if they have none. */
  place(bytes: Uint8Array): Buffer | undefined
}

const placedBody = Symbol('placedBody')
const isEndHeld = Symbol('isEndHeld')

interface ReadSocket extends Socket {
  /** The body that arrives on the socket, if its bytes have a place. */
  [placedBody]?: PlacedBody | undefined
  /** Whether the parser is paused, which must not see the end of the socket then. */
  [isEndHeld]?: boolean
}

/** The most that is read at once. */
const MAX_READ_BYTES = 65_536

/** Reads that are longer are copied to a buffer that may be used again. */
const SHORT_READ_BYTES = 32_768

/**
 * Reads all sockets into one buffer. The bytes of a long body are copied from there to their place, any others to a buffer of their own. By
 * default, Node.js allocates 64 kB for each read, and V8 collects garbage each time these make up 32 MB. Node.js calls the callback on
 * the socket, which its documentation does not say, and leaves it to the callback to push what the stream of the socket reads.
 */
export const ON_READ = {
  buffer: Buffer.allocUnsafeSlow(MAX_READ_BYTES),
  callback(this: ReadSocket, length: number, buffer: Uint8Array): boolean {
    const bytes = buffer.subarray(0, length)
    // What waits to be parsed comes before these bytes, and its place is not known.
    const placed = this.readableLength === 0 ? this[placedBody]?.place(bytes) : undefined
    const isWanted = this.push(placed ?? copyOf(bytes))
    // Placed bytes take no memory of their own, and are parsed before the next read.
    return isWanted || placed !== undefined
  },
} as OnReadOpts

/** The buffer of the last long read, and one that can be used for the next. */
let last: Buffer | undefined
let spare: Buffer | undefined

function copyOf(bytes: Uint8Array): Buffer {
  const copy = bufferFor(bytes.length)
  copy.set(bytes)
  return copy
}

function bufferFor(length: number): Buffer {
  if (length <= SHORT_READ_BYTES) return Buffer.allocUnsafeSlow(length)
  last = spare ?? Buffer.allocUnsafeSlow(MAX_READ_BYTES)
  spare = undefined
  return last.subarray(0, length)
}

/** Uses the buffer of the last long read again if this is a part of it. Whoever reads the rest of it does so at once. */
export function reuseRead({ buffer }: Buffer): void {
  if (last?.buffer !== buffer) return
  spare = last
  last = undefined
}

/** The code that replaces ECONNRESET. */
const RESET = 'ERR_CONNECTION_RESET'

/** The socket of which undici is parsing what it has read. */
let parsed: ReadSocket | undefined

/**
 * Remembers which socket is read, so that a handler of undici, which is called at once, knows it. And lets undici see the end of a
 * socket only when its parser is not paused. If an answer ends with its connection, undici finishes its parser at the end, and a
 * paused one fails an assertion that nobody can catch. The end is passed on once all else has been read: a stream announces its end
 * while its last bytes are parsed, and these may pause the parser.
 */
export function watchReads(socket: ReadSocket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const push = socket.push.bind(socket)
  let hasEnded = false
  socket.push = (chunk: Buffer | null): boolean => {
    if (chunk !== null) return push(chunk)
    // Node.js calls `read` next, which passes it on.
    hasEnded = true
    return false
  }
  socket.read = (size?: number): Buffer | null => {
    parsed = socket
    if (hasEnded && socket[isEndHeld]) return null
    if (hasEnded && socket.readableLength === 0) {
      hasEnded = false
      push(null)
    }
    return read(size)
  }
  // For ECONNRESET, undici would finish its parser as well, and take a body without a length as whole wherever it was cut off. Its
  // listener is added later than this one.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') error.code = RESET
  })
}

/** Holds the end of the socket that is being parsed, until the returned function is called. */
export function holdEnd(): () => void {
  const socket = parsed
  if (!socket) return () => {}
  socket[isEndHeld] = true
  return () => void (socket[isEndHeld] = false)
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
