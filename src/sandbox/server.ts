import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The largest body the sandbox takes; above the largest one the interface allows, 5,000,000 bytes. */
const MAX_BODY_BYTES = 8_000_000

/** A listening socket. */
export interface Listener {
  url: string
  /** Ends at once: open connections are cut, and whatever is still being answered is told by the abort signal. */
  close(): Promise<void>
}

/** Answers one request whose body was read. */
export type Respond = (
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  closing: AbortSignal,
) => Promise<void>

/** Listens on a host and port, port 0 being any free one, and hands every request on with its whole body. */
export async function listen(host: string, port: number, respond: Respond): Promise<Listener> {
  const closing = new AbortController()
  const server = createServer((request, response) => {
    serve(request, response, respond, closing.signal).catch((error: unknown) => fail(request, response, error))
  })
  // Longer than any client keeps a connection, so that none is cut just when a request leaves.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${name}:${address.port}`, close: () => close(server, closing) }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  respond: Respond,
  closing: AbortSignal,
): Promise<void> {
  const body = await readBody(request)
  if (body !== undefined) return respond(request, body, response, closing)
  response.writeHead(413, { connection: 'close' }).end()
}

/** Shows a fault of the sandbox's own; where the client or closing cut the connection, there is nobody left to show it to. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || request.socket.destroyed) request.socket.destroy()
  else
    response.writeHead(500, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.stack : String(error))
}

/** The body of a request; undefined as soon as it is too large. Rejects when the client breaks off. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function close(server: ReturnType<typeof createServer>, closing: AbortController): Promise<void> {
  closing.abort()
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
