import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The maximum size of a body. It is larger than the maximum of the interface, 5,000,000 bytes. */
const MAX_BODY_BYTES = 8_000_000

/** A listening socket. */
export interface Listener {
  url: string
  /** Stops immediately: closes open connections and aborts pending responses with the abort signal. */
  close(): Promise<void>
}

/** Handles one request with its complete body. */
export type Respond = (
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  closing: AbortSignal,
) => Promise<void>

/** Listens on a host and port (0 for any free port), and passes every request on with its complete body. */
export async function listen(host: string, port: number, respond: Respond): Promise<Listener> {
  const closing = new AbortController()
  const server = createServer((request, response) => {
    serve(request, response, respond, closing.signal).catch((error: unknown) => fail(request, response, error))
  })
  // Longer than clients keep a connection, so that none is closed while a request is being sent.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: listened } = server.address() as AddressInfo
  // Programs and browsers of this machine reach all addresses of it on loopback.
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  const name = family === 'IPv6' ? `[${reached}]` : reached
  return { url: `http://${name}:${listened}`, close: () => close(server, closing) }
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

/** Responds with an internal error of the sandbox, unless the connection is already closed. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || request.socket.destroyed) request.socket.destroy()
  else
    response.writeHead(500, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.stack : String(error))
}

/** The body of a request; undefined once it is too large. Rejects if the client disconnects. */
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
