import { Agent, fetch } from 'undici'

/** The outcome of a request: a response, or none. */
export interface Ending {
  /** The body of the response, decompressed. */
  text: string
  /** Whether the server refused the request as overloaded, with the time to retry. */
  isOverloaded: boolean
  /** The reason why there was no response, or the one that had another status than 200. */
  fault: string | undefined
}

/** The tokens of the callers, between which the server shares its capacity. */
export const TOKENS = { good: 'soak-good-client', hostile: 'soak-hostile-client', canary: 'soak-canary-client' }

/** Callers have connections of their own. */
const agents = new Map(Object.values(TOKENS).map((token) => [token, new Agent()]))

/** How long the response to a request may take, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Posts a body as one of the callers and reads the whole response. Breaks the request off after `timeoutMs`. */
export async function post(
  url: string,
  token: string,
  body: string,
  headers?: Record<string, string>,
  timeoutMs = TIMEOUT_MS,
): Promise<Ending> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body,
      dispatcher: agents.get(token),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    const text = await response.text()
    const isOverloaded = status === 503 && response.headers.has('retry-after') && text.includes('"OVERLOADED"')
    return { text, isOverloaded, fault: status === 200 ? undefined : `${status}: ${text.slice(0, 200)}` }
  } catch (error) {
    return { text: '', isOverloaded: false, fault: String(error instanceof TypeError ? error.cause : error) }
  }
}
