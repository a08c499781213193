import { ServerResponse, type IncomingMessage } from 'node:http'

/** The number of bytes that are written to a connection at once. The next ones follow when these have been sent. */
export const SLICE_BYTES = 65_536

/** A long body in slices. */
export function* slicesOf(body: Buffer<ArrayBuffer>): Generator<Buffer<ArrayBuffer>> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

/**
 * A response that writes long bodies in slices, so that the server notices when a client stops reading, and counts the
 * memory of a body until it has been sent.
 */
export class SlicedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Called with the number of bytes of each long chunk that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined
  readonly #chunks: Chunk[] = []
  #isWriting = false
  #end: (() => void) | undefined

  /** Whether the connection is kept is for the client and this server to say, not for a stream that passes through. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return value === 'keep-alive' && name.toLowerCase() === 'connection' ? this : super.setHeader(name, value)
  }

  override write(chunk: string | Uint8Array, ...rest: WriteRest): boolean {
    if (!this.#isWriting && chunk.length <= SLICE_BYTES) return super.write(chunk, ...(rest as [BufferEncoding]))
    const encoding = rest.find((each) => typeof each === 'string')
    const callback = rest.find((each) => typeof each === 'function')
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
    this.onLongWrite?.(bytes.length)
    this.#chunks.push({ bytes, at: 0, callback })
    if (!this.#isWriting) this.#writeNext()
    return false
  }

  override end(...args: EndArgs): this {
    const callback = args.find((each) => typeof each === 'function')
    const [chunk, encoding] = args
    const isLong = chunk !== null && chunk !== undefined && typeof chunk !== 'function' && chunk.length > SLICE_BYTES
    if (!this.#isWriting && !isLong) return super.end(...(args as [string, BufferEncoding]))
    if (isLong) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk
      if (!this.headersSent && !this.#isWriting) this.setHeader('content-length', bytes.length)
      this.write(bytes)
    } else if (chunk !== null && chunk !== undefined && typeof chunk !== 'function') this.write(chunk)
    this.#end = () => void super.end(callback)
    return this
  }

  #writeNext(): void {
    const [chunk] = this.#chunks
    this.#isWriting = chunk !== undefined
    if (!chunk) {
      this.emit('drain')
      // A listener may have written more data, which is sent before the end.
      if (!this.#isWriting) this.#end?.()
      return
    }
    const { bytes, at } = chunk
    chunk.at += SLICE_BYTES
    super.write(bytes.subarray(at, chunk.at), (error) => {
      // The connection is closed, so the rest is not sent.
      if (error) {
        this.#chunks.length = 0
        chunk.callback?.(error)
        return
      }
      if (chunk.at >= bytes.length) {
        this.#chunks.shift()
        chunk.callback?.()
      }
      this.#writeNext()
    })
  }
}

/** Bytes to be sent. Those before `at` have been written. */
interface Chunk {
  bytes: Uint8Array
  at: number
  callback: ((error?: Error | null) => void) | undefined
}

type Callback = (error?: Error | null) => void
type WriteRest = (BufferEncoding | Callback | undefined)[]
type EndArgs = [
  chunk?: string | Uint8Array | (() => void) | null,
  encoding?: BufferEncoding | (() => void) | null,
  callback?: (() => void) | null,
]
