import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from '../http/refusal.ts'
import { isLoopback } from './loopback.ts'

/**
 * Refuses requests under a host name that is neither a loopback address nor that of `publicUrl`. A page can make its own
 * name resolve to this machine (DNS rebinding). For the browser, it then has the same origin as the graph.
 */
export function hostPlugin(publicUrl: string | undefined): Plugin<object, RequestContext> {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return {
    onRequestParse({ serverContext: { req } }) {
      const { method, headers } = req
      // Browsers send `Origin` with each POST, but not with a GET to their own origin. Other clients may use any name.
      if (method !== 'GET' && headers.origin === undefined) return
      const host = headers.host?.replace(/:\d*$/, '').toLowerCase() ?? ''
      if (isLoopback(host) || host === publicHost) return
      throw refusal(
        'HOST_NOT_ALLOWED',
        403,
        'Without CLIENT_TOKENS, pages can use this server only at a loopback address or at PUBLIC_URL. ' +
          'Set PUBLIC_URL to the URL of this request, without the path',
      )
    },
  }
}
