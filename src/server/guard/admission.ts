import type { ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'

/** Seconds after which a client that was turned away may come again. */
const RETRY_AFTER_S = 1

/** Lets so many operations in at once; those beyond are turned away with 503, OVERLOADED and Retry-After. */
export function admissionPlugin(maxOperations: number): Plugin<object, { res: ServerResponse }> {
  let inside = 0
  return {
    onRequest(arrival) {
      const { request, serverContext, fetchAPI } = arrival
      if (request.method === 'OPTIONS') return
      if (inside >= maxOperations) {
        const message = `The server is busy with ${maxOperations} operations; try again in ${RETRY_AFTER_S} s`
        const body = JSON.stringify({ errors: [{ message, extensions: { code: 'OVERLOADED' } }] })
        const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(RETRY_AFTER_S) }
        return arrival.endResponse(new fetchAPI.Response(body, { status: 503, headers }))
      }
      inside += 1
      // An operation is inside until its answer has left, in parts or whole, or its caller has gone.
      serverContext.res.once('close', () => (inside -= 1))
    },
  }
}
