import type { ServerResponse } from 'node:http'
import type { GraphQLError } from 'graphql'
import type { Handler, IncomingRequest } from '../http/exchange.ts'
import { answerRefusal, refusal } from '../http/refusal.ts'

/** Puts a handler behind the guard, if there is one. */
export function guarded<Response extends ServerResponse>(
  guard: HostGuard | undefined,
  handle: Handler<Response>,
): Handler<Response> {
  return (request, response) => {
    const refused = guard?.(request)
    return refused ? answerRefusal(response, refused) : handle(request, response)
  }
}

/** Returns the refusal of a request that a page may have sent under another host name; undefined for all others. */
export type HostGuard = (request: Pick<IncomingRequest, 'method' | 'headers'>) => GraphQLError | undefined

/**
 * Creates the guard that allows loopback addresses and the host of `publicUrl`. A page can make its own name resolve to this
 * machine (DNS rebinding). For the browser, it then has the same origin as the graph.
 */
export function hostGuard(publicUrl: string | undefined): HostGuard {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return ({ method, headers }) => {
    // Browsers send `Origin` with each POST, but not with a GET to their own origin. Other clients may use any name.
    if (method !== 'GET' && headers.origin === undefined) return undefined
    const host = headers.host?.replace(/:\d*$/, '').toLowerCase() ?? ''
    if (isLoopback(host) || host === publicHost) return undefined
    return refusal(
      'HOST_NOT_ALLOWED',
      403,
      'Without CLIENT_TOKENS, pages can use this server only at a loopback address or at PUBLIC_URL. ' +
        'Set PUBLIC_URL to the URL of this request, without the path',
    )
  }
}

/** Whether a host name or address, without a port, is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.[\d.]+$|^(?:::1|\[::1\])$/i.test(host)
}
