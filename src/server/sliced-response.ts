import { ServerResponse, type IncomingMessage } from 'node:http'

/** What is handed to a connection at a time. The next bytes follow when these have left this process. */
const SLICE_BYTES = 65_536

/**
 * A response that writes long answers piece by piece: so it is seen whether the client still reads, and an answer is
 * counted until it has been sent.
 */
export class SlicedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Called with the length of each long piece of an answer that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined
  readonly #pieces: Piece[] = []
  #isWriting = false
  #end: (() => void) | undefined

  override write(chunk: string | Uint8Array, ...rest: WriteRest): boolean {
    if (!this.#isWriting && chunk.length <= SLICE_BYTES) return super.write(chunk, ...(rest as [BufferEncoding]))
    const encoding = rest.find((each) => typeof each === 'string')
    const callback = rest.find((each) => typeof each === 'function')
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
    this.onLongWrite?.(bytes.length)
    this.#pieces.push({ bytes, at: 0, callback })
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
    const [piece] = this.#pieces
    this.#isWriting = piece !== undefined
    if (!piece) {
      this.emit('drain')
      this.#end?.()
      return
    }
    const { bytes, at } = piece
    piece.at += SLICE_BYTES
    super.write(bytes.subarray(at, piece.at), (error) => {
      // The connection is closed: nothing of the rest is sent.
      if (error) {
        this.#pieces.length = 0
        piece.callback?.(error)
        return
      }
      if (piece.at >= bytes.length) {
        this.#pieces.shift()
        piece.callback?.()
      }
      this.#writeNext()
    })
  }
}

interface Piece {
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
