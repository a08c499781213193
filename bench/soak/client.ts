import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** The outcome of a request: a response, or none. */
export interface Ending {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The body of the response. */
  text: string
  ms: number
  /** The reason why there was no response. */
  lost?: string
}

/** The tokens of the callers, between which the server shares its capacity. */
export const TOKENS = { good: 'soak-good-client', hostile: 'soak-hostile-client', canary: 'soak-canary-client' }

const agents = new Map<string, Agent>()

/**
 * Posts a body as one of the callers and reads the whole response, decompressed, with a timeout of one minute.
 * `acceptEncoding` is the header of that name.
 */
export function post(url: string, token: string, body: string, acceptEncoding = 'identity'): Promise<Ending> {
  const beganMs = performance.now()
  let agent = agents.get(token)
  if (!agent) agents.set(token, (agent = new Agent({ keepAlive: true })))
  return new Promise((resolve) => {
    const end = (ending: Partial<Ending>) =>
      resolve({ status: 0, headers: {}, text: '', ms: performance.now() - beganMs, ...ending })
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'accept-encoding': acceptEncoding,
    }
    const outgoing = request(url, { agent, method: 'POST', headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        end({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: decompressed(Buffer.concat(chunks), response.headers['content-encoding']).toString('utf8'),
        }),
      )
      response.on('error', ({ message }) => end({ lost: message }))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within a minute')))
    outgoing.on('error', ({ message }: NodeJS.ErrnoException) => {
      // The server closed an idle connection before it received the request.
      if (outgoing.reusedSocket && /ECONNRESET|socket hang up/.test(message) && performance.now() - beganMs < 1_000)
        resolve(post(url, token, body, acceptEncoding))
      else end({ lost: message })
    })
    outgoing.end(body)
  })
}

/** Posts a request, reads what arrives of its response, and breaks it off after `ms`. */
export async function postFor(
  ms: number,
  url: string,
  token: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<void> {
  const sent = { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  try {
    const response = await fetch(url, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(ms) })
    for await (const _ of response.body ?? []);
  } catch {
    // It was broken off.
  }
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** Whether the server refused the request as overloaded, with the time to retry. */
export function isOverloaded({ status, headers, text }: Ending): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"OVERLOADED"')
}
