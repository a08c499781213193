import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Longer chunks count as memory until they have been sent. Long bodies are compressed, and read by callers of `fetch`, in slices. */
export const SLICE_BYTES = 65_536

/** A long body in slices. */
export function* slicesOf(body: Buffer<ArrayBuffer>): Generator<Buffer<ArrayBuffer>> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

/** A response that notices when its client stops reading, and counts the memory of long chunks until they have been sent. */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Called with the number of bytes of each long chunk that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined

  #writeTimeoutMs = 0

  /** Closes the connection if the client reads nothing of the response for this time, or up to twice as long. */
  cutUnread(writeTimeoutMs: number): void {
    this.#writeTimeoutMs = writeTimeoutMs
    // A connection without data to send is idle because the response has not begun, or has not gone on.
    this.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  }

  /** Whether the connection is kept is for the client and this server to say, not for a stream that passes through. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return value === 'keep-alive' && name.toLowerCase() === 'connection' ? this : super.setHeader(name, value)
  }

  override write(...args: ChunkArgs): boolean {
    this.#onChunk(args)
    return super.write(...(args as [string, BufferEncoding]))
  }

  override end(...args: ChunkArgs): this {
    this.#onChunk(args)
    return super.end(...(args as [string, BufferEncoding]))
  }

  #onChunk([chunk]: ChunkArgs): void {
    // Not before: Yoga removes the timeout of a connection when it begins to send a stream.
    if (this.#writeTimeoutMs > 0) this.socket?.setTimeout(this.#writeTimeoutMs)
    if (typeof chunk !== 'function' && chunk && chunk.length > SLICE_BYTES) this.onLongWrite?.(Buffer.byteLength(chunk))
  }
}

type Callback = (error?: Error | null) => void
type ChunkArgs = [
  chunk?: string | Uint8Array | Callback | null,
  encoding?: BufferEncoding | Callback | null,
  callback?: Callback | null,
]
