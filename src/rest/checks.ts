import type { Middleware } from './call.ts'
import { failed } from './call-error.ts'
import type { Endpoint } from './endpoint.ts'
import { UpstreamError } from './errors.ts'
import { asList } from './wire/envelope.ts'
import { userTokenOf } from './wire/sign.ts'

/** Lets only those call who may: users must be signed in to call for themselves. */
export const onlyPermitted: Middleware = (call, next) => {
  const { refused, credentials } = call.context
  if (refused) throw refused
  if (call.endpoint.auth === 'user' && userTokenOf(credentials) === undefined)
    throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'This requires a signed-in user' })
  return next(call)
}

/** Refuses the endpoints that this environment of the service does not have, with SANDBOX_ONLY. */
export function onlyOffered(environment: 'production' | 'sandbox') {
  const middleware: Middleware = (call, next) => {
    assertOffered(call.endpoint)
    return next(call)
  }
  return { assertOffered, middleware }

  function assertOffered({ sandboxOnly, method, path }: Endpoint): void {
    if (sandboxOnly && environment !== 'sandbox')
      throw new UpstreamError({
        code: 'SANDBOX_ONLY',
        message: `${method} ${path} exists only in the sandbox of the service; nothing was sent`,
      })
  }
}

/** The bytes of the objects by which a row is read. */
const ROW_OBJECT_BYTES = 200

/**
 * Makes calls wait for memory. It comes before all that takes memory for a call: thousands of calls can wait, and must not hold
 * URLs and signatures meanwhile.
 */
export const onlyWithMemory: Middleware = async (call, next) => {
  const { memory } = call.context
  if (!memory) return next(call)
  try {
    const room = memory.room(call.endpoint.safe ? 'rows' : 'write')
    if (room !== true && !(await room)) throw failed(call.endpoint, { reason: 'overloaded', sent: false })
    const envelope = await next(call)
    memory.add(asList(envelope.data).length * ROW_OBJECT_BYTES)
    return envelope
  } catch (error) {
    // An operation that has been refused as a whole is not executed further.
    if (memory.isRefused()) return new Promise(() => {})
    throw error
  }
}
